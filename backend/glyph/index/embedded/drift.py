"""How far the rows of a generation have moved away from its base, which never changes."""

import sqlite3

LEAST_ROWS = 2_000
"""So many rows are searched exactly in a few milliseconds: fewer are not worth a new base."""
SHARE = 0.10


def drifted_rows(connection: sqlite3.Connection, base_vectors: int) -> int:
    """Return how many vectors are newer than the base, and how many of those in it are dead."""
    (newer,) = connection.execute("SELECT count(*) FROM vectors WHERE in_base = 0").fetchone()
    (all_rows,) = connection.execute("SELECT count(*) FROM vectors").fetchone()
    return newer + max(0, base_vectors - (all_rows - newer))


def has_drifted(drifted: int, base_vectors: int) -> bool:
    """Return whether so many rows are worth a new base."""
    return drifted > max(LEAST_ROWS, SHARE * base_vectors)
