"""What tests of several rooms share: a clock, a small corpus, a workbench over it, a built index."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from glyph.app.assembly import Adapters, WorkbenchOptions, assemble
from glyph.app.following import Watch
from glyph.app.importing import NOTHING_WAITS, WaitingExports
from glyph.app.local import LocalWorkbench
from glyph.corpus.kept import Bounds
from glyph.corpus.notion.pipeline import Importer
from glyph.corpus.opened import CorpusLimits, open_corpus
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.generation import GenerationId
from glyph.embed.embedder import Embedder
from glyph.index.embedded.layout import IndexFolder
from glyph.index.embedded.store import EmbeddedStore
from glyph.index.journal import Journal
from glyph.index.store import DocumentVectors, IndexStore
from glyph.ingest.load.loader import Loader
from glyph.ingest.load.markdown import PLAIN as TEXT
from glyph.ingest.redact.policy import RULES_ALONE, Policy
from glyph.search.pipeline import Tuning
from tests.fakes.clock import TickingClock
from tests.fakes.documents import FINGERPRINT, make_document
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.index_store import InMemoryStore

# No deadline: it would be the wall clock. Derandomized: a run fails for a change, not by luck.
settings.register_profile("glyph", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("thorough", settings.get_profile("glyph"), max_examples=400)
settings.load_profile("glyph")  # `pytest --hypothesis-profile=thorough` comes later and wins

KILLS, SAVES, FUZZ = 25, 25, 2_000
LIMIT_BYTES = 100_000
LIMITS = CorpusLimits(LIMIT_BYTES, LIMIT_BYTES, history=Bounds(20, 1_000_000, 90), trash=Bounds(20, 1_000_000, 30))
PLAIN = Tuning(is_word=lambda _word: True, similarity_floor=0.0)
"""Every token of letters is a word, and nothing is too far away."""
SCAN_INTERVAL_S = 600.0
SMALL_CORPUS = {
    "index.md": "# Runbooks\n\nStart here.\n",
    "network/wireguard.md": "# WireGuard\n\n## Restart\n\nRun `wg-quick up wg0` on the gateway.\n\n"
    "## Keys\n\nPrivateKey = 8Jm1nV6Zk3x0Qw9bT2yR5uP7sLd4fGhCaEoIiKjNnMk=\n",
    "network/dns.txt": "Resolver: the zone is served by the name server in the cellar.\n",
    "backup/restore.md": "---\ntitle: Restoring a backup\n---\n# Restore\n\nFetch the dump and load it.\n",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--kills", type=int, default=KILLS, help="how often workers are killed; from 100 on at every step")
    parser.addoption("--saves", type=int, default=SAVES, help="how often each of eight writers saves one document")
    parser.addoption("--fuzz", type=int, default=FUZZ, help="how many queries tests/system/test_query_fuzz.py makes up")


@pytest.fixture
def clock() -> TickingClock:
    return TickingClock()


@pytest.fixture
def corpus_root(tmp_path: Path) -> Path:
    """Return a folder with four small documents."""
    root = tmp_path / "docs"
    for path, text in SMALL_CORPUS.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


MakeWorkbench = Callable[..., LocalWorkbench]


def seeing_nothing(_stop: threading.Event) -> Iterator[frozenset[str]]:
    """A watch that sees nothing and ends."""
    return iter(())


@pytest.fixture
def make_workbench(corpus_root: Path, clock: TickingClock) -> MakeWorkbench:
    """Return a maker of workbenches over ``corpus_root``, in memory unless a store is given."""

    def make(
        *,
        store: IndexStore | None = None,
        embedder: Embedder | None = None,
        source: FolderSource | None = None,
        watch: Watch = seeing_nothing,
        forget: Callable[[], None] = lambda: None,
        monotonic: Callable[[], float] = lambda: 0.0,
        policy: Policy = RULES_ALONE,
        loader: Loader = TEXT,
        waiting: WaitingExports = NOTHING_WAITS,
    ) -> LocalWorkbench:
        reads = source or FolderSource(corpus_root, LIMIT_BYTES)
        state = corpus_root.with_name("state")
        corpus = open_corpus(corpus_root, state, LIMITS, clock, reads)
        adapters = Adapters(
            corpus=corpus,
            importer=Importer(corpus_root, corpus, state / "imports" / "notion.sqlite", LIMIT_BYTES),
            store=store or InMemoryStore(clock),
            journal=Journal(corpus_root.with_name("journal")),
            embedder=embedder or FakeEmbedder(),
            watch=watch,
            now=clock,
            loader=loader,
            forget=forget,
            monotonic=monotonic,
        )
        options = WorkbenchOptions(2, LIMIT_BYTES, SCAN_INTERVAL_S, "http://127.0.0.1:3000", PLAIN, policy, waiting)
        return assemble(adapters, options)

    return make


FIRST_CONTENT = (
    make_document("backup/restore.md", "fetch the dump", "load the dump into the cluster"),
    make_document("network/dns.md", "the zone is served by the name server"),
    make_document("network/wireguard.md", "restart the tunnel wg0", "rotate the keys", "open port 51820"),
)
SECOND_CONTENT = (
    make_document("backup/restore.md", "the second generation restores snapshots"),
    make_document("network/dns.md", "the second generation serves zones"),
)


def fill(store: IndexStore, documents: Sequence[DocumentVectors]) -> GenerationId:
    """Stage and finish a generation of ``documents`` and return its id."""
    staging = store.stage(FINGERPRINT)
    staging.put(documents)
    staging.finish()
    return staging.generation


@dataclass(frozen=True)
class BuiltIndex:
    """A folder with two finished generations, the first one active. Copy it before you open it."""

    folder: IndexFolder
    first: GenerationId
    second: GenerationId


@pytest.fixture(scope="session")
def built_index(tmp_path_factory: pytest.TempPathFactory) -> BuiltIndex:
    """Build once what many tests copy: each build starts a child process."""
    folder = IndexFolder(tmp_path_factory.mktemp("built") / "index")
    store = EmbeddedStore(folder, TickingClock())
    first = fill(store, FIRST_CONTENT)
    store.activate(first)
    second = fill(store, SECOND_CONTENT)
    store.close()
    return BuiltIndex(folder, first, second)
