"""The note of a move that has begun: what a start needs to finish it when the process was killed meanwhile.

``data/state/moving`` is there for as long as a document moves and its links follow. It holds paths, no text.
"""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from glyph.domain.document import ContentHash, DocumentPath
from glyph.errors import StateUnwritable
from glyph.files import make_private_folder, replace_file


@dataclass(frozen=True, slots=True)
class BegunMove:
    """A move, and the version of the document that moves."""

    path: DocumentPath
    to: DocumentPath
    content_hash: ContentHash
    rewrites_links: bool


class _Note(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    to: str
    content_hash: str
    rewrites_links: bool


class Moves:
    """Notes one move at a time: moves of one process follow each other."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @contextmanager
    def noted(self, move: BegunMove) -> Generator[None]:
        """Keep a note of a move, durably, while it is made; one that fails has changed nothing and needs none.

        Raises: StateUnwritable; then it must not be made.
        """
        note = _Note(path=move.path, to=move.to, content_hash=move.content_hash, rewrites_links=move.rewrites_links)
        try:
            make_private_folder(self._file.parent)
            replace_file(self._file, note.model_dump_json().encode("utf-8"), mode=0o600)
        except OSError as error:
            raise StateUnwritable(f"The move cannot be noted: {error.strerror}.") from error
        try:
            yield
        finally:
            self.forget()

    def begun(self) -> BegunMove | None:
        """Return the move that was cut short; None when none was, or its note cannot be read."""
        try:
            note = _Note.model_validate_json(self._file.read_bytes())
        except (OSError, ValidationError):
            return None
        content_hash = ContentHash(note.content_hash)
        return BegunMove(DocumentPath(note.path), DocumentPath(note.to), content_hash, note.rewrites_links)

    def forget(self) -> None:
        """Remove the note: the move is finished."""
        self._file.unlink(missing_ok=True)
