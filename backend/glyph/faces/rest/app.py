"""The HTTP application: REST under /v1, MCP under /mcp, health beside them."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field

from asgi_correlation_id import CorrelationIdMiddleware
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import Route
from starlette.types import ASGIApp

from glyph import __version__
from glyph.app.discretion import Discretion
from glyph.app.events import Events
from glyph.app.workbench import OwnedWorkbench
from glyph.corpus.notion.uploads import Uploads
from glyph.faces.rest.admission import Admission
from glyph.faces.rest.errors import REQUEST_ID_HEADER, install_error_handlers
from glyph.faces.rest.limits import AddressGuard, BodyLimit
from glyph.faces.rest.metrics import Measured, Metrics
from glyph.faces.rest.routes import (
    documents,
    events,
    filing,
    generations,
    health,
    importing,
    index,
    inspection,
    keeping,
    metrics,
    owner,
    search,
    session,
)
from glyph.faces.rest.schemas import ErrorAnswer
from glyph.faces.rest.security import Gate

Lifespan = Callable[[], AbstractAsyncContextManager[None]]


@dataclass(frozen=True, slots=True)
class MountedFace:
    """Another face served by the same process: an ASGI app at one path, and what runs it."""

    path: str
    app: ASGIApp
    lifespan: Lifespan


@dataclass(frozen=True, slots=True)
class RestOptions:
    """What the HTTP application is told by the settings."""

    allowed_hosts: tuple[str, ...]
    public_origin: str
    default_limit: int
    body_limit_bytes: int
    concurrent_requests: int
    discretion: Discretion
    uploads: Uploads
    upload_limit_bytes: int
    events: Events = field(default_factory=Events)
    release: owner.Release | None = None


ERROR_RESPONSES: dict[int | str, dict[str, object]] = {
    "4XX": {"model": ErrorAnswer, "description": "The request was refused; the hint says what to do."},
    "5XX": {"model": ErrorAnswer, "description": "Glyph could not answer; the hint says what to do."},
}


def _operation_id(route: APIRoute) -> str:
    return route.operation_id or route.name


def create_app(
    workbench: OwnedWorkbench, gate: Gate | None, options: RestOptions, mounted: MountedFace | None = None
) -> FastAPI:
    """Return the application over one workbench. Make a new one for each run: MCP's part runs only once.

    Without a gate only owner.sock is answered.
    """

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncGenerator[None]:
        if mounted is None:
            yield
            return
        async with mounted.lifespan():
            yield

    app = FastAPI(
        title="Glyph",
        version=__version__,
        lifespan=lifespan,
        responses=ERROR_RESPONSES,
        generate_unique_id_function=_operation_id,
        docs_url=None,
        redoc_url=None,
    )
    app.state.workbench = workbench
    app.state.gate = gate
    app.state.discretion = options.discretion
    app.state.default_limit = options.default_limit
    app.state.release = options.release
    app.state.uploads = options.uploads
    app.state.events = options.events
    app.state.metrics = measured = Metrics()
    install_error_handlers(app)
    for module in (
        search,
        documents,
        filing,
        keeping,
        inspection,
        index,
        generations,
        importing,
        events,
        session,
        health,
        metrics,
        owner,
    ):
        app.include_router(module.router)
    if mounted is not None:
        app.router.routes.append(Route(mounted.path, endpoint=mounted.app, include_in_schema=False))
    # The one that is added last is asked first.
    app.add_middleware(
        BodyLimit, limit_bytes=options.body_limit_bytes, wider={importing.UPLOAD_ROUTE: options.upload_limit_bytes}
    )
    app.add_middleware(Admission, limit=options.concurrent_requests)
    app.add_middleware(AddressGuard, allowed_hosts=options.allowed_hosts, origin=options.public_origin)
    app.add_middleware(Measured, metrics=measured)
    app.add_middleware(CorrelationIdMiddleware, header_name=REQUEST_ID_HEADER)
    return app
