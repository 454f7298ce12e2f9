"""A workbench of the real parts over a corpus, with an index of its own in a temporary folder."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from glyph.app.local import LocalWorkbench
from glyph.bootstrap import index_folder, open_workbench
from glyph.index.embedded.layout import GenerationFolder
from glyph.index.embedded.pointer import read_pointer
from glyph.settings import CorpusSettings, DataSettings, Settings
from tools.console import Failure


def quiet(_done: int, _total: int) -> None: ...


def settings_for(corpus: Path, data: Path) -> Settings:
    return Settings(corpus=CorpusSettings(root=corpus, import_exports=False), data=DataSettings(root=data))


@contextmanager
def opened(corpus: Path, data: Path) -> Generator[LocalWorkbench]:
    """Yield a workbench and close it."""
    workbench = open_workbench(settings_for(corpus, data))
    try:
        yield workbench
    finally:
        workbench.close()


@contextmanager
def temporary_folder() -> Generator[Path]:
    with tempfile.TemporaryDirectory(prefix="glyph-bench-") as folder:
        yield Path(folder)


def active_folder(corpus: Path, data: Path) -> GenerationFolder:
    """Return the folder of the active generation."""
    folder = index_folder(settings_for(corpus, data))
    generation = read_pointer(folder)
    if generation is None:
        raise Failure("Nothing has been indexed: there is no generation to look at.")
    return folder.generation(generation)
