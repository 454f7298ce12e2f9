"""The ways in which a host reaches Glyph, each connection made once."""

from collections.abc import Generator

import pytest

from tests.faces.clients.claude_code import ClaudeCode
from tests.faces.clients.claude_desktop import ClaudeDesktop
from tests.faces.clients.wire import NEWEST, OLD, OLDER, over_http, over_stdio
from tests.faces.site import Server

HTTP = [("http", NEWEST), ("http", OLDER), ("http", OLD)]
STDIO = [("stdio", OLDER), ("stdio", NEWEST)]
DESKTOP = [("stdio", OLDER), ("stdio", OLD)]


def named(way: tuple[str, str]) -> str:
    return " ".join(way)


@pytest.fixture(scope="package", params=[*HTTP, *STDIO], ids=named)
def claude_code(request: pytest.FixtureRequest, served: Server) -> Generator[ClaudeCode]:
    transport, revision = request.param
    connected = over_http(served, revision) if transport == "http" else over_stdio(served.site, revision)
    with connected as wire:
        yield ClaudeCode(wire)


@pytest.fixture(scope="package", params=DESKTOP, ids=named)
def claude_desktop(request: pytest.FixtureRequest, served: Server) -> Generator[ClaudeDesktop]:
    _, revision = request.param
    with over_stdio(served.site, revision) as wire:
        yield ClaudeDesktop(wire)
