"""The shapes that scripts rely on, written down a second time: a name that is missing, new or of another type fails."""

from typing import Annotated, Literal

import httpx2
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Line = Annotated[int, Field(ge=1)]
Count = Annotated[int, Field(ge=0)]


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Route(Shape):
    mode: Literal["keyword", "vector", "hybrid"]
    reason: Annotated[str, Field(min_length=1)]


class Degraded(Shape):
    part: str
    reason: str


class Contribution(Shape):
    ranker: Literal["keyword", "vector", "literal"]
    rank: Line
    score: float
    share: float


class Passage(Shape):
    chunk_id: Annotated[str, Field(pattern=r"^[0-9a-f]{20}$")]
    collection: str
    path: str
    title: str
    heading_path: list[str]
    line_from: Line
    line_to: Line
    page: int | None
    quote: Annotated[str, Field(min_length=1, max_length=320)]
    score: float
    contributions: Annotated[list[Contribution], Field(min_length=1)]
    url: str
    content_hash: Hash
    changed_since_indexed: bool

    @property
    def rankers(self) -> set[str]:
        return {contribution.ranker for contribution in self.contributions}


class SearchAnswer(Shape):
    query: str
    route: Route
    degraded: Degraded | None
    generation: str
    indexed_at: AwareDatetime
    hits: list[Passage]

    @property
    def paths(self) -> list[str]:
        return [hit.path for hit in self.hits]


class HitsLine(Shape):
    """One line that answers `glyph search --queries`."""

    id: str
    hits: list[Passage]


class Occurrence(Shape):
    path: str
    line: Line


class Occurrences(Shape):
    text: str
    places: list[Occurrence]
    complete: bool
    unread: Count


class OccurrenceList(Shape):
    found: list[Occurrences]


class Entry(Shape):
    path: str
    collection: str
    title: str
    size_bytes: Count
    modified_at: AwareDatetime
    state: Literal["indexed", "pending", "empty", "failed"]
    editable: bool


class DocumentList(Shape):
    documents: list[Entry]


class DocumentPage(Shape):
    page: Line
    line_from: Line


class DocumentView(Shape):
    path: str
    collection: str
    title: str
    text: str
    content_hash: Hash
    redacted: bool
    editable: bool
    line_from: Count
    line_to: Count
    total_lines: Count
    modified_at: AwareDatetime
    indexed: bool
    pages: list[DocumentPage]


class IndexOutcome(Shape):
    status: Literal["indexed", "removed", "failed"]
    reason: str | None
    chunks: Count
    redactions: Count
    generation: str | None


class SaveResult(Shape):
    path: str
    content_hash: Hash
    index: IndexOutcome


class Problem(Shape):
    path: str
    reason: str


class IndexStatus(Shape):
    state: Literal["empty", "building", "ready", "behind", "degraded"]
    generation: str | None
    indexed_at: AwareDatetime | None
    documents: Count
    chunks: Count
    redactions: Count
    pending: Count
    unembedded: Count
    problems: list[Problem]
    base: str
    embedder: str
    version: str


class UpdateReport(Shape):
    scanned: Count
    indexed: Count
    unchanged: Count
    empty: Count
    deleted: Count
    failed: Count
    chunks: Count
    redactions: Count
    problems: list[Problem]
    unembedded: Count
    degraded: Degraded | None


class Verification(Shape):
    generation: str
    full: bool
    documents: Count
    chunks: Count
    differences: list[Problem]
    faults: list[str]


class Fingerprint(Shape):
    format: Count
    redaction: str
    chunking: str
    embedder: str
    dimensions: Count


class GenerationEntry(Shape):
    generation: str
    active: bool
    activatable: bool
    indexed_at: AwareDatetime
    documents: Count
    chunks: Count
    redactions: Count
    base: str
    fingerprint: Fingerprint


class GenerationList(Shape):
    generations: list[GenerationEntry]


class JobProgress(Shape):
    done: Count
    total: Count


class Notice(Shape):
    name: str
    reason: str


class Relocation(Shape):
    path: str
    to: str


class PageFlags(Shape):
    path: str
    flags: list[str]


class LinkCount(Shape):
    relative: Count
    resolved: Count
    unresolved: dict[str, Count]


class ImportReport(Shape):
    source: str
    into: str
    dry_run: bool
    parts: Count
    pages: Count
    databases: Count
    rows: Count
    unlinked_rows: Count
    assets: Count
    outcomes: dict[str, Count]
    links: LinkCount
    conflicts: list[str]
    moved: list[Relocation]
    gone: list[str]
    removed: list[str]
    deleted: list[str]
    ignored: list[Notice]
    failed: list[Notice]
    warnings: list[Notice]
    flagged: list[PageFlags]


class Imported(Shape):
    reports: list[ImportReport]
    refused: list[Notice]
    index: UpdateReport | None


class Job(Shape):
    id: str
    kind: Literal["update", "rebuild", "rebase", "activate", "verify", "import"]
    state: Literal["running", "done", "failed", "cancelled"]
    progress: JobProgress
    report: UpdateReport | None
    error: str | None
    started_at: AwareDatetime
    ended_at: AwareDatetime | None
    verification: Verification | None
    imported: Imported | None


class JobAnswer(Shape):
    job: Job


class JobList(Shape):
    jobs: list[Job]


class SessionAnswer(Shape):
    token: str
    expires_at: AwareDatetime


class Chunk(Shape):
    """One line of `glyph chunk --json`."""

    id: Annotated[str, Field(pattern=r"^[0-9a-f]{20}$")]
    heading_path: list[str]
    line_from: Line
    line_to: Line
    tokens: Count
    text: str
    above: str | None
    below: str | None


class Redacted(Shape):
    """One line of `glyph redact --jsonl`."""

    id: str
    text: str
    spans: list[tuple[int, int, str]]


class Fault(Shape):
    code: Annotated[str, Field(pattern=r"^[a-z_]+$")]
    message: Annotated[str, Field(min_length=1)]
    hint: Annotated[str, Field(min_length=1)]
    detail: dict[str, str] = {}


class ErrorAnswer(Shape):
    error: Fault


def fault_of(response: httpx2.Response, status: int) -> Fault:
    """Return the error of an answer that must have this status and the one error shape."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    return ErrorAnswer.model_validate_json(response.content).error
