"""Secrets that a label announces: ``password: …``, ``API_TOKEN=…``, "das Passwort lautet …"."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from glyph.ingest.redact.lexicon import DISOWNING, HARMLESS_NEXT, Label, Strength, entries
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.rule import Found
from glyph.ingest.redact.shapes import Shape, shape_of
from glyph.ingest.redact.values import Value, extended, is_secret_beside, value_at
from glyph.ingest.redact.view import View

_SEPARATOR = Pattern(
    r"[\"'`*_~\])}]{0,4}[ \t]{0,24}(?:\([^()\n]{0,60}\)[ \t]{0,4})?[\"'`*_]{0,3}[ \t]{0,24}"
    r"(?:=>|:=|=|::|:b:|:s:|:|->|-->|→|➜|⇒|—|–|\||は[:：]?|>(?:<value>)?|,?[ \t]+value=|\\?\"[ \t]*:[ \t]*\\?)[*_]{0,2}[ \t]{0,24}\\{0,2}"
)
_QUALIFIED = Pattern(r"((?:[ \t]+[^\s:=→|,;.]{1,24}){1,6}?)[\"'`*_]{0,3}[ \t]{0,4}(?::|=|->|→|—|=>)[*_]{0,2}[ \t]+")
_WORD = Pattern(r"[^\s「」『』、。（）【】]+")
_REFUSING_BEFORE = frozenset(
    "public publishable pub max min num no without ohne kein keine primary foreign sort partition forgot forgotten change reset wrong bad invalid missing sans sin senza bez zonder host error exit status return http zip postal country area source qr item product dial color key-id hot gpg sshd git csrf next sipariş ürün bestell artikel article order ticket σφάλματος προϊόντος πελάτη product_id entity exit_status".split()
)
_SHORT_SUFFIXES = frozenset("s en e y es i n a u em".split())
_UPPER_COMPOUNDS = frozenset({"PSK", "PWD", "PW"})
_COMPOUND_HEADS = frozenset(
    "admin root db user sql mysql wifi wlan bind ftp http smb mqtt login app web key store keystore truststore host vnc rcon my pg mail smtp imap ldap bios bmc ipmi sudo".split()
)
_REACH = 12


@dataclass(frozen=True, slots=True)
class Hit:
    """A label in a line: where it stands there, and what it announces."""

    start: int
    end: int
    label: Label


@lru_cache(maxsize=1)
def _lexicon() -> tuple[Pattern, dict[str, Label]]:
    known = entries()
    words = "|".join(_quoted(word) for word, _ in known)
    return Pattern(f"(?i)(?:{words})"), {_normal(word): label for word, label in reversed(known)}


def _quoted(word: str) -> str:
    return "".join(r"[ _.\-]?" if letter in " _-" else "\\" + letter if letter in "'.+" else letter for letter in word)


def _normal(word: str) -> str:
    return word.lower().translate(str.maketrans("", "", " _-."))


def labelled(view: View, skipped_lines: frozenset[int]) -> Iterator[Found]:
    """Yield the secrets beside labels. Lines that start at an offset in ``skipped_lines`` are passed."""
    text = view.text
    for line_start, line, hits in _lines_with_hits(view):
        if line_start in skipped_lines:
            continue
        answered = False
        for start, end, label in line_secrets(line, hits):
            answered = True
            if end > start:
                yield Found(line_start + start, line_start + end, label.kind)
        if not answered:
            from glyph.ingest.redact.following import following_secrets

            yield from following_secrets(text, line_start, line, hits)


def _lines_with_hits(view: View) -> Iterator[tuple[int, str, list[Hit]]]:
    pattern, labels = _lexicon()
    text = view.text
    line_start, line_end = 0, -1
    hits: list[Hit] = []
    for spans in pattern.spans(view.data):
        start, end = view.char(spans[0][0]), view.char(spans[0][1])
        if start > line_end:
            if hits:
                yield line_start, text[line_start:line_end], hits
            line_start = text.rfind("\n", 0, start) + 1
            line_end = text.find("\n", start)
            line_end = len(text) if line_end < 0 else line_end
            hits = []
        label = labels.get(_normal(text[start:end]))
        if label is not None and _stands_as_label(text, start, end, label):
            hits.append(Hit(start - line_start, end - line_start, label))
    if hits:
        yield line_start, text[line_start:line_end], hits


def _stands_as_label(text: str, start: int, end: int, label: Label) -> bool:
    before, first, after = text[start - 1 : start], text[start], text[end : end + 1]
    if before.isalnum() and before.isascii():
        camel = before.islower() and first.isupper()
        compound = end - start >= 5 and label.strength is Strength.STRONG
        upper = text[start:end] in _UPPER_COMPOUNDS
        if not (camel or compound or upper or before.isdigit() or _previous_word(text, start) in _COMPOUND_HEADS):
            return False
    if after == "(" or (after == ">" and text[end + 1 : end + 2].strip() in ("", "@", "/", ":", "`", '"', "'", ",")):
        return False
    if "${" in text[max(0, start - 32) : start].rpartition(" ")[2]:
        return False
    return _previous_word(text, start) not in _REFUSING_BEFORE and _suffix_agrees(text, end)


def _previous_word(text: str, start: int) -> str:
    window = text[max(0, start - 24) : start].rstrip(" _-.")
    index = len(window)
    while index and window[index - 1].isalpha():
        index -= 1
    return window[index:].lower()


def _suffix_agrees(text: str, end: int) -> bool:
    """Tell whether what is glued to a label leaves it a label: ``password_2`` yes, ``passwordless`` no."""
    window = text[end : end + 40]
    stop = 0
    while stop < len(window) and (
        window[stop].isalnum() or (window[stop] in "_-." and window[stop + 1 : stop + 2].isalnum())
    ):
        stop += 1
    glued = window[:stop]
    shouted = bool(glued) and text[end - 1].isupper() and glued[0].isupper()
    if (
        glued
        and glued[0].isascii()
        and (glued[0].islower() or shouted)
        and glued.split("_")[0].split("-")[0].lower() not in _SHORT_SUFFIXES
    ):
        return False
    parts = glued.replace("-", "_").replace(".", "_").split("_")
    if any(part.lower() in HARMLESS_NEXT for part in parts) or any(
        glued.endswith(tail)
        for tail in (
            ".ps1",
            ".sh",
            ".py",
            ".txt",
            ".md",
            ".json",
            ".yml",
            ".yaml",
            ".conf",
            ".cfg",
            ".exe",
            ".html",
            "File",
            "Path",
            "Id",
            "Name",
            "Ref",
            "Url",
            "Policy",
            "Authentication",
            "Type",
            "Length",
        )
    ):
        return False
    following = window[stop:].lstrip(" \t")
    return not (window[stop : stop + 1] == " " and _first_word(following) in HARMLESS_NEXT)


def _first_word(text: str) -> str:
    index = 0
    while index < len(text) and (text[index].isalpha() or text[index] == "_"):
        index += 1
    return text[:index].lower()


def line_secrets(line: str, hits: list[Hit]) -> Iterator[tuple[int, int, Label]]:
    """Yield (start, end, label) of the secrets in one line, in order; an empty one for a placeholder."""
    reached = 0
    for number, hit in enumerate(hits):
        if hit.start < reached:
            continue
        limit = hits[number + 1].start if number + 1 < len(hits) else len(line)
        end = _identifier_end(line, hit.end)
        value = _separated(line, end, hit.label, limit)
        accepted = value is not None and is_secret_beside(value, hit.label, line[value.end : value.end + 80])
        if value is not None and accepted:
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


def _separated(line: str, end: int, label: Label, limit: int) -> Value | None:
    """Return the value that a separator sets beside the label, if it is a secret."""
    rest = line[end : end + 200]
    spans = _SEPARATOR.at_start(rest)
    if spans is not None and _disowned_by(rest[: spans[0][1]]):
        return None
    if spans is None and label.strength is Strength.STRONG:
        spans = _QUALIFIED.at_start(rest)
        if spans is not None and (end + spans[0][1] > limit or _disowned_by(rest[: spans[0][1]])):
            spans = None
    if spans is None:
        return None
    value = value_at(line, end + spans[0][1])
    if value is None:
        return None
    return extended(line, value, label)


def _bare(word: str) -> str:
    return word.strip("\"'`*:=().,-+>_")


def _owned_elsewhere(previous: str) -> bool:
    """Tell whether the word before owns the next one: ``serial``, ``Gerätenr.``, ``-Identity``."""
    return previous in DISOWNING or previous.endswith(("nr", "nummer", "number", "番号"))


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
        if (
            value is not None
            and previous not in DISOWNING
            and _looks_secret(value, label, count, first=first, in_number=in_number)
        ):
            yield value
            first = False
        previous = _bare(word.lower())


def _looks_secret(value: Value, label: Label, distance: int, *, first: bool, in_number: bool) -> bool:
    shape = shape_of(value.text)
    strong = label.strength is Strength.STRONG
    if shape is Shape.SECRET:
        return True
    if shape is Shape.SECRETIVE:
        return strong or (distance < 3 and value.enclosed)
    if shape is Shape.WEAK_SECRET:
        return strong and (distance < 3 or value.enclosed)
    if shape is Shape.NUMBER:
        return not in_number and _likely_number(value, label, distance, first=first)
    if shape is Shape.LONG_ID:
        return first and label.hexadecimal and distance < 4 and len(value.text) >= 8
    return False


def _likely_number(value: Value, label: Label, distance: int, *, first: bool) -> bool:
    year = len(value.text) == 4 and value.text[:2] in ("19", "20") and distance > 0
    if label.numeric:
        return not year and 4 <= len(value.text) <= 14 and (distance < 5 or value.enclosed or not first)
    return first and distance < 2 and len(value.text) >= 6 and label.kind in ("password", "token", "preshared-key")


def label_of_cell(cell: str) -> Label | None:
    """Return what a header cell announces, or None when it is no label."""
    if not cell or len(cell) > 60:
        return None
    pattern, labels = _lexicon()
    for spans in pattern.spans(cell.encode("utf-8", "replace")):
        start, end = (len(cell.encode("utf-8", "replace")[:at].decode("utf-8", "replace")) for at in spans[0])
        label = labels.get(_normal(cell[start:end]))
        if label is not None and _stands_as_label(cell, start, end, label):
            return label
    return None
