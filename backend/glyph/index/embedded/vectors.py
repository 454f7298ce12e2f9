"""Vector search over one generation: the base proposes, index.sqlite decides.

The base never changes, so ids in it may be dead, and it is only a graph. What it proposes counts where the
rows still hold it; all that is newer than the base is compared exactly. Without a base, or where it
proposes too little, exact search over every row answers. A chunk with several windows counts by its best.
"""

import json
import logging
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np

from glyph.domain.chunk import ChunkId
from glyph.domain.document import DocumentPath
from glyph.domain.ranking import Scope, Scored
from glyph.index.embedded.scope import join_documents, scope_condition
from glyph.index.store import Vectors

logger = logging.getLogger(__name__)

OVERFETCH = 4
EXACT_SCOPE_ROWS = 5_000
"""A scope of up to so many vectors is searched exactly: exact costs less than a filtered graph walk."""
COSINE_PLACES = 5
"""What differs less is a tie: the base and exact search, or two counts of rows, differ by up to 1e-6."""

NEWER_THAN_BASE = "in_base = 0"


class Base(Protocol):
    """The disposable accelerator: approximate neighbours among the vectors it was built from."""

    @property
    def size(self) -> int:
        """Return how many vectors it holds."""
        ...

    def nearest(self, vector: Vectors, limit: int) -> Sequence[tuple[ChunkId, float]]:
        """Return the chunks of the ``limit`` nearest windows with their cosines; a chunk may stand twice."""
        ...


def rank_vectors(
    connection: sqlite3.Connection, base: Base | None, vector: Vectors, *, limit: int, scope: Scope
) -> tuple[Scored, ...]:
    """Return the chunks nearest to ``vector``, best first; ties break on chunk id."""
    if base is None or _is_small(connection, scope):
        return best_per_chunk(_exact(connection, vector, scope), limit)
    asked = limit * OVERFETCH
    proposed = _alive(connection, base.nearest(vector, asked), scope)
    best = best_per_chunk((*proposed, *_exact(connection, vector, scope, NEWER_THAN_BASE)), limit)
    if len(best) < limit and asked < base.size:  # most of what is near is dead or out of scope
        return best_per_chunk(_exact(connection, vector, scope), limit)
    return best


def best_per_chunk(scored: Iterable[Scored], limit: int) -> tuple[Scored, ...]:
    """Return each chunk once with its best score, best first."""
    best: dict[ChunkId, Scored] = {}
    for each in scored:
        known = best.get(each.chunk_id)
        if known is None or known.score < each.score:
            best[each.chunk_id] = each
    return tuple(sorted(best.values(), key=lambda each: (-each.score, each.chunk_id))[:limit])


def _alive(connection: sqlite3.Connection, proposed: Sequence[tuple[ChunkId, float]], scope: Scope) -> Iterable[Scored]:
    """Return what the base proposed and the rows still hold. Equal ids are equal texts, so its cosine stands."""
    condition, parameters = scope_condition(scope)
    rows = connection.execute(
        f"SELECT chunk_id, path FROM chunks{join_documents(scope)}"
        f" WHERE chunk_id IN (SELECT value FROM json_each(?)) AND {condition}",
        (json.dumps(list({chunk_id for chunk_id, _ in proposed})), *parameters),
    )
    paths = {ChunkId(chunk_id): DocumentPath(path) for chunk_id, path in rows}
    return [
        Scored(chunk_id, paths[chunk_id], round(cosine, COSINE_PLACES))
        for chunk_id, cosine in proposed
        if chunk_id in paths
    ]


def _is_small(connection: sqlite3.Connection, scope: Scope) -> bool:
    if scope == Scope():
        return False
    condition, parameters = scope_condition(scope)
    row = connection.execute(
        f"SELECT count(*) FROM vectors JOIN chunks ON chunks.row = vectors.chunk{join_documents(scope)}"
        f" WHERE {condition}",
        parameters,
    ).fetchone()
    return row[0] <= EXACT_SCOPE_ROWS


def _exact(connection: sqlite3.Connection, vector: Vectors, scope: Scope, which: str = "TRUE") -> Iterable[Scored]:
    condition, parameters = scope_condition(scope)
    rows = connection.execute(
        f"SELECT chunk_id, path, vector, checksum FROM vectors JOIN chunks ON chunks.row = vectors.chunk"
        f"{join_documents(scope)} WHERE {which} AND {condition}",
        parameters,
    ).fetchall()
    paths = {ChunkId(chunk_id): DocumentPath(path) for chunk_id, path, _, _ in rows}
    vectors = sound_vectors((chunk_id, blob, checksum) for chunk_id, _, blob, checksum in rows)
    if not vectors:
        return ()
    cosines = np.round(np.stack([row for _, row in vectors]) @ vector, COSINE_PLACES).tolist()
    return [Scored(chunk_id, paths[chunk_id], cosine) for (chunk_id, _), cosine in zip(vectors, cosines, strict=True)]


def sound_vectors(rows: Iterable[tuple[str, bytes, int]]) -> list[tuple[ChunkId, Vectors]]:
    """Return the vectors whose checksum holds; a damaged one would rank at random."""
    sound: list[tuple[ChunkId, Vectors]] = []
    for chunk_id, blob, checksum in rows:
        if zlib.crc32(blob) != checksum:
            logger.warning("vector skipped: its checksum does not hold", extra={"chunk": chunk_id})
            continue
        sound.append((ChunkId(chunk_id), np.frombuffer(blob, dtype=np.float32)))
    return sound
