"""What the workbench answers about documents that an import could not merge."""

from dataclasses import dataclass

from glyph.domain.document import DocumentPath


@dataclass(frozen=True, slots=True)
class ConflictEntry:
    """A document that was changed in the same place here and in an export."""

    path: DocumentPath


@dataclass(frozen=True, slots=True)
class ConflictList:
    """The documents in conflict, in path order."""

    conflicts: tuple[ConflictEntry, ...]


@dataclass(frozen=True, slots=True)
class ConflictView:
    """The export's text of a document in conflict, and the one that both sides began with, where it is known."""

    path: DocumentPath
    base: str | None
    theirs: str
