"""Which lines are verbatim: fenced code, HTML comments, preformatted HTML. Nothing in them is Markdown."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

# Patterns run on crafted lines too: each is linear, or bounded by a length.
FENCE_OPENS = re.compile(r"([ \t>]*)(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,3}(`{3,}|~{3,})(.*)$")
FENCE_CLOSES = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*$")
HTML_OPENS = re.compile(r" {0,3}<(!--|(?:pre|script|style|textarea)(?=[\s>]))", re.IGNORECASE)
QUOTED = re.compile(r"[ \t]*>")


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Lines ``first`` to ``last`` (1-based, delimiters included); ``closed`` when the last one closes a fence."""

    first: int
    last: int
    is_fence: bool
    closed: bool


def verbatim_ranges(lines: Sequence[str], start: int) -> Iterator[Verbatim]:
    """Yield the verbatim ranges after the first ``start`` lines, in order.

    A fence that is never closed reaches to the end, or to the end of the quote that it stands in. Inside a
    list, indentation is not asked for: people are sloppy with it, and a comment must not become a heading.
    HTML that is never closed is text: one stray ``<!--`` may not hide a document's headings.
    """
    last_lines = _LastLines(lines)
    number = start + 1
    while number <= len(lines):
        found = _fence_at(lines, number) or _html_at(lines, number, last_lines)
        if found:
            yield found
        number = found.last + 1 if found else number + 1


def _fence_at(lines: Sequence[str], number: int) -> Verbatim | None:
    opening = FENCE_OPENS.match(lines[number - 1])
    if not opening or ("`" in opening[3] and opening[2][0] == "`"):
        return None
    quoted = ">" in opening[1]
    for below in range(number + 1, len(lines) + 1):
        line = lines[below - 1]
        if quoted and not QUOTED.match(line):
            return Verbatim(number, below - 1, is_fence=True, closed=False)
        closing = FENCE_CLOSES.match(line)
        if closing and closing[1].startswith(opening[2]):
            return Verbatim(number, below, is_fence=True, closed=True)
    return Verbatim(number, len(lines), is_fence=True, closed=False)


def _html_at(lines: Sequence[str], number: int, last_lines: "_LastLines") -> Verbatim | None:
    opening = HTML_OPENS.match(lines[number - 1])
    if not opening:
        return None
    close = "-->" if opening[1] == "!--" else f"</{opening[1].lower()}>"
    if last_lines.holding(close) < number:
        return None
    ends = (below for below in range(number, len(lines) + 1) if close in lines[below - 1].lower())
    return Verbatim(number, next(ends), is_fence=False, closed=False)


class _LastLines:
    """Knows the last line that holds a closing mark, so that an unclosed one costs no second search."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._known: dict[str, int] = {}

    def holding(self, mark: str) -> int:
        """Return the last line (1-based) with ``mark`` in it; 0 when there is none."""
        if mark not in self._known:
            numbers = range(len(self._lines), 0, -1)
            self._known[mark] = next((n for n in numbers if mark in self._lines[n - 1].lower()), 0)
        return self._known[mark]
