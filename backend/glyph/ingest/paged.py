"""Cut text with pages into chunks: whole sentences, packed to the target, never across the border of a page.

Printed text has no blocks to go by. A chunk that goes on within a section repeats the last sentence before it
as its ``above``, so that a thought which straddles two chunks is found in one of them; the texts themselves
hold every character once, as those of ``ingest.chunk`` do.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from glyph.domain.redaction import RedactedText
from glyph.ingest.chunk import LEAST_TOKENS, TARGET_TOKENS, Piece, as_piece
from glyph.ingest.markdown import Heading, heading_at
from glyph.ingest.pack import Run, merged, packed
from glyph.ingest.parts import CountTokens, Part, Text, finer

OVERLAP_TOKENS = TARGET_TOKENS // 8
ROOM_TOKENS = TARGET_TOKENS - OVERLAP_TOKENS
SENTENCE_END = re.compile(r"(?<=[.!?…。！？])[\"'”’»)\]]{0,2}\s+(?=\S)|[。！？](?=\S)|\n[ \t]*\n\s*|\n(?![a-zß-öø-ÿ])")
"""Behind a sentence, a paragraph, or a line that the next one does not go on from in lower case."""


@dataclass(frozen=True, slots=True)
class PageSection:
    """The sentences of one page under one heading path; the heading is the first of them."""

    heading_path: tuple[str, ...]
    sentences: tuple[Part, ...]


def cut_pages(redacted: RedactedText, pages: Sequence[int], count_tokens: CountTokens) -> tuple[Piece, ...]:
    """Return the pieces of a text whose pages begin on the lines ``pages``, each with its page (1-based)."""
    text = Text(redacted, count_tokens, TARGET_TOKENS)
    path: list[Heading] = []
    pieces: list[Piece] = []
    for number, (first, until) in enumerate(pairwise((*pages, len(text.lines) + 1)), start=1):
        sections = tuple(_sections(text, first, until, path))
        runs = (Run(section.heading_path, run) for section in sections for run in _runs(section))
        complete = tuple(merged(runs, least=LEAST_TOKENS, target=ROOM_TOKENS))
        for former, run in pairwise((None, *complete)):
            assert run is not None
            piece = as_piece(text, run, _overlap(text, former, run), page=number)
            if piece.text.value.strip():
                pieces.append(piece)
    return tuple(pieces)


def _sections(text: Text, first: int, until: int, path: list[Heading]) -> Iterator[PageSection]:
    """Yield the sections of the page from the line ``first`` up to ``until``; ``path`` goes on from page to page."""
    start = first
    for number in range(first, until + 1):
        heading = heading_at(text.lines[number - 1], number) if number < until else None
        if heading is None and number < until:
            continue
        sentences = tuple(_sentences(text, text.start_of(start), text.end_of(number - 1)))
        if number > start and sentences:
            yield PageSection(tuple(each.text for each in path if each.text), sentences)
        if heading:
            path[:] = [*(above for above in path if above.level < heading.level), heading]
        start = number


def _sentences(text: Text, start: int, end: int) -> Iterator[Part]:
    """Yield the sentences between two places as parts; one over the room as its lines, or as pieces of a line."""
    borders = [found.end() for found in SENTENCE_END.finditer(text.value, start, end)]
    for begin, behind in pairwise([start, *borders, end]):
        filled = text.value[begin:behind].rstrip()
        if filled.strip():
            yield from _within_room(text, Part(begin, begin + len(filled), text.tokens(begin, behind)))


def _within_room(text: Text, part: Part) -> Iterator[Part]:
    pieces = finer(text, part) if part.tokens > ROOM_TOKENS else ()
    if len(pieces) < 2:
        yield part
        return
    for piece in pieces:
        yield from _within_room(text, piece)


def _runs(section: PageSection) -> Iterator[tuple[Part, ...]]:
    return packed(section.sentences, ROOM_TOKENS)


def _overlap(text: Text, former: Run | None, run: Run) -> RedactedText | None:
    """Return the last sentence before a run of the same section; None where it is too long to say twice."""
    if former is None or former.heading_path != run.heading_path:
        return None
    last = former.parts[-1]
    return text.excerpt(last.start, last.end) if last.tokens <= OVERLAP_TOKENS else None
