"""Fusion: several rankings become one, by rank alone."""

from collections import defaultdict
from collections.abc import Sequence

from glyph.domain.chunk import ChunkId
from glyph.domain.ranking import Contribution, Hit, Ranking

RRF_K = 60


def fuse(rankings: Sequence[Ranking], *, k: int = RRF_K) -> tuple[Hit, ...]:
    """Return every ranked chunk once, best first, by reciprocal rank fusion.

    A chunk scores the sum of 1 / (k + rank) over the rankings that hold it, so the engines'
    own scores never meet. Ties break on chunk id, so equal input gives equal output.
    Source: Cormack, Clarke and Buettcher, SIGIR 2009; k = 60 is theirs.
    """
    gathered: defaultdict[ChunkId, list[Contribution]] = defaultdict(list)
    for ranking in rankings:
        for rank, scored in enumerate(ranking.scored, start=1):
            share = 1 / (k + rank)
            gathered[scored.chunk_id].append(Contribution(ranking.ranker, rank, scored.score, share))
    hits = (Hit(chunk, sum(c.share for c in given), tuple(given)) for chunk, given in gathered.items())
    return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id)))
