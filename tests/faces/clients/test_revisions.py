"""Revisions of the protocol: a client of any of them is served, and gets what its revision knows."""

import pytest

from tests.faces.clients.listing import Tool, pages
from tests.faces.clients.wire import ABOUT, NEWEST, OLD, OLDER, Request, Wire, over_http, over_stdio, result_of
from tests.faces.site import Server
from tests.faces.stdio_host import ToolAnswer

OLDEST = ("2024-11-05", "2025-03-26")


def is_served(wire: Wire) -> bool:
    """Return whether a client of a revision gets the tools and an answer it can read."""
    tools = [Tool.model_validate(tool) for tool in pages(wire, "tools/list", "tools")]
    call: Request = ("tools/call", {"name": "search_docs", "arguments": {"query": "51820"}})
    answer = ToolAnswer.model_validate(result_of(wire.ask(call)[0]))
    return len(tools) == 3 and "vpn/wireguard" in answer.text


@pytest.mark.parametrize("revision", [*OLDEST, OLD, OLDER, NEWEST])
def test_every_revision_is_served_over_http_and_stdio(served: Server, revision: str) -> None:
    with over_http(served, revision) as http:
        assert is_served(http)
    with over_stdio(served.site, revision) as stdio:
        assert is_served(stdio)


def test_a_server_that_does_not_know_a_revision_says_which_it_knows(served: Server) -> None:
    revision = "2099-01-01"
    envelope = {"protocolVersion": revision, "clientInfo": ABOUT, "clientCapabilities": {}}
    meta = {f"io.modelcontextprotocol/{key}": value for key, value in envelope.items()}
    body = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": meta}}
    headers = {"MCP-Protocol-Version": revision, "Mcp-Method": "server/discover", "Accept": "application/json"}
    with served.client() as client:
        response = client.post("/mcp", json=body, headers=headers)
    assert response.status_code == 400
    assert NEWEST in response.text
