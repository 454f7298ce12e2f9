"""What a client sees of tools and prompts; `python -m tests.faces.mcp_snapshot` writes tests/snapshots/mcp_*.json.

What stands there is what models read: a change of it is a change of the product, seen in review.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from mcp_types import Prompt, ResourceTemplate, Tool

from glyph.domain.document import DEFAULT_COLLECTION
from glyph.faces.mcp.prompts import list_prompts
from glyph.faces.mcp.resources import TEMPLATE
from glyph.faces.mcp.tools import list_tools

FOLDER = Path(__file__).resolve().parents[1] / "snapshots"
FILE = FOLDER / "mcp_tools.json"
PROMPTS_FILE = FOLDER / "mcp_prompts.json"


def snapshot_of(listed: Sequence[Tool | Prompt | ResourceTemplate]) -> str:
    """Return everything that is listed of tools or prompts as one JSON text."""
    shown = [each.model_dump(mode="json", by_alias=True, exclude_none=True) for each in listed]
    shown.sort(key=lambda each: str(each["name"]))
    return json.dumps(shown, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def current() -> dict[Path, str]:
    """Return the snapshots as they are now, over a corpus of one collection; no index is needed for them."""
    return {
        FILE: snapshot_of(list_tools([DEFAULT_COLLECTION])),
        PROMPTS_FILE: snapshot_of([*list_prompts(), TEMPLATE]),
    }


if __name__ == "__main__":
    for file, text in current().items():
        file.write_text(text, encoding="utf-8")
        sys.stderr.write(f"{file} written\n")
