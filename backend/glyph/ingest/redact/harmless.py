"""What words are when they are no secret: sentences, placeholders, references, identifiers."""

from glyph.ingest.redact.pattern import Pattern

PROSE = frozenset(
    (
        "see in the is are was ask not none unknown same siehe im in vault lives stored rotated expired missing "
        "wrong by from of for to and or if when must should can will has have no it we you they i on at as with "
        "via using use used set change changed reset managed generated rolled disabled enabled required needed "
        "below above here there this that these those your our my their its a an der die das ist sind wird steht "
        "liegt nur beim bei wie kennt le la les est sont dans voir el los está en ver o os na no w jest zob patrz "
        "w skarbcu staat zie kluis de het een si in il lo che vedi cassaforte where who what which why how per env "
        "kasada tresor skarbiec sejfie kluis cassaforte kaartje zettel aufkleber sticker printed gedruckt sealed "
        "nobody everybody someone lost kept being been only still also then later new old first last next now "
        "factory ldap sso kerberos approle oidc saml radius iam ad"
    ).split()
)
"""Words that begin a sentence and not a secret."""

PLACEHOLDER = Pattern(
    r"(?i)(?:"
    r"<.*|\[.*|\{\{.*|\{[\"\x27].*|\{[a-z_. -]*\}?|\$[a-z_][a-z0-9_]*|"
    r"\$env:.*|\$\{.*|\$\(.*|%[a-z_]+%|#\{.*|@@?[a-z_]+@@?|"
    r"__[a-z_]+__|_+|"
    r"[x*•·._\-?#0—–…]{2,}|[x*•]+(?:-[x*•]+)*|x{3,}.*|[a-z]{0,12}[-_]?x{4,}|"
    r"(?:your|my|the|insert|replace|enter|put|example|sample|dummy)[_-][a-z_-]*|"
    r"(?:your|insert|replace|enter|dein|ihr)[a-z0-9]*(?:password|token|key|secret|here|code|pin|pass).*|.*_here|"
    r"todo|generate|tbd|fixme|n/?a|none|null|nil|undefined|empty|unset|blank|default|redacted|hidden|masked|removed|"
    r"censored|secret|password|passwd|pass|passwort|passphrase|token|key|apikey|"
    r"true|false|yes|no|on|off|required|optional|enabled|disabled|(?:un)?supported|(?:un)?available|mandatory|"
    r"deprecated|preferred|recommended|forbidden|enterprise|personal|example|string|str|str,|int|bool|text|value|"
    r"user|username|"
    r"!secret|!vault|!vault-encrypted|!env_var|!ref|!sub|!getatt|op://.*|vault:.*|sops:.*|enc\[.*|ref\+.*|"
    r"ssm:.*|arn:.*|env:.*|file:.*|bw:.*|pass:.*|keyring:.*|lookup\(.*|"
    r"(?:os\.|process\.env|system\.|env\(|env\.|getenv|var\.|local\.|data\.|module\.|secrets\.|config\.|"
    r"settings\.|self\.|this\.|args\.|os\.environ|import\.|params\.|ctx\.|values\.|request\.|req\.|vars\.).*|"
    r"[a-z_][a-z0-9_.]*\(.*|[a-z_]+\[.*|-|--|0000|1234|12345|123456|12345678|1111|\|[-+]?|>[-+]?|&[a-z].*|"
    r".*\]\(.*|.*\$[({].*|.*…|\\\\?"
    r")"
)
HARMLESS = Pattern(
    r"(?i)(?:"
    r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:/[0-9]{1,2}|:[0-9]{1,5})?|(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:/[0-9]{1,3})?|"
    r"(?:[0-9a-f]{2}[:-]){5,}[0-9a-f]{2}|"
    r"[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?(?:T[0-9:.]+Z?)?|[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4}|"
    r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[+-][0-9:]+)?|"
    r"[v~^=<>]{0,2}[0-9]+(?:\.[0-9]+)+(?:[-+~.:][a-z0-9.+~-]*)?|[0-9]+:[0-9][a-z0-9.+~:-]*|"
    r"[a-z][a-z0-9+.-]*://.*|/[a-z0-9._~%/*@+-]+|~/.*|\.{1,2}/.*|[a-z]:\\.*|\\\\.*|"
    r"(?-i:[a-z0-9_.-]+(?:/[a-z0-9_.-]+)+(?::[a-z0-9_.-]+)?)|"
    r"(?-i:[a-z][a-z0-9_-]*:[a-z0-9_.-]*[0-9]+\.[0-9][a-z0-9_.-]*|[a-z][a-z0-9_-]*:[0-9][a-z0-9_.-]{0,12})|"
    r"\.[\[a-z].*|/[A-Z]{1,2}=.*|[a-z][a-z_.-]*=.*|"
    r"[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+|(?-i:[a-z][a-z0-9_.-]*@[a-z][a-z0-9-]*)|[a-z0-9-]+::[a-z0-9_.:]+|"
    r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.(?:[a-z]{2,5}|example|internal|local|localdomain|json|jsonnet|yaml|yml|"
    r"toml|conf|service|timer|socket|properties|sqlite|backup|arpa|corp|plist|p12|pem|crt|key|pfx|mp4|7z|h264|"
    r"ps1)(?::[0-9]+)?|"
    r"0x[0-9a-f]{1,16}|#[0-9]{1,8}|(?-i:[#@]{1,2}[a-z][a-z0-9_-]*)|[a-z0-9._-]+@[a-z0-9.-]+:[/~].*|[0-9a-f]{7,64}:\S+|"
    r"\+[0-9][0-9 ()-]*|"
    r"(?-i:#?[A-Z]{1,6}[-_]?#?[0-9]{2,8}[a-zA-Z]?|[a-z]{1,3}[-_]?[0-9]{1,8}[a-z]?|[a-z]{2,8}-[0-9]{1,3}|"
    r"[a-z]{2}-[a-z]+-[0-9])|[0-9]{3,4}-[0-9]{6,}|pk_(?:live|test)_.*|"
    r"[a-z]{2,5}-[a-z]{2,4}-[a-z]{0,4}-?[0-9]{2,8}(?:-[a-z]{2})?|[0-9]+[a-z]{1,4}|[0-9]+(?:\.[0-9]+)?(?:%|°|€|"
    r"\$)|[0-9]+x[0-9]+|[0-9]+-(?:bit|chars?|days?|digits?|stellig)|"
    r"(?:sha|md5|aes|rsa|hmac|ecdsa|ed|curve|wpa|tls|ssl|ssh|base|utf|ipv|psk|hs|rs|es|p|argon|pbkdf|oauth|http|"
    r"h|x|s|ntlmv|md|totp)[-_]?[0-9]+(?:[-_/][a-z0-9]+)*|"
    r"(?-i:[a-z]+(?:_[a-z0-9]+)+|[A-Z]+(?:_[A-Z0-9]+)+)|--?[a-z][a-z0-9=-]*|"
    r"(?-i:[\p{Han}\p{Katakana}\p{Hiragana}ー]+:.*|01[0-9A-HJKMNP-TV-Z]{24})|00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}|"
    r"SHA(?:256|512|1):.*|sha[0-9]+[-:].*|h1:.*|age1[a-z0-9]{30,}|"
    r"(?:i|vpc|subnet|sg|ami|vol|eni|rtb|igw|snap|nat|acl|eipalloc|req|evt|cus|pi|ch|prod|price|acct|sub|in|wwn|"
    r"ata|nvme|usb|tcp|udp)[-_][a-z0-9._-]{6,}|(?:AC|PN|MG|SM|CA)[0-9a-f]{32}|"
    r"[a-z]+(?:-[a-z0-9]+)*-[a-z0-9]{8,10}-[a-z0-9]{5}"
    r")"
)
LONG_ID = Pattern(r"(?i)(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{7,})")
GROUPED_NUMBER = Pattern(r"\*?[0-9]{3,}[*#]?|\*?[0-9]{2,}(?:[ \-][0-9]{2,})+[*#]?")
DATE = Pattern(
    r"(?:19|20)[0-9]{2}-[0-9]{2}(?:-[0-9]{2})?|"
    r"[0-9]{1,2}-[0-9]{1,2}-(?:19|20)[0-9]{2}|[0-9]{3,4}-[0-9]{6,}"
)
WORD_AND_NUMBER = Pattern(r"[A-Za-z]{3,14}[-_.]?[0-9]{2,4}[!#*?+.$%@]?")
NOWHERE = Pattern(r".*(?:参照|金庫|未設定|保管|なし|不明|変更済|見よ|省略|同上).*")
