"""Merging: three versions of a page become one where nobody changed the same place.

The base is what the last import wrote, ``ours`` what stands in the tree, ``theirs`` what the export gives
now. Source: Khanna, Kunal and Pierce, A Formal Investigation of Diff3, FSTTCS 2007.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum


class Outcome(StrEnum):
    """What an import does with one file of the tree."""

    CREATED = "created"
    UNCHANGED = "unchanged"
    REWRITTEN = "rewritten"
    EDITED = "edited"
    MERGED = "merged"
    CONFLICT = "conflict"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Decision:
    """An outcome, and the text that is to stand in the tree; None leaves the file as it is."""

    outcome: Outcome
    text: str | None = None


def decide(base: str | None, ours: str | None, theirs: str) -> Decision:
    """Return what becomes of a page; None is a version that does not exist.

    What was edited or removed here is never overwritten: where both sides changed the same place it is a conflict.
    """
    if ours is None:
        return _without_ours(base, theirs)
    if ours == theirs:
        return Decision(Outcome.UNCHANGED)
    if base is None:
        return Decision(Outcome.CONFLICT)
    both = merged(base, ours, theirs)
    if both is None:
        return Decision(Outcome.CONFLICT)
    if both == ours:
        return Decision(Outcome.EDITED)
    return Decision(Outcome.REWRITTEN if ours == base else Outcome.MERGED, both)


def _without_ours(base: str | None, theirs: str) -> Decision:
    if base is None:
        return Decision(Outcome.CREATED, theirs)
    return Decision(Outcome.REMOVED if theirs == base else Outcome.CONFLICT)


def merged(base: str, ours: str, theirs: str) -> str | None:
    """Return a text with the changes of both sides; None when they touch each other."""
    if base in (ours, theirs):
        return theirs if base == ours else ours
    pieces: list[str] = []
    for common, left, right in _chunks(base.split("\n"), ours.split("\n"), theirs.split("\n")):
        chosen = _chosen(common, left, right)
        if chosen is None:
            return None
        pieces.extend(chosen)
    return "\n".join(pieces)


Chunk = tuple[Sequence[str], Sequence[str], Sequence[str]]


def _chosen(common: Sequence[str], left: Sequence[str], right: Sequence[str]) -> Sequence[str] | None:
    if right in (left, common):
        return left
    return right if left == common else None


def _chunks(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> Iterator[Chunk]:
    """Yield the versions chunk by chunk: a line that all three share ends a chunk and is one by itself."""
    to_ours, to_theirs = _matches(base, ours), _matches(base, theirs)
    at, at_ours, at_theirs = 0, 0, 0
    for line in sorted(to_ours.keys() & to_theirs.keys()):
        left, right = to_ours[line], to_theirs[line]
        if (line, left, right) != (at, at_ours, at_theirs):
            yield base[at:line], ours[at_ours:left], theirs[at_theirs:right]
        yield base[line : line + 1], ours[left : left + 1], theirs[right : right + 1]
        at, at_ours, at_theirs = line + 1, left + 1, right + 1
    yield base[at:], ours[at_ours:], theirs[at_theirs:]


def _matches(base: Sequence[str], other: Sequence[str]) -> dict[int, int]:
    """Return which line of another version each line of the base still is."""
    blocks = SequenceMatcher(None, base, other, autojunk=False).get_matching_blocks()
    return {block.a + offset: block.b + offset for block in blocks for offset in range(block.size)}
