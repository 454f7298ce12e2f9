"""What a generation must prove: a staged one before it can be activated, any other when somebody asks."""

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator

from glyph.domain.generation import Fingerprint
from glyph.domain.ranking import Scope
from glyph.errors import GenerationRejected
from glyph.index.embedded import database
from glyph.index.embedded.keywords import keyword_row, rank_keywords
from glyph.index.store import Term

PROBES = 16
FLOAT32_BYTES = 4

Check = Callable[[sqlite3.Connection, Fingerprint], None]


def validate(connection: sqlite3.Connection, fingerprint: Fingerprint) -> None:
    """Check counts, vectors and keyword rows against one another, and ask probe queries.

    Raises: GenerationRejected, naming the check that failed.
    """
    for check in (_check_counts, check_vectors, _check_full_text, _check_probes):
        check(connection, fingerprint)


def faults_of(connection: sqlite3.Connection, fingerprint: Fingerprint) -> Iterator[str]:
    """Yield what each check finds wrong, the slower ones included; nothing is mended."""
    checks: tuple[Check, ...] = (
        _check_pages,
        _check_counts,
        check_vectors,
        _check_full_text,
        _check_keyword_rows,
        _check_probes,
    )
    for check in checks:
        try:
            check(connection, fingerprint)
        except GenerationRejected as error:
            yield error.message
        except sqlite3.Error as error:
            yield f"The database cannot be read: {error}."


def _single(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])


def _check_pages(connection: sqlite3.Connection, _: Fingerprint) -> None:
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise GenerationRejected(f"The database is damaged: {found}.")


def _check_counts(connection: sqlite3.Connection, _: Fingerprint) -> None:
    stated = database.counts(connection).chunks
    chunks = _single(connection, "SELECT count(*) FROM chunks")
    keyword_rows = _single(connection, "SELECT count(*) FROM keywords")
    due = _single(connection, "SELECT coalesce(sum(chunks), 0) FROM documents WHERE embedded")
    embedded = _single(
        connection,
        "SELECT count(DISTINCT chunk) FROM vectors JOIN chunks ON chunks.row = chunk JOIN documents USING (path)"
        " WHERE embedded",
    )
    if not (stated == chunks == keyword_rows and due == embedded):
        raise GenerationRejected(
            f"Counts differ: {stated} chunks stated, {chunks} stored, {keyword_rows} keyword rows,"
            f" {embedded} of {due} embedded."
        )


def check_vectors(connection: sqlite3.Connection, fingerprint: Fingerprint) -> None:
    """Compare every vector with its checksum.

    Raises: GenerationRejected.
    """
    for vector, checksum in connection.execute("SELECT vector, checksum FROM vectors"):
        if len(vector) != fingerprint.dimensions * FLOAT32_BYTES or zlib.crc32(vector) != checksum:
            raise GenerationRejected("A stored vector is damaged or has the wrong number of dimensions.")


def _check_full_text(connection: sqlite3.Connection, _: Fingerprint) -> None:
    """Have every full-text table compare its index with its rows."""
    tables = connection.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%'")
    for (table,) in tables.fetchall():
        # Rank 1 has a table without rows of its own compared with the rows of the other table it stands for.
        connection.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)")


def _check_keyword_rows(connection: sqlite3.Connection, _: Fingerprint) -> None:
    """Keyword rows must be those that their chunks make."""
    rows = connection.execute(
        "SELECT path, title, heading_path, above, text, below, heading, body, ident"
        " FROM chunks JOIN documents USING (path) JOIN keywords ON keywords.rowid = chunks.row"
    )
    for path, title, heading_path, above, text, below, *kept in rows:
        whole = "\n".join(part for part in (above, text, below) if part is not None)
        if keyword_row(title, json.loads(heading_path), whole) != tuple(kept):
            raise GenerationRejected(f"A keyword row of {path} is not what its chunk makes.")


def _check_probes(connection: sqlite3.Connection, _: Fingerprint) -> None:
    """Evenly spaced chunks must be found by the words of their own first line."""
    everything = _single(connection, "SELECT count(*) FROM chunks")
    step = max(1, everything // PROBES)
    rows = connection.execute("SELECT chunk_id, path, text FROM chunks WHERE row % ? = 0 LIMIT ?", (step, PROBES))
    for chunk_id, path, text in rows.fetchall():
        # ASCII: to the tokenizer, a letter younger than its Unicode tables is no letter.
        words = tuple(word for word in text.split() if any(c.isascii() and c.isalnum() for c in word))[:12]
        found = rank_keywords(
            connection, [Term((word,)) for word in words], limit=everything, scope=Scope(path_prefix=path)
        )
        if words and chunk_id not in {scored.chunk_id for scored in found}:
            raise GenerationRejected(f"A probe query does not find a chunk of {path}.")
