"""Vectors that were computed once, kept in a file that may vanish or break at any time.

Each operation opens the file anew, so deleting it needs no restart (SQLite drops the write-ahead log
of a file that is gone). Nothing here raises because of
the file: what cannot be read counts as absent, what cannot be kept is computed again another day.
"""

import hashlib
import logging
import sqlite3
import threading
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

import numpy as np

from glyph.embed.embedder import Vectors
from glyph.files import make_private_folder

logger = logging.getLogger(__name__)

_SCHEMA = """
    CREATE TABLE IF NOT EXISTS vectors (
        model TEXT NOT NULL,
        text_digest BLOB NOT NULL,
        vector BLOB NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (model, text_digest)
    )
"""
_FIND = "SELECT vector, checksum FROM vectors WHERE model = ? AND text_digest = ?"
_SOME = "SELECT vector, checksum, text_digest FROM vectors WHERE model = ? LIMIT 8"
_STORE = "INSERT OR REPLACE INTO vectors (model, text_digest, vector, checksum) VALUES (?, ?, ?, ?)"
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_FLOAT = np.dtype("<f4")

Outcome = TypeVar("Outcome")


class VectorCache:
    """Vectors by model and digest of the text; the text itself is not kept. Any thread may call.

    Former caches lend what they have: it is kept here too as soon as somebody asks for it, so that they
    can be forgotten without being paid for again.
    """

    def __init__(self, file: Path, formers: Sequence["VectorCache"] = ()) -> None:
        self._file = file
        self._formers = tuple(formers)
        self._lock = threading.Lock()

    def find(self, model: str, dimensions: int, texts: Sequence[str]) -> tuple[Vectors | None, ...]:
        """Return what is kept for each text, in order; None where that is nothing or damaged."""
        found = self._find_own(model, dimensions, texts)
        for former in self._formers:
            missing = [place for place, vector in enumerate(found) if vector is None]
            lent = former.find(model, dimensions, [texts[place] for place in missing])
            new = {place: vector for place, vector in zip(missing, lent, strict=True) if vector is not None}
            if new:
                self.store(model, [texts[place] for place in new], np.stack(list(new.values())))
            found = tuple(new.get(place, vector) for place, vector in enumerate(found))
        return found

    def forget_formers(self) -> None:
        """Remove the former caches, whoever asks first."""
        for former in self._formers:
            former.clear()
        self._formers = ()

    def _find_own(self, model: str, dimensions: int, texts: Sequence[str]) -> tuple[Vectors | None, ...]:
        digests = tuple(_digest(text) for text in texts)

        def read(connection: sqlite3.Connection) -> tuple[Vectors | None, ...]:
            rows = (connection.execute(_FIND, (model, digest)).fetchone() for digest in digests)
            return tuple(_sound_vector(row, digest, dimensions) for row, digest in zip(rows, digests, strict=True))

        return self._attempt(read, otherwise=(None,) * len(texts))

    def width(self, model: str) -> int | None:
        """Return how many dimensions the vectors kept for ``model`` have; None when none are kept."""

        def read(connection: sqlite3.Connection) -> int | None:
            for vector, checksum, digest in connection.execute(_SOME, (model,)):
                width = len(vector) // _FLOAT.itemsize if isinstance(vector, bytes) else 0
                if width and _sound_vector((vector, checksum), digest, width) is not None:
                    return width
            return None

        own = self._attempt(read, otherwise=None)
        return own or next((width for former in self._formers if (width := former.width(model))), None)

    def store(self, model: str, texts: Sequence[str], vectors: Vectors) -> None:
        """Keep one row of ``vectors`` for each text, all of them or none."""
        rows = tuple(_row(model, _digest(text), vector) for text, vector in zip(texts, vectors, strict=True))

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.executemany(_STORE, rows)

        self._attempt(write, otherwise=None)

    def clear(self) -> None:
        """Remove the file and whatever stands beside it; deleting rows would leave their bytes."""
        with self._lock:
            for file in self._file.parent.glob(f"{self._file.name}*"):
                file.unlink(missing_ok=True)

    def _attempt(self, operation: Callable[[sqlite3.Connection], Outcome], *, otherwise: Outcome) -> Outcome:
        """Return what ``operation`` returns; log a failure of the file and return ``otherwise``."""
        with self._lock:
            try:
                with closing(self._connect()) as connection:
                    return operation(connection)
            except sqlite3.Error as error:
                self._put_aside_if_damaged(error)
            except OSError as error:
                logger.warning("embedding cache unusable", extra={"reason": error.strerror})
        return otherwise

    def _connect(self) -> sqlite3.Connection:
        make_private_folder(self._file.parent)
        connection = sqlite3.connect(self._file, timeout=5)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(_SCHEMA)
        except BaseException:
            connection.close()
            raise
        return connection

    def _put_aside_if_damaged(self, error: sqlite3.Error) -> None:
        reason, code = _reason(error)
        if code not in _DAMAGE:
            logger.warning("embedding cache unusable", extra={"reason": reason})
            return
        aside = self._file.with_name(f"{self._file.name}.damaged")
        logger.warning("embedding cache damaged, moved aside", extra={"reason": reason, "moved_to": str(aside)})
        with suppress(OSError):
            self._file.replace(aside)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _checksum(digest: bytes, blob: bytes) -> int:
    return zlib.crc32(blob, zlib.crc32(digest))


def _row(model: str, digest: bytes, vector: Vectors) -> tuple[str, bytes, bytes, int]:
    blob = vector.astype(_FLOAT).tobytes()
    return model, digest, blob, _checksum(digest, blob)


def _reason(error: sqlite3.Error) -> tuple[str, int]:
    """Return the name and the primary code of an error; errors of the module itself have neither."""
    if not hasattr(error, "sqlite_errorcode"):
        return type(error).__name__, sqlite3.SQLITE_ERROR
    return error.sqlite_errorname, error.sqlite_errorcode & 0xFF


def _sound_vector(row: tuple[object, object] | None, digest: bytes, dimensions: int) -> Vectors | None:
    if row is None:
        return None
    blob, checksum = row
    if not isinstance(blob, bytes) or len(blob) != dimensions * _FLOAT.itemsize:
        return None
    if _checksum(digest, blob) != checksum:
        return None
    return np.frombuffer(blob, dtype=_FLOAT).astype(np.float32)
