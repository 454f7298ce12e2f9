"""The guide on MCP keeps up with the code: each of its blocks connects a client, each of its commands is run."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import httpx2
import pytest
from pydantic import BaseModel, Field

from glyph.faces.mcp.budget import LEAST_TOKENS, PAGE_TOKENS
from glyph.faces.mcp.prompts import list_prompts
from glyph.faces.mcp.searching import DEPTH
from glyph.faces.mcp.tools import TOOLS
from tests.faces.site import API_TOKEN, GLYPH, Server, copied, indexed_site, serving
from tests.faces.stdio_host import StdioHost
from tests.repository.tree import ROOT

PAGE = (ROOT / "docs" / "guide" / "mcp.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(sh|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VARIABLE = re.compile(r"\$\{(?:env:|input:)?(?P<name>[\w-]+)(?::-(?P<default>[^}]*))?\}")
FOLDER = "/srv/glyph"
LIMIT_S = 300
STAND_IN = '''#!{python}
"""Takes what `claude mcp add` takes and writes what it writes."""
import argparse, json, pathlib, sys
words = sys.argv[1:]
file = pathlib.Path("claude.json")
servers = json.loads(file.read_text()) if file.exists() else {{}}
command = words[words.index("--") + 1:] if "--" in words else []
parser = argparse.ArgumentParser()
parser.add_argument("words", nargs="*")
parser.add_argument("--transport", choices=["http", "stdio"])
parser.add_argument("--header", action="append", default=[])
sent = parser.parse_intermixed_args(words[:words.index("--")] if command else words)
match sent.transport, sent.words:
    case "http", ["mcp", "add", name, url]:
        servers[name] = {{"url": url, "headers": dict(header.split(": ", 1) for header in sent.header)}}
    case "stdio", ["mcp", "add", name]:
        servers[name] = {{"command": command[0], "args": command[1:]}}
    case None, ["mcp", "list"]:
        pass
    case _:
        sys.exit("claude: these arguments are none of mine")
file.write_text(json.dumps(servers))
print("\\n".join(servers))
'''


class Entry(BaseModel):
    """How a client reaches one server: an address, or a command."""

    url: str = ""
    headers: dict[str, str] = {}
    command: str = ""
    args: list[str] = []


class Settings(BaseModel):
    """A client's file."""

    servers: dict[str, Entry] = Field(validation_alias="servers", default={})
    mcp_servers: dict[str, Entry] = Field(validation_alias="mcpServers", default={})

    @property
    def entry(self) -> Entry:
        (entry,) = {**self.servers, **self.mcp_servers}.values()
        return entry


def blocks(language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(PAGE) if kind == language]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A running Glyph in a folder as `make run` leaves it: settings in .env, the command in .venv."""
    site = copied(indexed_site(tmp_path_factory.getbasetemp()), tmp_path_factory.mktemp("installed") / "glyph")
    (site.root / ".venv" / "bin").mkdir(parents=True)
    (site.root / ".venv" / "bin" / "glyph").symlink_to(GLYPH)
    settings = {name: value for name, value in site.environment().items() if name.startswith("GLYPH_")}
    (site.root / ".env").write_text("".join(f"{name}={value}\n" for name, value in settings.items()), encoding="utf-8")
    stand_in = site.root / ".venv" / "bin" / "claude"
    stand_in.write_text(STAND_IN.format(python=sys.executable), encoding="utf-8")
    stand_in.chmod(0o755)
    with serving(site) as server:
        yield server


def here(text: str, server: Server) -> str:
    """Return a text of the page with this server's folder and port in it."""
    return text.replace(FOLDER, str(server.site.root)).replace("127.0.0.1:8765", f"127.0.0.1:{server.port}")


def own_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("GLYPH_")}


def tools_of(entry: Entry) -> set[str]:
    """Return the tools that a client gets to see through an entry of its settings."""
    return set(tools_over_http(entry) if entry.url else tools_over_stdio(entry))


def tools_over_http(entry: Entry) -> Iterator[str]:
    headers = {**entry.headers, "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    response = httpx2.post(entry.url, headers=headers, json=request, timeout=60, trust_env=False)
    yield from (tool["name"] for tool in response.raise_for_status().json()["result"]["tools"])


def tools_over_stdio(entry: Entry) -> Iterator[str]:
    command = [entry.command, *entry.args]
    with subprocess.Popen(command, env=own_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        host = StdioHost(process, Path(os.devnull))
        host.initialize()
        tools = host.request("tools/list", {})["tools"]
        assert isinstance(tools, list)
        yield from (str(tool["name"]) for tool in tools if isinstance(tool, dict))
        assert host.end() == 0


NAMES = {tool.name for tool in TOOLS}


@pytest.mark.parametrize("number", range(len(blocks("json"))))
def test_every_block_for_a_client_connects_it(installed: Server, number: int) -> None:
    values = {"GLYPH_API__TOKEN": API_TOKEN, "glyph-token": API_TOKEN}
    expanded = VARIABLE.sub(lambda found: values.get(found["name"], found["default"] or ""), blocks("json")[number])
    assert tools_of(Settings.model_validate_json(here(expanded, installed)).entry) == NAMES


def test_every_command_is_run_and_what_it_adds_connects(installed: Server) -> None:
    root = installed.site.root
    said = subprocess.run(
        ["sh", "-euc", here("".join(blocks("sh")), installed)],
        cwd=root,
        env={**own_environment(), "PATH": f"{root / '.venv' / 'bin'}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert said.returncode == 0, said.stderr
    assert "vpn/wireguard-site-to-site.md" in said.stdout
    added = {
        name: Entry.model_validate(entry) for name, entry in json.loads((root / "claude.json").read_bytes()).items()
    }
    assert added.keys() == {"glyph", "glyph-local"}
    assert [tools_of(entry) for entry in added.values()] == [NAMES, NAMES]


def test_the_page_names_tools_arguments_prompts_and_limits_as_they_are() -> None:
    for tool in TOOLS:
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{tool.name}` |"))
        assert [name for name in tool.arguments.model_fields if f"`{name}`" not in row] == []
    assert [prompt.name for prompt in list_prompts() if f"`{prompt.name}`" not in PAGE] == []
    assert f"{PAGE_TOKENS:,} tokens" in PAGE
    assert f"({LEAST_TOKENS} at least)" in PAGE
    assert DEPTH == 50
    assert "fifty passages deep" in PAGE
