"""Secrets in command lines: the option of each tool that carries one."""

from glyph.domain.redaction import RuleId
from glyph.ingest.redact.rule import Rule
from glyph.ingest.redact.shapes import Shape

_ARG = r"(?:'([^'\n]{2,})'|\"((?:[^\"\\\n]|\\.){2,})\"|([^\s'\"`|;&<>]{2,}))"
_GAP = r"[^\n|;&]{0,200}?"


def _option(kind: str, tools: str, option: str, *keywords: str, shape: Shape = Shape.NONE) -> Rule:
    """Return a rule for ``tool … option value``, the value quoted or bare."""
    return Rule(RuleId(kind), rf"\b(?:{tools})\b{_GAP}\s(?:{option}){_ARG}", keywords, shape)


def _pair(kind: str, tools: str, option: str, separator: str, *keywords: str) -> Rule:
    """Return a rule for ``tool … option user<separator>value``: only what follows the user."""
    user = rf"[^\s:%'\"<>|]{{0,60}}{separator}"
    quoted = rf"'{user}([^'\n]{{2,}})'|\"{user}([^\"\n]{{2,}})\"|{user}([^\s'\"`|;&<>]{{2,}})"
    return Rule(RuleId(kind), rf"\b(?:{tools})\b{_GAP}\s(?:{option})(?:{quoted})", keywords)


def _plain(kind: str, expression: str, *keywords: str, shape: Shape = Shape.NONE) -> Rule:
    return Rule(RuleId(kind), expression, keywords, shape)


COMMAND_RULES: tuple[Rule, ...] = (
    _option(
        "password",
        "mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|mariadb-admin|mycli",
        "-p",
        "mysql",
        "mariadb",
        "mycli",
    ),
    _pair(
        "password",
        "curl|wget|http|https|xh|aria2c",
        r"-u[ ]?|--user[ =]|-U[ ]?|--proxy-user[ =]|-a[ ]|--auth[ =]",
        ":",
        "curl",
        "wget",
        "http",
        "xh",
        "aria2c",
    ),
    _option("session-cookie", "curl|http", r"(?:-b|--cookie)[ =]", "curl -b", "--cookie"),
    _option("password", "sshpass", r"-p[ ]?", "sshpass"),
    _option("password", "redis-cli|valkey-cli|keydb-cli", r"-a[ ]|--pass[ =]", "redis-cli", "valkey-cli", "keydb-cli"),
    _option("password", "ipmitool|ipmiutil|ipmipower|ipmiconsole|bmc-info", r"-P[ ]|-p[ ]", "ipmi", "bmc-info"),
    _option(
        "password",
        "ldapsearch|ldapmodify|ldapadd|ldapdelete|ldappasswd|ldapwhoami|ldapcompare",
        r"-w[ ]?|-s[ ]",
        "ldap",
    ),
    _option(
        "snmp-community",
        (
            "snmpwalk|snmpget|snmpbulkwalk|snmpset|snmpgetnext|snmptable|snmpstatus|snmptrap|snmpbulkget|"
            "onesixtyone|check_snmp"
        ),
        r"-c[ ]?|-C[ ]",
        "snmp",
        "onesixtyone",
    ),
    _pair(
        "password",
        "smbclient|rpcclient|smbmap|net|smbget|winexe|wmic|nmblookup|crackmapexec",
        r"-U[ ]?|--user=",
        "%",
        "smb",
        "rpcclient",
        "net ",
        "winexe",
        "wmic",
    ),
    _option("password", "mosquitto_pub|mosquitto_sub|mosquitto_rr|mqtt", r"-P[ ]|-pw[ ]", "mosquitto", "mqtt"),
    _plain("password", rf"\bmosquitto_passwd\b[^\n|;&]{{0,80}}?-b\s+\S+\s+\S+\s+{_ARG}", "mosquitto_passwd"),
    _plain(
        "password",
        rf"\bhtpasswd\b[^\n|;&]{{0,80}}?-[a-zA-Z]*b[a-zA-Z]*\s+(?:-[a-zA-Z]+\s+)*\S+\s+\S+\s+{_ARG}",
        "htpasswd",
    ),
    _plain("password", rf"\bhtpasswd\b[^\n|;&]{{0,40}}?-[a-zA-Z]*n[a-zA-Z]*b[a-zA-Z]*\s+\S+\s+{_ARG}", "htpasswd"),
    _plain("password", r"(?i)-?-?pass(?:in|out)?[ =](?:pass|pw):([^\s'\"`]{2,})", "pass:", "pw:"),
    _plain("password", r"(?i)\bnet\s+use\b[^\n]{0,160}?/user:\S+\s+([^\s/\"][^\s\"]+)", "net use"),
    _plain("password", r"(?i)\bnet\s+use\s+(?:[a-z*]:?\s+)?\\\\[^\s]+\s+([^\s/]{4,})\s+/user:", "net use"),
    _plain("password", r"(?i)\bnet\s+user\s+[^\s/]+\s+([^\s/*]{4,})", "net user"),
    _plain("password", r"(?i)\bcmdkey\b[^\n]{0,160}?/pass:\"?([^\s\"]{3,})", "cmdkey"),
    _plain("password", r"(?i)\bschtasks\b[^\n]{0,300}?/rp\s+\"?([^\s\"]{3,})", "schtasks"),
    _plain(
        "password", r"(?i)ConvertTo-SecureString\s+(?:-String\s+)?[\"']([^\"'\n]{3,})[\"']", "convertto-securestring"
    ),
    _plain(
        "password",
        r"(?i)\bNetworkCredential\s*\(\s*[\"'][^\"'\n]*[\"']\s*,\s*[\"']([^\"'\n]{3,})[\"']",
        "networkcredential",
    ),
    _plain(
        "password",
        (
            r"(?:echo|printf)\s+(?:-[en]+\s+)?[\"']?[a-z_][a-z0-9_.\-]{0,31}:([^\s\"'|"
            r"]{3,})[\"']?\s*\|\s*(?:sudo\s+)?chpasswd"
        ),
        "chpasswd",
    ),
    _plain(
        "password",
        (
            r"(?:echo|printf)\s+(?:-[en]+\s+)?(?:'([^'\n]{3,})'|\"([^\"\n]{3,})\"|([^\s'\"|"
            r"]{3,}))\s*\|\s*(?:sudo\s+)?(?:-S\s+)?(?:passwd|cryptsetup|docker login|podman login|helm registry|gpg|"
            r"kinit|sudo -S|age|openssl|smbpasswd|zfs|zpool|keyctl|systemd-creds|[^\n|]{0,40}--(?:password-)?stdin)"
        ),
        "echo",
        "printf",
    ),
    _option("passphrase", "ssh-keygen", r"-N[ ]", "ssh-keygen"),
    _option("passphrase", "ssh-keygen", r"-P[ ]", "ssh-keygen"),
    _option("passphrase", "openssl (?:enc|(?:aes|des|aria|camellia|chacha)[a-z0-9\\-]*)", r"-[kK][ ]", "openssl"),
    _option("password", "wpa_passphrase", r"\S+\s+", "wpa_passphrase", shape=Shape.WEAK_SECRET),
    _option("password", "rdesktop|xfreerdp|wlfreerdp|freerdp|mstsc", r"-p[ ]|/p:", "rdesktop", "freerdp"),
    _option(
        "password",
        (
            "docker login|podman login|helm registry login|buildah login|skopeo login|az login|oc login|argocd "
            "login|crane auth login"
        ),
        r"-p[ ]|--password[ =]",
        "login",
    ),
    _option("password", "mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport", r"-p[ ]?", "mongo"),
    _option("password", "sqlcmd|bcp|isql|tsql|osql", r"-P[ ]?", "sqlcmd", "bcp", "isql", "tsql", "osql"),
    _pair("password", "sqlplus|expdp|impdp|rman", r"(?:target )?", "/", "sqlplus", "expdp", "impdp", "rman"),
    _option(
        "password",
        "clickhouse-client|influx|cqlsh|arangosh",
        r"--password[ =]|-p[ ]",
        "clickhouse",
        "influx",
        "cqlsh",
        "arangosh",
    ),
    _option("password", "7z|7za|7zz|rar|unrar|unzip|zip|zipcloak", r"-p|-hp|-P[ ]", "7z", "rar", "zip"),
    _option("password", "plink|pscp|psftp|putty", r"-pw[ ]", "-pw "),
    _option("password", "psexec|PsExec(?:64)?(?:\\.exe)?|winrs", r"-p[ ]|-p:", "psexec", "winrs"),
    _option("password", "lftp", r"-u[ ]\S+,", "lftp"),
    _pair("password", "lftp", r"-u ", ",", "lftp"),
    _option("password", "racadm|hponcfg|ilorest", r"-p[ ]", "racadm", "hponcfg", "ilorest"),
    _option("password", "virsh|vncpasswd|x11vnc|vncviewer", r"-passwd[ ]|-storepasswd[ ]", "vnc"),
    _option("password", "kinit|kadmin", r"-w[ ]|-pw[ ]", "kadmin"),
    _option(
        "password", "keytool|jarsigner", r"-(?:store|key|src|dest|deststore|srcstore)pass[ ]", "keytool", "jarsigner"
    ),
    _option("password", "swaks", r"--auth-password[ =]|-ap[ ]", "swaks"),
    _option("password", "rabbitmqctl", r"(?:add_user|change_password)\s+\S+\s+", "rabbitmqctl"),
    _option("password", "rcon|mcrcon|rcon-cli", r"-p[ ]?|--password[ =]", "rcon"),
    _option(
        "token",
        (
            "kubeadm|k3s|k3sup|consul|nomad|vault|tailscale|cloudflared|ngrok|gitlab-runner|doctl|flyctl|netbird|"
            "zerotier-cli|headscale"
        ),
        (
            r"(?:--?(?:token|authkey|auth-key|authtoken|registration-token|setup-key|certificate-key|agent-token|"
            r"http-auth|t)|authtoken|-k)[ =]"
        ),
        "kubeadm",
        "k3s",
        "consul",
        "nomad",
        "vault",
        "tailscale",
        "cloudflared",
        "ngrok",
        "gitlab-runner",
        "doctl",
        "flyctl",
        "netbird",
    ),
    _plain(
        "password",
        rf"\s-u[ =]?[A-Za-z0-9_.@\\\-]+\s+(?:-[A-Za-z]\s+\S+\s+){{0,2}}?-p[ =]?{_ARG}",
        " -p",
        shape=Shape.WEAK_SECRET,
    ),
    _plain("secret-key", rf"\bmc\s+(?:alias\s+set|config\s+host\s+add)\s+\S+\s+\S+\s+\S+\s+{_ARG}", "mc "),
    _plain(
        "password", r"(?m)^\s*MONITOR\s+\S+\s+[0-9]+\s+\S+\s+(\S{4,})\s+(?:primary|secondary|master|slave)", "monitor"
    ),
    _plain(
        "password",
        r"(?m)^[ \t]*\"?[^\s\"#|]+\"?[ \t]+(?:\*|[A-Za-z0-9.\-]+)[ \t]+\"([^\"\n]{4,})\"[ \t]+(?:\*|[0-9./]+)[ \t]*$",
        "*",
        shape=Shape.WEAK_SECRET,
    ),
)
