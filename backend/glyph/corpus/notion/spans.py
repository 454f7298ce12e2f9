"""Spans: what inside a paragraph is not prose - code, maths, addresses - and paragraphs themselves."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator

from glyph.corpus.notion.lines import Line, Lines

STARTS_ANEW = re.compile(r"[ \t>]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\||<)")
TICKS = re.compile(r"`+")
MATHS = re.compile(r"\$\$[^$]+\$\$|(?<![\\$\w])\$(?![\s$])[^$\n]{0,300}?(?<![\s\\])\$(?![\w$])")
AUTOLINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>")
TARGET = re.compile(r"\]\((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)")
ADDRESS = re.compile(r"https?://[^\s<>()\[\]]+")

Span = tuple[int, int]


def code_spans(text: str) -> list[Span]:
    """Return where code stands: from a run of ticks to the next run of as many."""
    runs = [found.span() for found in TICKS.finditer(text)]
    following: dict[int, list[int]] = {}
    for index, (start, end) in enumerate(runs):
        following.setdefault(end - start, []).append(index)
    spans: list[Span] = []
    index = 0
    while index < len(runs):
        start, end = runs[index]
        alike = following[end - start]
        place = bisect_right(alike, index)
        if place < len(alike) and not _escaped(text, start):
            index = alike[place]
            spans.append((start, runs[index][1]))
        index += 1
    return spans


def _escaped(text: str, place: int) -> bool:
    start = place
    while start and text[start - 1] == "\\":
        start -= 1
    return (place - start) % 2 == 1


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Return a paragraph with everything but its code changed."""
    return _outside(text, code_spans(text), change) if "`" in text else change(text)


def protected_spans(text: str) -> list[Span]:
    """Return where code, maths, addresses and the targets of links stand, in order and without overlap."""
    spans = code_spans(text) if "`" in text else []
    for pattern, sign in ((MATHS, "$"), (AUTOLINK, "<"), (TARGET, "]("), (ADDRESS, "://")):
        if sign in text:
            found = [match.span() for match in pattern.finditer(text)]
            spans.extend(span for span in found if not any(span[0] < end and start < span[1] for start, end in spans))
    return sorted(spans)


def outside_protected(text: str, change: Callable[[str], str]) -> str:
    """Return a paragraph with its prose changed, piece by piece."""
    return _outside(text, protected_spans(text), change)


def _outside(text: str, spans: list[Span], change: Callable[[str], str]) -> str:
    pieces: list[str] = []
    place = 0
    for start, end in spans:
        pieces.extend((change(text[place:start]), text[start:end]))
        place = end
    return "".join((*pieces, change(text[place:])))


def each_paragraph(lines: Lines, change: Callable[[str], str]) -> Iterator[Line]:
    """Yield the lines with every paragraph changed as one text: code may span its line breaks."""
    held: list[str] = []
    for line in lines:
        ends = line.verbatim or not line.text.strip()
        if held and (ends or STARTS_ANEW.match(line.text)):
            yield from _changed(held, change)
            held = []
        if ends:
            yield line
        else:
            held.append(line.text)
    if held:
        yield from _changed(held, change)


def _changed(held: list[str], change: Callable[[str], str]) -> Iterator[Line]:
    yield from (Line(part) for part in change("\n".join(held)).split("\n"))
