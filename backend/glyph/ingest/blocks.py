"""A document's blocks: headings, paragraphs, fences, tables, and lists with what belongs to their items."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from glyph.ingest.markdown import HEADING, Heading, heading_at
from glyph.ingest.verbatim import Verbatim, verbatim_ranges

# Patterns run on crafted lines too: each is linear, or bounded by a length.
ITEM = re.compile(r"([ \t>]*)(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)")
BOLD = re.compile(r" {0,3}(\*\*|__)(?=[^\s*_])[^*_]{0,200}\1:?[ \t]*$")
TABLE_RULE = re.compile(r"[ \t>]*(?=[^|]{0,80}\|)\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
LEADS_IN = re.compile(r":[*_`]{0,3}$")


class Kind(StrEnum):
    """What a block is. A ``LIST`` holds items and an ``ITEM`` may hold what belongs to it."""

    HEADING = "heading"
    BOLD = "bold"
    TEXT = "text"
    FENCE = "fence"
    HTML = "html"
    TABLE = "table"
    ITEM = "item"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class Block:
    """Lines ``first`` to ``last`` (1-based), neither of them blank.

    ``closed`` is true of a fence whose last line closes it. ``blocks`` are those inside; none in a leaf.
    """

    kind: Kind
    first: int
    last: int
    closed: bool = False
    blocks: tuple["Block", ...] = ()
    heading: Heading | None = None


def blocks_of(lines: Sequence[str], start: int) -> Iterator[Block]:
    """Yield the blocks after the first ``start`` lines; only blank lines stand between them."""
    listed: list[Block] = []
    for leaf in leaves(lines, start):
        if listed and not _belongs(leaf, lines):
            yield _list_of(listed, lines)
            listed = []
        if listed or leaf.kind is Kind.ITEM:
            listed.append(leaf)
        else:
            yield leaf
    if listed:
        yield _list_of(listed, lines)


def leads_in(block: Block, lines: Sequence[str]) -> bool:
    """Return whether a block announces the next one: a heading, a bold line, a sentence that ends in a colon."""
    if block.kind in (Kind.HEADING, Kind.BOLD):
        return True
    return block.kind in (Kind.TEXT, Kind.ITEM) and LEADS_IN.search(lines[block.last - 1].rstrip()) is not None


def leaves(lines: Sequence[str], start: int) -> Iterator[Block]:
    """Yield the blocks in flat order: an item ends where anything else begins, a fence inside it too."""
    number = start + 1
    end = Verbatim(len(lines) + 1, len(lines) + 1, is_fence=False, closed=False)
    for verbatim in (*verbatim_ranges(lines, start), end):
        while number < verbatim.first:
            leaf = _leaf_at(lines, number, verbatim.first)
            if leaf:
                yield leaf
            number = leaf.last + 1 if leaf else number + 1
        if verbatim is not end:
            yield _verbatim_block(lines, verbatim)
        number = verbatim.last + 1


def _verbatim_block(lines: Sequence[str], verbatim: Verbatim) -> Block:
    last = verbatim.last
    while not lines[last - 1].strip():
        last -= 1
    return Block(Kind.FENCE if verbatim.is_fence else Kind.HTML, verbatim.first, last, verbatim.closed)


def _leaf_at(lines: Sequence[str], number: int, border: int) -> Block | None:
    """Return the block that begins at a line and ends before the line ``border``; None at a blank line."""
    if not lines[number - 1].strip():
        return None
    kind = _kind_at(lines, number, border)
    if kind in (Kind.HEADING, Kind.BOLD):
        return Block(kind, number, number, heading=heading_at(lines[number - 1], number))
    below = number + (2 if kind is Kind.TABLE else 1)
    while below < border and _goes_on(kind, lines, below, border):
        below += 1
    return Block(kind, number, below - 1)


def _kind_at(lines: Sequence[str], number: int, border: int) -> Kind:
    line = lines[number - 1]
    if HEADING.match(line):
        return Kind.HEADING
    if ITEM.match(line):
        return Kind.ITEM
    if "|" in line and number + 1 < border and TABLE_RULE.match(lines[number]):
        return Kind.TABLE
    return Kind.BOLD if BOLD.match(line) else Kind.TEXT


def _goes_on(kind: Kind, lines: Sequence[str], number: int, border: int) -> bool:
    """Return whether a line still belongs to the block of this kind above it."""
    line = lines[number - 1]
    if not line.strip():
        return False
    return "|" in line if kind is Kind.TABLE else _kind_at(lines, number, border) is Kind.TEXT


def _belongs(leaf: Block, lines: Sequence[str]) -> bool:
    """Return whether a leaf belongs to the list above it: an item, a fence, or anything indented.

    People forget to indent the commands of a step, so a fence need not be.
    """
    if leaf.kind in (Kind.ITEM, Kind.FENCE):
        return True
    return leaf.kind is not Kind.HEADING and _indent(lines[leaf.first - 1]) >= 2


def _indent(line: str) -> int:
    body = line.lstrip(" \t>")
    return len(line[: len(line) - len(body)].expandtabs(4).replace(">", ""))


def _list_of(listed: Sequence[Block], lines: Sequence[str]) -> Block:
    """Return the list that leaves make: each item at the outer margin holds what follows until the next."""
    items: list[list[Block]] = []
    margin = _indent(lines[listed[0].first - 1])
    for leaf in listed:
        if not items or (leaf.kind is Kind.ITEM and _indent(lines[leaf.first - 1]) <= margin):
            items.append([])
        items[-1].append(leaf)
    held = tuple(_holding(Kind.ITEM, tuple(item)) for item in items)
    return _holding(Kind.LIST, held)


def _holding(kind: Kind, blocks: tuple[Block, ...]) -> Block:
    return (
        blocks[0]
        if len(blocks) == 1 and kind is Kind.ITEM
        else Block(kind, blocks[0].first, blocks[-1].last, blocks=blocks)
    )
