"""One page of an answer: documents in their fused order, each by its best chunks.

Rankings are fused by document, so that a long page with many fair chunks does not push a short one with
the answer away. A document that would fill the page gets at most three places, and chunks of it that
stand next to each other become one.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice, takewhile

from glyph.domain.chunk import ChunkId
from glyph.domain.document import DocumentPath
from glyph.domain.ranking import Hit, Ranking, Scored, StoredChunk
from glyph.search.fuse import fuse

PER_DOCUMENT = 3

Paths = Mapping[ChunkId, DocumentPath]


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring chunks of one document as one chunk: nothing but blank lines stood between them."""

    first: int
    last: int
    chunk: StoredChunk


@dataclass(frozen=True, slots=True)
class Choice:
    """A document's hit with the chunks of it that a page shows, its best one first."""

    hit: Hit
    chunk_ids: tuple[ChunkId, ...]


def choose(rankings: Sequence[Ranking], limit: int) -> tuple[Choice, ...]:
    """Return the documents of a page of ``limit`` places, best first, each with the chunks to read for it."""
    paths = {scored.chunk_id: scored.path for ranking in rankings for scored in ranking.scored}
    hits = fuse(rankings)
    more = _further_chunks(hits[:limit], paths)
    return tuple(
        Choice(hit, tuple(dict.fromkeys((hit.chunk_id, *more[paths[hit.chunk_id]])))[:PER_DOCUMENT])
        for hit in _fuse_documents(rankings, best_chunks(hits, paths))[:limit]
    )


def best_chunks(hits: Sequence[Hit], paths: Paths) -> Mapping[DocumentPath, ChunkId]:
    """Return each document's first chunk among the hits."""
    best: dict[DocumentPath, ChunkId] = {}
    for hit in hits:
        best.setdefault(paths[hit.chunk_id], hit.chunk_id)
    return best


def _fuse_documents(rankings: Sequence[Ranking], best: Mapping[DocumentPath, ChunkId]) -> tuple[Hit, ...]:
    """Return a hit for each ranked document, best first, under the chunk of it that ranks best overall.

    A contribution's rank counts documents, and its score is that of the ranker's own best chunk.
    """
    return fuse([_by_document(ranking, best) for ranking in rankings])


def _by_document(ranking: Ranking, best: Mapping[DocumentPath, ChunkId]) -> Ranking:
    scores: dict[DocumentPath, float] = {}
    for scored in ranking.scored:
        scores.setdefault(scored.path, scored.score)
    return replace(ranking, scored=tuple(Scored(best[path], path, score) for path, score in scores.items()))


def _further_chunks(hits: Sequence[Hit], paths: Paths) -> Mapping[DocumentPath, list[ChunkId]]:
    """Return the chunks that would stand on the page by themselves, by document."""
    further: defaultdict[DocumentPath, list[ChunkId]] = defaultdict(list)
    for hit in hits:
        further[paths[hit.chunk_id]].append(hit.chunk_id)
    return further


def lay_out(
    choices: Sequence[Choice], chunks: Mapping[ChunkId, StoredChunk], limit: int
) -> tuple[tuple[Hit, StoredChunk], ...]:
    """Return the places of a page: hits in document order, each with the chunk (or merged chunks) to show."""
    places = (
        (replace(choice.hit, chunk_id=chunk.chunk_id), chunk)  # a further chunk stands where its document stands
        for choice in choices
        for chunk in merge([chunks[chunk_id] for chunk_id in choice.chunk_ids])
    )
    return tuple(islice(places, limit))


def merge(chunks: Sequence[StoredChunk]) -> tuple[StoredChunk, ...]:
    """Return chunks of one document with neighbours made one, under the id of the one that ranks better.

    Chunks of two pages stay two: a citation names one page.
    """
    runs: list[Run] = []
    for chunk in chunks:
        single = Run(chunk.ordinal, chunk.ordinal, chunk)
        touching = [run for run in runs if run.chunk.page == chunk.page and _touch(run, single)]
        place = runs.index(touching[0]) if touching else len(runs)
        runs = [run for run in runs if run not in touching]
        runs.insert(place, reduce(_joined, [*touching[:1], single, *touching[1:]]))
    return tuple(run.chunk for run in runs)


def _touch(one: Run, other: Run) -> bool:
    return one.last + 1 == other.first or other.last + 1 == one.first


def _joined(better: Run, other: Run) -> Run:
    """Return two neighbours as one run of lines; the heading path is what they begin with alike."""
    first, second = sorted((better, other), key=lambda run: run.first)
    gap = "\n" * (second.chunk.line_from - first.chunk.line_to)
    pairs = zip(first.chunk.heading_path, second.chunk.heading_path, strict=False)
    shared = tuple(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    chunk = replace(
        better.chunk,
        heading_path=shared or better.chunk.heading_path,
        line_from=first.chunk.line_from,
        line_to=second.chunk.line_to,
        text=f"{first.chunk.text}{gap}{second.chunk.text}",
    )
    return Run(first.first, second.last, chunk)
