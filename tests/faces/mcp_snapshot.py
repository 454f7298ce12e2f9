"""The tools as a client sees them; `python -m tests.faces.mcp_snapshot` writes tests/snapshots/mcp_tools.json.

What stands there is what models read: a change of it is a change of the product, seen in review.
"""

import asyncio
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from mcp.server.mcpserver import MCPServer
from mcp_types import Tool

from glyph.faces.mcp.tools import make_tools
from glyph.faces.rest.client import RemoteWorkbench

FILE = Path(__file__).resolve().parents[1] / "snapshots" / "mcp_tools.json"


def snapshot_of(tools: Sequence[Tool]) -> str:
    """Return names, descriptions, schemas, annotations and meta of tools as one JSON text."""
    shown = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]
    shown.sort(key=lambda tool: str(tool["name"]))
    return json.dumps(shown, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def current() -> str:
    """Return the snapshot of the tools as they are now; no index is needed for it."""
    with closing(RemoteWorkbench(Path("owner.sock"))) as nobody:
        return snapshot_of(asyncio.run(MCPServer("glyph", tools=make_tools(nobody)).list_tools()))


if __name__ == "__main__":
    FILE.write_text(current(), encoding="utf-8")
    sys.stderr.write(f"{FILE} written\n")
