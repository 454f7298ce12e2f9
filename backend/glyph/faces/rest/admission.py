"""How many requests are worked on at once: the rest is asked to come again, not left to wait without end."""

from starlette.types import ASGIApp, Receive, Scope, Send

from glyph.faces.rest.errors import error_response

RETRY_AFTER_S = 1
FREE_ROUTES = frozenset({"/healthz", "/readyz", "/v1/events"})
"""Health must tell the truth under load; events stay open, and do no work."""


class Admission:
    """Answers 429 with Retry-After while ``limit`` requests are being worked on.

    All of it runs on the event loop, so the count needs no lock.
    """

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app = app
        self._limit = limit
        self._working = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in FREE_ROUTES:
            await self._app(scope, receive, send)
            return
        if self._working >= self._limit:
            await self._refuse(scope, receive, send)
            return
        self._working += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._working -= 1

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = f"{self._limit} requests are being answered already."
        hint = "Try again in a second, or raise GLYPH_API__CONCURRENT_REQUESTS."
        headers = {"Retry-After": str(RETRY_AFTER_S)}
        await error_response(429, "busy", message, hint, headers=headers)(scope, receive, send)
