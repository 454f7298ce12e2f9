"""A program that runs `glyph mcp` as a desktop client does: plain lines of JSON-RPC, every one of them kept."""

import json
import os
import select
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict, JsonValue

from tests.faces.site import ATTEMPTS, GLYPH, PAUSE_S, STOP_LIMIT_S, Site

REVISION = "2025-11-25"


class Message(BaseModel):
    """One line of a stdio server: an answer, or a notification."""

    model_config = ConfigDict(extra="forbid")

    jsonrpc: str
    id: int | None = None
    result: dict[str, JsonValue] | None = None
    error: dict[str, JsonValue] | None = None
    method: str | None = None
    params: dict[str, JsonValue] | None = None


class Block(BaseModel):
    type: str
    text: str


class ToolAnswer(BaseModel):
    """What a tool answers, as a host reads it."""

    content: list[Block]
    isError: bool = False  # noqa: N815 - the protocol's own name
    structuredContent: dict[str, JsonValue] | None = None  # noqa: N815 - the protocol's own name

    @property
    def text(self) -> str:
        return "\n".join(block.text for block in self.content)


@dataclass(slots=True)
class StdioHost:
    """A running `glyph mcp` and every line it has written to stdout."""

    process: subprocess.Popen[bytes]
    log: Path
    lines: list[str] = field(default_factory=list[str])
    _unread: bytes = b""
    _asked: int = 0

    def request(self, method: str, params: dict[str, object]) -> dict[str, JsonValue]:
        """Send a request and return its result. Fails on a protocol error, or when no answer comes."""
        (message,) = self.ask((method, params))
        assert message.error is None, message.error
        assert message.result is not None
        return message.result

    def ask(self, *requests: tuple[str, dict[str, object]]) -> list[Message]:
        """Send requests without waiting in between and return their answers, in the order of the requests."""
        ids = range(self._asked + 1, self._asked + len(requests) + 1)
        for number, (method, params) in zip(ids, requests, strict=True):
            self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        self._asked += len(requests)
        answers: dict[int, Message] = {}
        for _ in range(ATTEMPTS):
            line = self._line()
            message = Message.model_validate_json(line) if line else None
            if message is not None and message.id is not None and message.id in ids:
                answers[message.id] = message
            if len(answers) == len(requests):
                return [answers[number] for number in ids]
        raise AssertionError(f"no answer to {requests}:\n{self.log.read_text(encoding='utf-8')}")

    def initialize(self, revision: str = REVISION) -> dict[str, JsonValue]:
        """Greet the server as the older revisions of the protocol do."""
        about = {"name": "test-host", "version": "1"}
        params: dict[str, object] = {"protocolVersion": revision, "capabilities": {}, "clientInfo": about}
        result = self.request("initialize", params)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return result

    def call(self, tool: str, **arguments: object) -> ToolAnswer:
        return ToolAnswer.model_validate(self.request("tools/call", {"name": tool, "arguments": arguments}))

    def end(self) -> int:
        """Close stdin, as a host that quits does; return the exit code."""
        out, _ = self.process.communicate(timeout=STOP_LIMIT_S)
        self.lines += (self._unread + out).decode("utf-8").splitlines()
        return self.process.returncode

    def _send(self, message: dict[str, object]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode("utf-8") + b"\n")
        self.process.stdin.flush()

    def _line(self) -> str:
        """Return the next line, or nothing when none has come for a moment."""
        assert self.process.stdout is not None
        if b"\n" not in self._unread:
            ready, _, _ = select.select([self.process.stdout], [], [], PAUSE_S)
            self._unread += os.read(self.process.stdout.fileno(), 1 << 20) if ready else b""
        line, newline, rest = self._unread.partition(b"\n")
        if not newline:
            return ""
        self._unread = rest
        self.lines.append(line.decode("utf-8"))
        return self.lines[-1]


@contextmanager
def stdio_host(site: Site, *options: str) -> Generator[StdioHost]:
    """Yield a host whose server has been greeted; the server has ended afterwards."""
    with started_host(site, *options) as host:
        host.initialize()
        yield host


@contextmanager
def started_host(site: Site, *options: str) -> Generator[StdioHost]:
    """Yield a host that has said nothing yet; the server has ended afterwards."""
    log = site.root / "mcp.log"
    with log.open("ab") as stream:
        process = subprocess.Popen(
            [str(GLYPH), *options, "mcp"],
            cwd=site.root,
            env=site.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stream,
        )
        with process:
            try:
                yield StdioHost(process, log)
            finally:
                process.kill()
