"""The two ports of the index: the store that keeps generations, and the reader of one of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from glyph.domain.chunk import ChunkId, DocumentChunks, IndexedDocument
from glyph.domain.document import DocumentPath
from glyph.domain.generation import Fingerprint, GenerationId, GenerationSummary
from glyph.domain.ranking import Scope, Scored, StoredChunk

Vectors = NDArray[np.float32]
Pulse = Callable[[], object]
"""Called several times a second by what takes long; what it raises ends the work."""


def steady() -> None:
    """The pulse of work that nobody wants to end."""


@dataclass(frozen=True, slots=True)
class DocumentVectors:
    """A document ready to be stored: its chunks, and for each chunk its windows' unit vectors.

    ``vectors[i]`` has the shape ``(windows of chunk i, dimensions)``; without any rows when the
    document's vectors are pending.
    """

    prepared: DocumentChunks
    vectors: tuple[Vectors, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a query: alternatives of which any may match. ``prefix`` matches longer words too."""

    alternatives: tuple[str, ...]
    prefix: bool = False


class IndexReader(Protocol):
    """What one generation answers. Pinned: an activation meanwhile changes nothing here."""

    @property
    def summary(self) -> GenerationSummary: ...

    def documents(self) -> Mapping[DocumentPath, IndexedDocument]:
        """Return every indexed document by its path, in path order."""
        ...

    def keyword(self, terms: Sequence[Term], *, limit: int, scope: Scope) -> tuple[Scored, ...]:
        """Return the chunks that hold any of the terms, best first; ties break on chunk id.

        Terms are data, never syntax: any text is allowed in them.
        """
        ...

    def count_documents(self, term: Term, *, at_most: int, scope: Scope) -> int:
        """Return how many documents hold a term, counting no further than ``at_most``."""
        ...

    def literal(self, text: str, *, limit: int, scope: Scope) -> tuple[Scored, ...]:
        """Return the chunks whose text holds ``text`` as it stands, punctuation kept, in either case.

        Best first; ties break on chunk id. A text of fewer than three characters is not looked for.
        """
        ...

    def nearest(self, vector: Vectors, *, limit: int, scope: Scope) -> tuple[Scored, ...]:
        """Return the chunks nearest to a unit vector by cosine, best first; ties break on chunk id."""
        ...

    def chunks(self, chunk_ids: Sequence[ChunkId]) -> Mapping[ChunkId, StoredChunk]:
        """Return the chunks that exist among ``chunk_ids``."""
        ...

    def stored(self, path: DocumentPath) -> DocumentVectors | None:
        """Return a document whole, as it was put; None when it is not there.

        Raises: IndexUnusable when one of its vectors is damaged.
        """
        ...

    def faults(self) -> tuple[str, ...]:
        """Return what is wrong with the generation itself, each in a sentence; nothing when it is sound.

        Counts, checksums and the search structures are checked, never mended. May see later changes.
        """
        ...


class Staging(Protocol):
    """A generation that is being written and nobody can see yet. One thread at a time uses it."""

    @property
    def generation(self) -> GenerationId: ...

    def documents(self) -> Mapping[DocumentPath, IndexedDocument]:
        """Return what has been staged so far, by path."""
        ...

    def copy(self, generation: GenerationId, pulse: Pulse = steady) -> None:
        """Start from all that a finished generation of the same fingerprint holds, once and before anything is put.

        Others may go on changing it meanwhile: what is copied is one state of it. Lease it until this returns.
        Raises: IndexUnusable when something of it is damaged, or what ``pulse`` raises.
        """
        ...

    def put(self, documents: Iterable[DocumentVectors]) -> None:
        """Stage documents, each in place of its former self."""
        ...

    def delete(self, paths: Iterable[DocumentPath]) -> None: ...

    def expect_finish(self) -> None:
        """Make ready what ``finish`` will need: it is called within moments. Optional; idempotent."""
        ...

    def finish(self, pulse: Pulse = steady) -> None:
        """Build what searching needs and validate it. ``put`` and ``delete`` remain possible.

        Raises: GenerationRejected, or what ``pulse`` raises; the staging can then only be discarded.
        """
        ...

    def discard(self) -> None:
        """Remove what was written; a generation that was reopened stays. Idempotent."""
        ...


class IndexStore(Protocol):
    """Keeps generations; one process, one writing thread.

    Readers on other threads never wait for a writer. A document is replaced whole: chunks, keyword
    rows and vectors change together or not at all, and a change is durable when the call returns.
    """

    def generations(self) -> tuple[GenerationSummary, ...]:
        """Return the finished generations, newest first."""
        ...

    def stage(self, fingerprint: Fingerprint) -> Staging: ...

    def reopen(self, generation: GenerationId) -> Staging:
        """Return a finished generation that is not active, to be caught up before it is activated.

        Raises: GenerationRejected.
        """
        ...

    def activate(self, generation: GenerationId) -> None:
        """Swing the pointer to a finished generation; open readers stay on the one they leased.

        Raises: GenerationRejected, and then nothing has changed for readers.
        """
        ...

    def update(self, put: Iterable[DocumentVectors], delete: Sequence[DocumentPath]) -> None:
        """Apply changes to the active generation, one transaction a document.

        Raises: NoGeneration.
        """
        ...

    def reader(self) -> AbstractContextManager[IndexReader]:
        """Lease the active generation for the calling thread.

        Raises: NoGeneration.
        """
        ...

    def needs_rebase(self) -> bool:
        """Return whether vector search wants the active generation built anew from its stored vectors.

        Its accelerator is missing, damaged, or too many rows are newer than it or dead in it.
        Raises: NoGeneration.
        """
        ...

    def prune(self, keep: int) -> tuple[GenerationId, ...]:
        """Remove finished generations that nobody uses and return their ids.

        Those beyond the newest ``keep`` go, and all that were made under other redaction rules than the
        active one: they may hold secrets that the rules of today know. The active one always stays.
        """
        ...

    def close(self) -> None: ...
