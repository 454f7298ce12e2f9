"""What the workbench answers: one shape for REST bodies, `--json` output and the remote client."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from glyph.corpus.notion.entries import Notice
from glyph.corpus.notion.report import ImportReport
from glyph.domain.document import CollectionName, ContentHash, DocumentPath, Problem
from glyph.domain.generation import BaseState, Fingerprint, GenerationId
from glyph.domain.ranking import Degraded


class DocumentState(StrEnum):
    """How a document of the corpus stands to the active generation."""

    INDEXED = "indexed"
    PENDING = "pending"
    EMPTY = "empty"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """One line of the document tree."""

    path: DocumentPath
    collection: CollectionName
    title: str
    size_bytes: int
    modified_at: datetime
    state: DocumentState
    editable: bool


@dataclass(frozen=True, slots=True)
class DocumentList:
    """The document tree, in path order."""

    documents: tuple[DocumentEntry, ...]


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """A page of a document and the line on which its text begins, of those that are shown."""

    page: int
    line_from: int


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A document's text, or a run of its lines (1-based, inclusive; 0 and 0 for an empty document).

    Of a format that is not text itself, the text that was made of it. ``pages`` where the format has pages.
    """

    path: DocumentPath
    collection: CollectionName
    title: str
    text: str
    content_hash: ContentHash
    redacted: bool
    editable: bool
    line_from: int
    line_to: int
    total_lines: int
    modified_at: datetime
    indexed: bool
    pages: tuple[DocumentPage, ...] = ()


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A document that holds a text literally, and the first line (1-based) where it does."""

    path: DocumentPath
    line: int


@dataclass(frozen=True, slots=True)
class Occurrences:
    """The first documents that hold a text, in path order; all of them when ``complete``.

    ``text`` is what was looked for, redacted; one with a secret in it, or of fewer than three characters, is not
    looked for and never ``complete``. ``unread`` documents are not in the index as they stand: not looked into.
    """

    text: str
    places: tuple[Occurrence, ...]
    complete: bool
    unread: int


@dataclass(frozen=True, slots=True)
class OccurrenceList:
    """What was found of each text, in the order in which they were asked for."""

    found: tuple[Occurrences, ...]


class IndexOutcomeStatus(StrEnum):
    INDEXED = "indexed"
    REMOVED = "removed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class IndexOutcome:
    """What the index made of a change; the change itself has succeeded whatever stands here."""

    status: IndexOutcomeStatus
    reason: str | None
    chunks: int
    redactions: int
    generation: GenerationId | None


@dataclass(frozen=True, slots=True)
class SaveResult:
    """A save that reached the disk, with the hash the next save must carry."""

    path: DocumentPath
    content_hash: ContentHash
    index: IndexOutcome


class IndexState(StrEnum):
    """The index in one word: empty, being built, current, behind the corpus, or answering without a part."""

    EMPTY = "empty"
    BUILDING = "building"
    READY = "ready"
    BEHIND = "behind"
    DEGRADED = "degraded"


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """How fresh the index is and what it holds."""

    state: IndexState
    generation: GenerationId | None
    indexed_at: datetime | None
    documents: int
    chunks: int
    redactions: int
    pending: int
    unembedded: int
    problems: tuple[Problem, ...]
    base: BaseState
    embedder: str
    version: str


@dataclass(frozen=True, slots=True)
class UpdateReport:
    """What an update or rebuild did, counted in documents; ``chunks`` and ``redactions`` are the index's totals."""

    scanned: int
    indexed: int
    unchanged: int
    empty: int
    deleted: int
    failed: int
    chunks: int
    redactions: int
    problems: tuple[Problem, ...]
    unembedded: int = 0
    """Documents whose vectors are pending: keyword search alone finds them."""
    degraded: Degraded | None = None

    def line(self) -> str:
        """Return the one line of counts that scripts read."""
        names = ("scanned", "indexed", "unchanged", "empty", "deleted", "failed", "chunks", "redactions")
        return " ".join(f"{name}={getattr(self, name)}" for name in names)


class JobKind(StrEnum):
    UPDATE = "update"
    REBUILD = "rebuild"
    REBASE = "rebase"
    ACTIVATE = "activate"
    VERIFY = "verify"
    IMPORT = "import"


class JobState(StrEnum):
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class JobProgress:
    """Documents done out of those that need work; ``total`` is 0 until the scan has ended."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Verification:
    """What a proof of the index found: nothing, or each difference from the corpus and each fault of its own."""

    generation: GenerationId
    full: bool
    documents: int
    chunks: int
    differences: tuple[Problem, ...]
    faults: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Return whether the index equals the corpus."""
        return not self.differences and not self.faults


@dataclass(frozen=True, slots=True)
class Imported:
    """What exports were brought in, which could not be and why, and what the index made of it."""

    reports: tuple[ImportReport, ...]
    refused: tuple[Notice, ...]
    index: UpdateReport | None


@dataclass(frozen=True, slots=True)
class Job:
    """Work on the index that runs, or has run, in the owner: an update, a rebuild, a proof, an import."""

    id: str
    kind: JobKind
    state: JobState
    progress: JobProgress
    started_at: datetime
    ended_at: datetime | None = None
    report: UpdateReport | None = None
    error: str | None = None
    verification: Verification | None = None
    imported: Imported | None = None


@dataclass(frozen=True, slots=True)
class JobAnswer:
    job: Job


@dataclass(frozen=True, slots=True)
class JobList:
    """The last jobs, newest first."""

    jobs: tuple[Job, ...]


class Change(StrEnum):
    """What happened to a document: through Glyph (saved, created, moved, deleted) or on the disk (the other two)."""

    SAVED = "saved"
    CREATED = "created"
    MOVED = "moved"
    DELETED = "deleted"
    CHANGED_ON_DISK = "changed_on_disk"
    GONE_FROM_DISK = "gone_from_disk"


@dataclass(frozen=True, slots=True)
class DocumentChanged:
    """One change of a document.

    ``content_hash`` is the new one, by which a client knows its own save again; ``moved_from`` is set for a move.
    """

    path: DocumentPath
    change: Change
    content_hash: ContentHash | None = None
    moved_from: DocumentPath | None = None


@dataclass(frozen=True, slots=True)
class GenerationEntry:
    """One generation; ``activatable`` when updates could go on in it."""

    generation: GenerationId
    active: bool
    activatable: bool
    indexed_at: datetime
    documents: int
    chunks: int
    redactions: int
    base: BaseState
    fingerprint: Fingerprint


@dataclass(frozen=True, slots=True)
class GenerationList:
    """The finished generations, newest first."""

    generations: tuple[GenerationEntry, ...]
