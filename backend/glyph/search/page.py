"""One page of an answer: documents in their fused order, each by its best chunks.

Rankings are fused by document, so that a long page with many fair chunks does not push a short one with
the answer away. A document that would fill the page gets at most three places, and chunks of it that
stand next to each other become one.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import takewhile

from glyph.domain.chunk import ChunkId
from glyph.domain.document import DocumentPath
from glyph.domain.ranking import Hit, Ranking, Scored, StoredChunk
from glyph.search.fuse import fuse

PER_DOCUMENT = 3

Chunks = Mapping[ChunkId, StoredChunk]


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring chunks of one document as one chunk: nothing but blank lines stood between them."""

    first: int
    last: int
    chunk: StoredChunk


def fuse_documents(rankings: Sequence[Ranking], chunks: Chunks) -> tuple[Hit, ...]:
    """Return a hit for each ranked document, best first, under the chunk of it that ranks best overall.

    A contribution's rank counts documents, and its score is that of the ranker's own best chunk.
    """
    best = best_chunks(fuse(rankings), chunks)
    return fuse([_by_document(ranking, chunks, best) for ranking in rankings])


def best_chunks(hits: Sequence[Hit], chunks: Chunks) -> Mapping[DocumentPath, ChunkId]:
    """Return each document's first chunk among the hits."""
    best: dict[DocumentPath, ChunkId] = {}
    for hit in hits:
        best.setdefault(chunks[hit.chunk_id].path, hit.chunk_id)
    return best


def _by_document(ranking: Ranking, chunks: Chunks, best: Mapping[DocumentPath, ChunkId]) -> Ranking:
    scores: dict[DocumentPath, float] = {}
    for scored in ranking.scored:
        scores.setdefault(chunks[scored.chunk_id].path, scored.score)
    return replace(ranking, scored=tuple(Scored(best[path], score) for path, score in scores.items()))


def lay_out(rankings: Sequence[Ranking], chunks: Chunks, limit: int) -> tuple[tuple[Hit, StoredChunk], ...]:
    """Return the places of a page: hits in document order, each with the chunk (or merged chunks) to show."""
    more = _further_chunks(fuse(rankings)[:limit], chunks)
    places: list[tuple[Hit, StoredChunk]] = []
    for hit in fuse_documents(rankings, chunks):
        first = chunks[hit.chunk_id]
        shown = [first, *(chunk for chunk in more[first.path] if chunk.chunk_id != first.chunk_id)][:PER_DOCUMENT]
        places.extend((hit if chunk.chunk_id == hit.chunk_id else _beside(hit, chunk), chunk) for chunk in merge(shown))
    return tuple(places[:limit])


def _further_chunks(hits: Sequence[Hit], chunks: Chunks) -> Mapping[DocumentPath, list[StoredChunk]]:
    """Return the chunks that would stand on the page by themselves, by document."""
    further: defaultdict[DocumentPath, list[StoredChunk]] = defaultdict(list)
    for hit in hits:
        chunk = chunks[hit.chunk_id]
        further[chunk.path].append(chunk)
    return further


def _beside(hit: Hit, chunk: StoredChunk) -> Hit:
    """Return the hit of a document's further chunk: it stands where its document stands."""
    return replace(hit, chunk_id=chunk.chunk_id)


def merge(chunks: Sequence[StoredChunk]) -> tuple[StoredChunk, ...]:
    """Return chunks of one document with neighbours made one, under the id of the one that ranks better."""
    runs: list[Run] = []
    for chunk in chunks:
        single = Run(chunk.ordinal, chunk.ordinal, chunk)
        touching = [run for run in runs if run.last + 1 == chunk.ordinal or chunk.ordinal + 1 == run.first]
        place = runs.index(touching[0]) if touching else len(runs)
        runs = [run for run in runs if run not in touching]
        runs.insert(place, reduce(_joined, [*touching[:1], single, *touching[1:]]))
    return tuple(run.chunk for run in runs)


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
