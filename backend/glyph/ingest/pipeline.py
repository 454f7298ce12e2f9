"""From a document's bytes to its chunks: load, redact, cut. The only file that knows this order."""

from dataclasses import dataclass

from glyph.domain.chunk import Chunk, DocumentChunks, IndexedDocument, chunk_id
from glyph.domain.document import Problem, SourceDocument
from glyph.domain.redaction import Redaction
from glyph.errors import RedactionFailed
from glyph.ingest.chunk import VERSION as BLOCKS_VERSION
from glyph.ingest.chunk import Piece, cut
from glyph.ingest.load.loader import VERSION as LOADERS_VERSION
from glyph.ingest.load.loader import LoadedText, Loader
from glyph.ingest.load.markdown import PLAIN, lines_of_title, name_as_title, title_of
from glyph.ingest.paged import cut_pages
from glyph.ingest.redact.paths import safe_path
from glyph.ingest.redact.policy import Policy
from glyph.ingest.redact.redactor import VERSION as RULES_VERSION
from glyph.ingest.redact.redactor import redact
from glyph.ingest.tokens import count_tokens

__all__ = [
    "CHUNKING_VERSION",
    "Policy",
    "ReadDocument",
    "embedding_heading",
    "prepare",
    "read_redacted",
    "redacted_title",
    "redaction_version",
    "safe_path",
    "safe_problem",
]

CHUNKING_VERSION = f"{BLOCKS_VERSION}+{LOADERS_VERSION}"
"""What changes when other chunks would be made of the same bytes."""
TITLE_CONTEXT_LINES = 40
"""A label further above a heading does not announce what it says."""
TITLE_CONTEXT_CHARACTERS = 20_000


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document's redacted text with its title; lines and pages are those of the text that was loaded."""

    title: str
    redaction: Redaction
    pages: tuple[int, ...] = ()


def redaction_version(policy: Policy) -> str:
    """Return what changes when another text would be redacted: the rules, or the owner's lists."""
    return f"{RULES_VERSION}+{policy.version}" if policy.version else RULES_VERSION


def read_redacted(document: SourceDocument, policy: Policy, loader: Loader = PLAIN) -> ReadDocument:
    """Return a document's redacted text, its title and its pages. Every format passes here, before anything else.

    Raises: UnreadableDocument, RedactionFailed.
    """
    loaded = loader.load(document)
    redaction = redact(loaded.text, policy)
    title = _stated_title(loaded, policy) or title_of(redaction.text.value, document.file.path)
    return ReadDocument(title, redaction, loaded.pages)


def _stated_title(loaded: LoadedText, policy: Policy) -> str:
    """Return the title that a format states beside its text, redacted; empty when it states none."""
    return redact(loaded.title, policy).text.value if loaded.title else ""


def safe_problem(problem: Problem, policy: Policy) -> Problem:
    """Return a problem as it may be shown: redacted in its path and in its reason, which may name the path."""
    return Problem(safe_path(problem.path, policy), redact(problem.reason, policy).text.value)


def redacted_title(document: SourceDocument, policy: Policy, loader: Loader = PLAIN) -> str:
    """Return a document's title as its redacted text has it; no more is redacted than the lines that lead up to it.

    Raises: UnreadableDocument, RedactionFailed.
    """
    loaded = loader.load(document)
    if loaded.title:
        return _stated_title(loaded, policy)
    text = loaded.text
    first, last = lines_of_title(text)
    above = max(first - TITLE_CONTEXT_LINES, 1)
    lead = "\n".join(text.split("\n")[above - 1 : last])
    if last == 0 or len(lead) > TITLE_CONTEXT_CHARACTERS:
        return name_as_title(document.file.path)
    lines = redact(lead, policy).text.value.split("\n")
    return title_of("\n".join(lines[first - above :]), document.file.path)


def prepare(document: SourceDocument, policy: Policy, loader: Loader = PLAIN) -> DocumentChunks:
    """Return a document's chunks, ready to be embedded and stored; none when it holds no text.

    Raises: UnreadableDocument, RedactionFailed; the latter also for a secret in the document's path, which is
    shown wherever the document is.
    """
    if safe_path(document.file.path, policy) != document.file.path:
        raise RedactionFailed("The document's path holds what looks like a secret.", hint="Rename the file.")
    read = read_redacted(document, policy, loader)
    text = read.redaction.text
    pieces = cut_pages(text, read.pages, count_tokens) if read.pages else cut(text, count_tokens)
    chunks = tuple(_chunk(document, ordinal, piece) for ordinal, piece in enumerate(pieces))
    indexed = IndexedDocument(
        path=document.file.path,
        collection=document.file.collection,
        content_hash=document.content_hash,
        title=read.title,
        chunks=len(chunks),
        redactions=len(read.redaction.spans),
    )
    return DocumentChunks(indexed, chunks)


def _chunk(document: SourceDocument, ordinal: int, piece: Piece) -> Chunk:
    return Chunk(
        chunk_id=chunk_id(document.file.path, document.content_hash, ordinal),
        path=document.file.path,
        heading_path=piece.heading_path,
        line_from=piece.line_from,
        line_to=piece.line_to,
        text=piece.text,
        tokens=piece.tokens,
        page=piece.page,
        above=piece.above,
        below=piece.below,
        sections=piece.sections,
    )


def embedding_heading(title: str, heading_path: tuple[str, ...]) -> str:
    """Return the line that is embedded above every window of a chunk: its title and heading path."""
    above = heading_path[1:] if heading_path[:1] == (title,) else heading_path
    return " > ".join((title, *above))
