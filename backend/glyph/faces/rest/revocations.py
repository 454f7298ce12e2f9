"""Revoked sessions, kept in a file so that a logout survives a restart."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from glyph.files import append_durably, replace_file


class Revocations:
    """Session ids that no longer hold. One line each: id, space, when it may be forgotten (Unix seconds)."""

    def __init__(self, file: Path, now: Callable[[], datetime]) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._forget_at = self._load(now().timestamp())

    def _load(self, now_s: float) -> dict[str, float]:
        if not self._file.exists():
            return {}
        rows = (line.split(" ") for line in self._file.read_text(encoding="utf-8").splitlines())
        kept = {row[0]: float(row[1]) for row in rows if len(row) == 2 and float(row[1]) > now_s}
        replace_file(self._file, "".join(f"{sid} {until}\n" for sid, until in kept.items()).encode("utf-8"), mode=0o600)
        return kept

    def holds(self, sid: str) -> bool:
        """Return whether the session with this id was revoked."""
        return sid in self._forget_at

    def add(self, sid: str, forget_at: datetime) -> None:
        """Revoke a session; durable when the call returns."""
        until = forget_at.astimezone(UTC).timestamp()
        with self._lock:
            append_durably(self._file, f"{sid} {until}\n".encode())
            self._forget_at[sid] = until
