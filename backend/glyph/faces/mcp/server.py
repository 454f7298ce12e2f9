"""The MCP server over a workbench: one object, served over HTTP under /mcp or over stdio."""

from collections.abc import Sequence

from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp

from glyph import __version__
from glyph.app.workbench import Workbench
from glyph.faces.mcp.texts import instructions_text
from glyph.faces.mcp.tools import make_tools

NAME = "glyph"
PATH = "/mcp"


def make_mcp_server(workbench: Workbench) -> MCPServer:
    """Return a server over ``workbench``. Its HTTP part runs once: make a new one for each run."""
    return MCPServer(
        NAME,
        title="Glyph runbooks",
        instructions=instructions_text(workbench.status()),
        version=__version__,
        tools=make_tools(workbench),
    )


def http_app(server: MCPServer, allowed_hosts: Sequence[str], origin: str) -> ASGIApp:
    """Return the streamable HTTP application, stateless, with Host and Origin checked also here."""
    return server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        json_response=True,
        transport_security=TransportSecuritySettings(allowed_hosts=list(allowed_hosts), allowed_origins=[origin]),
    )
