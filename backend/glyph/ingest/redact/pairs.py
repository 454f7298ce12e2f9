"""A secret beside its name: ``name: DB_PASSWORD`` and ``value: …`` as neighbours, and HCL's named blocks."""

from collections.abc import Iterator

from glyph.ingest.redact.hits import label_of_cell
from glyph.ingest.redact.lexicon import Label
from glyph.ingest.redact.outline import (
    Line,
    block_secrets,
    label_of_key,
    line_at,
    lines_above,
    lines_below,
    opens_block,
)
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.rule import Found
from glyph.ingest.redact.shapes import Shape, shape_of
from glyph.ingest.redact.values import Value, is_secret_beside, value_at
from glyph.ingest.redact.view import View

_NAME = Pattern(
    r"(?m)^[ \t>]*(?:-[ \t]+)?[\"']?(?i:name|key|var|variable|env|setting|field|property|option|parameter)[\"']?"
    r"[ \t]*[:=][ \t]*[\"']?([A-Za-z][A-Za-z0-9_.\-]{1,63})[\"']?,?[ \t]*\r?$"
)
_NAMED_BLOCK = Pattern(
    r"(?m)^[ \t]*[a-z_]+(?:[ \t]+\"[^\"\n]*\")*?[ \t]+\"([A-Za-z][A-Za-z0-9_.\-]{1,63})\"[ \t]*\{[ \t]*([^\n]*)$"
)
_ELEMENTS = Pattern(
    r"<(?:name|key|dt|param-name)>[ \t]*([^<>\n]{2,60}?)[ \t]*</(?:name|key|dt|param-name)>\s{0,80}"
    r"<(?:value|string|dd|param-value)>\s{0,80}([^<>\n]{2,400}?)\s{0,80}</"
)
_VALUE = Pattern(r"[\"']?(?i:value|val|default|defaultvalue|content|secret_string)[\"']?[ \t]*[:=][ \t]*")


def paired(view: View) -> Iterator[Found]:
    """Yield the values whose name, on another line of the same mapping or block, is a label."""
    text = view.text
    for spans in _NAME.spans(view.data):
        name = text[view.char(spans[1][0]) : view.char(spans[1][1])]
        label = label_of_key(name)
        if label is not None and ("-" not in name or name.isupper()):  # a name with hyphens is one of a resource
            yield from _values(text, _siblings(text, line_at(text, view.char(spans[0][0]))), label)
    for spans in _NAMED_BLOCK.spans(view.data):
        label = label_of_key(text[view.char(spans[1][0]) : view.char(spans[1][1])])
        if label is not None:
            body = _body(text, view.char(spans[0][0]), view.char(spans[2][0]))
            yield from _values(text, body, label, quoted=True)
    yield from _elements(view)


def _elements(view: View) -> Iterator[Found]:
    """Yield the values of XML, property lists and definitions: the element after one that is a label."""
    for spans in _ELEMENTS.spans(view.data):
        name, (start, end) = spans[1], (view.char(spans[2][0]), view.char(spans[2][1]))
        label = label_of_cell(view.text[view.char(name[0]) : view.char(name[1])])
        value = Value(start, end, view.text[start:end], enclosed=True)
        if label is not None and is_secret_beside(value, label, ""):
            yield Found(start, end, label.kind)


def _siblings(text: str, name: Line) -> Iterator[Line]:
    """Yield the other lines of the mapping that holds ``name``, those of its own depth."""
    for line in lines_below(text, name):
        if line.column < name.column or line.opens_item:
            break
        if line.column == name.column:
            yield line
    if not name.opens_item:
        yield from _elder_siblings(text, name)


def _elder_siblings(text: str, name: Line) -> Iterator[Line]:
    for line in lines_above(text, name):
        if not line.content or line.column < name.column:
            return
        if line.column == name.column:
            yield line
        if line.opens_item:
            return


def _body(text: str, start: int, inside: int) -> Iterator[Line]:
    """Yield the lines of a named block: up to its closing brace, or what stands on its first line alone."""
    header = line_at(text, start)
    if header.start + len(header.text) > inside:
        first = header.text[inside - start :]
        yield Line(inside, first, 0, 0)
        return
    for line in lines_below(text, header):
        if line.column <= header.column:
            return
        yield line


def _values(text: str, lines: Iterator[Line], label: Label, *, quoted: bool = False) -> Iterator[Found]:
    """Yield the values among the lines; where strings are always ``quoted``, a bare word refers to something."""
    for line in lines:
        spans = _VALUE.at_start(line.text[line.column :])
        if spans is None:
            continue
        start = line.column + spans[0][1]
        if opens_block(line.text[start:]):
            yield from block_secrets(text, line, label)
            continue
        value = value_at(line.text, start)
        if value is None or (quoted and not value.enclosed):
            continue
        names_resource = shape_of(value.text) is Shape.WORD and "-" in value.text and not value.enclosed
        if not names_resource and is_secret_beside(value, label, line.text[value.end :]):
            yield Found(line.start + value.start, line.start + value.end, label.kind)
