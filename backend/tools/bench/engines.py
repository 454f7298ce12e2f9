"""The baselines: both engines of a generation asked directly, without a service around them."""

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from glyph.domain.chunk import ChunkId
from glyph.embed.embedder import Vectors
from glyph.index.embedded.base import ChromaBase
from glyph.index.embedded.layout import GenerationFolder
from glyph.search.terms import content_tokens

DEPTH = 50
Embed = Callable[[str], Vectors]


class BareEngines:
    """FTS5, Chroma and numpy over the very rows that the service reads."""

    def __init__(self, folder: GenerationFolder, embed: Embed) -> None:
        self._embed = embed
        self._known: dict[str, Vectors] = {}
        self._connection = sqlite3.connect(f"{folder.database.absolute().as_uri()}?mode=ro", uri=True)
        self._base = ChromaBase(folder.base)
        rows = self._connection.execute(
            "SELECT chunk_id, vector FROM vectors JOIN chunks ON chunks.row = chunk"
        ).fetchall()
        self._ids = [chunk_id for chunk_id, _ in rows]
        self._matrix = np.frombuffer(b"".join(vector for _, vector in rows), dtype=np.float32).reshape(len(rows), -1)

    def _vector(self, query: str) -> Vectors:
        """Return a query's vector, computed once: what it costs is measured by itself."""
        if query not in self._known:
            self._known[query] = self._embed(query)
        return self._known[query]

    def fts5(self, query: str) -> object:
        """Ask for the best rows by BM25, every content word quoted, OR between them."""
        words = " OR ".join('"' + word.replace('"', '""') + '"' for word in content_tokens(query))
        select = "SELECT rowid FROM keywords WHERE keywords MATCH ? ORDER BY rank LIMIT ?"
        return self._connection.execute(select, (words, DEPTH)).fetchall()

    def numpy(self, query: str) -> Sequence[int]:
        """Compare with every vector and return the rows of the best, best first."""
        cosines = self._matrix @ self._vector(query)
        depth = min(DEPTH, len(cosines) - 1)
        best = np.argpartition(-cosines, depth)[:depth]
        return best[np.argsort(-cosines[best])].tolist()

    def nearest_chunks(self, query: str, count: int) -> set[ChunkId]:
        """Return the chunks of the ``count`` nearest vectors by exact search."""
        return {self._ids[row] for row in self.numpy(query)[:count]}

    def chroma(self, query: str) -> object:
        """Ask the base for as many neighbours as the service shows candidates."""
        return self._base.nearest(self._vector(query), DEPTH)

    def embedding(self, query: str) -> object:
        return self._embed(query)

    def close(self) -> None:
        self._base.close()
        self._connection.close()


def write_plain_table(file: Path, texts: list[str]) -> None:
    """Write texts into one FTS5 table in one transaction: what everybody would write first."""
    connection = sqlite3.connect(file)
    try:
        with connection:
            connection.execute("CREATE VIRTUAL TABLE plain USING fts5(body, tokenize='porter unicode61')")
            connection.executemany("INSERT INTO plain (body) VALUES (?)", ((text,) for text in texts))
    finally:
        connection.close()
