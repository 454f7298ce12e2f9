"""The documents' root as the settings name it: opened, and what imports exports into it or into another tree."""

import hashlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from glyph.app.importing import NOTHING_WAITS, WaitingExports
from glyph.corpus.kept import Bounds
from glyph.corpus.notion.pipeline import Importer
from glyph.corpus.notion.uploads import Uploads
from glyph.corpus.opened import Corpus, CorpusLimits, open_corpus
from glyph.data_folder import state_folder
from glyph.settings import Settings

Now = Callable[[], datetime]


def open_documents(settings: Settings, now: Now) -> Corpus:
    """Return the documents of this process, and what is kept beside them."""
    return open_corpus(settings.corpus.root.resolve(), state_folder(settings), _limits(settings), now)


def _limits(settings: Settings) -> CorpusLimits:
    history, trash = settings.history, settings.trash
    kept = Bounds(history.versions, history.size_bytes, history.days)
    deleted = Bounds(trash.entries, trash.size_bytes, trash.days)
    return CorpusLimits(settings.corpus.document_limit_bytes, settings.corpus.asset_limit_bytes, kept, deleted)


def make_importer(settings: Settings, root: Path, corpus: Corpus, tree: str = "") -> Importer:
    """Return what imports exports into the tree beneath ``root``; ``tree`` tells it from the documents' own."""
    file = state_folder(settings) / "imports" / "notion.sqlite"
    return Importer(root, corpus, file, settings.corpus.document_limit_bytes, tree)


def open_tree(settings: Settings, root: Path, now: Now) -> Importer:
    """Return what imports exports into a folder that is no part of the documents; its history is its own."""
    root.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256(str(root).encode()).hexdigest()[:16]
    corpus = open_corpus(root, state_folder(settings) / "imports" / name, _limits(settings), now)
    return make_importer(settings, root, corpus, f"{root}|")


def waiting_exports(settings: Settings) -> WaitingExports:
    """Return where exports wait to be imported by themselves, unless that is turned off."""
    corpus = settings.corpus
    return WaitingExports(corpus.export.resolve(), corpus.import_into) if corpus.import_exports else NOTHING_WAITS


def uploads(settings: Settings) -> Uploads:
    """Return where exports lie that come over REST."""
    return Uploads(state_folder(settings) / "imports" / "uploads")
