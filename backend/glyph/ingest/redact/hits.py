"""Labels in a text: where a word of the lexicon really announces a value.

``max_tokens``, ``passwordless``, ``public key`` and ``password reset`` hold such words and do not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from glyph.domain.redaction import MARKER_CLOSE, MARKER_OPEN
from glyph.errors import RedactionFailed
from glyph.ingest.redact.lexicon import HARMLESS_NEXT, Label, Strength, entries
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.view import View

_REFUSING_BEFORE = frozenset(
    (
        "public publishable pub max min num no without ohne kein keine primary foreign sort partition forgot "
        "forgotten change reset wrong bad invalid missing sans sin senza bez zonder host error exit status return "
        "http zip postal country area source qr item product dial color key-id hot gpg sshd git csrf next sipariş "
        "ürün bestell artikel article order ticket σφάλματος προϊόντος πελάτη product_id entity exit_status"
    ).split()
)
_SHORT_SUFFIXES = frozenset("s d o en e y es i n a u em".split())
_HARMLESS_TAILS = (
    ".ps1",
    ".p8",
    ".docx",
    ".xlsx",
    ".pdf",
    ".csv",
    ".zip",
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
_UPPER_COMPOUNDS = frozenset({"PSK", "PWD", "PW"})
_COMPOUND_HEADS = frozenset(
    (
        "admin root db user sql mysql wifi wlan bind ftp http smb mqtt login app web dn key store keystore "
        "truststore host vnc rcon my pg mail smtp imap ldap bios bmc ipmi sudo"
    ).split()
)
_MOST_LABELS = 500
_LETTERS_PER_LABEL = 24
"""No runbook is denser; a text that is was made to cost time, and stays out."""

_SEPARATORS = str.maketrans("", "", " _-.")


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


@lru_cache(maxsize=4096)
def _normal(word: str) -> str:
    return word.lower().translate(_SEPARATORS)


def lines_with_hits(view: View) -> Iterator[tuple[int, str, list[Hit]]]:
    """Yield (offset, line, labels) of every line that holds a label."""
    text = view.text
    line_start, line_end = 0, -1
    hits: list[Hit] = []
    for start, end, label in _labels(view):
        if start > line_end:
            if hits:
                yield line_start, text[line_start:line_end], hits
            line_start = text.rfind("\n", 0, start) + 1
            line_end = text.find("\n", start)
            line_end = len(text) if line_end < 0 else line_end
            hits = []
        hits.append(Hit(start - line_start, end - line_start, label))
    if hits:
        yield line_start, text[line_start:line_end], hits


def _labels(view: View) -> Iterator[tuple[int, int, Label]]:
    """Yield (start, end, label) in characters. A word that turns out to be none hides no label inside it."""
    pattern, labels = _lexicon()
    position = count = 0
    most = _MOST_LABELS + len(view.text) // _LETTERS_PER_LABEL
    while (span := pattern.first(view.data, position)) is not None:
        start, end = view.char(span[0]), view.char(span[1])
        label = labels.get(_normal(view.text[start:end]))
        position = span[0] + 1
        if label is not None and not _in_marker(view.text, start) and _stands_as_label(view.text, start, end, label):
            position = span[1]
            count += 1
            if count > most:
                raise RedactionFailed("The text names secrets too densely to be vouched for.")
            yield start, end, label


def _in_marker(text: str, start: int) -> bool:
    """Tell whether a word is part of a marker: it names a kind there and announces nothing."""
    opened = text.rfind(MARKER_OPEN, max(0, start - 72), start + len(MARKER_OPEN))
    return opened >= 0 and text.find(MARKER_CLOSE, opened, start) < 0


def _stands_as_label(text: str, start: int, end: int, label: Label) -> bool:
    before, first, after = text[start - 1 : start], text[start], text[end : end + 1]
    if before.isalnum() and before.isascii():
        camel = before.islower() and first.isupper()
        compound = end - start >= 5 and label.strength is Strength.STRONG
        upper = text[start:end] in _UPPER_COMPOUNDS
        if not (camel or compound or upper or before.isdigit() or _previous_word(text, start) in _COMPOUND_HEADS):
            return False
    if label.kind == "key" and before == ".":
        return False
    if after == "(" or (after == ">" and text[end + 1 : end + 2].strip() in ("", "@", "/", ":", "`", '"', "'", ",")):
        return False
    if _in_variable(text[max(0, start - 32) : start]):
        return False
    return _previous_word(text, start) not in _REFUSING_BEFORE and _suffix_agrees(text, end)


def _in_variable(before: str) -> bool:
    """Tell whether the text before a label opens a variable: ``${DB_PASSWORD``."""
    opened = before.rfind("${")
    return opened >= 0 and not any(letter in "} \t\n" for letter in before[opened:])


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
    if any(part.lower() in HARMLESS_NEXT for part in parts) or glued.endswith(_HARMLESS_TAILS):
        return False
    following = window[stop:].lstrip(" \t")
    return not (window[stop : stop + 1] == " " and _first_word(following) in HARMLESS_NEXT)


def _first_word(text: str) -> str:
    index = 0
    while index < len(text) and (text[index].isalpha() or text[index] == "_"):
        index += 1
    return text[:index].lower()


def label_of_cell(cell: str) -> Label | None:
    """Return what a header cell announces, or None when it is no label."""
    if not cell or len(cell) > 60:
        return None
    return next((hit.label for hit in labels_in(cell)), None)


def labels_in(words: str) -> Iterator[Hit]:
    """Yield the labels in a few words, such as a header cell or a key."""
    return (Hit(start, end, label) for start, end, label in _labels(View(words, None)))
