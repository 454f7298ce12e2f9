"""Connections of readers to one database, kept from one lease to the next.

Opening one and reading its schema costs as much as a keyword query. A kept connection has no transaction
open, so it holds nothing back; it serves one thread at a time, whichever takes it.
"""

import sqlite3
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from glyph.index.embedded.database import connect, translated

MOST_IDLE = 4
"""More readers at once open connections of their own, and close them."""


class Connections:
    """Reading connections to one database file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False

    @contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """Yield a connection in a read transaction: all that is read through it is one state of the rows.

        Raises: IndexUnusable when the file is missing or damaged.
        """
        with translated():
            connection = self._take()
            kept = False
            try:
                connection.execute("BEGIN")
                connection.execute("SELECT name FROM facts LIMIT 1").fetchall()  # what begins it in fact
                yield connection
                connection.execute("ROLLBACK")
                kept = self._keep(connection)
            finally:
                if not kept:
                    connection.close()

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        connection = connect(self._file, one_thread=False)
        connection.execute("PRAGMA query_only = ON")
        return connection

    def _keep(self, connection: sqlite3.Connection) -> bool:
        with self._lock:
            if self._closed or len(self._idle) >= MOST_IDLE:
                return False
            self._idle.append(connection)
            return True

    def close(self) -> None:
        """Close the kept connections; those in use are closed when they come back."""
        with self._lock:
            idle, self._idle, self._closed = self._idle, [], True
        for connection in idle:
            connection.close()
