"""Bodies of MCP requests: what is no JSON-RPC message is refused here, for the SDK would repeat what was sent."""

import mcp_types as types
from mcp.server.transport_security import RequestBodyLimitMiddleware
from pydantic import ValidationError
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_BYTES = 1_000_000
"""More than any call can need: a query has a thousand characters."""
REFUSAL = types.JSONRPCError(
    jsonrpc="2.0",
    id=None,
    error=types.ErrorData(code=types.INVALID_REQUEST, message="The body is not one JSON-RPC message."),
)


class MessageGuard:
    """Lets a POST through only with one JSON-RPC message for a body; the body has come in whole already."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        message = await receive()
        if message["type"] == "http.request" and not is_message(message.get("body", b"")):
            refused = Response(REFUSAL.model_dump_json(by_alias=True), 400, media_type="application/json")
            await refused(scope, receive, send)
            return
        await self._app(scope, _after(message, receive), send)


def _after(first: Message, receive: Receive) -> Receive:
    """Return what gives back a message that was looked at, then those that follow it."""
    waiting = [first]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay


def is_message(content: bytes) -> bool:
    """Return whether bytes are one JSON-RPC message."""
    try:
        types.jsonrpc_message_adapter.validate_json(content, by_name=False)
    except ValidationError:
        return False
    return True


def guarded(app: ASGIApp) -> ASGIApp:
    """Return ``app`` behind both checks of a body: that it is not too large, and that it is a message."""
    return RequestBodyLimitMiddleware(MessageGuard(app), BODY_BYTES)
