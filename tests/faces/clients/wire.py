"""JSON-RPC as clients write it, by hand: four ways to the same server, none of them through the SDK's client.

The revision of 2026-07-28 has no handshake: each request carries its envelope and, over HTTP, headers that
repeat what the body says. Older ones begin with `initialize`.
"""

import json
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

import httpx2
from pydantic import JsonValue

from tests.faces.site import Server, Site
from tests.faces.stdio_host import Message, StdioHost, started_host

NEWEST, OLDER, OLD = "2026-07-28", "2025-11-25", "2025-06-18"
NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""Methods whose `Mcp-Name` header repeats a parameter."""
ABOUT = {"name": "test-host", "version": "1"}
Request = tuple[str, dict[str, object]]


class Refused(Exception):
    """A protocol error: the model never sees it."""

    def __init__(self, code: object, message: object) -> None:
        super().__init__(code, message)
        self.message = str(message)


class Wire(Protocol):
    """A connection that has been greeted, or needs no greeting."""

    @property
    def revision(self) -> str: ...

    @property
    def greeting(self) -> dict[str, JsonValue]: ...

    def ask(self, *requests: Request) -> list[Message]:
        """Send requests at once and return their answers, in the order of the requests."""
        ...


def enveloped(params: dict[str, object]) -> dict[str, object]:
    """Return the parameters of a request of the newest revision."""
    keys = ("protocolVersion", "clientInfo", "clientCapabilities")
    values: tuple[object, ...] = (NEWEST, ABOUT, {})
    return {
        **params,
        "_meta": {f"io.modelcontextprotocol/{key}": value for key, value in zip(keys, values, strict=True)},
    }


def result_of(message: Message) -> dict[str, JsonValue]:
    """Return the result of an answer.

    Raises: Refused.
    """
    if message.error is not None:
        raise Refused(message.error["code"], message.error["message"])
    assert message.result is not None
    return message.result


@dataclass(slots=True)
class HttpWire:
    """Streamable HTTP with a bearer token."""

    client: httpx2.Client
    revision: str
    greeting: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    _headers: dict[str, str] = field(default_factory=dict[str, str])

    def greet(self) -> None:
        if self.revision == NEWEST:
            self.greeting = result_of(self.ask(("server/discover", {}))[0])
            return
        params: dict[str, object] = {"protocolVersion": self.revision, "capabilities": {}, "clientInfo": ABOUT}
        self.greeting = result_of(self.ask(("initialize", params))[0])
        self._headers = {"MCP-Protocol-Version": self.revision}
        told = self.client.post(
            "/mcp", json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=self._headers
        )
        assert told.status_code == 202

    def ask(self, *requests: Request) -> list[Message]:
        if len(requests) == 1:
            return [self._ask(1, requests[0])]
        with ThreadPoolExecutor(len(requests)) as pool:
            return list(pool.map(self._ask, range(1, len(requests) + 1), requests))

    def _ask(self, number: int, request: Request) -> Message:
        method, params = request
        headers = {"Accept": "application/json, text/event-stream", **self._headers}
        if self.revision == NEWEST:
            name = {"Mcp-Name": str(params[NAMED[method]])} if method in NAMED else {}
            headers |= {"MCP-Protocol-Version": NEWEST, "Mcp-Method": method, **name}
            params = enveloped(params)
        body = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        response = self.client.post(
            "/mcp", content=json.dumps(body), headers={**headers, "Content-Type": "application/json"}
        )
        assert response.headers["content-type"] == "application/json", response.text
        return Message.model_validate_json(response.content)


@dataclass(slots=True)
class StdioWire:
    """A `glyph mcp` of its own."""

    host: StdioHost
    revision: str
    greeting: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])

    def greet(self) -> None:
        newest = self.revision == NEWEST
        self.greeting = (
            result_of(self.ask(("server/discover", {}))[0]) if newest else self.host.initialize(self.revision)
        )

    def ask(self, *requests: Request) -> list[Message]:
        if self.revision != NEWEST:
            return self.host.ask(*requests)
        return self.host.ask(*((method, enveloped(params)) for method, params in requests))


@contextmanager
def over_http(server: Server, revision: str) -> Generator[Wire]:
    """Yield a greeted connection to a running server."""
    with server.client() as client:
        wire = HttpWire(client, revision)
        wire.greet()
        yield wire


@contextmanager
def over_stdio(site: Site, revision: str) -> Generator[Wire]:
    """Yield a greeted connection to a `glyph mcp` of its own."""
    with started_host(site) as host:
        wire = StdioWire(host, revision)
        wire.greet()
        yield wire
