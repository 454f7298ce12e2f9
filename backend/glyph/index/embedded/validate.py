"""What a staged generation must prove before it can be activated."""

import sqlite3
import zlib

from glyph.domain.generation import Fingerprint
from glyph.domain.ranking import Scope
from glyph.errors import GenerationRejected
from glyph.index.embedded import database
from glyph.index.embedded.keywords import rank_keywords
from glyph.index.store import Term

PROBES = 16
FLOAT32_BYTES = 4


def validate(connection: sqlite3.Connection, fingerprint: Fingerprint) -> None:
    """Check counts, vectors and keyword rows against one another, and ask probe queries.

    Raises: GenerationRejected, naming the check that failed.
    """
    _check_counts(connection)
    _check_vectors(connection, fingerprint.dimensions)
    connection.execute("INSERT INTO keywords (keywords) VALUES ('integrity-check')")
    connection.execute("INSERT INTO literals (literals) VALUES ('integrity-check')")
    _check_probes(connection)


def _single(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])


def _check_counts(connection: sqlite3.Connection) -> None:
    stated = database.counts(connection).chunks
    chunks = _single(connection, "SELECT count(*) FROM chunks")
    keyword_rows = _single(connection, "SELECT count(*) FROM keywords")
    embedded = _single(connection, "SELECT count(DISTINCT chunk) FROM vectors")
    if not stated == chunks == keyword_rows == embedded:
        raise GenerationRejected(
            f"Counts differ: {stated} chunks stated, {chunks} stored, {keyword_rows} keyword rows, {embedded} embedded."
        )


def _check_vectors(connection: sqlite3.Connection, dimensions: int) -> None:
    for vector, checksum in connection.execute("SELECT vector, checksum FROM vectors"):
        if len(vector) != dimensions * FLOAT32_BYTES or zlib.crc32(vector) != checksum:
            raise GenerationRejected("A stored vector is damaged or has the wrong number of dimensions.")


def _check_probes(connection: sqlite3.Connection) -> None:
    """Evenly spaced chunks must be found by the words of their own first line."""
    step = max(1, _single(connection, "SELECT count(*) FROM chunks") // PROBES)
    rows = connection.execute("SELECT chunk_id, path, text FROM chunks WHERE row % ? = 0 LIMIT ?", (step, PROBES))
    for chunk_id, path, text in rows.fetchall():
        # ASCII: to the tokenizer, a letter younger than its Unicode tables is no letter.
        words = tuple(word for word in text.split() if any(c.isascii() and c.isalnum() for c in word))[:12]
        everything = _single(connection, "SELECT count(*) FROM chunks")
        found = rank_keywords(
            connection, [Term((word,)) for word in words], limit=everything, scope=Scope(path_prefix=path)
        )
        if words and chunk_id not in {scored.chunk_id for scored in found}:
            raise GenerationRejected(f"A probe query does not find a chunk of {path}.")
