"""Connecting MCP clients: what each reads, and what becomes of the file it keeps."""

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from glyph.errors import BadRequest
from glyph.faces.cli.clients import Address, Client, Connection, Transport, connection, file_of
from glyph.faces.cli.config_file import merge
from tests.faces.site import API_TOKEN, GLYPH, Site, empty_site
from tests.faces.stdio_host import REVISION

NOW = datetime(2026, 1, 14, 8, 15, tzinfo=UTC)
FOLDER = Path("/srv/glyph of ours")
ADDRESS = Address("http://127.0.0.1:8765/mcp", Path("/srv/glyph of ours/.venv/bin/glyph"), FOLDER)
HOME = Path("/home/ada")


def connected(client: Client, transport: Transport, file: Path = Path("mcp.json")) -> Connection:
    return connection(client, transport, ADDRESS, file)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return empty_site(tmp_path / "site")


@pytest.mark.parametrize(
    ("client", "platform", "file"),
    [
        (Client.CLAUDE_CODE, "linux", FOLDER / ".mcp.json"),
        (Client.CLAUDE_DESKTOP, "linux", HOME / ".config/Claude/claude_desktop_config.json"),
        (Client.CLAUDE_DESKTOP, "darwin", HOME / "Library/Application Support/Claude/claude_desktop_config.json"),
        (Client.CURSOR, "darwin", HOME / ".cursor/mcp.json"),
        (Client.VSCODE, "linux", FOLDER / ".vscode/mcp.json"),
    ],
)
def test_each_client_has_its_file(client: Client, platform: str, file: Path) -> None:
    assert file_of(client, folder=FOLDER, home=HOME, platform=platform) == file


@pytest.mark.parametrize(
    ("client", "key", "reference"),
    [
        (Client.CLAUDE_CODE, "mcpServers", "${GLYPH_API__TOKEN}"),
        (Client.CURSOR, "mcpServers", "${env:GLYPH_API__TOKEN}"),
        (Client.VSCODE, "servers", "${input:glyph-token}"),
    ],
)
def test_over_http_the_token_is_named_and_not_written(client: Client, key: str, reference: str) -> None:
    block = json.loads(json.dumps(connected(client, Transport.HTTP).block))
    entry = block[key]["glyph"]
    assert entry["url"] == ADDRESS.url
    assert entry["headers"] == {"Authorization": f"Bearer {reference}"}
    assert [each["id"] for each in block.get("inputs", [])] == (["glyph-token"] if client is Client.VSCODE else [])


@pytest.mark.parametrize("client", Client)
def test_over_stdio_a_client_starts_glyph_where_its_settings_lie(client: Client) -> None:
    wanted = connected(client, Transport.STDIO)
    assert wanted.entry["command"] == "/bin/sh"
    assert wanted.entry["args"] == ["-c", "cd '/srv/glyph of ours' && exec '/srv/glyph of ours/.venv/bin/glyph' mcp"]
    assert wanted.inputs == ()


def test_claude_desktop_is_not_sent_to_an_address_that_its_cloud_cannot_reach() -> None:
    with pytest.raises(BadRequest, match="vendor's cloud"):
        connected(Client.CLAUDE_DESKTOP, Transport.HTTP)


def test_other_servers_keys_and_their_order_stay_and_a_backup_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "config.json"
    before = '{\n    "theme": "däg",\n    "mcpServers": {\n        "other": {}\n    },\n    "last": [1, 2]\n}\n'
    file.write_text(before, encoding="utf-8")
    file.chmod(0o644)
    done = merge(connected(Client.CLAUDE_DESKTOP, Transport.STDIO, file), NOW)
    text = file.read_text(encoding="utf-8")
    after = json.loads(text)
    assert list(after) == ["theme", "mcpServers", "last"]
    assert list(after["mcpServers"]) == ["other", "glyph"]
    assert '\n    "theme": "däg"' in text, "indented as it was, and nothing escaped"
    assert file.stat().st_mode & 0o777 == 0o644
    assert done.changed
    assert done.backup is not None
    assert done.backup.read_text(encoding="utf-8") == before


def test_a_second_time_changes_nothing_and_a_new_address_replaces_the_old_entry(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    first = connected(Client.VSCODE, Transport.HTTP, file)
    assert merge(first, NOW).backup is None
    written = file.read_bytes()
    assert not merge(first, NOW).changed
    assert file.read_bytes() == written
    moved = connection(Client.VSCODE, Transport.HTTP, Address("http://127.0.0.1:9/mcp", GLYPH, FOLDER), file)
    assert merge(moved, NOW).changed
    after = json.loads(file.read_bytes())
    assert after["servers"]["glyph"]["url"] == "http://127.0.0.1:9/mcp"
    assert len(after["inputs"]) == 1


@pytest.mark.parametrize(
    "content",
    [
        '{\n  // mine\n  "servers": {}\n}',
        '{"servers": {},}',
        '{"servers": {"a": 1}, "servers": {"b": 1}}',
        '{"servers": []}',
        '{"servers": {}, "inputs": {}}',
        "[]",
        "no json",
        "[" * 100_000,
        b"\xff\xfe\x00",
    ],
    ids=["comment", "trailing comma", "key twice", "servers", "inputs", "list", "text", "deep", "bytes"],
)
def test_a_file_that_cannot_be_merged_without_loss_is_refused_and_untouched(
    tmp_path: Path, content: str | bytes
) -> None:
    file = tmp_path / "mcp.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    before = file.read_bytes()
    with pytest.raises(BadRequest) as refused:
        merge(connected(Client.VSCODE, Transport.HTTP, file), NOW)
    assert str(file) in refused.value.message
    assert "without --write" in refused.value.hint
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_an_empty_file_is_filled_and_a_linked_one_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "mcp.json"
    real.write_text("\n", encoding="utf-8")
    link.symlink_to(real)
    assert merge(connected(Client.CURSOR, Transport.STDIO, link), NOW).backup is None
    assert link.is_symlink()
    assert "glyph" in json.loads(real.read_bytes())["mcpServers"]


def test_the_block_alone_is_on_stdout_and_the_token_nowhere(site: Site) -> None:
    done = site.run("connect", "claude-code", changes={"GLYPH_API__PORT": "8799", "GLYPH_API__HOST": "::"})
    assert done.code == 0
    assert json.loads(done.out)["mcpServers"]["glyph"]["url"] == "http://[::1]:8799/mcp"
    assert str(site.root / ".mcp.json") in done.err
    assert API_TOKEN not in done.out + done.err
    assert not (site.root / ".mcp.json").exists()


def test_a_client_that_glyph_does_not_know_and_two_ways_at_once_are_wrong_usage(site: Site) -> None:
    unknown = site.run("connect", "emacs")
    assert (unknown.code, unknown.out) == (2, "")
    assert "claude-desktop" in unknown.err
    assert site.run("connect", "cursor", "--http", "--stdio").code == 2


def test_what_is_written_for_claude_desktop_starts_a_glyph_that_answers(own_site: Site) -> None:
    file = own_site.root / "claude_desktop_config.json"
    done = own_site.run("connect", "claude-desktop", "--write", "--file", str(file))
    assert (done.code, done.out) == (0, "")
    entry = json.loads(file.read_bytes())["mcpServers"]["glyph"]
    about = {"protocolVersion": REVISION, "capabilities": {}, "clientInfo": {"name": "test-host", "version": "1"}}
    greeting = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about}
    command = [entry["command"], *entry["args"]]
    with subprocess.Popen(
        command, cwd="/", env=own_site.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{json.dumps(greeting)}\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        process.stdin.close()
    assert answer["result"]["serverInfo"]["name"] == "glyph"


def test_it_goes_where_the_client_looks_when_no_file_is_named(site: Site) -> None:
    home = site.root / "home"
    assert site.run("connect", "cursor", "--write", changes={"HOME": str(home)}).code == 0
    assert "glyph" in json.loads((home / ".cursor" / "mcp.json").read_bytes())["mcpServers"]
    again = site.run("connect", "cursor", "--write", changes={"HOME": str(home)})
    assert "has it already" in again.err
