"""A store that is written by the owner alone: where the index is no longer ours, writing is refused."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager

from glyph.domain.document import DocumentPath
from glyph.domain.generation import Fingerprint, GenerationId, GenerationSummary
from glyph.index.store import DocumentVectors, IndexReader, IndexStore, Staging


class OwnedStore:
    """The port ``IndexStore`` in front of another one; what writes raises IndexLost once ``require`` does.

    A staging needs no look of its own: it lies in a folder that went with the lock, and can never be activated.
    """

    def __init__(self, inner: IndexStore, require: Callable[[], None]) -> None:
        self._inner = inner
        self._require = require

    def generations(self) -> tuple[GenerationSummary, ...]:
        return self._inner.generations()

    def stage(self, fingerprint: Fingerprint) -> Staging:
        self._require()
        return self._inner.stage(fingerprint)

    def reopen(self, generation: GenerationId) -> Staging:
        self._require()
        return self._inner.reopen(generation)

    def activate(self, generation: GenerationId) -> None:
        self._require()
        self._inner.activate(generation)

    def update(self, put: Iterable[DocumentVectors], delete: Sequence[DocumentPath]) -> None:
        self._require()
        self._inner.update(put, delete)

    def reader(self) -> AbstractContextManager[IndexReader]:
        return self._inner.reader()

    def needs_rebase(self) -> bool:
        return self._inner.needs_rebase()

    def prune(self, keep: int) -> tuple[GenerationId, ...]:
        self._require()
        return self._inner.prune(keep)

    def close(self) -> None:
        self._inner.close()
