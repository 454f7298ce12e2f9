"""An index store without files: generations are dictionaries that are replaced, never changed."""

import re
import secrets
import threading
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime

from glyph.domain.chunk import Chunk, ChunkId, IndexedDocument
from glyph.domain.document import DocumentPath
from glyph.domain.generation import BaseState, Counts, Fingerprint, GenerationId, GenerationSummary
from glyph.domain.ranking import Scope, Scored, StoredChunk
from glyph.errors import GenerationRejected, NoGeneration
from glyph.index.store import DocumentVectors, Pulse, Term, Vectors, steady

WORD = re.compile(r"\w+")
SHORTEST_LITERAL = 3
Held = Mapping[DocumentPath, DocumentVectors]


@dataclass(frozen=True, slots=True)
class Content:
    """One state of one generation."""

    fingerprint: Fingerprint
    held: Held
    changed_at: datetime


def with_documents(content: Content, documents: Iterable[DocumentVectors], now: datetime) -> Content:
    """Return the content with documents in place of their former selves."""
    added: dict[DocumentPath, DocumentVectors] = {}
    for each in documents:
        if len(each.prepared.chunks) != len(each.vectors):
            raise ValueError("A document needs vectors for each of its chunks.")
        added[each.prepared.document.path] = each
    return replace(content, held=dict(sorted({**content.held, **added}.items())), changed_at=now)


def without(content: Content, paths: Iterable[DocumentPath], now: datetime) -> Content:
    """Return the content without the documents at ``paths``."""
    gone = set(paths)
    return replace(content, held={p: d for p, d in content.held.items() if p not in gone}, changed_at=now)


def holds(words: Sequence[str], wanted: str, *, prefix: bool) -> bool:
    """Return whether the words of ``wanted`` stand in ``words`` side by side."""
    run = WORD.findall(wanted.lower())
    return bool(run) and any(
        words[at : at + len(run) - 1] == run[:-1]
        and (words[at + len(run) - 1].startswith(run[-1]) if prefix else words[at + len(run) - 1] == run[-1])
        for at in range(len(words) - len(run) + 1)
    )


class InMemoryReader:
    """Satisfies ``IndexReader`` from one state of one generation."""

    def __init__(self, generation: GenerationId, content: Content) -> None:
        self._generation = generation
        self._content = content

    @property
    def summary(self) -> GenerationSummary:
        documents = [each.prepared.document for each in self._content.held.values()]
        counts = Counts(
            documents=len(documents),
            chunks=sum(document.chunks for document in documents),
            redactions=sum(document.redactions for document in documents),
            unembedded=sum(not document.embedded for document in documents),
        )
        return GenerationSummary(
            self._generation, self._content.fingerprint, self._content.changed_at, counts, BaseState.OK
        )

    def documents(self) -> Mapping[DocumentPath, IndexedDocument]:
        return {path: each.prepared.document for path, each in self._content.held.items()}

    def _in(self, scope: Scope) -> Iterable[tuple[IndexedDocument, Chunk, Vectors]]:
        for each in self._content.held.values():
            document = each.prepared.document
            in_collection = not scope.collections or document.collection in scope.collections
            if in_collection and document.path.startswith(scope.path_prefix):
                for chunk, windows in zip(each.prepared.chunks, each.vectors, strict=True):
                    yield document, chunk, windows

    def stored(self, path: DocumentPath) -> DocumentVectors | None:
        return self._content.held.get(path)

    def faults(self) -> tuple[str, ...]:
        return ()

    def keyword(self, terms: Sequence[Term], *, limit: int, scope: Scope) -> tuple[Scored, ...]:
        scored: list[Scored] = []
        for document, chunk, _ in self._in(scope):
            words = WORD.findall(" ".join((document.title, *chunk.heading_path, chunk.whole.value)).lower())
            found = sum(any(holds(words, text, prefix=term.prefix) for text in term.alternatives) for term in terms)
            if found:
                scored.append(Scored(chunk.chunk_id, chunk.path, -float(found)))
        return tuple(sorted(scored, key=lambda each: (each.score, each.chunk_id))[:limit])

    def count_documents(self, term: Term, *, at_most: int, scope: Scope) -> int:
        chunks = sum(1 for _ in self._in(scope))
        return min(at_most, len({scored.path for scored in self.keyword([term], limit=chunks, scope=scope)}))

    def literal(self, text: str, *, limit: int, scope: Scope) -> tuple[Scored, ...]:
        if len(text) < SHORTEST_LITERAL:
            return ()
        counted = [(chunk, chunk.text.value.lower().count(text.lower())) for _, chunk, _ in self._in(scope)]
        scored = [Scored(chunk.chunk_id, chunk.path, -float(count)) for chunk, count in counted if count]
        return tuple(sorted(scored, key=lambda each: (each.score, each.chunk_id))[:limit])

    def nearest(self, vector: Vectors, *, limit: int, scope: Scope) -> tuple[Scored, ...]:
        scored = [
            Scored(c.chunk_id, c.path, round(float((windows @ vector).max()), 5))
            for _, c, windows in self._in(scope)
            if len(windows)
        ]
        return tuple(sorted(scored, key=lambda each: (-each.score, each.chunk_id))[:limit])

    def chunks(self, chunk_ids: Sequence[ChunkId]) -> Mapping[ChunkId, StoredChunk]:
        wanted = set(chunk_ids)
        return {
            chunk.chunk_id: StoredChunk(
                chunk_id=chunk.chunk_id,
                collection=document.collection,
                path=document.path,
                content_hash=document.content_hash,
                title=document.title,
                ordinal=self._content.held[document.path].prepared.chunks.index(chunk),
                heading_path=chunk.heading_path,
                line_from=chunk.line_from,
                line_to=chunk.line_to,
                page=chunk.page,
                text=chunk.text.value,
            )
            for document, chunk, _ in self._in(Scope())
            if chunk.chunk_id in wanted
        }


class InMemoryStaging:
    """Satisfies ``Staging``; ``finish`` checks what the real one checks of the vectors."""

    def __init__(
        self, store: "InMemoryStore", generation: GenerationId, content: Content, *, reopened: bool = False
    ) -> None:
        self._store = store
        self._generation = generation
        self._reopened = reopened
        self.content = content
        self.finished = reopened

    @property
    def generation(self) -> GenerationId:
        return self._generation

    def documents(self) -> Mapping[DocumentPath, IndexedDocument]:
        return {path: each.prepared.document for path, each in self.content.held.items()}

    def copy(self, generation: GenerationId, pulse: Pulse = steady) -> None:
        pulse()
        self.content = replace(self._store.finished[generation], fingerprint=self.content.fingerprint)

    def put(self, documents: Iterable[DocumentVectors]) -> None:
        self.content = with_documents(self.content, documents, self._store.now())
        self._publish()

    def delete(self, paths: Iterable[DocumentPath]) -> None:
        self.content = without(self.content, paths, self._store.now())
        self._publish()

    def expect_finish(self) -> None: ...

    def finish(self, pulse: Pulse = steady) -> None:
        pulse()
        widths = {windows.shape[1] for each in self.content.held.values() for windows in each.vectors if windows.size}
        if widths - {self.content.fingerprint.dimensions}:
            raise GenerationRejected("A stored vector has the wrong number of dimensions.")
        self.finished = True
        self._publish()

    def _publish(self) -> None:
        if self.finished:
            self._store.finished[self._generation] = self.content

    def discard(self) -> None:
        if self._reopened:
            return
        self._store.finished.pop(self._generation, None)


class InMemoryStore:
    """Satisfies ``IndexStore`` with dictionaries. ``finished`` is open to tests.

    ``fail_updates_with`` makes every update raise that error.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.now = now
        self.finished: dict[GenerationId, Content] = {}
        self.fail_updates_with: Exception | None = None
        self.rebase_needed = False
        self._active: GenerationId | None = None
        self._leases: list[GenerationId] = []
        self._lock = threading.Lock()

    def generations(self) -> tuple[GenerationSummary, ...]:
        return tuple(InMemoryReader(g, c).summary for g, c in sorted(self.finished.items(), reverse=True))

    def stage(self, fingerprint: Fingerprint) -> InMemoryStaging:
        generation = GenerationId(f"{self.now():%Y%m%dT%H%M%S.%fZ}-{secrets.token_hex(4)}")
        return InMemoryStaging(self, generation, Content(fingerprint, {}, self.now()))

    def reopen(self, generation: GenerationId) -> InMemoryStaging:
        if generation not in self.finished or generation == self._active:
            raise GenerationRejected(f"{generation} cannot be reopened.")
        return InMemoryStaging(self, generation, self.finished[generation], reopened=True)

    def activate(self, generation: GenerationId) -> None:
        if generation not in self.finished:
            raise GenerationRejected(f"{generation} was never finished.")
        with self._lock:
            self._active = generation
            self.rebase_needed = False

    def needs_rebase(self) -> bool:
        self._current()
        return self.rebase_needed

    def _current(self) -> GenerationId:
        if self._active is None:
            raise NoGeneration("Nothing has been indexed yet.")
        return self._active

    def update(self, put: Iterable[DocumentVectors], delete: Sequence[DocumentPath]) -> None:
        if self.fail_updates_with is not None:
            raise self.fail_updates_with
        generation = self._current()
        content = without(self.finished[generation], delete, self.now())
        self.finished[generation] = with_documents(content, put, self.now())

    @contextmanager
    def reader(self) -> Generator[InMemoryReader]:
        with self._lock:
            generation = self._current()
            self._leases.append(generation)
            reader = InMemoryReader(generation, self.finished[generation])
        try:
            yield reader
        finally:
            with self._lock:
                self._leases.remove(generation)

    def prune(self, keep: int) -> tuple[GenerationId, ...]:
        if self._active is None:
            return ()
        newest_first = sorted(self.finished, reverse=True)
        rules = self.finished[self._active].fingerprint.redaction
        unwanted = {*newest_first[keep:], *(g for g in newest_first if self.finished[g].fingerprint.redaction != rules)}
        beyond = [g for g in newest_first if g in unwanted - {self._active, *self._leases}]
        for generation in beyond:
            del self.finished[generation]
        return tuple(beyond)

    def close(self) -> None:
        self._active = None
