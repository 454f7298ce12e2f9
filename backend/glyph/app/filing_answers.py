"""What the workbench answers about files beside their text: moves, links, what is kept, what is amiss."""

from dataclasses import dataclass
from enum import StrEnum

from glyph.app.answers import IndexOutcome, SaveResult
from glyph.corpus.history import Version
from glyph.corpus.trash import Trashed, TrashId
from glyph.domain.document import ContentHash, DocumentPath, Problem
from glyph.domain.redaction import RuleId


@dataclass(frozen=True, slots=True)
class ChangedDocument:
    """A document that a move would change, and the version that was looked at."""

    path: DocumentPath
    content_hash: ContentHash


@dataclass(frozen=True, slots=True)
class LinkChange:
    """A line with a link that a move would rewrite: before and after, redacted."""

    path: DocumentPath
    line: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class MovePlan:
    """What a move would do; ``documents`` is what the move must be sent back with."""

    path: DocumentPath
    to: DocumentPath
    content_hash: ContentHash
    documents: tuple[ChangedDocument, ...]
    changes: tuple[LinkChange, ...]


@dataclass(frozen=True, slots=True)
class MoveResult:
    """A move that reached the disk. ``failed`` names documents whose links could not be rewritten."""

    path: DocumentPath
    from_path: DocumentPath
    content_hash: ContentHash
    index: IndexOutcome
    rewritten: tuple[SaveResult, ...]
    failed: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class DeleteResult:
    """A deletion that reached the disk; the trash holds the document under its id."""

    path: DocumentPath
    trash_id: TrashId
    index: IndexOutcome


@dataclass(frozen=True, slots=True)
class VersionList:
    """The former versions of a document, newest first."""

    path: DocumentPath
    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class VersionView:
    """A former version with its raw text."""

    path: DocumentPath
    version: Version
    text: str


@dataclass(frozen=True, slots=True)
class TrashList:
    """The deleted documents, newest first."""

    entries: tuple[Trashed, ...]


@dataclass(frozen=True, slots=True)
class AssetResult:
    """An image that reached the disk."""

    path: DocumentPath
    content_type: str
    size_bytes: int
    content_hash: ContentHash


class LinkState(StrEnum):
    """Whether a link leads somewhere; ``outside`` is never followed."""

    OK = "ok"
    OUTSIDE = "outside"
    MISSING_DOCUMENT = "missing_document"
    MISSING_FILE = "missing_file"
    MISSING_ANCHOR = "missing_anchor"


@dataclass(frozen=True, slots=True)
class OutgoingLink:
    """A link of a document. ``target`` is as written, or null where redaction touches its line."""

    line: int
    target: str | None
    path: DocumentPath | None
    anchor: str
    state: LinkState


@dataclass(frozen=True, slots=True)
class Backlink:
    """A link to a document: where it stands, and the line, redacted."""

    path: DocumentPath
    title: str
    line: int
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class DocumentLinks:
    """The links of a document and those that lead to it, in order of path and line."""

    path: DocumentPath
    outgoing: tuple[OutgoingLink, ...]
    backlinks: tuple[Backlink, ...]


class ProblemKind(StrEnum):
    """What is amiss with a document."""

    BROKEN_LINK = "broken_link"
    BROKEN_ANCHOR = "broken_anchor"
    HEADING_SKIP = "heading_skip"
    REDACTION_FAILED = "redaction_failed"
    UNREADABLE = "unreadable"
    NOT_A_DOCUMENT = "not_a_document"
    NOT_INDEXED = "not_indexed"


@dataclass(frozen=True, slots=True)
class ProblemEntry:
    """One thing that is amiss, and where. ``target`` is a broken link's, or null where redaction touches its line."""

    kind: ProblemKind
    path: DocumentPath
    line: int | None
    target: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class ProblemList:
    """What is amiss in the corpus, in order of path and line."""

    problems: tuple[ProblemEntry, ...]


@dataclass(frozen=True, slots=True)
class RedactedPlace:
    """A secret that was replaced: the rule that found it and its first line, never the value."""

    rule: RuleId
    line: int


@dataclass(frozen=True, slots=True)
class RedactedDocument:
    """What is redacted in a document as it stands on the disk."""

    path: DocumentPath
    content_hash: ContentHash
    redactions: tuple[RedactedPlace, ...]


@dataclass(frozen=True, slots=True)
class RedactionList:
    """Documents in which something is redacted, in path order; ``next_after`` continues a list that was cut."""

    documents: tuple[RedactedDocument, ...]
    next_after: DocumentPath | None


@dataclass(frozen=True, slots=True)
class HistoryForgotten:
    """How many former versions of a document were removed for good."""

    removed: int


@dataclass(frozen=True, slots=True)
class ShownChunk:
    """A chunk as it is indexed: lines are 1-based, inclusive, the file's own.

    ``above`` and ``below`` are lines from elsewhere in the document that it repeats; ``tokens`` counts them too.
    """

    heading_path: tuple[str, ...]
    line_from: int
    line_to: int
    tokens: int
    text: str
    above: str | None
    below: str | None


@dataclass(frozen=True, slots=True)
class ChunkList:
    """A document's chunks, in its order, cut from its text as it stands on the disk."""

    path: DocumentPath
    chunks: tuple[ShownChunk, ...]


@dataclass(frozen=True, slots=True)
class TrashEmptied:
    """How many documents were removed from the trash for good."""

    removed: int
