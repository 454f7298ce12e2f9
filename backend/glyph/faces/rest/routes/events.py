"""GET /v1/events: server-sent events, to be followed instead of asking again and again."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Annotated

from fastapi import APIRouter, Header, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from glyph.app.answers import DocumentChanged
from glyph.app.discretion import Discretion
from glyph.app.events import Event, Events
from glyph.errors import Unauthorized
from glyph.faces.rest.security import SESSION_HEADER, CallerDependency, gate_of

router = APIRouter(prefix="/v1", tags=["events"])

GATHER_S = 0.2
"""What happens within it is sent together: a rebuild reports each document that it has done."""
RETRY_MS = 2_000
ID_LIMIT_CHARACTERS = 64


@router.get("/events", operation_id="followEvents", response_class=EventSourceResponse)
async def follow_events(
    request: Request,
    caller: CallerDependency,
    last_event_id: Annotated[str | None, Header(max_length=ID_LIMIT_CHARACTERS)] = None,
) -> AsyncGenerator[ServerSentEvent]:
    """Send what happens to jobs (`job`) and documents (`document`) from now on, or since `Last-Event-ID`.

    `reset` says that events were missed, as after a restart: ask for everything again. A comment every
    15 seconds keeps the connection open.
    """
    events: Events = request.app.state.events
    discretion: Discretion | None = None if caller.may_read_raw else request.app.state.discretion
    seen = last_event_id or events.last_id
    happened = asyncio.Event()
    loop = asyncio.get_running_loop()
    leave = events.follow(lambda: loop.call_soon_threadsafe(happened.set))
    try:
        yield ServerSentEvent(comment="following", id=seen, retry=RETRY_MS)
        while not events.closed:
            happened.clear()
            if not _may_still_follow(request):
                return
            for event in events.since(seen):
                seen = event.id
                told = event if discretion is None else _told(event, discretion)
                if told is not None:
                    yield ServerSentEvent(event=told.kind, id=told.id, data=told.data)
            await happened.wait()
            await asyncio.sleep(GATHER_S)
    finally:
        leave()


def _may_still_follow(request: Request) -> bool:
    """Return whether the session that opened the stream is still one: it may have been ended elsewhere."""
    session = request.headers.get(SESSION_HEADER)
    try:
        if session is not None:
            gate_of(request).sessions.verify(session)
    except Unauthorized:
        return False
    return True


def _told(event: Event, discretion: Discretion) -> Event | None:
    """Return an event as those without a session hear of it; None when they do not."""
    if not isinstance(event.data, DocumentChanged):
        return event
    change = discretion.change(event.data)
    return None if change is None else Event(event.id, event.kind, change)
