"""Exports as the settings name them: where they wait, and what imports them into the documents or into another tree."""

import hashlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from glyph.app.importing import NOTHING_WAITS, WaitingExports
from glyph.corpus.notion.pipeline import Importer
from glyph.corpus.notion.uploads import Uploads
from glyph.corpus.opened import Corpus
from glyph.data_folder import state_folder
from glyph.documents import open_tree
from glyph.settings import Settings


def make_importer(settings: Settings, root: Path, corpus: Corpus, tree: str = "") -> Importer:
    """Return what imports exports into the tree beneath ``root``; ``tree`` tells it from the documents' own."""
    file = state_folder(settings) / "imports" / "notion.sqlite"
    return Importer(root, corpus, file, settings.corpus.document_limit_bytes, tree)


def tree_importer(settings: Settings, root: Path, now: Callable[[], datetime]) -> Importer:
    """Return what imports exports into a folder that is no part of the documents; its history is its own."""
    root.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256(str(root).encode()).hexdigest()[:16]
    corpus = open_tree(settings, root, state_folder(settings) / "imports" / name, now)
    return make_importer(settings, root, corpus, f"{root}|")


def waiting_exports(settings: Settings) -> WaitingExports:
    """Return where exports wait to be imported by themselves, unless that is turned off."""
    corpus = settings.corpus
    return WaitingExports(corpus.export.resolve(), corpus.import_into) if corpus.import_exports else NOTHING_WAITS


def uploads(settings: Settings) -> Uploads:
    """Return where exports lie that come over REST."""
    return Uploads(state_folder(settings) / "imports" / "uploads")
