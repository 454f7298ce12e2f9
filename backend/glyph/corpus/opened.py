"""The corpus as one process has it open: the documents, who writes them, and what is kept beside them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from glyph.corpus.assets import Assets
from glyph.corpus.history import History
from glyph.corpus.kept import Bounds
from glyph.corpus.library import Library
from glyph.corpus.moves import Moves
from glyph.corpus.sources.folder import FolderSource
from glyph.corpus.trash import Trash


@dataclass(frozen=True, slots=True)
class CorpusLimits:
    """How large a document and an image may be, in bytes, and how much is kept of former texts."""

    document_bytes: int
    asset_bytes: int
    history: Bounds
    trash: Bounds


@dataclass(frozen=True, slots=True)
class Corpus:
    """The parts of the corpus, each over the same root."""

    source: FolderSource
    library: Library
    history: History
    trash: Trash
    assets: Assets
    moves: Moves


def open_corpus(
    root: Path, state: Path, limits: CorpusLimits, now: Callable[[], datetime], source: FolderSource | None = None
) -> Corpus:
    """Return the corpus beneath ``root`` with its history and trash beneath ``state``.

    What killed saves and deletions left behind is removed, so nobody else may be writing.
    """
    reads = source or FolderSource(root, limits.document_bytes)
    history = History(state / "history", limits.history, now)
    library, trash = Library(root, reads, history.keep), Trash(state / "trash", limits.trash, now)
    library.sweep()
    trash.sweep()
    return Corpus(reads, library, history, trash, Assets(root, limits.asset_bytes), Moves(state / "moving"))
