"""From a document's bytes to its chunks: load, redact, cut. The only file that knows this order."""

from dataclasses import dataclass

from glyph.domain.chunk import Chunk, DocumentChunks, IndexedDocument, chunk_id
from glyph.domain.document import SourceDocument
from glyph.domain.redaction import Redaction
from glyph.ingest.chunk import VERSION as CHUNKING_VERSION
from glyph.ingest.chunk import Piece, cut
from glyph.ingest.load.markdown import load_text, title_of
from glyph.ingest.redact.redactor import VERSION as REDACTION_VERSION
from glyph.ingest.redact.redactor import redact
from glyph.ingest.tokens import count_tokens

__all__ = ["CHUNKING_VERSION", "REDACTION_VERSION", "ReadDocument", "embedding_heading", "prepare", "read_redacted"]


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document's redacted text with its title; lines are the file's own."""

    title: str
    redaction: Redaction


def read_redacted(document: SourceDocument) -> ReadDocument:
    """Return a document's redacted text and title.

    Raises: UnreadableDocument, RedactionFailed.
    """
    redaction = redact(load_text(document).text)
    return ReadDocument(title_of(redaction.text.value, document.file.path), redaction)


def prepare(document: SourceDocument) -> DocumentChunks:
    """Return a document's chunks, ready to be embedded and stored; none when it holds no text.

    Raises: UnreadableDocument, RedactionFailed.
    """
    read = read_redacted(document)
    pieces = cut(read.redaction.text, count_tokens)
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
        above=piece.above,
        below=piece.below,
        sections=piece.sections,
    )


def embedding_heading(title: str, heading_path: tuple[str, ...]) -> str:
    """Return the line that is embedded above every window of a chunk: its title and heading path."""
    above = heading_path[1:] if heading_path[:1] == (title,) else heading_path
    return " > ".join((title, *above))
