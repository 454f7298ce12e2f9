"""Kubernetes manifests of kind Secret: every value under ``data`` and ``stringData``."""

from bisect import bisect_right
from collections.abc import Iterator

from glyph.domain.redaction import RuleId
from glyph.ingest.redact.outline import Line, line_at, opens_block
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.rule import Found
from glyph.ingest.redact.values import value_at
from glyph.ingest.redact.view import View

_KIND = Pattern(r"(?m)^[ \t>]*[\"']?kind[\"']?:[ \t]*[\"']?Secret[\"']?,?[ \t]*\r?$")
_SECTION = Pattern(r"[\"']?(?:data|stringData)[\"']?:[ \t]*\{?")
_ENTRY = Pattern(r"[\"']?[A-Za-z0-9._\-]+[\"']?:[ \t]+")
_EDGE = Pattern(r"(?m)^[ \t>]*(?:---|```|~~~)")
_RULE = RuleId("kubernetes-secret")


def manifest_secrets(view: View) -> Iterator[Found]:
    """Yield the values of every Secret manifest in the text."""
    if b"secret" not in view.lowered:
        return
    kinds = [view.char(spans[0][0]) for spans in _KIND.spans(view.data)]
    if not kinds:
        return
    edges = [0, *(view.char(spans[0][0]) for spans in _EDGE.spans(view.data)), len(view.text)]
    parts = dict.fromkeys(bisect_right(edges, kind) for kind in kinds)
    for part in parts:
        yield from _section_values(view.text, edges[part - 1], edges[min(part, len(edges) - 1)])


def _section_values(text: str, begin: int, end: int) -> Iterator[Found]:
    """Yield the values one step below ``data`` or ``stringData``; a block scalar is as many values as it has lines."""
    section: Line | None = None
    depth = 0
    for line in _lines(text, begin, end):
        if _SECTION.is_all_of(line.content):
            section, depth = line, 0
        elif section is not None and line.indent <= section.indent:
            section = None
        elif section is not None:
            depth = depth or line.indent
            yield from _block_value(line) if line.indent > depth else _entry_value(line)


def _lines(text: str, begin: int, end: int) -> Iterator[Line]:
    while begin < end:
        line = line_at(text, begin)
        begin += len(line.text) + 1
        if line.content:
            yield line


def _block_value(line: Line) -> Iterator[Found]:
    """Yield a line of a block scalar: what stands behind its key, when it has one."""
    spans = _ENTRY.at_start(line.text[line.indent :])
    start = line.indent + (spans[0][1] if spans else 0)
    yield Found(line.start + start, line.start + len(line.text.rstrip()), _RULE)


def _entry_value(line: Line) -> Iterator[Found]:
    """Yield the value of an entry, without its quotes or the comment behind it."""
    spans = _ENTRY.at_start(line.text[line.indent :])
    if spans is None:
        return
    start = line.indent + spans[0][1]
    rest = line.text[start:].partition(" #")[0].rstrip()
    value = value_at(line.text, start)
    enclosed = value is not None and value.enclosed
    left, right = (value.start, value.end) if value is not None and enclosed else (start, start + len(rest))
    if not opens_block(rest) and line.text[left:right].strip("{}[]\"', "):
        yield Found(line.start + left, line.start + right, _RULE)
