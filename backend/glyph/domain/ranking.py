"""Rankings and what becomes of them: contributions, hits, passages, an answer."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from glyph.domain.chunk import ChunkId
from glyph.domain.document import CollectionName, ContentHash, DocumentPath
from glyph.domain.generation import GenerationId


class Mode(StrEnum):
    """How a query is answered; ``AUTO`` leaves the choice to the router."""

    AUTO = "auto"
    KEYWORD = "keyword"
    VECTOR = "vector"
    HYBRID = "hybrid"


class RankerName(StrEnum):
    """The rankers whose rankings are fused."""

    KEYWORD = "keyword"
    VECTOR = "vector"
    LITERAL = "literal"


@dataclass(frozen=True, slots=True)
class Route:
    """The router's choice and its reason, one sentence for a person."""

    mode: Mode
    reason: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A chunk of a document with the score its engine gave it; scores of two engines never compare."""

    chunk_id: ChunkId
    path: DocumentPath
    score: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """What one ranker returned, best first."""

    ranker: RankerName
    scored: tuple[Scored, ...]


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one ranker gave one chunk: its rank (1 is best), the engine's own score, its share of the fused score."""

    ranker: RankerName
    rank: int
    score: float
    share: float


@dataclass(frozen=True, slots=True)
class Hit:
    """A ranked chunk with its fused score and where that came from."""

    chunk_id: ChunkId
    score: float
    contributions: tuple[Contribution, ...]


@dataclass(frozen=True, slots=True)
class Scope:
    """Which documents may answer. Empty means all of them."""

    collections: tuple[CollectionName, ...] = ()
    path_prefix: str = ""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A question as a face received it, already within its limits."""

    query: str
    mode: Mode = Mode.AUTO
    limit: int = 10
    scope: Scope = Scope()


@dataclass(frozen=True, slots=True)
class Degraded:
    """The part that failed while the answer was made, and why."""

    part: str
    reason: str


@dataclass(frozen=True, slots=True)
class Passage:
    """What is shown or handed to a model. ``quote`` is verbatim redacted text, at most 320 characters."""

    chunk_id: ChunkId
    collection: CollectionName
    path: DocumentPath
    title: str
    heading_path: tuple[str, ...]
    line_from: int
    line_to: int
    page: int | None
    quote: str
    score: float
    contributions: tuple[Contribution, ...]
    url: str
    content_hash: ContentHash
    changed_since_indexed: bool


@dataclass(frozen=True, slots=True)
class SearchResult:
    """An answer that tells the truth about itself."""

    query: str
    route: Route
    degraded: Degraded | None
    generation: GenerationId
    indexed_at: datetime
    hits: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk as a generation keeps it, with what a passage needs of its document."""

    chunk_id: ChunkId
    collection: CollectionName
    path: DocumentPath
    content_hash: ContentHash
    title: str
    ordinal: int
    heading_path: tuple[str, ...]
    line_from: int
    line_to: int
    page: int | None
    text: str
