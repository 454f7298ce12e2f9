"""Asking the tools without a protocol: the workbench in this process, each answer in both of its forms."""

from dataclasses import dataclass
from typing import TypeVar

from mcp_types import CallToolResult, TextContent

from glyph.app.workbench import Workbench
from glyph.faces.mcp.shapes import DocumentShape, ListShape, SearchShape, Shape
from glyph.faces.mcp.tools import call_tool
from glyph.ingest.redact.policy import RULES_ALONE

Answer = TypeVar("Answer", bound=Shape)


@dataclass(frozen=True, slots=True)
class Told:
    """What a tool answered."""

    result: CallToolResult

    @property
    def text(self) -> str:
        (block,) = self.result.content
        assert isinstance(block, TextContent)
        return block.text

    @property
    def error(self) -> str:
        """Return the text of an answer that must be an error."""
        assert self.result.is_error, self.text
        assert self.result.structured_content is None
        return self.text

    def form(self, shape: type[Answer]) -> Answer:
        """Return the structured form of an answer that must be none."""
        assert not self.result.is_error, self.text
        return shape.model_validate(self.result.structured_content)


@dataclass(frozen=True, slots=True)
class Desk:
    """Where one asks."""

    workbench: Workbench

    def ask(self, tool: str, /, **arguments: object) -> Told:
        return Told(call_tool(self.workbench, RULES_ALONE, tool, arguments))

    def search(self, query: str, **arguments: object) -> SearchShape:
        return self.ask("search_docs", query=query, **arguments).form(SearchShape)

    def read(self, path: str, **arguments: object) -> DocumentShape:
        return self.ask("read_document", path=path, **arguments).form(DocumentShape)

    def list(self, **arguments: object) -> ListShape:
        return self.ask("list_documents", **arguments).form(ListShape)
