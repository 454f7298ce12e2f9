"""The outline of configuration: keys, how far they are indented, and what stands below them.

YAML, JSON and HCL are read line by line and never parsed: a runbook holds fragments of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from glyph.ingest.redact.harmless import PROSE
from glyph.ingest.redact.hits import labels_in
from glyph.ingest.redact.lexicon import Label, Strength
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.rule import Found
from glyph.ingest.redact.shapes import Shape, shape_of
from glyph.ingest.redact.values import value_at

_MARGIN = Pattern(r"([ \t>]*)(?:-[ \t]+)?")
_BLOCK = Pattern(r"(?:![A-Za-z!]+[ \t]+)?[|>][+\-0-9]{0,2}[ \t]*(?:#.*)?\r?")
_PARTS = Pattern(r"[A-Z]?[a-z]+|[A-Z]+")
_MOST_LINES = 200
_SETTINGS = frozenset(
    (
        "key keys item items existing file files path paths dir directory folder url uri length ttl expiry expires "
        "expiration id ids name names policy type algorithm rotation store vault ref reference size version issuer "
        "endpoint provider encoding format mode engine backend source target driver namespace kind external create "
        "class environment scope scopes user username login account host hostname server ip port address email "
        "comment note description owner"
    ).split()
)
"""Parts of keys in a map of secrets that say where or how they are kept, or whose they are."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its offset and text, and the columns of its first letter and of what stands after its dash."""

    start: int
    text: str
    indent: int
    column: int

    @property
    def opens_item(self) -> bool:
        """Tell whether a dash opens the line."""
        return self.indent < self.column

    @property
    def content(self) -> str:
        """Return the line without margin, dash and trailing blanks."""
        return self.text[self.column :].rstrip()


def line_at(text: str, start: int) -> Line:
    """Return the line that begins at ``start``."""
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)]
    spans = _MARGIN.at_start(line) or ((0, 0), (0, 0))
    return Line(start, line, spans[1][1], spans[0][1])


def lines_below(text: str, line: Line) -> Iterator[Line]:
    """Yield the lines after ``line`` that are not blank, a bounded number of them."""
    position = line.start + len(line.text) + 1
    for _ in range(_MOST_LINES):
        if position >= len(text):
            return
        below = line_at(text, position)
        position += len(below.text) + 1
        if below.content:
            yield below


def lines_above(text: str, line: Line) -> Iterator[Line]:
    """Yield the lines before ``line``, nearest first, a bounded number of them."""
    position = line.start
    for _ in range(_MOST_LINES):
        if position <= 0:
            return
        position = text.rfind("\n", 0, position - 1) + 1
        yield line_at(text, position)


def opens_block(rest: str) -> bool:
    """Tell whether what stands behind a key is the sign of a block scalar: ``|``, ``>-``."""
    return _BLOCK.is_all_of(rest)


def block_secrets(text: str, line: Line, label: Label) -> Iterator[Found]:
    """Yield the lines of the block scalar that ``line`` opens, unless they are sentences or references."""
    for below in lines_below(text, line):
        if below.indent <= line.column:
            return
        content = below.text[below.indent :].rstrip()
        if is_block_secret(content, label):
            start = below.start + below.indent
            yield Found(start, start + len(content), label.kind)


def is_block_secret(content: str, label: Label) -> bool:
    """Tell whether a whole line is what its key announces, rather than a sentence about it."""
    if any(word in PROSE for word in content.lower().split()):
        return False
    least = Shape.WORD if label.strength is Strength.STRONG else Shape.SECRETIVE
    return shape_of(content) >= least and value_at(content, 0) is not None


@lru_cache(maxsize=4096)
def label_of_key(key: str) -> Label | None:
    """Return what a key of a configuration announces: its last part must be the label (``db_password_2``)."""
    hits = reversed(list(labels_in(key)))
    return next((hit.label for hit in hits if not key[hit.end :].strip("_-.0123456789")), None)


@lru_cache(maxsize=4096)
def is_setting(key: str) -> bool:
    """Tell whether a key in a map of secrets says where or how they are kept, or whose they are."""
    parts = _PARTS.spans(key.encode("utf-8", "replace"))
    return any(key[spans[0][0] : spans[0][1]].lower() in _SETTINGS for spans in parts)
