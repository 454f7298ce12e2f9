"""Cut redacted text into chunks of about 400 tokens: by heading, and inside a long section by block.

The chunks of a document, in its order, hold every character of it once, except the blank lines between
them and front matter, of which only the properties are text. A chunk is a run of whole lines; only a line
over the target is cut inside, and then the chunks on both sides name that line. What a chunk repeats from
elsewhere, a table's head or a fence's delimiters, stands apart from its text.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce

from glyph.domain.chunk import ChunkSection
from glyph.domain.redaction import RedactedText
from glyph.ingest.blocks import Block, Kind, blocks_of
from glyph.ingest.markdown import Heading, front_matter_end, properties_in_matter
from glyph.ingest.pack import Run, joined, merged, packed
from glyph.ingest.parts import CountTokens, Part, Text, finer, parts_of

VERSION = "blocks-2"
TARGET_TOKENS = 400
LEAST_TOKENS = TARGET_TOKENS // 3
"""A chunk below this says too little to be found or understood alone."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines ``line_from`` to ``line_to`` (1-based, inclusive) under the heading path that they share.

    ``above`` and ``below`` are other lines of the document that a reader needs; ``tokens`` counts all three.
    ``sections`` are there when it joins several, each with its own path; ``page`` where the document has pages.
    """

    heading_path: tuple[str, ...]
    line_from: int
    line_to: int
    text: RedactedText
    tokens: int
    above: RedactedText | None = None
    below: RedactedText | None = None
    sections: tuple[ChunkSection, ...] = ()
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with the blocks below it, up to the next heading of any level.

    A heading that has nothing below it but a deeper heading opens the section of that one. The line
    ``until`` is the first behind the section.
    """

    heading_path: tuple[str, ...]
    blocks: tuple[Block, ...]
    until: int
    opens_topic: bool


def cut(redacted: RedactedText, count_tokens: CountTokens) -> tuple[Piece, ...]:
    """Return the pieces of a document, in its order; none for a document without text."""
    text = Text(redacted, count_tokens, TARGET_TOKENS)
    matter_end = front_matter_end(text.lines)
    first, last = properties_in_matter(text.lines[:matter_end])
    properties = (Block(Kind.TEXT, first, last),) if first else ()
    blocks = blocks_of(text.lines, matter_end)
    runs = (run for section in sections(text, blocks, properties) for run in runs_of(text, section))
    complete = merged(runs, least=LEAST_TOKENS, target=TARGET_TOKENS)
    body = text.start_of(matter_end + 1) if properties and matter_end < len(text.lines) else 0
    return tuple(piece for run in complete for piece in _pieces(text, run, body))


def sections(text: Text, blocks: Iterable[Block], properties: tuple[Block, ...] = ()) -> Iterator[Section]:
    """Yield the sections of a document, the text above its first heading among them; the first has its properties."""
    path: list[Heading] = []
    held: list[Block] = list(properties)
    opens_topic = False
    for block in blocks:
        heading = block.heading
        if heading:
            is_bare = held and held[-1].heading and path[-1].level < heading.level
            if held and not is_bare and (path or len(held) > len(properties)):
                yield Section(_titles(path), tuple(held), block.first, opens_topic)
                held = []
            opens_topic = heading.level == 1 or (opens_topic and bool(held))
            path = [*(above for above in path if above.level < heading.level), heading]
        held.append(block)
    if held:
        yield Section(_titles(path), tuple(held), len(text.lines) + 1, opens_topic)


def _titles(path: Iterable[Heading]) -> tuple[str, ...]:
    return tuple(heading.text for heading in path if heading.text)


def runs_of(text: Text, section: Section) -> Iterator[Run]:
    """Yield a section's runs: one when it is within the target, several when it is over it."""
    blocks, until = section.blocks, section.until
    ends = (*(block.first for block in blocks[1:]), until)
    tokens = sum(text.part(block.first, block.last, end).tokens for block, end in zip(blocks, ends, strict=True))
    if tokens <= TARGET_TOKENS:
        whole = Part(text.start_of(blocks[0].first), text.end_of(blocks[-1].last), tokens)
        yield Run(section.heading_path, (whole,), section.opens_topic)
        return
    parts = tuple(parts_of(text, blocks, until, room=TARGET_TOKENS))
    for number, run in enumerate(packed(parts, TARGET_TOKENS)):
        yield Run(section.heading_path, run, section.opens_topic and number == 0)


def _pieces(text: Text, run: Run, body: int) -> Iterator[Piece]:
    """Yield a run as a piece. Its size was added up; where the tokens of the whole are more, as several."""
    piece = as_piece(text, run, text.repeat(run.parts[0].above), body=body)
    halves = _halves(text, run) if piece.tokens > TARGET_TOKENS else ()
    if not halves and piece.text.value.strip():
        yield piece
    for half in halves:
        yield from _pieces(text, half, body)


def _halves(text: Text, run: Run) -> tuple[Run, ...]:
    if run.members:
        middle = len(run.members) // 2
        return tuple(reduce(joined, half) for half in (run.members[:middle], run.members[middle:]))
    first, *others = run.parts
    parts = run.parts if others else finer(text, first)
    middle = len(parts) // 2
    return tuple(replace(run, parts=half) for half in (parts[:middle], parts[middle:])) if middle else ()


def as_piece(text: Text, run: Run, above: RedactedText | None, *, body: int = 0, page: int | None = None) -> Piece:
    """Return a run as a piece below what it repeats.

    Properties, above the offset ``body``, are found by their words and not embedded.
    """
    first, last = run.parts[0], run.parts[-1]
    members = run.members or ((run,) if first.start < body < last.end else ())
    excerpt, below = text.excerpt(first.start, last.end), text.repeat(last.below)
    return Piece(
        run.heading_path,
        text.line_at(first.start),
        text.line_at(last.end - 1),
        excerpt,
        text.count_tokens(RedactedText.joined([part for part in (above, excerpt, below) if part]).value),
        above,
        below,
        tuple(ChunkSection(member.heading_path, _whole(text, member, body)) for member in members),
        page,
    )


def _whole(text: Text, run: Run, start: int = 0) -> RedactedText:
    """Return what a run says, with the lines that it repeats; from the offset ``start`` on where it goes on there."""
    first, last = run.parts[0], run.parts[-1]
    begin = max(first.start, start) if start < last.end else first.start
    around = (text.repeat(first.above), text.excerpt(begin, last.end), text.repeat(last.below))
    return RedactedText.joined([part for part in around if part])
