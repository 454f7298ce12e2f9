"""Assembly: the workbench of an owner, put together from its adapters and what the settings say."""

import time
from dataclasses import dataclass, field

from glyph.app.after_change import AfterChange
from glyph.app.applying import Applying
from glyph.app.belongings import Belongings
from glyph.app.editing import Editing
from glyph.app.events import Events
from glyph.app.filing import Filing
from glyph.app.finishing import finish_move
from glyph.app.following import Following, Monotonic, Pace, Watch
from glyph.app.generations import Generations
from glyph.app.images import Images
from glyph.app.importing import NOTHING_WAITS, Importing, WaitingExports
from glyph.app.indexing import Forget, Indexing
from glyph.app.inspecting import Inspecting
from glyph.app.jobs import Clock, Jobs
from glyph.app.keeping import Keeping
from glyph.app.linkmap import LinkMap
from glyph.app.local import LocalWorkbench
from glyph.app.occurrences import OccurrenceSearch
from glyph.app.passes import Passes
from glyph.app.reading import Reading
from glyph.app.searching import Searching
from glyph.app.status import StatusReport
from glyph.app.verifying import Verifying
from glyph.corpus.notion.pipeline import Importer
from glyph.corpus.opened import Corpus
from glyph.embed.embedder import Embedder
from glyph.index.broken import BrokenDocuments
from glyph.index.journal import Journal
from glyph.index.store import IndexStore
from glyph.ingest.load.loader import Loader
from glyph.ingest.load.markdown import PLAIN
from glyph.ingest.redact.policy import Policy
from glyph.search.pipeline import Tuning


@dataclass(frozen=True, slots=True)
class Adapters:
    """What touches the disk, the network and the clock."""

    corpus: Corpus
    importer: Importer
    store: IndexStore
    journal: Journal
    embedder: Embedder
    watch: Watch
    now: Clock
    loader: Loader = PLAIN
    forget: Forget = lambda: None
    broken: BrokenDocuments = field(default_factory=BrokenDocuments)
    monotonic: Monotonic = time.monotonic


@dataclass(frozen=True, slots=True)
class WorkbenchOptions:
    """What the settings say to the workbench."""

    keep: int
    limit_bytes: int
    scan_interval_s: float
    public_origin: str
    tuning: Tuning
    policy: Policy
    waiting: WaitingExports = NOTHING_WAITS


def assemble(adapters: Adapters, options: WorkbenchOptions) -> LocalWorkbench:
    """Return the workbench over these adapters; it follows nothing until it is told to.

    A move that a crash has cut short is finished first.
    """
    corpus, store, embedder, policy = adapters.corpus, adapters.store, adapters.embedder, options.policy
    source, library, loader = corpus.source, corpus.library, adapters.loader
    applying = Applying(source, store, adapters.journal)
    passes = Passes(source, store, applying)
    generations = Generations(passes, store, embedder, options.keep, policy, loader)
    indexing = Indexing(source, store, embedder, generations, passes, adapters.forget, adapters.broken)
    reading = Reading(source, store, indexing, policy, loader)
    events = Events()
    jobs = Jobs(adapters.now, events.tell_job)
    after, links = AfterChange(indexing, store), LinkMap(source)
    belongings = Belongings(library, corpus.assets, links, corpus.trash.size_bytes)
    finish_move(corpus, links)
    editing = Editing(library, indexing, after, options.limit_bytes)
    return LocalWorkbench(
        searching=Searching(store, embedder, source, options.public_origin, options.tuning, policy),
        occurring=OccurrenceSearch(store, reading, policy),
        reading=reading,
        editing=editing,
        filing=Filing(corpus, links, indexing, after, belongings, policy),
        keeping=Keeping(corpus, editing, belongings),
        images=Images(library, source, corpus.assets),
        inspecting=Inspecting(source, links, indexing, policy, loader),
        importing=Importing(adapters.importer, indexing, options.waiting, policy),
        indexing=indexing,
        generation_keeping=generations,
        verifying=Verifying(source, store, embedder, policy, loader),
        reporting=StatusReport(source, store, indexing, reading, jobs, embedder, adapters.monotonic),
        jobs=jobs,
        following=Following(
            adapters.watch,
            source,
            indexing,
            generations,
            jobs,
            events.tell_document,
            Pace(options.scan_interval_s, adapters.monotonic),
        ),
        events=events,
        close_store=store.close,
    )
