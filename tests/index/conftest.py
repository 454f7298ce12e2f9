"""An open embedded store on a copy of the built index."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from glyph.index.embedded.layout import IndexFolder
from glyph.index.embedded.store import EmbeddedStore
from tests.conftest import BuiltIndex
from tests.fakes.clock import TickingClock

OpenStore = Callable[[], EmbeddedStore]


@pytest.fixture
def index_folder(built_index: BuiltIndex, tmp_path: Path) -> IndexFolder:
    """Return a copy of the built index: two generations, the first active."""
    shutil.copytree(built_index.folder.root, tmp_path / "index")
    return IndexFolder(tmp_path / "index")


@pytest.fixture
def open_store(index_folder: IndexFolder) -> Iterator[OpenStore]:
    """Return what opens the copy; it is closed in the end."""
    with ExitStack() as opened:

        def open_it() -> EmbeddedStore:
            store = EmbeddedStore(index_folder, TickingClock())
            opened.callback(store.close)
            return store

        yield open_it
