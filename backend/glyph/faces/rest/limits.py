"""Guards that stand before every route: who is addressed, who sent the browser, how much may come.

A page that a person visits can make the browser send requests to 127.0.0.1, and by DNS rebinding even
under its own host name. Neither reaches a route: the Host must be one of ours, and an Origin, which only
browsers send, must be the workbench's.
"""

from collections.abc import Callable, Mapping, Sequence

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from glyph.errors import Unauthorized
from glyph.faces.rest.errors import error_response, glyph_error_response


def came_by_owner_socket(scope: Scope) -> bool:
    """Return whether a request came over owner.sock, which only this user can open.

    The server address of a Unix socket has no port. It comes from the listening socket, never from a header.
    """
    server = scope.get("server")
    return server is not None and server[1] is None


def bearer_token(headers: Headers) -> str:
    """Return the bearer token among the headers, or an empty string."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def host_matches(host: str, allowed: str) -> bool:
    """Return whether a Host header is the allowed one; ``name:*`` allows any port or none."""
    if allowed.endswith(":*"):
        name = allowed.removesuffix(":*")
        return host == name or (host.startswith(f"{name}:") and host[len(name) + 1 :].isdigit())
    return host == allowed


class AddressGuard:
    """Refuses a foreign Host with 421 and a foreign Origin with 403. owner.sock has neither."""

    def __init__(self, app: ASGIApp, allowed_hosts: Sequence[str], origin: str) -> None:
        self._app = app
        self._allowed_hosts = tuple(allowed_hosts)
        self._origin = origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refusal(scope)
        if refused is None:
            await self._app(scope, receive, send)
            return
        status, code, message, hint = refused
        await error_response(status, code, message, hint)(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str, str, str] | None:
        if scope["type"] != "http" or came_by_owner_socket(scope):
            return None
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if not any(host_matches(host, allowed) for allowed in self._allowed_hosts):
            return 421, "wrong_host", "This host is not served here.", "List the host in GLYPH_API__ALLOWED_HOSTS."
        origin = headers.get("origin")
        if origin is not None and origin != self._origin:
            return (
                403,
                "wrong_origin",
                "Requests from this origin are refused.",
                "Open the workbench at GLYPH_PUBLIC_ORIGIN.",
            )
        return None


class BodyTooLarge(Exception):
    """The body passed its limit while it was read; whatever the application makes of that is not sent."""


class BodyLimit:
    """Refuses a body over ``limit_bytes`` with 413, by its declared length or while it comes in.

    A path in ``wider`` has a limit of its own.
    """

    def __init__(self, app: ASGIApp, limit_bytes: int, wider: Mapping[str, int] | None = None) -> None:
        self._app = app
        self._limit_bytes = limit_bytes
        self._wider = wider or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit_bytes = self._wider.get(str(scope["path"]), self._limit_bytes)
        declared = Headers(scope=scope).get("content-length", "0")
        if declared.isdigit() and int(declared) > limit_bytes:
            await _refuse(limit_bytes, scope, receive, send)
            return
        await self._counted(limit_bytes, scope, receive, send)

    async def _counted(self, limit_bytes: int, scope: Scope, receive: Receive, send: Send) -> None:
        seen = 0
        started = False

        async def counting_receive() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > limit_bytes:
                raise BodyTooLarge
            return message

        async def guarded_send(message: Message) -> None:
            nonlocal started
            if seen > limit_bytes and not started:
                return
            started = True
            await send(message)

        try:
            await self._app(scope, counting_receive, guarded_send)
        except BodyTooLarge:
            if started:
                raise
        if seen > limit_bytes and not started:
            await _refuse(limit_bytes, scope, receive, send)


async def _refuse(limit_bytes: int, scope: Scope, receive: Receive, send: Send) -> None:
    message = f"The body is larger than {limit_bytes} bytes."
    await error_response(413, "too_large", message, "Send a smaller document.")(scope, receive, send)


class TokenGuard:
    """Lets a request through only with a token: the SDK authenticates nothing by itself."""

    def __init__(self, app: ASGIApp, accepts: Callable[[str], bool]) -> None:
        self._app = app
        self._accepts = accepts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if came_by_owner_socket(scope) or self._accepts(bearer_token(Headers(scope=scope))):
            await self._app(scope, receive, send)
            return
        error = Unauthorized("No valid token came with the request.", hint="Send GLYPH_API__TOKEN as a bearer token.")
        await glyph_error_response(error)(scope, receive, send)
