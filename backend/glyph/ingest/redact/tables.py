"""Secrets in tables: columns whose header is a label, in Markdown and in comma-separated lines."""

from collections.abc import Iterator
from dataclasses import dataclass

from glyph.ingest.redact.labels import label_of_cell
from glyph.ingest.redact.lexicon import Label, Strength
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.rule import Found
from glyph.ingest.redact.shapes import Shape, shape_of
from glyph.ingest.redact.values import Value, is_secret_beside, value_at
from glyph.ingest.redact.view import View

_RULER = Pattern(r"(?m)^[ \t>]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{1,}:?[ \t]*)*\|?[ \t]*\r?$")
_CSV_HEADER = Pattern(r"(?m)^[A-Za-z_\-]{2,24}(?:[,;][A-Za-z_ \-]{2,24}){1,12}\r?$")


@dataclass(frozen=True, slots=True)
class Tables:
    """What tables hold, and the offsets of the header lines, whose labels announce nothing beside them."""

    found: tuple[Found, ...]
    headers: frozenset[int]


def table_secrets(view: View) -> Tables:
    """Return the secrets in the cells under a header that is a label."""
    found: list[Found] = []
    headers: set[int] = set()
    for spans in _RULER.spans(view.data):
        ruler = view.char(spans[0][0])
        ruler_end = view.char(spans[0][1])
        header = view.text.rfind("\n", 0, max(ruler - 1, 0)) + 1
        if "|" in view.text[header : max(ruler - 1, 0)] and ruler:
            headers.add(header)
            found.extend(_column_secrets(view.text, header, ruler - 1, ruler_end + 1, "|"))
    for spans in _CSV_HEADER.spans(view.data):
        header, end = view.char(spans[0][0]), view.char(spans[0][1])
        separator = "," if "," in view.text[header:end] else ";"
        rows = list(_column_secrets(view.text, header, end, end + 1, separator))
        found.extend(rows)
        if rows:
            headers.add(header)
    return Tables(tuple(found), frozenset(headers))


def _cells(line: str, separator: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of every cell, its blanks trimmed."""
    start = 0
    if separator == "|" and line.lstrip(" \t>").startswith("|"):
        start = line.index("|") + 1
    while start <= len(line):
        end = line.find(separator, start)
        while end > 0 and separator == "|" and line[end - 1] == "\\":
            end = line.find(separator, end + 1)
        end = len(line) if end < 0 else end
        cell = line[start:end]
        left = start + len(cell) - len(cell.lstrip())
        yield left, max(left, start + len(cell.rstrip()))
        start = end + 1


def _column_secrets(text: str, header: int, header_end: int, rows: int, separator: str) -> Iterator[Found]:
    line = text[header:header_end]
    labels = [label_of_cell(line[start:end]) for start, end in _cells(line, separator)]
    if not any(labels):
        return
    position = rows
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        row = text[position:end]
        if separator not in row:
            return
        for label, (start, stop) in zip(labels, _cells(row, separator), strict=False):
            if label is not None:
                yield from _cell_secret(row, start, stop, position, label)
        position = end + 1


def _cell_secret(row: str, start: int, stop: int, offset: int, label: Label) -> Iterator[Found]:
    cell = row[start:stop]
    value = value_at(cell, 0)
    if value is None:
        return
    words = cell.split()
    if len(words) > 1 and not value.enclosed:
        shapes = [shape_of(word) for word in words]
        phrase = all(shape >= Shape.NUMBER for shape in shapes) or (
            len(words) >= 4 and label.kind in ("passphrase", "otp-seed")
        )
        if phrase:
            value = Value(0, len(cell), cell, enclosed=True)
        elif shapes[0] < Shape.SECRETIVE:
            return
    weak = label.strength is Strength.WEAK
    if not weak or shape_of(value.text) >= Shape.NUMBER:
        if is_secret_beside(value, label if not weak else Label(label.kind, Strength.STRONG, label.numeric), ""):
            yield Found(offset + start + value.start, offset + start + value.end, label.kind)
