"""Stores for the contract of IndexStore, Staging and IndexReader: the embedded one and the fake."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from glyph.domain.generation import GenerationId
from glyph.index.embedded.layout import IndexFolder
from glyph.index.embedded.store import EmbeddedStore
from glyph.index.store import IndexReader, IndexStore
from tests.conftest import FIRST_CONTENT, SECOND_CONTENT, BuiltIndex, fill
from tests.fakes.clock import TickingClock
from tests.fakes.index_store import InMemoryStore


@dataclass(frozen=True)
class Adapter:
    """How to get a store: with two finished generations of which the first is active, and an empty one."""

    make: Callable[[Path], tuple[IndexStore, GenerationId, GenerationId]]
    make_empty: Callable[[Path], IndexStore]


def make_fake(_: Path) -> tuple[IndexStore, GenerationId, GenerationId]:
    store = InMemoryStore(TickingClock())
    first = fill(store, FIRST_CONTENT)
    store.activate(first)
    return store, first, fill(store, SECOND_CONTENT)


@pytest.fixture(scope="module", params=["embedded", "fake"])
def adapter(request: pytest.FixtureRequest, built_index: BuiltIndex) -> Adapter:
    if request.param == "fake":
        return Adapter(make_fake, lambda _: InMemoryStore(TickingClock()))

    def make_embedded(folder: Path) -> tuple[IndexStore, GenerationId, GenerationId]:
        shutil.copytree(built_index.folder.root, folder / "index")
        return EmbeddedStore(IndexFolder(folder / "index"), TickingClock()), built_index.first, built_index.second

    return Adapter(make_embedded, lambda folder: EmbeddedStore(IndexFolder(folder / "index"), TickingClock()))


@dataclass(frozen=True)
class Kit:
    """A store with two finished generations; the first is active."""

    store: IndexStore
    first: GenerationId
    second: GenerationId


@pytest.fixture
def kit(adapter: Adapter, tmp_path: Path) -> Iterator[Kit]:
    store, first, second = adapter.make(tmp_path)
    yield Kit(store, first, second)
    store.close()


@pytest.fixture
def store(kit: Kit) -> IndexStore:
    return kit.store


@pytest.fixture
def empty_store(adapter: Adapter, tmp_path: Path) -> Iterator[IndexStore]:
    store = adapter.make_empty(tmp_path)
    yield store
    store.close()


@pytest.fixture
def reader(store: IndexStore) -> Iterator[IndexReader]:
    with store.reader() as reader:
        yield reader
