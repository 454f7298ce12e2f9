"""Vector search over one generation: the base proposes, index.sqlite decides.

The base never changes, so ids in it may be dead, and it is only a graph. It names candidates; their
vectors, and all that are newer than the base, are compared exactly. Without a base, or where it
proposes too little, exact search over every row answers. A chunk with several windows counts by its best.
"""

import json
import logging
import sqlite3
import zlib
from collections.abc import Iterable
from typing import Protocol

import numpy as np

from glyph.domain.chunk import ChunkId
from glyph.domain.ranking import Scope, Scored
from glyph.index.embedded.scope import scope_condition
from glyph.index.store import Vectors

logger = logging.getLogger(__name__)

OVERFETCH = 4
EXACT_SCOPE_ROWS = 5_000
"""A scope of up to so many vectors is searched exactly: exact costs less than a filtered graph walk."""
COSINE_PLACES = 6
"""What differs less is a tie: the last digits depend on how many rows were multiplied at once."""

JOINED = "vectors JOIN chunks ON chunks.row = vectors.chunk JOIN documents USING (path)"
NEWER_THAN_BASE = "in_base = 0"
PROPOSED = "chunk_id IN (SELECT value FROM json_each(?))"


class Base(Protocol):
    """The disposable accelerator: approximate neighbours among the vectors it was built from."""

    @property
    def size(self) -> int:
        """Return how many vectors it holds."""
        ...

    def nearest(self, vector: Vectors, limit: int) -> tuple[ChunkId, ...]:
        """Return the chunks of the ``limit`` nearest windows, best first; a chunk may stand twice."""
        ...


def rank_vectors(
    connection: sqlite3.Connection, base: Base | None, vector: Vectors, *, limit: int, scope: Scope
) -> tuple[Scored, ...]:
    """Return the chunks nearest to ``vector``, best first; ties break on chunk id."""
    if base is None or _is_small(connection, scope):
        return best_per_chunk(_exact(connection, vector, scope), limit)
    asked = limit * OVERFETCH
    proposed = json.dumps(base.nearest(vector, asked))
    found = (
        *_exact(connection, vector, scope, PROPOSED, (proposed,)),
        *_exact(connection, vector, scope, NEWER_THAN_BASE),
    )
    best = best_per_chunk(found, limit)
    if len(best) < limit and asked < base.size:  # most of what is near is dead or out of scope
        return best_per_chunk(_exact(connection, vector, scope), limit)
    return best


def best_per_chunk(scored: Iterable[Scored], limit: int) -> tuple[Scored, ...]:
    """Return each chunk once with its best score, best first."""
    best: dict[ChunkId, float] = {}
    for each in scored:
        best[each.chunk_id] = max(each.score, best.get(each.chunk_id, -1.0))
    ordered = sorted(best.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Scored(chunk_id, score) for chunk_id, score in ordered[:limit])


def _is_small(connection: sqlite3.Connection, scope: Scope) -> bool:
    if scope == Scope():
        return False
    condition, parameters = scope_condition(scope)
    row = connection.execute(f"SELECT count(*) FROM {JOINED} WHERE {condition}", parameters).fetchone()
    return row[0] <= EXACT_SCOPE_ROWS


def _exact(
    connection: sqlite3.Connection, vector: Vectors, scope: Scope, which: str = "TRUE", values: tuple[str, ...] = ()
) -> Iterable[Scored]:
    condition, parameters = scope_condition(scope)
    rows = connection.execute(
        f"SELECT chunk_id, vector, checksum FROM {JOINED} WHERE {which} AND {condition}", (*values, *parameters)
    )
    vectors = sound_vectors(rows)
    if not vectors:
        return ()
    cosines = np.round(np.stack([row for _, row in vectors]) @ vector, COSINE_PLACES)
    return [Scored(chunk_id, float(cosine)) for (chunk_id, _), cosine in zip(vectors, cosines, strict=True)]


def sound_vectors(rows: Iterable[tuple[str, bytes, int]]) -> list[tuple[ChunkId, Vectors]]:
    """Return the vectors whose checksum holds; a damaged one would rank at random."""
    sound: list[tuple[ChunkId, Vectors]] = []
    for chunk_id, blob, checksum in rows:
        if zlib.crc32(blob) != checksum:
            logger.warning("vector skipped: its checksum does not hold", extra={"chunk": chunk_id})
            continue
        sound.append((ChunkId(chunk_id), np.frombuffer(blob, dtype=np.float32)))
    return sound
