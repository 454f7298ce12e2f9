"""The nouns of the corpus: what a document is before and after its text has been read."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import NewType

DocumentPath = NewType("DocumentPath", str)
"""Relative to the documents' root, ``/``-separated, NFC, unique over the whole corpus."""

ContentHash = NewType("ContentHash", str)
"""SHA-256 of a document's bytes, 64 hex digits; what a save carries back."""

CollectionName = NewType("CollectionName", str)

DEFAULT_COLLECTION = CollectionName("docs")


def hash_content(content: bytes) -> ContentHash:
    """Return the content hash of a document's bytes."""
    return ContentHash(hashlib.sha256(content).hexdigest())


@dataclass(frozen=True, slots=True)
class DocumentFile:
    """A file of the corpus as a listing sees it, without its bytes."""

    path: DocumentPath
    collection: CollectionName
    size_bytes: int
    modified_at: datetime


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document's bytes with the facts that were true when they were read."""

    file: DocumentFile
    content: bytes
    content_hash: ContentHash


@dataclass(frozen=True, slots=True)
class Problem:
    """Why one document could not be read or indexed; the others went on."""

    path: DocumentPath
    reason: str
