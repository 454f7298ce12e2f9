"""Hashes of passwords: as good as the password to whoever has the time."""

from glyph.domain.redaction import RuleId
from glyph.ingest.redact.rule import Rule

_HASH = "./A-Za-z0-9"


def _rule(kind: str, expression: str, *keywords: str) -> Rule:
    return Rule(RuleId(kind), expression, keywords)


HASH_RULES: tuple[Rule, ...] = (
    _rule("password-hash", rf"(\${{1,2}}2[abxy]?\${{1,2}}[0-9]{{2}}\${{1,2}}[{_HASH}]{{50,}})", "$2"),
    _rule(
        "password-hash",
        rf"\$(?:1|5|6|md5|sha1)\$(?:rounds=[0-9]+\$)?[{_HASH}]{{1,16}}\$[{_HASH}]{{20,}}",
        "$1$",
        "$5$",
        "$6$",
        "$md5$",
        "$sha1$",
    ),
    _rule("password-hash", rf"\$(?:y|gy|7|8|9|14)\$[{_HASH}+=$]{{16,}}", "$y$", "$gy$", "$7$", "$8$", "$9$", "$14$"),
    _rule("password-hash", rf"\$apr1\$[{_HASH}]{{1,8}}\$[{_HASH}]{{20,}}", "$apr1$"),
    _rule("password-hash", r"\$argon2(?:id|i|d)\$[A-Za-z0-9$=,+/.\-]{30,}", "$argon2"),
    _rule("password-hash", r"\$(?:P|H|S)\$[./A-Za-z0-9]{31}", "$p$", "$h$", "$s$"),
    _rule("password-hash", r"\$pbkdf2(?:-sha[0-9]+)?\$[0-9]+\$[A-Za-z0-9./+=$]{20,}", "$pbkdf2"),
    _rule("password-hash", r"\bpbkdf2[_:](?:sha1|sha256|sha512)[:$][0-9]+[:$][A-Za-z0-9+/=.$:]{20,}", "pbkdf2"),
    _rule("password-hash", r"\bgrub\.pbkdf2\.sha512\.[0-9]+\.[A-F0-9.]{60,}", "grub.pbkdf2"),
    _rule("password-hash", r"\bscrypt:[0-9]+:[0-9]+:[0-9]+[:$][A-Za-z0-9+/=$:_\-]{20,}", "scrypt:"),
    _rule(
        "password-hash",
        r"\bSCRAM-SHA-(?:1|256|512)\$[0-9]+:[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+",
        "scram-sha-",
    ),
    _rule(
        "password-hash",
        (
            r"\{(?:SSHA|SHA|SMD5|MD5|CRYPT|SSHA256|SSHA512|SHA256|SHA512|PBKDF2[A-Z0-9\-]*|"
            r"ARGON2[ID]*)\}[A-Za-z0-9+/=$.,]{16,}"
        ),
        "{ss",
        "{sha",
        "{smd5",
        "{md5",
        "{crypt",
        "{pbkdf2",
        "{argon2",
    ),
    _rule("password-hash", r"(?:^|\s)[A-Za-z0-9_.\-\\]{1,40}:[0-9]{1,7}:([a-fA-F0-9]{32}:[a-fA-F0-9]{32})", ":"),
    _rule("password-hash", r"\bmd5[a-f0-9]{32}\b", "md5"),
    _rule("password-hash", r"\$DCC2\$[0-9]+#[^#\s]{1,64}#[a-f0-9]{32}", "$dcc2$"),
    _rule("password-hash", r"(?:^|[^A-Za-z0-9])(\*[A-F0-9]{40})\b", "*"),
)
