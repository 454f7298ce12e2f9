"""Secrets that a label announces: ``password: …``, ``API_TOKEN=…``, "das Passwort lautet …"."""

from collections.abc import Iterator

from glyph.domain.redaction import MARKER_OPEN
from glyph.ingest.redact.following import following_secrets
from glyph.ingest.redact.hits import Hit, lines_with_hits
from glyph.ingest.redact.lexicon import DISOWNING, HARMLESS_NEXT, Label, Strength
from glyph.ingest.redact.pattern import Pattern, Spans
from glyph.ingest.redact.rule import Found
from glyph.ingest.redact.shapes import Shape, shape_of
from glyph.ingest.redact.values import Value, completed, extended, is_phrase, is_secret_beside, value_at
from glyph.ingest.redact.view import View

_TAGS = r":?(?:</[a-z][a-z0-9]*>[ \t]{0,8}){1,3}(?:<[a-z][a-z0-9]*(?: [^<>]{0,80})?>[ \t]{0,8}){0,3}:?"
_SEPARATOR = Pattern(
    r"(?i)[\"'`*_~\])}]{0,4}[ \t]{0,24}(?:\([^()\n]{0,60}\)[ \t]{0,4})?[\"'`*_]{0,3}[ \t]{0,24}"
    rf"(?:{_TAGS}|=>|:=|=|::|:b:|:s:|:|->|-->|→|➜|⇒|—|–|[|│]|は[:：]?|>(?:<value>)?|,?[ \t]+value=|"
    r"\\?\"[ \t]*:[ \t]*\\?)[*_]{0,2}[ \t]{0,24}\\{0,2}"
)
_QUALIFIED = Pattern(
    r"((?:[ \t]+[^\s:=→|,;.(]{1,24}(?:\.[^\s:=→|,;.(]{1,24})?){1,6}?)[\"'`*_]{0,3}[ \t]{0,4}"
    r"(?::|=|->|→|—|=>)[*_]{0,2}[ \t]+"
)
_WORD = Pattern(r"[^\s「」『』、。（）【】]+")
_REACH = 12
_COPULAS = frozenset("is ist lautet est es é è jest was just to auf αλλάζω είναι".split())
_TELEPHONES = frozenset("phone tel telefon fon".split())
_PHRASED = frozenset({"passphrase", "password", "otp-seed"})


def labelled(view: View, skipped_lines: frozenset[int]) -> Iterator[Found]:
    """Yield the secrets beside labels. Lines that start at an offset in ``skipped_lines`` are passed."""
    text = view.text
    for line_start, line, hits in lines_with_hits(view):
        if line_start in skipped_lines:
            continue
        answered = False
        for start, end, label in line_secrets(line, hits):
            answered = True
            if end > start:
                yield Found(line_start + start, line_start + end, label.kind)
        if not answered and MARKER_OPEN not in line:
            yield from following_secrets(text, line_start, line, hits)


def line_secrets(line: str, hits: list[Hit]) -> Iterator[tuple[int, int, Label]]:
    """Yield (start, end, label) of the secrets in one line, in order; an empty one for a placeholder."""
    reached = 0
    for number, hit in enumerate(hits):
        if hit.start < reached:
            continue
        limit = hits[number + 1].start if number + 1 < len(hits) else len(line)
        end = _identifier_end(line, hit.end)
        spans = _SEPARATOR.at_start(line[end : end + 120])
        if spans is not None and _disowned_by(line[end : end + spans[0][1]]):
            continue
        value = _separated(line, end, hit.label, limit, spans)
        accepted = value is not None and is_secret_beside(value, hit.label, line[value.end : value.end + 80])
        if value is not None and accepted:
            value = completed(line, value)
            reached = value.end
            yield value.start, value.end, hit.label
        elif (
            value is not None
            and shape_of(value.text) is Shape.NONE
            and line[end : end + 3].strip(" \"'*`")[:1] in "=:："
        ):
            continue
        start = _next_word(line, value.end if value is not None and accepted else end, limit)
        for found in _loose(line, start, limit, hit.label, first=not accepted):
            reached = found.end
            yield found.start, found.end, hit.label


def _next_word(line: str, start: int, limit: int) -> int:
    """Return where the words after a label begin: the rest of its own word is passed by."""
    while start < limit and not line[start].isspace() and line[start] not in "「『（“«、。" and line[start].isascii():
        start += 1
    return start


def _identifier_end(line: str, end: int) -> int:
    while end < len(line) and (
        (line[end].isalnum() and line[end].isascii()) or (line[end] in "_-." and line[end + 1 : end + 2].isalnum())
    ):
        end += 1
    return end


def _separated(line: str, end: int, label: Label, limit: int, spans: Spans | None) -> Value | None:
    """Return the value that a separator sets beside the label, if it is a secret."""
    rest = line[end : end + 200]
    if spans is None and label.strength is Strength.STRONG:
        spans = _QUALIFIED.at_start(rest)
        if spans is not None and (end + spans[0][1] > limit or _disowned_by(rest[: spans[0][1]])):
            spans = None
    if spans is None or not _separates(line, rest[: spans[0][1]]):
        return None
    value = value_at(line, end + spans[0][1])
    if value is not None and "<t" in rest[: spans[0][1]] and shape_of(value.text) is Shape.WORD:
        return None  # a row of an HTML table may be its header
    if value is None:
        return None
    bounded = value.enclosed or line.startswith("</", value.end)
    if value.text.rstrip(".!?").isalpha() and not bounded and _is_dash(rest[: spans[0][1]]):
        return None
    return extended(line, value, label)


def _separates(line: str, separator: str) -> bool:
    """Tell a table's bar from a shell's pipe."""
    return ("|" not in separator and "│" not in separator) or line.lstrip(" \t>").startswith(("|", "│"))


def _is_dash(separator: str) -> bool:
    return separator.strip()[-1:] in "→—–>" and "=>" not in separator and "</" not in separator


def _bare(word: str) -> str:
    return word.strip("\"'`*:=().,-+>_")


def _owned_elsewhere(previous: str) -> bool:
    """Tell whether the word before owns the next one: ``serial``, ``Gerätenr.``, ``-Identity``."""
    return (
        previous in DISOWNING
        or previous.rpartition("-")[2] in DISOWNING
        or previous.endswith(("nr", "nummer", "number", "番号"))
    )


def _disowned_by(words: str) -> bool:
    return any(word in DISOWNING or word in HARMLESS_NEXT for word in map(_bare, words.lower().split()))


def _loose(line: str, start: int, limit: int, label: Label, *, first: bool) -> Iterator[Value]:
    """Yield what looks like a secret in the words after a label, up to the next label."""
    previous = ""
    data = line[start:limit].encode("utf-8", "replace")
    offset = start
    shift = 0
    for count, spans in enumerate(_WORD.spans(data)):
        if count > _REACH:
            return
        a, b = spans[0]
        left = offset + len(data[shift:a].decode("utf-8", "replace"))
        word = data[a:b].decode("utf-8", "replace")
        offset, shift = left, a
        b_end = left + len(word)
        value = value_at(line, left)
        in_number = previous.isdigit() or line[b_end : b_end + 2].strip().isdigit()
        if value is not None and _stands_out(value, label, count, previous, first=first, in_number=in_number):
            yield value
            first = False
        previous = _bare(word.lower())


def _stands_out(value: Value, label: Label, distance: int, previous: str, *, first: bool, in_number: bool) -> bool:
    """Tell whether a word after a label is its value, given the word before it."""
    if previous in _COPULAS and first and value.enclosed and distance < 4 and label.strength is Strength.STRONG:
        return shape_of(value.text) > Shape.HARMLESS and (" " not in value.text or is_phrase(value))
    if _owned_elsewhere(previous) and not (previous in _TELEPHONES and shape_of(value.text) is Shape.SECRET):
        return False
    if first and distance < 3 and label.kind in _PHRASED and is_phrase(value):
        return True
    return _looks_secret(value, label, distance, first=first, in_number=in_number)


def _looks_secret(value: Value, label: Label, distance: int, *, first: bool, in_number: bool) -> bool:
    shape = shape_of(value.text)
    strong = label.strength is Strength.STRONG
    if shape is Shape.SECRET:
        return True
    if shape is Shape.SECRETIVE:
        digit = any(map(str.isdigit, value.text))
        return strong or (digit and distance < 3 and (value.enclosed or len(value.text) >= 10))
    if shape is Shape.WEAK_SECRET:
        return strong and (distance < 4 or value.enclosed)
    if shape is Shape.NUMBER:
        return not in_number and _likely_number(value, label, distance, first=first)
    if shape is Shape.LONG_ID:
        return first and label.hexadecimal and distance < 4 and len(value.text) >= 8
    return False


def _likely_number(value: Value, label: Label, distance: int, *, first: bool) -> bool:
    year = len(value.text) == 4 and value.text[:2] in ("19", "20") and distance > 0
    if label.numeric:
        return not year and 4 <= len(value.text) <= 14 and (distance < 5 or value.enclosed or not first)
    if label.kind == "licence-key":
        return first and distance < 3 and len(value.text) >= 14
    return first and distance < 2 and len(value.text) >= 6 and label.kind in ("password", "token", "preshared-key")
