"""The MCP server over a workbench: one object, served over HTTP under /mcp or over stdio."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import anyio
import mcp_types as types
from anyio import to_thread
from mcp.server import Server, ServerRequestContext
from mcp.server.context import CallNext, HandlerResult, ServerMiddleware
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from starlette.types import ASGIApp

from glyph import __version__
from glyph.app.workbench import Workbench
from glyph.errors import GlyphError
from glyph.faces.mcp.bodies import guarded
from glyph.faces.mcp.errors import InternalError, error_text
from glyph.faces.mcp.live import collections_of, instructions_of
from glyph.faces.mcp.prompts import get_prompt, list_prompts
from glyph.faces.mcp.resources import TEMPLATE, list_resources, read_resource
from glyph.faces.mcp.tools import call_tool, list_tools
from glyph.ingest.redact.policy import Policy

logger = logging.getLogger(__name__)

Result = TypeVar("Result")
Context = ServerRequestContext[dict[str, object]]
McpServer = Server[dict[str, object]]

NAME = "glyph"
PATH = "/mcp"
GREETINGS = frozenset({"initialize", "server/discover"})


def make_mcp_server(workbench: Workbench, policy: Policy) -> McpServer:
    """Return a server over ``workbench``, whose errors ``policy`` redacts.

    Its HTTP part runs once: make a new one for each run.
    """
    answered = Asking(policy).answered

    async def tools(_context: Context, _params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=await answered(lambda: list_tools(collections_of(workbench))))

    async def call(_context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        return await answered(lambda: call_tool(workbench, policy, params.name, params.arguments or {}))

    async def resources(_context: Context, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        cursor = params.cursor if params else None
        return await answered(lambda: list_resources(workbench, cursor))

    async def templates(
        _context: Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=[TEMPLATE])

    async def resource(_context: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        return await answered(lambda: read_resource(workbench, params.uri))

    async def prompts(_context: Context, _params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=list_prompts())

    async def prompt(_context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        return await answered(lambda: get_prompt(params.name, params.arguments or {}))

    server: McpServer = Server(
        NAME,
        title="Glyph runbooks",
        version=__version__,
        on_list_tools=tools,
        on_call_tool=call,
        on_list_resources=resources,
        on_list_resource_templates=templates,
        on_read_resource=resource,
        on_list_prompts=prompts,
        on_get_prompt=prompt,
    )
    server.middleware.append(greeting(workbench))
    return server


@dataclass(frozen=True, slots=True)
class Asking:
    """Asks the workbench on a worker thread; what goes wrong leaves as a redacted error of the protocol."""

    policy: Policy

    async def answered(self, work: Callable[[], Result]) -> Result:
        """Return what ``work`` returns.

        Raises: MCPError, for requests that are no tool calls: the protocol has no other way to say what went wrong.
        """
        try:
            return await to_thread.run_sync(work)
        except GlyphError as error:
            raise MCPError(types.INVALID_PARAMS, error_text(error, self.policy)) from error
        except Exception:
            logger.exception("an MCP request failed")
            said = error_text(InternalError("Glyph failed to answer."), self.policy)
            raise MCPError(types.INTERNAL_ERROR, said) from None


def greeting(workbench: Workbench) -> ServerMiddleware[dict[str, object]]:
    """Return what puts instructions into each greeting, made from the index as it is then."""

    async def greet(ctx: Context, call_next: CallNext) -> HandlerResult:
        result = await call_next(ctx)
        if ctx.method in GREETINGS and isinstance(result, dict):
            return {**result, "instructions": await to_thread.run_sync(instructions_of, workbench)}
        return result

    return greet


def http_app(server: McpServer, allowed_hosts: Sequence[str], origin: str) -> ASGIApp:
    """Return the streamable HTTP application, stateless, with Host and Origin checked also here.

    ``name:*`` means any port or none, as it does for REST; the SDK takes it for any port.
    """
    hosts = [*allowed_hosts, *(host.removesuffix(":*") for host in allowed_hosts if host.endswith(":*"))]
    return guarded(
        server.streamable_http_app(
            streamable_http_path=PATH,
            stateless_http=True,
            json_response=True,
            transport_security=TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=[origin]),
        )
    )


def run_stdio(server: McpServer) -> None:
    """Serve one client on stdin and stdout until stdin ends."""

    async def serve() -> None:
        async with stdio_server() as (received, sent):
            await server.run(received, sent, server.create_initialization_options())

    anyio.run(serve)
