"""Packing: parts become runs within the target, and undersized neighbouring runs become one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from glyph.ingest.parts import Part


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring parts that make one chunk. One that ``opens_topic`` never joins what stands before it.

    ``members`` are the runs that became this one; none when it is one from the start.
    """

    heading_path: tuple[str, ...]
    parts: tuple[Part, ...]
    opens_topic: bool = False
    members: tuple["Run", ...] = ()

    @property
    def tokens(self) -> int:
        return size_of(self.parts)


def size_of(parts: Sequence[Part]) -> int:
    """Return the tokens of neighbouring parts, with the lines that a chunk of them repeats."""
    above, below = parts[0].above, parts[-1].below
    return sum(part.tokens for part in parts) + (above.tokens if above else 0) + (below.tokens if below else 0)


def packed(parts: Sequence[Part], target: int) -> Iterator[tuple[Part, ...]]:
    """Yield runs of parts within the target, cut at the best place in the second half of each."""
    begin, size = 0, _opening(parts[0])
    for end, part in enumerate(parts):
        while begin < end and size + part.tokens + _closing(part) > target:
            border = _best_border(parts, begin, end, target)
            yield tuple(parts[begin:border])
            begin, size = border, _opening(parts[border]) + sum(each.tokens for each in parts[border:end])
        size += part.tokens
    yield tuple(parts[begin:])


def _opening(part: Part) -> int:
    return part.above.tokens if part.above else 0


def _closing(part: Part) -> int:
    return part.below.tokens if part.below else 0


def _best_border(parts: Sequence[Part], begin: int, end: int, target: int) -> int:
    """Return before which part to cut: never behind one that clings, and late among equals."""
    size, candidates, early = 0, list[int](), end
    for border in range(begin + 1, end + 1):
        size += parts[border - 1].tokens
        if not parts[border - 1].clings:
            early = border
            if size >= target // 2:
                candidates.append(border)
    return max(candidates, key=lambda border: (parts[border].border, border), default=early)


def merged(runs: Iterable[Run], *, least: int, target: int) -> Iterator[Run]:
    """Yield the runs, one under ``least`` together with those that follow it while they fit the target."""
    current: Run | None = None
    for run in runs:
        if current is None:
            current = run
        elif _may_join(current, run, least, target):
            current = joined(current, run)
        else:
            yield current
            current = run
    if current is not None:
        yield current


def _may_join(former: Run, latter: Run, least: int, target: int) -> bool:
    if latter.opens_topic or min(former.tokens, latter.tokens) >= least:
        return False
    return size_of((*former.parts, *latter.parts)) <= target


def joined(former: Run, latter: Run) -> Run:
    """Return two neighbouring runs as one, under the heading path that they share."""
    pairs = zip(former.heading_path, latter.heading_path, strict=False)
    shared = tuple(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    members = (*(former.members or (former,)), latter)
    return Run(shared, (*former.parts, *latter.parts), former.opens_topic, members)
