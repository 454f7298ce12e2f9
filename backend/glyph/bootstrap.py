"""The composition root: the only module that names concrete adapters, each imported when it is chosen."""

import logging
import sys
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from starlette.types import ASGIApp

from glyph.app.keyed_workbench import KeyedWorkbench
from glyph.app.workbench import AskedWorkbench
from glyph.data_folder import index_folder, owner_lock, state_folder
from glyph.documents import make_loader, open_documents
from glyph.errors import IndexOwned, SettingsError
from glyph.exports import make_importer, uploads, waiting_exports
from glyph.index.owner import OwnerLock
from glyph.settings import EmbedSettings, Settings

if TYPE_CHECKING:
    from glyph.app.local import LocalWorkbench
    from glyph.app.local_state import LocalState
    from glyph.embed.embedder import Embedder
    from glyph.embed.vector_cache import VectorCache
    from glyph.faces.rest.app import RestOptions
    from glyph.faces.rest.client import RemoteWorkbench
    from glyph.faces.rest.routes.owner import Release
    from glyph.faces.rest.security import Gate
    from glyph.search.pipeline import Tuning

logger = logging.getLogger(__name__)

LOCAL_SIMILARITY_FLOOR = 0.2
"""Harmless up to .25 with the bundled model; .4 costs recall. Source: measured on judged queries."""
OWNER_WAIT_S = 30.0
POLL_S = 0.1
THREADS_TAKE_TURNS_S = 0.0005
"""While documents are prepared for an index, the embedder's threads and those that answer queries wait for the
interpreter: a tenth of Python's own interval keeps a text's few moments of Python from waiting longer than it takes."""


def now() -> datetime:
    """Return the present, in UTC."""
    return datetime.now(UTC)


def local_state(settings: Settings) -> "LocalState":
    """Return what this installation keeps: its key and the owner's redaction lists."""
    from glyph.app.local_state import LocalState

    return LocalState(settings.data.root.resolve() / "state")


def make_vector_cache(settings: Settings) -> "VectorCache":
    """Return the cache of vectors that belongs to the redaction rules of this version.

    What was kept under other rules lends its vectors until a generation of the new rules is active.
    """
    from glyph.embed.vector_cache import VectorCache
    from glyph.ingest.pipeline import redaction_version

    folder = index_folder(settings).cache
    file = folder / f"embeddings-{redaction_version(local_state(settings).policy())}.sqlite"
    formers = [VectorCache(former) for former in sorted(folder.glob("embeddings*.sqlite")) if former != file]
    return VectorCache(file, formers)


def make_embedder(settings: Settings, cache: "VectorCache | None" = None) -> "Embedder":
    """Return the embedder that the settings choose, behind its cache.

    Raises: SettingsError, when the settings of a provider do not suffice.
    """
    from glyph.embed.cached import CachedEmbedder

    folder = index_folder(settings).cache
    cache = cache or make_vector_cache(settings)
    if settings.embed.provider == "openai":
        return CachedEmbedder(_provider(settings.embed, cache), cache, batch_texts=_texts_paid_at_once(settings.embed))
    from glyph.embed.local_model import load_local_embedder

    return CachedEmbedder(load_local_embedder(folder, threads=settings.embed.threads), cache)


def make_tuning(settings: Settings) -> "Tuning":
    """Return what search has to know of the embedder's model."""
    from glyph.embed.model.words import load_words
    from glyph.search.pipeline import Tuning

    floor = settings.search.similarity_floor
    if floor < 0 and settings.embed.provider == "local":
        floor = LOCAL_SIMILARITY_FLOOR
    return Tuning(is_word=load_words().__contains__, similarity_floor=floor)


def _provider(embed: EmbedSettings, cache: "VectorCache") -> "Embedder":
    """Return the embedder behind an OpenAI-compatible API, within its budget and left alone for a while when it fails.

    Nothing is asked of the network yet.
    """
    from glyph.embed.breaker import BreakingEmbedder
    from glyph.embed.budget import BudgetedEmbedder
    from glyph.embed.openai_api import OpenAIEmbedder, OpenAIOptions
    from glyph.ingest.tokens import count_tokens

    key = embed.api_key.get_secret_value()
    if not key and not embed.base_url:
        raise SettingsError(
            "GLYPH_EMBED__API_KEY: not set.", hint="Set it, or GLYPH_EMBED__BASE_URL for a server that needs none."
        )
    options = OpenAIOptions(
        base_url=embed.base_url,
        api_key=key,
        model=embed.model,
        dimensions=embed.dimensions,
        document_prefix=embed.document_prefix,
        query_prefix=embed.query_prefix,
        batch_texts=embed.batch_texts,
        batch_tokens=embed.batch_tokens,
        window_tokens=embed.window_tokens,
        timeout_s=embed.timeout_s,
        query_timeout_s=embed.query_timeout_s,
    )
    embedder = OpenAIEmbedder(
        options, count_tokens, monotonic=time.monotonic, sleep=time.sleep, known_width=cache.width
    )
    if not embed.tokens_per_minute:
        return BreakingEmbedder(embedder, time.monotonic)
    budgeted = BudgetedEmbedder(
        embedder,
        tokens_per_minute=embed.tokens_per_minute,
        count_tokens=lambda text: count_tokens(embed.document_prefix + text),
        monotonic=time.monotonic,
        sleep=time.sleep,
    )
    return BreakingEmbedder(budgeted, time.monotonic)


def _texts_paid_at_once(embed: EmbedSettings) -> int:
    """Return how many windows surely fit into one request, so that each request is kept as it is answered."""
    from glyph.embed.budget import DOCUMENT_SHARE

    tokens = min(embed.batch_tokens, int(embed.tokens_per_minute * DOCUMENT_SHARE) or embed.batch_tokens)
    return max(1, min(embed.batch_texts, tokens // embed.window_tokens))


def open_workbench(settings: Settings, lock: OwnerLock | None = None) -> "LocalWorkbench":
    """Return the workbench of the process that owns the index by ``lock``; a temporary folder needs none."""
    from glyph.app.assembly import Adapters, WorkbenchOptions, assemble
    from glyph.corpus.watching import watch_folder
    from glyph.index.broken import BrokenDocuments
    from glyph.index.embedded.store import EmbeddedStore
    from glyph.index.journal import Journal
    from glyph.index.owned import OwnedStore

    sys.setswitchinterval(THREADS_TAKE_TURNS_S)
    root, folder, cache = settings.corpus.root.resolve(), index_folder(settings), make_vector_cache(settings)
    store = EmbeddedStore(folder, now)
    corpus = open_documents(settings, now)
    adapters = Adapters(
        corpus=corpus,
        importer=make_importer(settings, root, corpus),
        embedder=make_embedder(settings, cache),
        loader=make_loader(settings),
        store=store if lock is None else OwnedStore(store, lock.require),
        journal=Journal(folder.journal),
        watch=lambda stop: watch_folder(root, settings.corpus.watch, stop),
        now=now,
        forget=cache.forget_formers,
        broken=BrokenDocuments(folder.problems),
    )
    options = WorkbenchOptions(
        keep=settings.index.keep,
        limit_bytes=settings.corpus.document_limit_bytes,
        scan_interval_s=settings.corpus.scan_minutes * 60,
        public_origin=settings.public_origin,
        tuning=make_tuning(settings),
        policy=local_state(settings).policy(),
        waiting=waiting_exports(settings),
    )
    return assemble(adapters, options)


def remote_workbench(settings: Settings) -> "RemoteWorkbench":
    """Return the workbench that asks the owner."""
    from glyph.faces.rest.client import RemoteWorkbench

    return RemoteWorkbench(index_folder(settings).owner_socket)


@contextmanager
def connected_workbench(settings: Settings) -> Generator[AskedWorkbench]:
    """Yield a workbench without a session: the owner's when there is one, else our own, owning the index meanwhile.

    Raises: IndexOwned when a process owns the index but does not answer within half a minute.
    """
    with owner_lock(settings) as lock:
        if acquire_or_reach(lock, settings):
            workbench = open_workbench(settings, lock)
            try:
                yield KeyedWorkbench(workbench, local_state(settings).discretion())
            finally:
                workbench.close()
            return
    with closing(remote_workbench(settings)) as remote:
        yield remote


def acquire_or_reach(lock: OwnerLock, settings: Settings) -> bool:
    """Return True when this process owns the index now, False when another does and answers.

    Raises: IndexOwned when neither comes true in time.
    """
    with closing(remote_workbench(settings)) as remote:
        deadline = time.monotonic() + OWNER_WAIT_S
        while time.monotonic() < deadline:
            if lock.try_acquire(now()):
                return True
            if remote.is_there():
                return False
            time.sleep(POLL_S)
    raise IndexOwned(f"The index is owned by {lock.holder()}, which does not answer.")


def make_gate(settings: Settings) -> "Gate":
    """Return who decides what a request may do.

    Raises: SettingsError when a secret is missing: without them the port would be open to everybody.
    """
    from glyph.app.passwords import parse_password_hash
    from glyph.faces.rest.revocations import Revocations
    from glyph.faces.rest.security import Gate
    from glyph.faces.rest.session import Login, Sessions, password_epoch

    settings.require_server_secrets()
    stored = parse_password_hash(settings.session.password_hash.get_secret_value())
    revocations = Revocations(state_folder(settings) / "revoked-sessions", now)
    sessions = Sessions(settings.session_secrets, password_epoch(stored), revocations, now)
    api_token, workbench_token = settings.api.token, settings.workbench.token
    return Gate(api_token.get_secret_value(), workbench_token.get_secret_value(), sessions, Login(stored, now))


def make_http_app(settings: Settings, workbench: "LocalWorkbench") -> ASGIApp:
    """Return REST and MCP over one workbench, for `glyph serve`."""
    from glyph.faces.mcp.server import PATH, http_app, make_mcp_server
    from glyph.faces.rest.app import MountedFace, create_app
    from glyph.faces.rest.limits import TokenGuard

    gate = make_gate(settings)
    options = _rest_options(settings, workbench, settings.api.allowed_hosts, None)
    server = make_mcp_server(KeyedWorkbench(workbench, options.discretion), options.discretion.policy)
    mcp_app = http_app(server, options.allowed_hosts, options.public_origin)
    mounted = MountedFace(PATH, TokenGuard(mcp_app, gate.is_api), server.session_manager.run)
    return create_app(workbench, gate, options, mounted)


def make_owner_app(settings: Settings, workbench: "LocalWorkbench", release: "Release | None") -> ASGIApp:
    """Return REST for owner.sock alone, for a process that owns the index because nobody else does."""
    from glyph.faces.rest.app import create_app

    return create_app(workbench, None, _rest_options(settings, workbench, (), release))


def _rest_options(
    settings: Settings, workbench: "LocalWorkbench", allowed_hosts: tuple[str, ...], release: "Release | None"
) -> "RestOptions":
    from glyph.faces.rest.app import RestOptions

    return RestOptions(
        allowed_hosts=allowed_hosts,
        public_origin=settings.public_origin,
        default_limit=settings.search.limit,
        body_limit_bytes=settings.body_limit_bytes,
        concurrent_requests=settings.api.concurrent_requests,
        discretion=local_state(settings).discretion(),
        uploads=uploads(settings),
        upload_limit_bytes=settings.corpus.upload_limit_bytes,
        events=workbench.events,
        release=release,
    )
