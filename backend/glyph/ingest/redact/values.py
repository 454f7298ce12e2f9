"""Values: where one begins and ends behind a label, and whether it is a secret there."""

from dataclasses import dataclass

from glyph.ingest.redact.harmless import PROSE
from glyph.ingest.redact.lexicon import Label, Strength
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.shapes import Shape, shape_of

_PAIRS = {
    '"': '"',
    "'": "'",
    "`": "`",
    "“": "”",
    "„": "“”",
    "«": "»",
    "‘": "’",
    "(": ")",
    "「": "」",
    "『": "』",
    "（": "）",
}
_DOUBLED = ("**", "~~", "__")
_LONGEST = 256
_RUN = Pattern(r"[^\s\"'`<>]+")
_WORD = Pattern(
    r"([^\s」』）。、]+?)(?:[\s」』）。、]|$|[&;,][A-Za-z_ ][A-Za-z0-9_ .\-]{0,30}[=:]|[,;][\"'}\]]|"
    r";;|\\[\"n]|</|[\"'`][,;)}\]])"
)
PHRASE_KINDS = frozenset({"passphrase", "otp-seed"})
_PLAIN_WORDS = Pattern(r"[a-z]+(?:[ \-][a-z0-9]+){2,}")
_GROUP = Pattern(r"[A-Za-z0-9]{3,8}")
_LOCATION = Pattern(
    r"(?i)/[a-z0-9._~-]+/.*|/(?:run|etc|var|opt|mnt|home|root|usr|tmp|srv|data|vault|secrets?|kv)\b.*|~/.*|"
    r"\./.*|[a-z]+://.*|[a-z]:\\.*|[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]+|(?-i:[a-z][a-z0-9_.-]*(?:/[a-z0-9_.-]+)+)|"
    r"arn:.*|[0-9]{4}-[0-9]{2}-[0-9]{2}|[a-z0-9_.-]+\.(?:key|pem|crt|txt|json|ya?ml|env|conf|cfg|ini|md|kdbx|"
    r"p12|pfx|gpg|age|sh|py)|[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:/[0-9]+)?|[0-9]{1,2}[smhd]|"
    r"(?-i:[A-Z]{2,6}-[0-9]{3,8}|[A-Z]+(?:_[A-Z0-9]+)+)|(?:[a-z]+_)+(?:password|secret|token|key|pw|"
    r"pass)[a-z_]*|--?[a-z][a-z-]*"
)


@dataclass(frozen=True, slots=True)
class Value:
    """A candidate value in a line: where it stands, its text, and whether marks enclose it."""

    start: int
    end: int
    text: str
    enclosed: bool


def value_at(line: str, start: int, stop: int | None = None) -> Value | None:
    """Return the value that begins at ``start``: within its quotes, or up to white space."""
    stop = len(line) if stop is None else stop
    enclosed = False
    for _ in range(4):
        pair = line[start : start + 2]
        if pair in _DOUBLED and (end := line.find(pair, start + 2, stop)) > start:
            start, stop, enclosed = start + 2, end, True
            continue
        closers = _PAIRS.get(line[start : start + 1])
        if closers is None:
            break
        end = _closing(line, start + 1, closers, stop)
        spaced = closers in ")）" and " " in line[start + 1 : max(end, 0)]
        start += 1
        if end >= 0 and not spaced:
            stop, enclosed = end, True
    if enclosed:
        return _quoted(line, start, stop)
    return _bare(line, start)


def _closing(line: str, start: int, closers: str, stop: int) -> int:
    """Return where the first closing mark stands, -1 without one.

    A quote with a backslash before it closes nothing, unless the opening one had a backslash, too, or no
    other follows. A doubled single quote is one inside the value.
    """
    stop = min(stop, start + 400)
    ends = [end for closer in closers if (end := line.find(closer, start, stop)) >= 0]
    first = end = min(ends, default=-1)
    if closers == '"' and line[start - 2 : start - 1] != "\\":
        while end > 0 and line[end - 1] == "\\":
            end = line.find(closers, end + 1, stop)
    while closers == "'" and end >= 0 and start < end and line[end + 1 : end + 2] == "'":
        end = line.find(closers, end + 2, stop)
    return end if end >= 0 else first


def _quoted(line: str, start: int, end: int) -> Value | None:
    if line[end - 1 : end] == "\\":  # the quote is an escaped one
        end -= 1
    if end <= start or not line[start:end].strip():
        return None
    return Value(start, end, line[start:end], enclosed=True)


def _bare(line: str, start: int) -> Value | None:
    spans = _WORD.at_start(line[start : start + _LONGEST])
    if spans is None:
        return None
    word = trimmed(line[start : start + spans[1][1]])
    return Value(start, start + len(word), word, enclosed=False) if word else None


def trimmed(word: str) -> str:
    """Return the word without the marks and punctuation that close it."""
    while word:
        last = word[-1]
        unopened = last in ")]}>" and word.count(last) > word.count({")": "(", "]": "[", "}": "{", ">": "<"}[last])
        doubled = word.endswith(_DOUBLED)
        closing_dot = last == "." and word[-2:-1] in ("*", "`", '"', "'", ")", "~")
        if last in "\"'`”“»’,;:|" or unopened or doubled or closing_dot:
            word = word[:-1]
        else:
            return word
    return word


def completed(line: str, value: Value) -> Value:
    """Return a bare value that filled the window, up to where it really ends."""
    if value.enclosed or value.end - value.start < _LONGEST - 8:
        return value
    spans = _RUN.at_start(line[value.end :])
    return Value(value.start, value.end + (spans[0][1] if spans else 0), value.text, enclosed=False)


def extended(line: str, value: Value, label: Label) -> Value:
    """Return a value that goes on in groups (``abcd efgh ijkl``) or words (a passphrase), whole."""
    end = value.end
    size = len(value.text)
    if value.enclosed:
        return value
    if _GROUP.is_all_of(value.text):
        while line[end : end + 1] == " " and _continues(line, end + 1, size, value.text):
            end += 1 + size
    if (end > value.end and (end - value.start) > 2 * size + 1) or (end > value.end and value.text.isdigit()):
        return Value(value.start, end, line[value.start : end], enclosed=True)
    if label.kind in PHRASE_KINDS:
        return _phrase(line, value)
    return value


def _phrase(line: str, value: Value) -> Value:
    """Return the plain words up to the end of the clause when they are no sentence."""
    spans = _PLAIN_WORDS.at_start(line[value.start : value.start + 400])
    if spans is None:
        return value
    text = line[value.start : value.start + spans[0][1]]
    words = text.lower().split()
    if len(words) < 3 or any(word in PROSE for word in words):
        return value
    return Value(value.start, value.start + len(text), text, enclosed=True)


def _continues(line: str, start: int, size: int, first: str) -> bool:
    word = line[start : start + size]
    after = line[start + size : start + size + 1]
    same = (
        word.isdigit()
        if first.isdigit()
        else (word.isalnum() and word.isascii() and word.lower() == word) or word.isupper()
    )
    return len(word) == size and bool(same) and not (after.isalnum() or (after != "" and after in "_-@"))


def is_secret_beside(value: Value, label: Label, rest: str) -> bool:
    """Tell whether a value set beside a label by a separator is a secret; ``rest`` follows it."""
    shape = shape_of(value.text)
    if shape is Shape.NONE or _LOCATION.is_all_of(value.text[:200]):
        return False
    if label.strength is Strength.WEAK:
        return _is_weakly_secret(value, label, shape)
    if label.kind == "pin" and sum(letter.isdigit() for letter in value.text) < 3:
        return False
    if shape is Shape.NUMBER:
        enough = 12 if label.kind == "licence-key" else 4 if label.kind in ("password", "preshared-key") else 8
        return (label.numeric and len(value.text) <= 32) or len(value.text) >= enough
    if shape is Shape.WORD:
        return len(value.text) >= 3 and not label.numeric and _stands_alone(value, rest)
    return len(value.text) >= 3


def is_phrase(value: Value) -> bool:
    """Tell whether quotes enclose several plain words that are no sentence, or groups of one length."""
    words = value.text.split()
    if not value.enclosed or not 3 <= len(words) <= 24:
        return False
    plain = all(word.isalpha() and word.lower() not in PROSE for word in words)
    return plain or (len(words) >= 4 and all(word.isalnum() and len(word) == len(words[0]) for word in words))


def _is_weakly_secret(value: Value, label: Label, shape: Shape) -> bool:
    if shape is Shape.NUMBER:
        grouped = label.kind == "key" and len(value.text) >= 16 and not value.text.isdigit()
        return grouped or (label.numeric and 4 <= len(value.text) <= 10)
    if shape is Shape.WORD:
        return len(value.text.split()) >= 4 and len(set(map(len, value.text.split()))) == 1 and is_phrase(value)
    if shape is Shape.LONG_ID:
        return label.kind == "key" and len(value.text) >= 32 and "-" not in value.text
    if shape is Shape.SECRETIVE:
        return any(letter.isdigit() for letter in value.text) and len(value.text) >= 6
    return shape is Shape.SECRET


def _stands_alone(value: Value, rest: str) -> bool:
    """Tell whether plain words are the whole answer and not the beginning of a sentence."""
    after = rest.lstrip("\"'`*~»”’").strip()
    if " " in value.text:
        words = value.text.lower().split()
        return value.enclosed and len(words) <= 24 and not any(word in PROSE for word in words)
    return value.enclosed or after == "" or after[:1] in "#,;|/(<&}])\\"
