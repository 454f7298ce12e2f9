"""Kubernetes manifests of kind Secret: every value under ``data`` and ``stringData``."""

from bisect import bisect_right
from collections.abc import Iterator

from glyph.domain.redaction import RuleId
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.rule import Found
from glyph.ingest.redact.view import View

_KIND = Pattern(r"(?m)^[ \t>]*[\"']?kind[\"']?:[ \t]*[\"']?Secret[\"']?,?[ \t]*\r?$")
_SECTION = Pattern(r"[ \t>]*(?:data|stringData):[ \t]*\r?")
_ENTRY = Pattern(r"[ \t>]+[A-Za-z0-9._\-]+:[ \t]+[\"']?([^\s\"'][^\"'\r\n]*)")
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
    inside = False
    position = begin
    for line in text[begin:end].splitlines(keepends=True):
        bare = line.rstrip("\r\n")
        if _SECTION.is_all_of(bare):
            inside = True
        elif bare.strip() and not bare.startswith((" ", "\t", ">")):
            inside = False
        elif inside and (spans := _ENTRY.at_start(bare)) is not None:
            start, stop = spans[1]
            yield Found(position + start, position + start + len(bare[start:stop].rstrip()), _RULE)
        position += len(line)
