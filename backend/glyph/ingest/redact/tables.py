"""Secrets in tables: columns whose header is a label, in Markdown and in comma-separated lines."""

from collections.abc import Iterator
from dataclasses import dataclass

from glyph.ingest.redact.hits import label_of_cell
from glyph.ingest.redact.lexicon import Label, Strength
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.rule import Found
from glyph.ingest.redact.shapes import Shape, shape_of
from glyph.ingest.redact.values import PHRASE_KINDS, Value, is_secret_beside, value_at
from glyph.ingest.redact.view import View

_RULER = Pattern(r"(?m)^[ \t>]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{1,}:?[ \t]*)*\|?[ \t]*\r?$")
_CELL_WORD = Pattern(r"[^\s,]+")
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
    for table in (*_markdown_tables(view), *_csv_tables(view)):
        rows = list(_column_secrets(view.text, table))
        found.extend(rows)
        if rows or table.separator == "|":
            headers.add(table.header)
    return Tables(tuple(found), frozenset(headers))


@dataclass(frozen=True, slots=True)
class _Table:
    """Where a table stands: its header line, and its rows from ``rows`` up to ``end``."""

    header: int
    header_end: int
    rows: int
    end: int
    separator: str


def _markdown_tables(view: View) -> Iterator[_Table]:
    reached = 0
    text = view.text
    for spans in _RULER.spans(view.data):
        ruler, ruler_end = view.char(spans[0][0]), view.char(spans[0][1])
        if ruler <= reached:
            continue
        header = text.rfind("\n", reached, ruler - 1) + 1 or reached
        if "|" in text[header : ruler - 1]:
            reached = _rows_end(text, ruler_end + 1, "|")
            yield _Table(header, ruler - 1, ruler_end + 1, reached, "|")


def _csv_tables(view: View) -> Iterator[_Table]:
    reached = -1
    for spans in _CSV_HEADER.spans(view.data):
        header, end = view.char(spans[0][0]), view.char(spans[0][1])
        if header > reached:
            separator = "," if "," in view.text[header:end] else ";"
            reached = _rows_end(view.text, end + 1, separator)
            yield _Table(header, end, end + 1, reached, separator)


def _rows_end(text: str, position: int, separator: str) -> int:
    """Return the end of the lines from ``position`` on that hold the separator."""
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        if text.find(separator, position, end) < 0:
            return position
        position = end + 1
    return len(text)


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


def _column_secrets(text: str, table: _Table) -> Iterator[Found]:
    line = text[table.header : table.header_end]
    labels = [label_of_cell(line[start:end]) for start, end in _cells(line, table.separator)]
    if not any(labels):
        return
    position = table.rows
    while position < table.end:
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        row = text[position:end]
        for label, (start, stop) in zip(labels, _cells(row, table.separator), strict=False):
            if label is not None:
                yield from _cell_secret(row, start, stop, position, label)
        position = end + 1


def _cell_secret(row: str, start: int, stop: int, offset: int, label: Label) -> Iterator[Found]:
    """Yield the secrets of one cell: the whole of it, or those of its words that look like secrets."""
    cell = row[start:stop]
    value = value_at(cell, 0)
    if value is None:
        return
    words = cell.split()
    if len(words) == 1 or value.end >= len(cell) - 4 or (label.kind in PHRASE_KINDS and len(words) >= 4):
        whole = value if len(words) == 1 or value.enclosed else Value(0, len(cell), cell, enclosed=True)
        found = [whole] if _is_cell_secret(whole, label) else []
    elif all(shape_of(word) is Shape.NUMBER for word in words):
        found = [Value(0, len(cell), cell, enclosed=True)]
    else:
        places = [(match[0][0], match[0][1]) for match in _CELL_WORD.spans(cell.encode("utf-8", "replace"))]
        found = [word for left, _ in places if (word := value_at(cell, _characters(cell, left))) and _stands_out(word)]
    for one in found:
        yield Found(offset + start + one.start, offset + start + one.end, label.kind)


def _is_cell_secret(value: Value, label: Label) -> bool:
    if label.strength is Strength.STRONG:
        return is_secret_beside(value, label, "")
    strong = Label(label.kind, Strength.STRONG, label.numeric)
    return shape_of(value.text) >= Shape.NUMBER and is_secret_beside(value, strong, "")


def _stands_out(value: Value) -> bool:
    return shape_of(value.text) >= Shape.WEAK_SECRET


def _characters(text: str, byte: int) -> int:
    return len(text.encode("utf-8", "replace")[:byte].decode("utf-8", "replace"))
