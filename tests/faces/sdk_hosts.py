"""The MCP SDK's own client, over HTTP and over stdio, and what a conversation with it brought."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

import httpx2
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent, Tool

from tests.faces.site import API_TOKEN, GLYPH, Server, Site

Calls = Mapping[str, tuple[str, dict[str, object]]]


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a client learnt: the revision, the instructions, the tools, and each call's answer under its name."""

    revision: str
    instructions: str
    tools: tuple[Tool, ...]
    answers: Mapping[str, CallToolResult]

    def text(self, call: str) -> str:
        """Return the text of an answer that must be no error."""
        answer = self.answers[call]
        assert not answer.is_error, text_of(answer)
        return text_of(answer)


def text_of(answer: CallToolResult) -> str:
    texts = [block.text for block in answer.content if isinstance(block, TextContent)]
    assert len(texts) == len(answer.content)
    return "\n".join(texts)


def over_http(server: Server, calls: Calls, *, mode: str = "auto", token: str = API_TOKEN) -> Conversation:
    """Return a conversation over streamable HTTP with a bearer token."""

    async def converse() -> Conversation:
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(headers=headers, timeout=60, trust_env=False) as http:
            transport = streamable_http_client(f"{server.url}/mcp", http_client=http)
            return await _with(Client(transport, mode=mode, read_timeout_seconds=60), calls)

    return asyncio.run(converse())


def over_stdio(site: Site, calls: Calls, *, mode: str = "auto") -> Conversation:
    """Return a conversation with a `glyph mcp` of its own."""
    parameters = StdioServerParameters(command=str(GLYPH), args=["mcp"], env=site.environment(), cwd=site.root)
    with (site.root / "sdk.log").open("w", encoding="utf-8") as log:
        transport = stdio_client(parameters, errlog=log)
        return asyncio.run(_with(Client(transport, mode=mode, read_timeout_seconds=60), calls))


async def _with(connection: Client, calls: Calls) -> Conversation:
    async with connection as client:
        tools = (await client.list_tools()).tools
        answers = {name: await client.call_tool(tool, dict(arguments)) for name, (tool, arguments) in calls.items()}
        return Conversation(client.protocol_version, client.instructions or "", tuple(tools), answers)
