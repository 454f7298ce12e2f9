"""Kubernetes manifests of kind Secret: every value under ``data`` and ``stringData``."""

from collections.abc import Iterator

from glyph.domain.redaction import RuleId
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.rule import Found
from glyph.ingest.redact.view import View

_KIND = Pattern(r"(?m)^[ \t>]*[\"']?kind[\"']?:[ \t]*[\"']?Secret[\"']?,?[ \t]*\r?$")
_SECTION = Pattern(r"[ \t>]*(?:data|stringData):[ \t]*\r?")
_ENTRY = Pattern(r"[ \t>]+[A-Za-z0-9._\-]+:[ \t]+[\"']?([^\s\"'][^\"'\r\n]*)")
_RULE = RuleId("kubernetes-secret")


def manifest_secrets(view: View) -> Iterator[Found]:
    """Yield the values of every Secret manifest in the text."""
    if b"secret" not in view.lowered:
        return
    reached = 0
    for spans in _KIND.spans(view.data):
        start = view.char(spans[0][1])
        begin = max(reached, view.text.rfind("\n---", 0, start), view.text.rfind("```", 0, start))
        end = min((at for mark in ("\n---", "```") if (at := view.text.find(mark, start)) >= 0), default=len(view.text))
        reached = max(reached, end)
        yield from _section_values(view.text, max(begin, 0), end)


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
