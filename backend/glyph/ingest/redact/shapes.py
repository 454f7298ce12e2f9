"""The shape of a word: is it a placeholder, an everyday identifier, or does it look like a secret?"""

from enum import IntEnum
from functools import lru_cache

from glyph.ingest.redact.markers import MARKER_OPEN
from glyph.ingest.redact.pattern import Pattern


class Shape(IntEnum):
    """How much a word looks like a secret by itself; higher is more."""

    NONE = 0
    """A placeholder, a reference, or nothing."""
    HARMLESS = 1
    """An address, a date, a path, a version: never a secret without a strong label and a separator."""
    WORD = 2
    """A word of a language or a plain name."""
    NUMBER = 3
    """Digits, perhaps in groups."""
    LONG_ID = 4
    """Hex, a UUID, or one case with digits: a secret only when labelled."""
    WEAK_SECRET = 5
    """A word and a number: the weakest passwords are like that, and so are host names."""
    SECRETIVE = 6
    """Letters with digits or symbols inside, or several words joined."""
    SECRET = 7
    """Several classes mixed over a fair length."""


PROSE = frozenset(
    "see in the is are was ask not none unknown same siehe im in vault lives stored rotated expired missing wrong by from of for to and or if when must should can will has have no it we you they i on at as with via using use used set change changed reset managed generated rolled disabled enabled required needed below above here there this that these those your our my their its a an der die das ist sind wird steht liegt nur beim bei wie kennt le la les est sont dans voir el los está en ver o os na no w jest zob patrz w skarbcu staat zie kluis de het een si in il lo che vedi cassaforte where who what which why how per env kasada tresor skarbiec sejfie kluis cassaforte kaartje zettel aufkleber sticker printed gedruckt sealed nobody everybody someone lost kept being been only still also then later new old first last next now".split()
)
"""Words that begin a sentence and not a secret."""

_PLACEHOLDER = Pattern(
    r"(?i)(?:"
    r"<.*|\[.*|\{\{.*|\{[a-z_. -]*\}?|\$[a-z_][a-z0-9_]*|\$env:.*|\$\{.*|\$\(.*|%[a-z_]+%|#\{.*|@@?[a-z_]+@@?|__[a-z_]+__|_+|"
    r"[x*•·._\-?#0—–…]{2,}|[x*•]+(?:-[x*•]+)*|x{3,}.*|[a-z]{0,12}[-_]?x{4,}|"
    r"(?:your|my|the|insert|replace|enter|put|example|sample|dummy)[_-][a-z_-]*|"
    r"(?:your|insert|replace|enter|dein|ihr)[a-z0-9]*(?:password|token|key|secret|here|code|pin|pass).*|.*_here|"
    r"todo|tbd|fixme|n/?a|none|null|nil|undefined|empty|unset|blank|default|redacted|hidden|masked|removed|censored|secret|password|passwd|pass|passwort|passphrase|token|key|apikey|"
    r"true|false|yes|no|on|off|required|optional|enabled|disabled|example|string|str|str,|int|bool|text|value|user|username|"
    r"!secret|!vault|!vault-encrypted|!env_var|!ref|!sub|!getatt|op://.*|vault:.*|sops:.*|enc\[.*|ref\+.*|ssm:.*|arn:.*|env:.*|file:.*|bw:.*|pass:.*|keyring:.*|lookup\(.*|"
    r"(?:os\.|process\.env|system\.|env\(|env\.|getenv|var\.|local\.|data\.|module\.|secrets\.|config\.|settings\.|self\.|this\.|args\.|os\.environ|import\.|params\.|ctx\.|values\.|request\.|req\.|vars\.).*|"
    r"[a-z_][a-z0-9_.]*\(.*|[a-z_]+\[.*|-|--|0000|1234|12345|123456|12345678|1111|\|[-+]?|>[-+]?|&[a-z].*|\\\\?"
    r")"
)
_HARMLESS = Pattern(
    r"(?i)(?:"
    r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:/[0-9]{1,2}|:[0-9]{1,5})?|(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:/[0-9]{1,3})?|"
    r"(?:[0-9a-f]{2}[:-]){5,}[0-9a-f]{2}|"
    r"[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?(?:T[0-9:.]+Z?)?|[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4}|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[+-][0-9:]+)?|"
    r"[v~^=<>]{0,2}[0-9]+(?:\.[0-9]+)+(?:[-+~.:][a-z0-9.+~-]*)?|[0-9]+:[0-9][a-z0-9.+~:-]*|"
    r"[a-z][a-z0-9+.-]*://.*|/[a-z0-9._~%/*@+-]+|~/.*|\.{1,2}/.*|[a-z]:\\.*|\\\\.*|(?-i:[a-z0-9_.-]+(?:/[a-z0-9_.-]+)+(?::[a-z0-9_.-]+)?)|(?-i:[a-z][a-z0-9_-]*:[a-z0-9_.-]*[0-9]+\.[0-9][a-z0-9_.-]*)|[a-z][a-z_.-]*=.*|"
    r"[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+|"
    r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.(?:[a-z]{2,5}|example|internal|local|localdomain|json|jsonnet|yaml|yml|toml|conf|service|timer|socket|properties|sqlite|backup|arpa|corp|plist|p12|pem|crt|key|pfx|mp4|7z|h264|ps1)(?::[0-9]+)?|"
    r"0x[0-9a-f]{1,16}|[#@][a-z0-9._-]+|\+[0-9][0-9 ()-]*|"
    r"(?-i:#?[A-Z]{1,6}[-_]?#?[0-9]{2,8}[a-zA-Z]?|[a-z]{1,3}[-_]?[0-9]{1,8}[a-z]?|[a-z]{2,8}-[0-9]{1,3}|[a-z]{2}-[a-z]+-[0-9])|[0-9]{3,4}-[0-9]{6,}|pk_(?:live|test)_.*|[a-z]{2,5}-[a-z]{2,4}-[a-z]{0,4}-?[0-9]{2,8}(?:-[a-z]{2})?|[0-9]+[a-z]{1,4}|[0-9]+(?:\.[0-9]+)?(?:%|°|€|\$)|[0-9]+x[0-9]+|[0-9]+-(?:bit|chars?|days?|digits?|stellig)|"
    r"(?:sha|md5|aes|rsa|hmac|ecdsa|ed|curve|wpa|tls|ssl|ssh|base|utf|ipv|psk|hs|rs|es|p|argon|pbkdf|oauth|http|h|x|s|ntlmv|md|totp)[-_]?[0-9]+(?:[-_/][a-z0-9]+)*|"
    r"(?-i:[a-z]+(?:_[a-z0-9]+)+|[A-Z]+(?:_[A-Z0-9]+)+)|--?[a-z][a-z0-9=-]*|"
    r"SHA(?:256|512|1):.*|sha[0-9]+[-:].*|h1:.*|age1[a-z0-9]{30,}|"
    r"(?:i|vpc|subnet|sg|ami|vol|eni|rtb|igw|snap|nat|acl|eipalloc|req|evt|cus|pi|ch|prod|price|acct|sub|in|wwn|ata|nvme|usb|tcp|udp)[-_][a-z0-9._-]{6,}|(?:AC|PN|MG|SM|CA)[0-9a-f]{32}|"
    r"[a-z]+(?:-[a-z0-9]+)*-[a-z0-9]{8,10}-[a-z0-9]{5}"
    r")"
)
_LONG_ID = Pattern(r"(?i)(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{7,})")
_GROUPED_NUMBER = Pattern(r"[*#]?[0-9]{3,}[*#]?|[*#]?[0-9]{2,}(?:[ \-][0-9]{2,})+[*#]?")
_DATE = Pattern(r"(?:19|20)[0-9]{2}-[0-9]{2}(?:-[0-9]{2})?|[0-9]{1,2}-[0-9]{1,2}-(?:19|20)[0-9]{2}")
_WORD_AND_NUMBER = Pattern(r"[A-Za-z]{3,14}[-_.]?[0-9]{2,4}[!#*?+.$%@]?")
_NOWHERE = Pattern(r".*(?:参照|金庫|未設定|保管|なし|不明|変更済|見よ|省略|同上).*")


@lru_cache(maxsize=8192)
def shape_of(word: str) -> Shape:
    """Return the shape of a word that has no quotes around it."""
    if word.endswith(".") and len(word) > 4:
        bare = shape_of(word.rstrip("."))
        return bare if bare <= Shape.LONG_ID else max(bare, _by_classes(word))
    if not word or MARKER_OPEN[0] in word or _PLACEHOLDER.is_all_of(word[:300]) or word.lower() in PROSE:
        return Shape.NONE
    if not word.isascii() and _NOWHERE.is_all_of(word[:60]):
        return Shape.NONE
    if any(letter.isspace() for letter in word):
        return Shape.WORD
    if _DATE.is_all_of(word[:12]):
        return Shape.HARMLESS
    if _GROUPED_NUMBER.is_all_of(word[:300]):
        return Shape.NUMBER
    if _LONG_ID.is_all_of(word[:300]) and not word.isalpha():
        return Shape.LONG_ID
    if _HARMLESS.is_all_of(word[:300]):
        return Shape.HARMLESS
    if _WORD_AND_NUMBER.is_all_of(word[:300]):
        return Shape.WEAK_SECRET
    return _by_classes(word[:300])


def is_reference(value: str) -> bool:
    """Tell whether a value points at a secret, or marks its place, rather than being one."""
    return shape_of(value) is Shape.NONE


def _by_classes(word: str) -> Shape:
    lower = upper = digits = symbols = other = 0
    for letter in word:
        if letter.islower():
            lower += 1
        elif letter.isupper():
            upper += 1
        elif letter.isdigit():
            digits += 1
        elif letter.isalpha():
            other += 1
        else:
            symbols += 1
    letters = lower + upper + other
    inner = symbols and any(not mark.isalnum() for mark in word[1:-1])
    if not digits and not symbols:
        return _letters_only(word, lower, upper)
    if not letters:
        return Shape.HARMLESS
    if letters and not digits:
        return _joined_words(word) if inner else Shape.WORD
    classes = (lower > 0) + (upper > 0) + (digits > 0) + (symbols > 0)
    if len(word) >= 8 and (classes >= 3 or (len(word) >= 20 and classes >= 2)):
        return Shape.SECRET
    if upper + digits == len(word) and len(word) < 16:
        return Shape.LONG_ID
    return Shape.SECRETIVE if len(word) >= 5 else Shape.WORD


def _letters_only(word: str, lower: int, upper: int) -> Shape:
    """A run of letters is a word unless its case jumps about or it is very long."""
    if not word.isascii():
        return Shape.WORD
    if (
        len(word) >= 16
        and lower
        and upper
        and sum(1 for a, b in zip(word, word[1:], strict=False) if a.islower() != b.islower()) > len(word) * 0.45
    ):
        return Shape.SECRET
    return Shape.WORD


def _joined_words(word: str) -> Shape:
    """``a-b`` is a name, ``a-b-c-d`` may be a passphrase, and other symbols inside are unusual."""
    parts = word.replace(".", "-").replace("_", "-").split("-")
    if all(part.isalpha() for part in parts):
        return Shape.SECRETIVE if len(parts) >= 4 else Shape.WORD
    unusual = sum(not letter.isalnum() and letter not in "-_.,'’/()" for letter in word[1:-1])
    return Shape.SECRETIVE if unusual and len(word) >= 6 else Shape.WORD
