"""Vector search over one generation: the base, exact search over what is newer, merged by cosine.

The base never changes, so ids in it may be dead: they are dropped by looking them up in index.sqlite.
Without a base, exact search over every row answers. A chunk with several windows counts by its best.
"""

import json
import logging
import sqlite3
import zlib
from collections.abc import Iterable, Mapping, Sequence
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

JOINED = "vectors JOIN chunks ON chunks.row = vectors.chunk JOIN documents USING (path)"


class Base(Protocol):
    """The disposable accelerator: approximate neighbours among the vectors it was built from."""

    def nearest(self, vector: Vectors, limit: int) -> tuple[Scored, ...]:
        """Return windows' chunks by cosine, best first; a chunk may stand twice."""
        ...


def rank_vectors(
    connection: sqlite3.Connection, base: Base | None, vector: Vectors, *, limit: int, scope: Scope
) -> tuple[Scored, ...]:
    """Return the chunks nearest to ``vector``, best first; ties break on chunk id."""
    if base is None or _is_small(connection, scope):
        return best_per_chunk(_exact(connection, vector, scope, newer_than_base=False), limit)
    near = base.nearest(vector, limit * OVERFETCH)
    live = _live(connection, [scored.chunk_id for scored in near], scope)
    newer = _exact(connection, vector, scope, newer_than_base=True)
    return best_per_chunk((*(scored for scored in near if scored.chunk_id in live), *newer), limit)


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
    row = connection.execute(
        f"SELECT count(*) FROM {JOINED} WHERE {condition}",
        parameters,
    ).fetchone()
    return row[0] <= EXACT_SCOPE_ROWS


def _live(connection: sqlite3.Connection, chunk_ids: Sequence[ChunkId], scope: Scope) -> frozenset[str]:
    condition, parameters = scope_condition(scope)
    rows = connection.execute(
        f"SELECT DISTINCT chunk_id FROM {JOINED}"
        f" WHERE in_base = 1 AND chunk_id IN (SELECT value FROM json_each(?)) AND {condition}",
        (json.dumps(list(chunk_ids)), *parameters),
    )
    return frozenset(row[0] for row in rows)


def _exact(connection: sqlite3.Connection, vector: Vectors, scope: Scope, *, newer_than_base: bool) -> Iterable[Scored]:
    condition, parameters = scope_condition(scope)
    newer = "in_base = 0" if newer_than_base else "TRUE"
    rows = connection.execute(
        f"SELECT chunk_id, vector, checksum FROM {JOINED} WHERE {newer} AND {condition}", parameters
    )
    vectors = sound_vectors(rows)
    if not vectors:
        return ()
    similarities = np.stack([row for _, row in vectors]) @ vector
    return [Scored(chunk_id, float(score)) for (chunk_id, _), score in zip(vectors, similarities, strict=True)]


def sound_vectors(rows: Iterable[tuple[str, bytes, int]]) -> list[tuple[ChunkId, Vectors]]:
    """Return the vectors whose checksum holds; a damaged one would rank at random."""
    sound: list[tuple[ChunkId, Vectors]] = []
    for chunk_id, blob, checksum in rows:
        if zlib.crc32(blob) != checksum:
            logger.warning("vector skipped: its checksum does not hold", extra={"chunk": chunk_id})
            continue
        sound.append((ChunkId(chunk_id), np.frombuffer(blob, dtype=np.float32)))
    return sound


def base_rows(connection: sqlite3.Connection) -> Mapping[str, Vectors]:
    """Return every vector under its id in the base: ``<chunk id>:<window>``."""
    rows = connection.execute(
        "SELECT chunk_id || ':' || window, vector, checksum FROM vectors JOIN chunks ON chunks.row = vectors.chunk"
        " ORDER BY vectors.row"
    )
    return dict(sound_vectors(rows))
