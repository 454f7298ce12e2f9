"""What Prometheus reads: requests by route, searches by route and degradation, the index as it stands.

Labels are route templates and closed sets, never a path, a query or a token.
"""

import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from glyph.app.answers import IndexState, IndexStatus
from glyph.domain.ranking import SearchResult

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
UNMATCHED = "unmatched"


class Metrics:
    """The numbers of one application, in a registry of its own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "glyph_http_requests", "Requests answered.", ("method", "route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "glyph_http_request_seconds",
            "Seconds until a request was answered.",
            ("route",),
            buckets=SECONDS,
            registry=self._registry,
        )
        self._searches = Counter("glyph_searches", "Searches answered.", ("mode", "degraded"), registry=self._registry)
        self._state = Gauge("glyph_index_state", "1 for the state of the index.", ("state",), registry=self._registry)
        self._documents = self._gauge("glyph_index_documents", "Documents in the active generation.")
        self._chunks = self._gauge("glyph_index_chunks", "Chunks in the active generation.")
        self._pending = self._gauge("glyph_index_pending_documents", "Documents that the index is behind.")
        self._unembedded = self._gauge("glyph_index_unembedded_documents", "Documents without vectors yet.")
        self._problems = self._gauge("glyph_index_problems", "Documents that could not be indexed.")
        self._indexed_at = self._gauge("glyph_index_timestamp_seconds", "When the index last changed; 0 for never.")

    def _gauge(self, name: str, says: str) -> Gauge:
        return Gauge(name, says, registry=self._registry)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def count_search(self, result: SearchResult) -> None:
        self._searches.labels(result.route.mode, "no" if result.degraded is None else "yes").inc()

    def text(self, status: IndexStatus) -> bytes:
        """Return everything in Prometheus's text format, with the index as ``status`` says it stands."""
        for state in IndexState:
            self._state.labels(state).set(state is status.state)
        self._documents.set(status.documents)
        self._chunks.set(status.chunks)
        self._pending.set(status.pending)
        self._unembedded.set(status.unembedded)
        self._problems.set(len(status.problems))
        self._indexed_at.set(status.indexed_at.timestamp() if status.indexed_at else 0)
        return generate_latest(self._registry)


class Measured:
    """Counts and times each request; one that stays open, as /v1/events, when it ends."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began_s, status = time.perf_counter(), 500

        async def noting_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noting_send)
        finally:
            seconds = time.perf_counter() - began_s
            self._metrics.count_request(_method_of(scope), _route_of(scope), status, seconds)


METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})


def _method_of(scope: Scope) -> str:
    """Return the method, or OTHER: a client may make up as many as it likes."""
    return scope["method"] if scope["method"] in METHODS else "OTHER"


def _route_of(scope: Scope) -> str:
    """Return the template of the route that answered."""
    return getattr(scope.get("route"), "path", UNMATCHED)
