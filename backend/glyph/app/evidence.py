"""Evidence of change for those who read redacted text alone: hashes and sizes that give no secret away.

Whoever holds the hash of a file and all of its text but a short secret can try out the secret. So a
caller without a session gets every hash, and what is made of one, under the local key; and sizes rounded.
"""

import hashlib
import hmac
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from glyph.app.answers import (
    DocumentEntry,
    DocumentList,
    DocumentView,
    GenerationList,
    IndexStatus,
    Job,
    JobList,
    OccurrenceList,
    SaveResult,
)
from glyph.app.workbench import AskedWorkbench, Workbench
from glyph.domain.chunk import ChunkId
from glyph.domain.document import ContentHash, DocumentPath
from glyph.domain.generation import GenerationId
from glyph.domain.ranking import Passage, Scope, SearchRequest, SearchResult
from glyph.errors import StaleDocument

SIZE_STEP_BYTES = 1_024


class Evidence:
    """Hashes under the local key: equal for equal input, the same after a restart, and no test for a guess."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def content_hash(self, content_hash: ContentHash) -> ContentHash:
        """Return what stands for a content hash: 64 hex digits, too."""
        return ContentHash(self._keyed("content", content_hash))

    def chunk_id(self, chunk_id: ChunkId) -> ChunkId:
        """Return what stands for a chunk id, which is made of a content hash: as many hex digits."""
        return ChunkId(self._keyed("chunk", chunk_id)[: len(chunk_id)])

    def _keyed(self, purpose: str, value: str) -> str:
        return hmac.new(self._key, f"{purpose}\0{value}".encode(), hashlib.sha256).hexdigest()


@contextmanager
def keyed_refusals(evidence: Evidence) -> Generator[None]:
    """Let the current hash that a StaleDocument carries leave as evidence."""
    try:
        yield
    except StaleDocument as error:
        current = evidence.content_hash(ContentHash(error.current_hash))
        raise StaleDocument(error.message, current_hash=current) from None


def current_hash(workbench: Workbench, path: DocumentPath) -> ContentHash:
    """Return a document's content hash itself. Raises what ``read`` raises."""
    return workbench.read(path, redacted=False, line_from=1, line_count=1).content_hash


def proven_hash(workbench: Workbench, evidence: Evidence, path: DocumentPath, shown: ContentHash) -> ContentHash:
    """Return a document's content hash when ``shown`` is the evidence of it.

    Raises: StaleDocument, with the hash itself, and what ``read`` raises.
    """
    current = current_hash(workbench, path)
    if not hmac.compare_digest(shown, evidence.content_hash(current)):
        raise StaleDocument(f"{path} has changed since it was read.", current_hash=current)
    return current


def keyed_save(evidence: Evidence, saved: SaveResult) -> SaveResult:
    return replace(saved, content_hash=evidence.content_hash(saved.content_hash))


class KeyedWorkbench:
    """The workbench of callers without a session: another one, with evidence in place of hashes and sizes."""

    def __init__(self, workbench: AskedWorkbench, evidence: Evidence) -> None:
        self._workbench = workbench
        self._evidence = evidence

    def search(self, request: SearchRequest) -> SearchResult:
        result = self._workbench.search(request)
        return replace(result, hits=tuple(self._passage(hit) for hit in result.hits))

    def _passage(self, hit: Passage) -> Passage:
        return replace(
            hit,
            chunk_id=self._evidence.chunk_id(hit.chunk_id),
            content_hash=self._evidence.content_hash(hit.content_hash),
        )

    def occurrences(self, texts: Sequence[str]) -> OccurrenceList:
        return self._workbench.occurrences(texts)

    def documents(self, scope: Scope) -> DocumentList:
        return DocumentList(tuple(rounded(entry) for entry in self._workbench.documents(scope).documents))

    def read(
        self, path: DocumentPath, *, redacted: bool, line_from: int | None = None, line_count: int | None = None
    ) -> DocumentView:
        view = self._workbench.read(path, redacted=redacted, line_from=line_from, line_count=line_count)
        return replace(view, content_hash=self._evidence.content_hash(view.content_hash))

    def save(self, path: DocumentPath, text: str, *, opened_hash: ContentHash) -> SaveResult:
        """Write a document; ``opened_hash`` is the evidence that came with its text, and so is what comes back.

        The hash itself is not taken: to try one would be a test for a guess.
        """
        with keyed_refusals(self._evidence):
            current = proven_hash(self._workbench, self._evidence, path, opened_hash)
            saved = self._workbench.save(path, text, opened_hash=current)
        return keyed_save(self._evidence, saved)

    def status(self) -> IndexStatus:
        return self._workbench.status()

    def is_ready(self) -> bool:
        return self._workbench.is_ready()

    def start_update(self, *, rebuild: bool) -> Job:
        return self._workbench.start_update(rebuild=rebuild)

    def job(self, job_id: str) -> Job:
        return self._workbench.job(job_id)

    def generations(self) -> GenerationList:
        return self._workbench.generations()

    def start_activation(self, generation: GenerationId) -> Job:
        return self._workbench.start_activation(generation)

    def prune(self) -> GenerationList:
        return self._workbench.prune()

    def start_verification(self, *, full: bool) -> Job:
        return self._workbench.start_verification(full=full)

    def all_jobs(self) -> JobList:
        return self._workbench.all_jobs()

    def cancel(self, job_id: str) -> Job:
        return self._workbench.cancel(job_id)


def rounded(entry: DocumentEntry) -> DocumentEntry:
    """Return an entry whose size is rounded up: the exact one would tell how long a secret is."""
    steps = -(-entry.size_bytes // SIZE_STEP_BYTES)
    return replace(entry, size_bytes=steps * SIZE_STEP_BYTES)
