"""Parts: what a section over the target is taken apart into, from whole blocks down to pieces of a line.

A part fits into a chunk of its own. It knows how good a place to cut stands before it, and which lines a
chunk repeats when it begins or ends there: a fence's delimiters, a table's head.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from glyph.domain.redaction import RedactedText
from glyph.ingest.blocks import Block, Kind, leads_in

CountTokens = Callable[[str], int]
LONGEST_TOKEN_CHARACTERS = 128
HEAD_LINES = {Kind.FENCE: 1, Kind.TABLE: 2}
MARKER_OR_WORDS = re.compile(r"⟦secret:[a-z0-9-]{1,64}⟧|[^⟦]{1,64}(?=\s)|[^⟦]{1,64}|⟦")
SOFT, BLOCK, INNER, LINE, WORD, CHARACTER, STUCK = 6, 5, 4, 3, 2, 1, 0
"""Places to cut, best first: before a bold line, a block, an item or what a blank line stands before, a line,
a word, inside a word, between a long line and the short one that closes its fence."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines ``first`` to ``last`` that a chunk repeats, with their size."""

    first: int
    last: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Part:
    """Characters ``start`` to ``end``; its tokens are counted with the line ends up to the next part.

    ``border`` says how good a cut before it is. ``clings`` means that it announces the next part. A chunk
    that begins with it repeats ``above``, one that ends with it repeats ``below``.
    """

    start: int
    end: int
    tokens: int
    border: int = BLOCK
    clings: bool = False
    above: Lines | None = None
    below: Lines | None = None


class Text:
    """A document's text with its lines, and the size of any part of it."""

    def __init__(self, redacted: RedactedText, count_tokens: CountTokens, target: int) -> None:
        self._redacted = redacted
        self.value = redacted.value
        self.lines = self.value.split("\n")
        self.target = target
        self._starts = (0, *accumulate(len(line) + 1 for line in self.lines))
        self.count_tokens = count_tokens

    def start_of(self, number: int) -> int:
        """Return where a line begins; of the line behind the last one, the end of the text."""
        return min(self._starts[number - 1], len(self.value))

    def end_of(self, number: int) -> int:
        """Return where a line ends, without its line end."""
        return self._starts[number] - 1

    def line_at(self, place: int) -> int:
        """Return the line in which the character at ``place`` stands."""
        return bisect_right(self._starts, place)

    def tokens(self, start: int, end: int) -> int:
        """Return the size of a part; of one that is certainly over the target, a guess that is over it too."""
        if end - start > self.target * LONGEST_TOKEN_CHARACTERS:
            return (end - start) // 4
        return self.count_tokens(self.value[start:end])

    def part(self, first: int, last: int, until: int) -> Part:
        """Return lines ``first`` to ``last`` as a part, counted up to the line ``until``."""
        start = self.start_of(first)
        return Part(start, self.end_of(last), self.tokens(start, self.start_of(until)))

    def by_line(self, part: Part) -> Iterator[Part]:
        """Yield the lines of a part that are not blank, each as a part."""
        first, last = self.line_at(part.start), self.line_at(part.end - 1)
        filled = [number for number in range(first, last + 1) if self.lines[number - 1].strip()]
        for number, until in zip(filled, [*filled[1:], last + 1], strict=True):
            yield self.part(number, number, until)

    def excerpt(self, start: int, end: int) -> RedactedText:
        """Return the characters from ``start`` up to ``end``."""
        return self._redacted.part(start, end)

    def repeat(self, lines: Lines | None) -> RedactedText | None:
        """Return the text of lines that a chunk repeats."""
        return self.excerpt(self.start_of(lines.first), self.end_of(lines.last)) if lines else None

    def repeatable(self, first: int, last: int) -> Lines | None:
        """Return lines to repeat; None when there are none or they are too long for that."""
        size = self.tokens(self.start_of(first), self.start_of(last + 1)) if first <= last else 0
        return Lines(first, last, size) if 0 < size <= self.target // 8 else None


def parts_of(text: Text, blocks: Sequence[Block], until: int, *, room: int, border: int = BLOCK) -> Iterator[Part]:
    """Yield the parts of neighbouring blocks, none over ``room``; the line ``until`` is the first behind them.

    What announces a block leaves room for it in the chunk that both go into.
    """
    clinging = 0
    ends = (*(block.first for block in blocks[1:]), until)
    for block, end in zip(blocks, ends, strict=True):
        before = SOFT if block.kind is Kind.BOLD else border
        for part in _with_border(_taken_apart(text, block, end, room - clinging), before):
            clings = part.clings and clinging + part.tokens <= room // 2
            clinging = clinging + part.tokens if clings else 0
            yield part if part.clings == clings else replace(part, clings=clings)


def _with_border(parts: Iterable[Part], border: int) -> Iterator[Part]:
    """Yield the parts, with ``border`` before the first."""
    for number, part in enumerate(parts):
        yield part if number or part.border == border else replace(part, border=border)


def _taken_apart(text: Text, block: Block, until: int, room: int) -> Iterator[Part]:
    whole = text.part(block.first, block.last, until)
    if whole.tokens <= room:
        yield replace(whole, clings=leads_in(block, text.lines))
    elif block.blocks:
        yield from parts_of(text, block.blocks, until, room=room, border=INNER)
    else:
        yield from _by_line(text, block, until, room)


def _by_line(text: Text, block: Block, until: int, room: int) -> Iterator[Part]:
    """Yield the parts of a leaf over the room: its lines, or pieces of a line."""
    head = HEAD_LINES.get(block.kind, 0)
    above = text.repeatable(block.first, block.first + head - 1)
    below = text.repeatable(block.last, block.last) if block.closed else None
    room -= sum(lines.tokens for lines in (above, below) if lines)
    parts: list[Part] = []
    spans = list(_spans(text.lines, block, head))
    for (first, last), (end, _) in zip(spans, [*spans[1:], (until, until)], strict=True):
        border = LINE if text.lines[first - 2].strip() else INNER
        parts += _with_border(_span_parts(text, text.part(first, last, end), room), border)
    for number, part in enumerate(parts, start=1):
        yield replace(part, above=above if number > 1 else None, below=below if number < len(parts) else None)


def _spans(lines: Sequence[str], block: Block, head: int) -> Iterator[tuple[int, int]]:
    """Yield line ranges that are not blank at their edges: each line, the head with the first line below it,
    and what closes a fence with the last line in it."""
    filled = [number for number in range(block.first, block.last + 1) if lines[number - 1].strip()]
    inside = [number for number in filled[:-1] if number >= block.first + head] if block.closed else filled[head:]
    for place, number in enumerate(inside):
        first = number if place else block.first
        yield first, number if place < len(inside) - 1 else block.last
    if not inside:
        yield block.first, block.last


def _span_parts(text: Text, span: Part, room: int) -> Iterator[Part]:
    """Yield a span as it is, or its long lines in pieces; short lines above and below stay with those."""
    if span.tokens <= room:
        yield span
        return
    is_above = True
    for line in text.by_line(span):
        if line.tokens <= room:
            yield replace(line, clings=is_above, border=STUCK)
        else:
            is_above = False
            yield from _pieces_of_line(text, line)


def _pieces_of_line(text: Text, line: Part) -> Iterator[Part]:
    for found in MARKER_OR_WORDS.finditer(text.value, line.start, line.end):
        border = WORD if found[0][0].isspace() else CHARACTER
        yield Part(found.start(), found.end(), text.tokens(found.start(), found.end()), border)


def finer(text: Text, part: Part) -> tuple[Part, ...]:
    """Return a part's lines, or the pieces of its only line."""
    lines = tuple(text.by_line(part))
    return lines if len(lines) > 1 else tuple(_pieces_of_line(text, part))
