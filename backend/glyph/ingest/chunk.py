"""Cut redacted text into chunks: by heading, and inside a long section by paragraph, then by line.

Every line of the document belongs to exactly one chunk, except front matter and blank lines at a
chunk's edges. A heading without a body of its own joins the section that follows it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from glyph.domain.redaction import RedactedText
from glyph.ingest.markdown import FenceTracker, Heading, front_matter_end, iterate_headings

VERSION = "headings-2"
TARGET_TOKENS = 400

CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines ``line_from`` to ``line_to`` (1-based, inclusive) under one heading path."""

    heading_path: tuple[str, ...]
    line_from: int
    line_to: int
    text: RedactedText
    tokens: int


@dataclass(frozen=True, slots=True)
class Section:
    """A heading's own lines, up to the next heading of any level."""

    heading_path: tuple[str, ...]
    line_from: int
    line_to: int


def cut(text: RedactedText, count_tokens: CountTokens) -> tuple[Piece, ...]:
    """Return the pieces of a document, in its order; none for a document without text."""
    lines = text.value.split("\n")
    pieces: list[Piece] = []
    for section in sections(lines):
        for first, last in ranges(lines, section, count_tokens):
            body = text.lines(first, last)
            pieces.append(Piece(section.heading_path, first, last, body, count_tokens(body.value)))
    return tuple(pieces)


def sections(lines: Sequence[str]) -> Iterator[Section]:
    """Yield the sections that hold text, with bare headings joined to what follows them."""
    start = front_matter_end(lines)
    headings = list(iterate_headings(lines, start))
    borders = [heading.line for heading in headings] + [len(lines) + 1]
    path: list[Heading] = []
    begin = start + 1
    if has_text(lines, begin, borders[0] - 1):
        yield Section((), begin, borders[0] - 1)
    begin = borders[0]
    for heading, border in zip(headings, borders[1:], strict=True):
        path = [*(above for above in path if above.level < heading.level), heading]
        is_last = border > len(lines)
        if has_text(lines, heading.line + 1, border - 1) or is_last:
            yield Section(tuple(above.text for above in path if above.text), begin, border - 1)
            begin = border


def has_text(lines: Sequence[str], first: int, last: int) -> bool:
    """Return whether any of the lines ``first`` to ``last`` is not blank."""
    return any(line.strip() for line in lines[first - 1 : last])


def ranges(lines: Sequence[str], section: Section, count_tokens: CountTokens) -> Iterator[tuple[int, int]]:
    """Yield the line ranges of a section's pieces, none over the target unless one line alone is."""
    first, last = trimmed(lines, section.line_from, section.line_to)
    if fits(lines, first, last, count_tokens):
        yield first, last
        return
    for begin, end in packed(lines, paragraphs(lines, first, last), count_tokens):
        yield trimmed(lines, begin, end)


def fits(lines: Sequence[str], first: int, last: int, count_tokens: CountTokens) -> bool:
    """Return whether a range, without the blank lines at its edges, stays within the target."""
    first, last = trimmed(lines, first, last)
    return count_tokens("\n".join(lines[first - 1 : last])) <= TARGET_TOKENS


def trimmed(lines: Sequence[str], first: int, last: int) -> tuple[int, int]:
    """Return the range without the blank lines at its edges; it must hold one that is not blank."""
    while not lines[first - 1].strip():
        first += 1
    while not lines[last - 1].strip():
        last -= 1
    return first, last


def paragraphs(lines: Sequence[str], first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield ranges that end at a blank line outside a fence: paragraphs, lists, tables, whole fences."""
    fences = FenceTracker()
    begin = first
    for number in range(first, last + 1):
        fenced = fences.inside(lines[number - 1])
        if not fenced and not lines[number - 1].strip() and has_text(lines, begin, number):
            yield begin, number
            begin = number + 1
    if begin <= last:
        yield begin, last


def packed(
    lines: Sequence[str], parts: Iterator[tuple[int, int]], count_tokens: CountTokens
) -> Iterator[tuple[int, int]]:
    """Yield ranges that take as many neighbouring parts as fit the target."""
    begin, end, at_most = 0, 0, 0
    for first, last in fitting(lines, parts, count_tokens):
        # The line ends between parts are tokens too. Together they are counted only when it may matter.
        size = count_tokens("\n".join(lines[first - 1 : last])) + first - end
        if begin and at_most + size > TARGET_TOKENS and not fits(lines, begin, last, count_tokens):
            yield begin, end
            begin, at_most = 0, 0
        begin = begin or first
        end, at_most = last, at_most + size
    if begin:
        yield begin, end


def fitting(
    lines: Sequence[str], parts: Iterator[tuple[int, int]], count_tokens: CountTokens
) -> Iterator[tuple[int, int]]:
    """Yield the parts, one over the target line by line."""
    for first, last in parts:
        if fits(lines, first, last, count_tokens):
            yield first, last
        else:
            yield from ((number, number) for number in range(first, last + 1) if has_text(lines, number, number))
