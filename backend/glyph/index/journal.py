"""The journal: which documents' updates have begun and are not known to have ended.

It lies outside the generations, so it outlives any of them. A note is durable before the update starts;
that an update has ended is written without waiting: what is replayed in vain is left alone by its hash.
One line is a JSON array, ``["+", path]`` or ``["-", path]``.
"""

import json
import threading
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from glyph.domain.document import DocumentPath
from glyph.errors import IndexUnusable
from glyph.files import append_durably, replace_file

BEGUN, ENDED = "+", "-"


class Journal:
    """The pending updates of one index. Any thread may call."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._pending = Counter(list(_read(file)))  # once each, however often it was begun
        self._compact()

    def pending(self) -> tuple[DocumentPath, ...]:
        """Return the documents whose update has begun and not ended, in path order."""
        with self._lock:
            return tuple(sorted(self._pending))

    def note(self, paths: Iterable[DocumentPath]) -> None:
        """Write down that these updates begin; durable when the call returns.

        Raises: IndexUnusable.
        """
        noted = list(paths)
        if not noted:
            return
        with self._lock:
            try:
                append_durably(self._file, b"".join(_line(BEGUN, path) for path in noted))
            except OSError as error:
                raise IndexUnusable(f"The journal cannot be written: {error.strerror}.") from error
            self._pending.update(noted)

    def settle(self, paths: Iterable[DocumentPath]) -> None:
        """Forget updates that have ended."""
        with self._lock:
            ended = [path for path in paths if path in self._pending]
            self._pending -= Counter(ended)
            try:
                self._write_ended(ended)
            except OSError:  # it says more is pending than is: replayed in vain
                return

    def _write_ended(self, ended: list[DocumentPath]) -> None:
        if not self._pending:
            self._file.unlink(missing_ok=True)
        elif ended:
            with self._file.open("ab") as stream:
                stream.write(b"".join(_line(ENDED, path) for path in ended))

    def _compact(self) -> None:
        """Write anew what is pending: the last line may be torn, and what is appended must not join it."""
        if not self._pending:
            self._file.unlink(missing_ok=True)
            return
        lines = (_line(BEGUN, path) for path in self._pending)
        replace_file(self._file, b"".join(lines), mode=0o600)


def _line(sign: str, path: DocumentPath) -> bytes:
    return json.dumps([sign, path]).encode("ascii") + b"\n"


def _read(file: Path) -> Counter[DocumentPath]:
    """Return how many updates of each document are pending; a line that cannot be read says nothing."""
    pending: Counter[DocumentPath] = Counter()
    try:
        lines = file.read_bytes().splitlines()
    except OSError:
        return pending
    for line in lines:
        sign, path = _entry(line)
        pending[path] += {BEGUN: 1, ENDED: -1}.get(sign, 0)
    return +pending


def _entry(line: bytes) -> tuple[str, DocumentPath]:
    try:
        sign, path = json.loads(line)
        return str(sign), DocumentPath(str(path))
    except (ValueError, TypeError):
        return "", DocumentPath("")
