"""A process that works on a corpus and its index until somebody kills it, and says on stdout what it has done.

``python -m tests.system.kill_worker ROOT THEME SEED``: saves go on all the time, and beside them what the theme names.
"""

import json
import random
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

from glyph.app.assembly import Adapters, WorkbenchOptions, assemble
from glyph.app.local import LocalWorkbench
from glyph.corpus.kept import Bounds
from glyph.corpus.notion.pipeline import Importer
from glyph.corpus.opened import CorpusLimits, open_corpus
from glyph.domain.document import DocumentPath
from glyph.files import replace_file
from glyph.index.embedded.layout import IndexFolder
from glyph.index.embedded.store import EmbeddedStore
from glyph.index.journal import Journal
from glyph.ingest.redact.policy import RULES_ALONE
from glyph.search.pipeline import Tuning
from tests.fakes.embedder import FakeEmbedder

DOCUMENTS = 12
LIMIT_BYTES = 100_000
LIMITS = CorpusLimits(LIMIT_BYTES, LIMIT_BYTES, history=Bounds(5, 1_000_000, 90), trash=Bounds(5, 1_000_000, 30))
SAVED_BY_GLYPH, WRITTEN_PAST_GLYPH = "saved", "written"


def now() -> datetime:
    return datetime.now(UTC)


def text_of(path: str, version: str) -> str:
    """Return a version of a document; each is of several chunks."""
    parts = [f"## Part {part}\n\n{version} of {path}, step {part}: restart the gateway.\n" for part in range(3)]
    return "\n".join([f"# {path} {version}\n", *parts])


def open_workbench(root: Path) -> LocalWorkbench:
    """Return a real workbench over ``root``; only its embedder is none."""
    docs, folder = root / "docs", IndexFolder(root / "index")
    store = EmbeddedStore(folder, now)
    corpus = open_corpus(docs, root / "state", LIMITS, now)
    adapters = Adapters(
        corpus=corpus,
        importer=Importer(docs, corpus, root / "state" / "imports.sqlite", LIMIT_BYTES),
        store=store,
        journal=Journal(folder.journal),
        embedder=FakeEmbedder(),
        watch=lambda _stop: iter(()),
        now=now,
    )
    tuning = Tuning(is_word=lambda _word: True, similarity_floor=0.0)
    return assemble(adapters, WorkbenchOptions(2, LIMIT_BYTES, 0.0, "http://127.0.0.1:3000", tuning, RULES_ALONE))


def quiet(_done: int, _total: int) -> None: ...


class Worker:
    """Works until it is killed."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.random = random.Random(seed)  # noqa: S311 - a test's choice
        self.seed = seed
        self.workbench = open_workbench(root)
        self.said = threading.Lock()

    def say(self, **words: object) -> None:
        with self.said:
            sys.stdout.write(json.dumps(words) + "\n")
            sys.stdout.flush()

    def save_on_and_on(self) -> None:
        number = 0
        while True:
            number += 1
            path = DocumentPath(f"saved{self.random.randrange(DOCUMENTS)}.md")
            opened = self.workbench.read(path, redacted=True)
            version = f"v{self.seed}x{number}"
            self.say(begun=path, version=version)
            self.workbench.save(path, text_of(path, version), opened_hash=opened.content_hash)
            self.say(done=path, version=version)

    def write_past(self) -> None:
        """Change, add or remove documents as another tool would."""
        place = self.root / "docs" / f"other{self.random.randrange(DOCUMENTS)}.md"
        if self.random.random() < 0.3:
            place.unlink(missing_ok=True)
        else:
            replace_file(place, text_of(place.name, f"o{self.random.random()}").encode(), mode=0o644)

    def update(self) -> None:
        self.write_past()
        self.workbench.indexing.run(quiet, rebuild=False)

    def rebuild(self) -> None:
        self.workbench.indexing.run(quiet, rebuild=True)

    def rebase(self) -> None:
        self.workbench.generation_keeping.rebase(quiet)

    def activate(self) -> None:
        others = [entry.generation for entry in self.workbench.generations().generations if not entry.active]
        if not others:
            self.rebase()
        for generation in others[:1]:
            self.write_past()
            self.workbench.indexing.activate(generation, quiet)

    def work(self, theme: str) -> None:
        self.workbench.indexing.run(quiet, rebuild=False)
        self.say(ready=True)
        threading.Thread(target=self.save_on_and_on, daemon=True).start()
        deeds = {"save": self.write_past, "update": self.update, "rebuild": self.rebuild}
        deeds |= {"rebase": self.rebase, "activate": self.activate}
        while True:
            deeds[theme]()
            self.say(deed=theme)
            if theme == "save":
                threading.Event().wait(0.05)


if __name__ == "__main__":
    Worker(Path(sys.argv[1]), int(sys.argv[3])).work(sys.argv[2])
