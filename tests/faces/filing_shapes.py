"""The shapes of the routes about files, written down a second time."""

from typing import Literal

from pydantic import AwareDatetime

from tests.faces.shapes import Count, Hash, IndexOutcome, Line, Problem, SaveResult, Shape

__all__ = ["SaveResult"]


class ChangedDocument(Shape):
    path: str
    content_hash: Hash


class LinkChange(Shape):
    path: str
    line: Line
    before: str
    after: str


class MovePlan(Shape):
    path: str
    to: str
    content_hash: Hash
    documents: list[ChangedDocument]
    changes: list[LinkChange]


class MoveResult(Shape):
    path: str
    from_path: str
    content_hash: Hash
    index: IndexOutcome
    rewritten: list[SaveResult]
    failed: list[Problem]


class DeleteResult(Shape):
    path: str
    trash_id: str
    index: IndexOutcome


class Version(Shape):
    id: str
    content_hash: Hash
    size_bytes: Count
    kept_at: AwareDatetime


class VersionList(Shape):
    path: str
    versions: list[Version]


class VersionView(Shape):
    path: str
    version: Version
    text: str


class Trashed(Shape):
    images: Count
    id: str
    path: str
    content_hash: Hash
    size_bytes: Count
    kept_at: AwareDatetime


class TrashList(Shape):
    entries: list[Trashed]


class TrashEmptied(Shape):
    removed: Count


class AssetResult(Shape):
    path: str
    content_type: str
    size_bytes: Count
    content_hash: Hash


class OutgoingLink(Shape):
    line: Line
    target: str | None
    path: str | None
    anchor: str
    state: Literal["ok", "outside", "missing_document", "missing_file", "missing_anchor"]


class Backlink(Shape):
    path: str
    title: str
    line: Line
    anchor: str
    text: str


class DocumentLinks(Shape):
    path: str
    outgoing: list[OutgoingLink]
    backlinks: list[Backlink]


class ProblemEntry(Shape):
    kind: Literal[
        "broken_link",
        "broken_anchor",
        "heading_skip",
        "redaction_failed",
        "unreadable",
        "not_a_document",
        "not_indexed",
    ]
    path: str
    line: Line | None
    target: str | None
    reason: str


class ProblemList(Shape):
    problems: list[ProblemEntry]


class RedactedPlace(Shape):
    rule: str
    line: Line


class RedactedDocument(Shape):
    path: str
    content_hash: Hash
    redactions: list[RedactedPlace]


class RedactionList(Shape):
    documents: list[RedactedDocument]
    next_after: str | None


class ShownChunk(Shape):
    heading_path: list[str]
    line_from: int
    line_to: int
    tokens: int
    text: str
    above: str | None
    below: str | None


class ChunkList(Shape):
    path: str
    chunks: list[ShownChunk]
