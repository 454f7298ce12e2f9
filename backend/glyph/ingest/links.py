"""The links of a Markdown text, with their lines: inline ones, images, and reference definitions.

Nothing in verbatim lines, code spans or front matter is a link. Targets are given as they are written.
"""

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain

from glyph.domain.link import Link
from glyph.ingest.markdown import front_matter_end, iterate_headings
from glyph.ingest.verbatim import verbatim_ranges

# Patterns run on crafted lines too: each is linear, or bounded by a length.
DEFINITION = re.compile(r" {0,3}\[[^\[\]\n]{1,300}\]:[ \t]*(?:<(?P<angled>[^<>\n]*)>|(?P<plain>[^\s<]\S*))")
TICKS = re.compile(r"`+")
NOT_IN_ANCHORS = re.compile(r"[^\w\s-]")
TARGET_LIMIT = 2_000
NESTING_LIMIT = 32


def links_of(text: str) -> tuple[Link, ...]:
    """Return the links of a text in order."""
    lines = text.split("\n")
    return tuple(link for number in _readable(lines) for link in _links_in(lines[number - 1], number))


def anchors_of(text: str) -> frozenset[str]:
    """Return the anchors of a text's headings, as GitHub makes them; a repeated one gets a number behind it."""
    lines = text.split("\n")
    anchors: set[str] = set()
    repeats: dict[str, int] = {}
    for heading in iterate_headings(lines, front_matter_end(lines)):
        anchor = anchor_of(heading.text)
        count = repeats.get(anchor, 0)
        repeats[anchor] = count + 1
        anchors.add(f"{anchor}-{count}" if count else anchor)
    return frozenset(anchors)


def anchor_of(heading: str) -> str:
    """Return a heading's anchor: lower case, punctuation dropped, blanks as hyphens."""
    return re.sub(r"\s", "-", NOT_IN_ANCHORS.sub("", heading.strip().lower()))


def _readable(lines: Sequence[str]) -> Iterator[int]:
    """Yield the numbers (1-based) of the lines in which Markdown is read."""
    start = front_matter_end(lines)
    number = start + 1
    for verbatim in chain(verbatim_ranges(lines, start), [None]):
        end = verbatim.first if verbatim else len(lines) + 1
        yield from range(number, end)
        number = verbatim.last + 1 if verbatim else end


def _links_in(line: str, number: int) -> Iterator[Link]:
    definition = DEFINITION.match(line)
    if definition:
        group = "plain" if definition["angled"] is None else "angled"
        yield Link(number, *definition.span(group), definition[group], angled=group == "angled")
        return
    code = _code_spans(line) if "`" in line else ()
    first, last_closing = line.find("["), line.rfind(")")
    opening = line.find("](")
    while 0 <= opening < last_closing:
        if 0 <= first < opening and not _stands_in(code, opening):
            link = _link_at(line, opening + 2, number)
            if link and link.end <= last_closing:
                yield link
        opening = line.find("](", opening + 2)


def _stands_in(spans: Sequence[tuple[int, int]], place: int) -> bool:
    """Return whether a place lies in one of the spans, which are in order and do not overlap."""
    index = bisect_right(spans, (place, sys.maxsize)) - 1
    return index >= 0 and place < spans[index][1]


def _link_at(line: str, place: int, number: int) -> Link | None:
    """Return the link whose target begins behind an opening bracket; None when that is none."""
    while place < len(line) and line[place] in " \t":
        place += 1
    if line[place : place + 1] == "<":
        end = line.find(">", place, place + TARGET_LIMIT)
        return Link(number, place + 1, end, line[place + 1 : end], angled=True) if end > place + 1 else None
    end = _end_of_target(line, place)
    return Link(number, place, end, line[place:end]) if end is not None and end > place else None


def _end_of_target(line: str, place: int) -> int | None:
    """Return where a bare target ends: at a blank, or at the bracket that was not opened in it."""
    depth = 0
    for end in range(place, min(len(line), place + TARGET_LIMIT)):
        letter = line[end]
        if letter in " \t":
            return end
        if letter == ")" and depth == 0:
            return end
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth > NESTING_LIMIT:
            return None
    return None


def _code_spans(line: str) -> tuple[tuple[int, int], ...]:
    """Return where code stands in a line: from a run of ticks to the next run of as many."""
    runs = [match.span() for match in TICKS.finditer(line)]
    spans: list[tuple[int, int]] = []
    following: dict[int, int] = {}
    closing: list[int | None] = [None] * len(runs)
    for index in range(len(runs) - 1, -1, -1):
        length = runs[index][1] - runs[index][0]
        closing[index] = following.get(length)
        following[length] = index
    index = 0
    while index < len(runs):
        other = closing[index]
        if other is not None:
            spans.append((runs[index][0], runs[other][1]))
        index = index + 1 if other is None else other + 1
    return tuple(spans)
