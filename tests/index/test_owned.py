"""A store whose folder is no longer ours: it is read as far as it can be, and never written."""

from collections.abc import Callable

import pytest

from glyph.domain.generation import GenerationId
from glyph.errors import IndexLost
from glyph.index.owned import OwnedStore
from tests.conftest import FIRST_CONTENT, fill
from tests.fakes.clock import TickingClock
from tests.fakes.documents import FINGERPRINT, paths_of
from tests.fakes.index_store import InMemoryStore

WRITES: dict[str, Callable[[OwnedStore, GenerationId], object]] = {
    "stage": lambda store, _: store.stage(FINGERPRINT),
    "reopen": lambda store, generation: store.reopen(generation),
    "activate": lambda store, generation: store.activate(generation),
    "update": lambda store, _: store.update((), paths_of(FIRST_CONTENT)),
    "prune": lambda store, _: store.prune(1),
}


def lost() -> None:
    raise IndexLost("The folder is gone.")


@pytest.mark.parametrize("name", WRITES)
def test_nothing_is_written_where_the_index_is_lost(name: str) -> None:
    inner = InMemoryStore(TickingClock())
    first, second = fill(inner, FIRST_CONTENT), fill(inner, FIRST_CONTENT)
    inner.activate(first)
    store = OwnedStore(inner, lost)
    with pytest.raises(IndexLost):
        WRITES[name](store, second)
    assert len(store.generations()) == 2
    with store.reader() as reader:
        assert reader.summary.generation == first
        assert list(reader.documents()) == paths_of(FIRST_CONTENT)


def test_everything_passes_while_the_index_is_ours() -> None:
    store = OwnedStore(InMemoryStore(TickingClock()), lambda: None)
    generation = fill(store, FIRST_CONTENT)
    store.activate(generation)
    store.update((), paths_of(FIRST_CONTENT[:1]))
    with store.reader() as reader:
        assert list(reader.documents()) == paths_of(FIRST_CONTENT[1:])
    assert not store.needs_rebase()
    assert store.prune(1) == ()
    store.close()
