"""The documents of this process as the settings describe them: where they lie, which formats are read, and how."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from glyph.data_folder import state_folder
from glyph.settings import Settings

if TYPE_CHECKING:
    from glyph.corpus.opened import Corpus
    from glyph.corpus.sources.folder import FolderSource
    from glyph.ingest.load.loader import Loader


def document_source(settings: Settings, root: Path | None = None) -> "FolderSource":
    """Return what lists and reads the documents, or those of another folder by the same rules."""
    from glyph.corpus.sources.folder import FolderSource, ReadOnlyFiles

    corpus = settings.corpus
    suffixes = tuple(f".{name}" for name in corpus.formats) + ((".htm",) if "html" in corpus.formats else ())
    read_only = ReadOnlyFiles(suffixes, settings.load.file_limit_bytes)
    return FolderSource((root or corpus.root).resolve(), corpus.document_limit_bytes, read_only=read_only)


def make_loader(settings: Settings) -> "Loader":
    """Return what reads every format, within the limits of the settings."""
    from glyph.ingest.load.formats import every_loader
    from glyph.ingest.load.limits import ParserLimits

    load = settings.load
    return every_loader(
        ParserLimits(
            timeout_s=load.timeout_s,
            memory_bytes=load.memory_bytes,
            pages=load.page_limit,
            characters=load.text_limit_characters,
            expanded_bytes=load.expanded_limit_bytes,
            entries=load.entry_limit,
            ratio=load.ratio_limit,
        )
    )


def open_documents(settings: Settings, now: Callable[[], datetime]) -> "Corpus":
    """Return the documents of this process, and what is kept beside them."""
    return open_tree(settings, settings.corpus.root.resolve(), state_folder(settings), now)


def open_tree(settings: Settings, root: Path, state: Path, now: Callable[[], datetime]) -> "Corpus":
    """Return the documents of a folder, and what ``state`` keeps beside them, by the same rules."""
    from glyph.corpus.kept import Bounds
    from glyph.corpus.opened import CorpusLimits, open_corpus

    history, trash = settings.history, settings.trash
    kept = Bounds(history.versions, history.size_bytes, history.days)
    deleted = Bounds(trash.entries, trash.size_bytes, trash.days)
    limits = CorpusLimits(settings.corpus.document_limit_bytes, settings.corpus.asset_limit_bytes, kept, deleted)
    return open_corpus(root, state, limits, now, document_source(settings, root))
