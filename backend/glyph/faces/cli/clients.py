"""The MCP clients that `glyph connect` knows: where each keeps its servers, and what it wants to read there."""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from glyph.errors import BadRequest

NAME = "glyph"
TOKEN_SETTING = "GLYPH_API__TOKEN"  # noqa: S105 - the name of a setting
TOKEN_INPUT = "glyph-token"  # noqa: S105 - the name of a question that VS Code asks

Json = Mapping[str, object]


class Client(StrEnum):
    """The clients, by the name that is typed."""

    CLAUDE_CODE = "claude-code"
    CLAUDE_DESKTOP = "claude-desktop"
    CURSOR = "cursor"
    VSCODE = "vscode"


class Transport(StrEnum):
    """How a client reaches Glyph: it starts a process, or asks the server."""

    STDIO = "stdio"
    HTTP = "http"


@dataclass(frozen=True, slots=True)
class Address:
    """Where Glyph is to be found: the URL of a server's MCP, and the command and folder of a process of its own."""

    url: str
    command: Path
    folder: Path


@dataclass(frozen=True, slots=True)
class Connection:
    """What one client reads: the file, the key of its servers, Glyph's entry, and what else has to stand there.

    ``advice`` says what is left to do, a sentence a line.
    """

    file: Path
    servers_key: str
    entry: Json
    inputs: tuple[Json, ...]
    advice: tuple[str, ...]

    @property
    def block(self) -> Json:
        """Return the smallest file that connects the client."""
        inputs: Json = {"inputs": list(self.inputs)} if self.inputs else {}
        return {**inputs, self.servers_key: {NAME: self.entry}}


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a client differs: its file, its keys, how it names a variable in a header, and what to do at the end."""

    file: Callable[[Path, Path, str], Path]
    """By the working folder, the home folder and the platform."""
    token: str
    reload: str
    servers_key: str = "mcpServers"
    names_type: bool = True


def _desktop_file(_folder: Path, home: Path, platform: str) -> Path:
    settings = home / "Library" / "Application Support" if platform == "darwin" else home / ".config"
    return settings / "Claude" / "claude_desktop_config.json"


_MANNERS: Mapping[Client, _Manner] = {
    Client.CLAUDE_CODE: _Manner(
        file=lambda folder, _home, _platform: folder / ".mcp.json",
        token=f"${{{TOKEN_SETTING}}}",
        reload="Start Claude Code in that file's folder and allow the server; `/mcp` shows it.",
    ),
    Client.CLAUDE_DESKTOP: _Manner(
        file=_desktop_file, token="", reload="Quit Claude Desktop and start it again.", names_type=False
    ),
    Client.CURSOR: _Manner(
        file=lambda _folder, home, _platform: home / ".cursor" / "mcp.json",
        token=f"${{env:{TOKEN_SETTING}}}",
        reload="Switch the server on in Cursor's settings, under MCP.",
        names_type=False,
    ),
    Client.VSCODE: _Manner(
        file=lambda folder, _home, _platform: folder / ".vscode" / "mcp.json",
        token=f"${{input:{TOKEN_INPUT}}}",
        reload="Open the folder above in VS Code and start the server: `MCP: List Servers`.",
        servers_key="servers",
    ),
}

DEFAULTS: Mapping[Client, Transport] = {
    Client.CLAUDE_CODE: Transport.HTTP,
    Client.CLAUDE_DESKTOP: Transport.STDIO,
    Client.CURSOR: Transport.HTTP,
    Client.VSCODE: Transport.HTTP,
}


def file_of(client: Client, *, folder: Path, home: Path, platform: str) -> Path:
    """Return where a client keeps its servers; ``platform`` is that of ``sys.platform``."""
    return _MANNERS[client].file(folder, home, platform)


def connection(client: Client, transport: Transport, address: Address, file: Path) -> Connection:
    """Return what connects a client to Glyph. No secret is in it: the token is named, never written.

    Raises: BadRequest, where a client cannot be reached that way.
    """
    manner = _MANNERS[client]
    if transport is Transport.STDIO:
        return Connection(file, manner.servers_key, _stdio(manner, address), (), (manner.reload,))
    if not manner.token:
        raise BadRequest(
            "Claude Desktop calls HTTP servers from its vendor's cloud, which cannot reach this machine.",
            hint="Leave --http away: over stdio it starts Glyph itself, and needs neither token nor server.",
        )
    inputs = (_token_question(),) if client is Client.VSCODE else ()
    advice = (_token_advice(client, address), "`glyph serve` or `make run` has to be running.", manner.reload)
    return Connection(file, manner.servers_key, _http(manner, address), inputs, advice)


def _stdio(manner: _Manner, address: Address) -> Json:
    """Return an entry that starts Glyph where its settings lie: they, and paths in them, belong to that folder."""
    script = f"cd {shlex.quote(str(address.folder))} && exec {shlex.quote(str(address.command))} mcp"
    kind: Json = {"type": Transport.STDIO.value} if manner.names_type else {}
    return {**kind, "command": "/bin/sh", "args": ["-c", script]}


def _http(manner: _Manner, address: Address) -> Json:
    kind: Json = {"type": Transport.HTTP.value} if manner.names_type else {}
    return {**kind, "url": address.url, "headers": {"Authorization": f"Bearer {manner.token}"}}


def _token_question() -> Json:
    return {
        "type": "promptString",
        "id": TOKEN_INPUT,
        "description": f"Glyph's API token ({TOKEN_SETTING} in its .env)",
        "password": True,
    }


def _token_advice(client: Client, address: Address) -> str:
    settings = address.folder / ".env"
    if client is Client.VSCODE:
        return f"VS Code asks for the token once and keeps it: {TOKEN_SETTING} in {settings}."
    return f"Export {TOKEN_SETTING} where the client is started; its value stands in {settings}."
