"""Assembly: the workbench of an owner, put together from its adapters and what the settings say."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime

from glyph.app.applying import Applying
from glyph.app.editing import Editing
from glyph.app.events import Events
from glyph.app.following import Following, Monotonic, Pace, Watch
from glyph.app.generations import Generations
from glyph.app.indexing import Forget, Indexing
from glyph.app.jobs import Clock, Jobs
from glyph.app.local import LocalWorkbench
from glyph.app.occurrences import OccurrenceSearch
from glyph.app.passes import Passes
from glyph.app.reading import Reading
from glyph.app.searching import Searching
from glyph.app.status import StatusReport
from glyph.app.verifying import Verifying
from glyph.corpus.library import Library
from glyph.corpus.sources.folder import FolderSource
from glyph.embed.embedder import Embedder
from glyph.index.journal import Journal
from glyph.index.store import IndexStore
from glyph.search.pipeline import Tuning


def utc_now() -> datetime:
    """Return the present, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Adapters:
    """What touches the disk, the network and the clock."""

    source: FolderSource
    library: Library
    store: IndexStore
    journal: Journal
    embedder: Embedder
    watch: Watch
    forget: Forget = lambda: None
    monotonic: Monotonic = time.monotonic
    now: Clock = utc_now


@dataclass(frozen=True, slots=True)
class WorkbenchOptions:
    """What the settings say to the workbench."""

    keep: int
    limit_bytes: int
    scan_interval_s: float
    public_origin: str
    tuning: Tuning


def assemble(adapters: Adapters, options: WorkbenchOptions) -> LocalWorkbench:
    """Return the workbench over these adapters; it follows nothing until it is told to."""
    source, store, embedder = adapters.source, adapters.store, adapters.embedder
    applying = Applying(source, store, adapters.journal)
    passes = Passes(source, store, applying)
    generations = Generations(passes, store, embedder, options.keep)
    indexing = Indexing(source, store, embedder, generations, passes, adapters.forget)
    reading = Reading(source, store, indexing)
    events = Events()
    jobs = Jobs(adapters.now, events.tell_job)
    return LocalWorkbench(
        searching=Searching(store, embedder, source, options.public_origin, options.tuning),
        occurring=OccurrenceSearch(source),
        reading=reading,
        editing=Editing(adapters.library, indexing, store, options.limit_bytes),
        indexing=indexing,
        generation_keeping=generations,
        verifying=Verifying(source, store, embedder),
        reporting=StatusReport(source, store, indexing, reading, jobs, embedder),
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
