"""Places that hold a secret by their own structure: URLs, headers, hashes, signed links, key lines."""

from glyph.domain.redaction import RuleId
from glyph.ingest.redact.rule import Rule
from glyph.ingest.redact.shapes import Shape


def _rule(kind: str, expression: str, *keywords: str, shape: Shape = Shape.NONE) -> Rule:
    return Rule(RuleId(kind), expression, keywords, shape)


_B64 = "A-Za-z0-9+/"
_WPA = r"(?i)\bWPA[23]?(?:[/ \-](?:PSK|SAE|Personal|WPA[23]))*[\"'*]{0,3}[ \t]*[:=]"
_VALUE = r"[^\s\"'`<>&;,)\]}|]"

CONTAINER_RULES: tuple[Rule, ...] = (
    # URLs
    _rule("url-password", r"://[^\s/:@\"'`<>?#]*:([^\s/@\"'`<>]+)@", "://"),
    _rule(
        "url-password",
        r"://[^\s/:@\"'`<>?#]*:([^\s@/\"'`<>]+@[^\s@/\"'`<>]+)@[A-Za-z0-9]",
        "://",
    ),
    _rule("url-token", r"https?://([A-Za-z0-9_\-]{20,120})@", "://"),
    _rule("otp-seed", r"(?i)otpauth://[^\s\"'`<>]{1,300}?[?&]secret=([A-Za-z2-7=%]{8,})", "otpauth:"),
    _rule("otp-seed", r"(?i)otpauth-migration://offline\?data=([A-Za-z0-9%+/=_\-]{10,})", "otpauth-migration"),
    _rule(
        "url-token",
        (
            rf"(?i)[?&](?:access[_\-]?token|auth[_\-]?token|refresh[_\-]?token|token|x-plex-token|api[_\-]?key|"
            rf"apikey|key|auth|password|passwd|pass|pwd|pw|secret|client_secret|sig|signature|hmac|sas|invite|"
            rf"ticket_token|session|sessionid|sid|code)=({_VALUE}{{6,}})"
        ),
        "=",
    ),
    _rule(
        "signed-url",
        r"(?i)\b(?:x-amz-signature|x-amz-security-token|x-goog-signature|signature)=([A-Za-z0-9%+/=_\-]{20,})",
        "signature=",
        "security-token=",
    ),
    _rule("signed-url", r"[?&]s(?:ig|v)=[^\s\"']{0,300}?\bsig=([A-Za-z0-9%+/=_\-]{20,})", "sig="),
    _rule(
        "storage-key",
        rf"(?i)\b(?:accountkey|sharedaccesskey|sharedsecretvalue)\s*=\s*([{_B64}]{{20,}}={{0,2}})",
        "accountkey",
        "sharedaccesskey",
        "sharedsecretvalue",
    ),
    _rule(
        "wifi-password",
        rf"{_WPA}[ \t]*[\"`']([^\s\"`']{{8,63}})[\"`']",
        "wpa",
    ),
    _rule(
        "wifi-password",
        rf"{_WPA}[*]{{0,2}}[ \t]*([^\s\"`',;|]{{8,63}})",
        "wpa",
        shape=Shape.WEAK_SECRET,
    ),
    _rule("wifi-password", rf"(?m){_WPA}[ \t]*([a-z]{{8,63}})[ \t]*$", "wpa"),
    _rule("wifi-password", r"WIFI:[^\s]{0,200}?\bP:((?:[^;\\\s]|\\.){4,})", "wifi:"),
    _rule(
        "url-token",
        (
            r"(?i)/(?:reset|invite|join|magic|confirm|activate|activation|ping|share|feed|verify|onboard|enroll|"
            r"claim|unlock)[a-z_\-]{0,16}/([A-Za-z0-9_\-]{22,})"
        ),
        "/",
    ),
    _rule("webhook-path", r"/services/(T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{16,})", "/services/"),
    _rule(
        "connection-password",
        r"\b[A-Za-z0-9_.\-]{2,40}:([^\s:@/\"'`<>()]{6,64})@(?:tcp\(|unix\(|[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)+)",
        "@",
    ),
    _rule("connection-password", r"(?i)\bthin:[^\s/@:]{1,40}/([^\s/@]{4,})@", "thin:"),
    _rule("token", r"full-tokenid[^\x00]{0,600}?\bvalue\b[ │|:\"]+([0-9a-f]{8}-[0-9a-f\-]{27})", "full-tokenid"),
    # a value in two pieces
    _rule(
        "secret",
        (
            r"(?i)(?:token|key|secret|password|passwd|pwd|"
            r"passphrase)[a-z0-9_]{0,20}[\"']?\s{0,4}[:=]\s{0,4}\(?\s{0,8}[\"']([^\"'\n\\]{6,})(?:\\\r?\n|"
            r"[\"']\s{0,20}[+.&]?\s{0,20}[\"'])([^\"'\n]{4,})[\"']"
        ),
        "token",
        "key",
        "secret",
        "passw",
        "pwd",
        "passphrase",
    ),
    _rule("jwt", r"(eyJ[A-Za-z0-9_\-.]{20,})\r?\n[ \t]+([A-Za-z0-9_\-]{4,}\.[A-Za-z0-9_\-]{20,})", "eyj"),
    # a user and a password
    _rule(
        "password",
        (
            r"(?i)(?:^|[^A-Za-z0-9/._\-])(?:admin|administrator|adm|root|sa|user|guest|service|operator|ops|support|"
            r"ubuntu|pi|postgres|oracle)[ \t]?[/／][ \t]?[\"'`*]{0,2}([^\s\"'`<>/|)(,·;]{6,})"
        ),
        "/",
        "／",
        shape=Shape.WEAK_SECRET,
    ),
    _rule(
        "password",
        r"(?:^|[\s>(`~])[A-Za-z0-9_.@\\\-]{2,40} [/／] [\"'`*~]{0,2}([^\s\"'`<>/|)(]{6,})",
        " / ",
        " ／ ",
        shape=Shape.WEAK_SECRET,
    ),
    _rule("password", r"334 UGFzc3dvcmQ6\s+([A-Za-z0-9+/]{6,}={0,2})", "334 ugfzc3dvcmq6"),
    _rule(
        "private-key",
        (r"(?i)\b(?:pfx|p12|pkcs12|keystore|jks|keytab)\b[^\n]*\n\s*(?:```[a-z]*\n)?([A-Za-z0-9+/\n]{100,}={0,2})"),
        "pfx",
        "p12",
        "pkcs12",
        "keystore",
        "jks",
        "keytab",
    ),
    # headers
    _rule(
        "authorization",
        (
            r"(?i)\bauthorization\b[\"'`]?\s*[:=,]?\s*[\"'`]?\s*(?:bearer|basic|token|apikey|key|digest|negotiate|"
            r"splunk|ntlm|aws|hawk|ssws)[ :=]+[\"'`]?([A-Za-z0-9._~+/=\-|:%]{6,})"
        ),
        "authorization",
    ),
    _rule("authorization", r"(?i)\b(?:bearer|basic)[ ]+[\"'`]?([A-Za-z0-9._~+/=\-|%]{16,})", "bearer ", "basic "),
    _rule("authorization", r"(?i)\bauthorization[\"'`]?\s*[:=]\s*[\"'`]?([A-Za-z0-9._~+/=\-|%]{16,})", "authorization"),
    _rule(
        "api-key",
        r"(?i)\bx-[a-z\-]{0,24}(?:token|key|secret|auth|password)[\"'`]?\s*[:=]\s*[\"'`]?([^\s\"'`<>,;)]{6,})",
        "x-",
    ),
    _rule(
        "session-cookie",
        r"(?i)\b(?:set-)?cookie[\"'`]?\s*[:=]\s*[\"'`]?[A-Za-z0-9_.\-]{1,60}=([^\s\"'`;,<>]{8,})",
        "cookie",
    ),
    _rule(
        "session-cookie",
        (
            r"(?i)\b(?:phpsessid|jsessionid|sessionid|session_id|session|sid|connect\.sid|csrftoken|remember_token|"
            r"_gitlab_session|asp\.net_sessionid|[a-z_\-]{0,20}auth[a-z_\-]{0,12}|"
            r"[a-z_\-]{0,12}sess)=([A-Za-z0-9%._~+/=\-]{16,})"
        ),
        "sess",
        "sid=",
        "csrftoken=",
        "remember_token=",
        "auth",
    ),
    # keys
    _rule(
        "wireguard-private-key", r"(?i)\bprivate[ _\-]?key\b[\"'`]?\s*[:=]?\s*[\"'`]?([A-Za-z0-9+/]{43}=)", "private"
    ),
    _rule(
        "wireguard-preshared-key",
        r"(?i)\bpre-?shared[ _\-]?key\b[\"'`]?\s*[:=]?\s*[\"'`]?([A-Za-z0-9+/]{43}=)",
        "shared",
    ),
    _rule("private-key", r"\bLS0tLS1CRUdJTi[A-Za-z0-9+/=]{40,}", "ls0tls1crudjti"),
    _rule(
        "registry-auth",
        rf"\"(?:auth|identitytoken|registrytoken)\"\s*:\s*\"([{_B64}]{{8,}}={{0,2}})\"",
        '"auth"',
        "identitytoken",
        "registrytoken",
    ),
    _rule("docker-config", r"\b(eyJhdXRocyI6[A-Za-z0-9+/=]{20,})", "eyjhdxrocyi6"),
    _rule(
        "pgpass-password",
        r"(?m)^[^\s:#|]{1,100}:(?:[0-9]{2,5}|\*):[^\s:|/]{1,64}:[^\s:|/]{1,64}:([^\s]{4,})[ \t]*$",
        ":",
    ),
    _rule(
        "mail-relay-password",
        r"(?m)^\[?[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)+\]?(?::[0-9]{2,5})?[ \t]+[^\s:]{1,80}:([^\s]{5,})[ \t]*$",
        ":",
    ),
    _rule("chpasswd", r"(?m)^[ \t]+[a-z_][a-z0-9_\-]{0,31}:([^\s:/\"'{},]{6,})[ \t]*$", "chpasswd"),
    _rule("dpapi-blob", r"(?i)\b01000000D08C9DDF0115D1118C7A00C04FC297EB[0-9A-F]{20,}", "01000000d08c9ddf"),
    _rule("bitlocker-recovery-key", r"\b[0-9]{6}(?:-[0-9]{6}){7}\b", "-"),
    _rule("product-key", r"\b[A-Z0-9]{5}(?:-[A-Z0-9]{5}){4}\b", "-"),
    _rule(
        "unseal-key", r"(?i)\bunseal key(?: [0-9]+)?[\"'`*]{0,3}\s*[:=]\s*[\"'`]?([A-Za-z0-9+/]{20,}={0,2})", "unseal"
    ),
    # configuration of network devices and databases
    _rule(
        "device-secret",
        (
            r"(?i)\b(?:secret|password|key|community|key-string)[ \t]+(?:0|4|5|6|7|8|9|10|enc|encrypted|ciphertext|"
            r"cipher|simple|clear|plain|hidden)[ \t]+[\"']?([^\s\"']{3,})"
        ),
        "secret",
        "password",
        "key",
        "community",
    ),
    _rule(
        "device-secret",
        (
            r"(?i)\b(?:enable|username[ \t]+[^\s]+(?:[ \t]+privilege[ \t]+[0-9]+)?)[ \t]+(?:secret|password)[ "
            r"\t]+[\"']?([^\s\"']{4,})[\"']?[ \t]*(?:\n|$)"
        ),
        "enable",
        "username",
    ),
    _rule(
        "snmp-community",
        (
            r"(?i)\b(?:snmp-server|snmp)[ \t]+(?:host[ \t]+\S+[ \t]+(?:version[ \t]+2c[ \t]+)?)?community[ "
            r"\t]+[\"']?([^\s\"']{2,})"
        ),
        "community",
    ),
    _rule("snmp-community", r"(?im)^[ \t]*r[ow]community6?[ \t]+[\"']?([^\s\"']{2,})", "community"),
    _rule(
        "radius-secret",
        (
            r"(?i)\b(?:radius|tacacs)[\-a-z]*[ \t]+(?:server[ \t]+)?host[ \t]+\S+(?:[ \t]+(?:auth-port|acct-port|"
            r"timeout)[ \t]+[0-9]+){0,3}[ \t]+key[ \t]+[\"']?([^\s\"']{3,})"
        ),
        "radius",
        "tacacs",
    ),
    _rule("radius-secret", r"(?i)\b(?:radius|tacacs)[a-z\-]*[ \t]+key[ \t]+[\"']?([^\s\"']{4,})", "radius", "tacacs"),
    _rule(
        "sql-password",
        (
            r"(?i)\b(?:identified[ \t]+(?:with[ \t]+\S+[ \t]+)?by|(?:encrypted[ \t]+)?password)[ "
            r"\t]+(?:E?'((?:[^'\n]|''){3,100})'|\"([^\"\n]{3,100})\")"
        ),
        "identified",
        "password",
    ),
    _rule(
        "preshared-key",
        r"(?i)(?:^|\s):?[ \t]*(?:psk|eap|xauth|ntlm)[ \t]+\"([^\"\n]{4,})\"",
        "psk",
        "eap",
        "xauth",
        "ntlm",
    ),
    _rule("private-key", r"(?i)\bS[02]_[A-Za-z_]{4,30}[\"']?\s*[:=]\s*[\"']?([0-9A-F]{32})\b", "s0_", "s2_"),
    _rule(
        "zigbee-key",
        (
            r"(?i)(?:key|sleutel|chiave|klucz|schl\x{fc}ssel)[^\n\[]{0,40}\[((?:\s*(?:0x)?[0-9a-f]{1,3}\s*,){15}\s*("
            r"?:0x)?[0-9a-f]{1,3}\s*)\]"
        ),
        "[",
    ),
    _rule(
        "snmp-password",
        (
            r"(?i)\bsnmp[a-z\-]*[ \t][^\n]{0,120}?[ \t]-[AX][ \t]+[\"']?([^\s\"']{6,})(?:[^\n]{0,80}?[ \t]-[X][ "
            r"\t]+[\"']?([^\s\"']{6,}))?"
        ),
        "snmp",
    ),
)
