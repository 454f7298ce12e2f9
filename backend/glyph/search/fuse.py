"""Fusion: several rankings become one, by rank alone."""

from collections import defaultdict
from collections.abc import Sequence
from math import fsum, inf

from glyph.domain.chunk import ChunkId
from glyph.domain.ranking import Contribution, Hit, RankerName, Ranking

RRF_K = 60


def fuse(rankings: Sequence[Ranking], *, k: int = RRF_K) -> tuple[Hit, ...]:
    """Return every ranked chunk once, best first, by reciprocal rank fusion.

    A chunk scores the sum of 1 / (k + rank) over the rankings that hold it, so the engines'
    own scores never meet. Of equal scores the better single rank goes first, then the better rank by
    keyword, then the lower chunk id, so equal input gives equal output.
    Source: Cormack, Clarke and Buettcher, SIGIR 2009; k = 60 is theirs.
    """
    gathered: defaultdict[ChunkId, list[Contribution]] = defaultdict(list)
    for ranking in rankings:
        for rank, scored in enumerate(ranking.scored, start=1):
            share = 1 / (k + rank)
            gathered[scored.chunk_id].append(Contribution(ranking.ranker, rank, scored.score, share))
    # An exact sum: shares in another order must not make two equal scores differ in their last digit.
    hits = (Hit(chunk, fsum(c.share for c in given), tuple(given)) for chunk, given in gathered.items())
    return tuple(sorted(hits, key=_place))


def _place(hit: Hit) -> tuple[float, int, float, ChunkId]:
    by_keyword = (given.rank for given in hit.contributions if given.ranker is RankerName.KEYWORD)
    return -hit.score, min(given.rank for given in hit.contributions), min(by_keyword, default=inf), hit.chunk_id
