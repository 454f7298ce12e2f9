"""The three tools: search, read, list. They read; what changes a file waits for a person in the browser."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import mcp_types as types
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema

from glyph.app.workbench import Workbench
from glyph.errors import GlyphError
from glyph.faces.mcp.arguments import Arguments, ListArguments, ReadArguments, SearchArguments
from glyph.faces.mcp.errors import InternalError, UnknownTool, error_text
from glyph.faces.mcp.listing import list_answer
from glyph.faces.mcp.reading import read_answer
from glyph.faces.mcp.searching import search_answer
from glyph.faces.mcp.shapes import DocumentShape, ListShape, SearchShape, Shape, plain_form
from glyph.faces.mcp.texts import document_text, list_text, names_text, search_text
from glyph.faces.mcp.understanding import Understood, understand
from glyph.ingest.redact.policy import Policy

logger = logging.getLogger(__name__)

Asked = TypeVar("Asked", bound=Arguments)
Answer = TypeVar("Answer", bound=Shape)
Call = Callable[[Workbench, Mapping[str, object]], types.CallToolResult]

READ_ONLY = types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
SEARCH = (
    "Search this site's own infrastructure runbooks by words, by meaning and by exact literals.\n\n"
    "Use it first for any question about these hosts, services, ports, files, errors or procedures.\n"
    "Returns passages with path, lines, quote, rank per ranker and freshness."
)
READ = (
    "Read a runbook's redacted text with its line numbers: from `start_line` on, or the section under `heading`.\n\n"
    "Use it after search_docs, before advising a command: quotes are excerpts."
)
LIST = "List the runbooks with titles, sizes and last change, to see what exists under a path."


@dataclass(frozen=True, slots=True)
class FaceTool:
    """A tool: what models read of it, its two schemas, and what answers a call."""

    name: str
    title: str
    description: str
    arguments: type[Arguments]
    answer: type[Shape]
    call: Call
    always_loaded: bool = False

    def listed(self, collections: Sequence[str]) -> types.Tool:
        """Return the tool as clients list it, with the names that its arguments may take."""
        chooses = {"collection", "collections"} & self.arguments.model_fields.keys()
        named = f"\nCollections: {names_text(collections)}." if collections and chooses else ""
        return types.Tool(
            name=self.name,
            title=self.title,
            description=f"{self.description}{named}",
            input_schema=schema_of(self.arguments),
            output_schema=schema_of(self.answer),
            annotations=READ_ONLY,
            _meta={"anthropic/alwaysLoad": True} if self.always_loaded else None,
        )


class UntitledSchema(GenerateJsonSchema):
    """JSON Schema without titles made from names: models pay for every token of it."""

    def field_title_should_be_set(self, schema: object) -> bool:  # noqa: ARG002 - the signature is pydantic's
        return False


def schema_of(model: type[BaseModel]) -> dict[str, object]:
    schema = model.model_json_schema(schema_generator=UntitledSchema)
    return {name: value for name, value in schema.items() if name not in {"title", "description"}}


def answering(
    arguments: type[Asked],
    answer: Callable[[Workbench, Understood[Asked]], Answer],
    text: Callable[[Answer], str],
) -> Call:
    """Return what answers a call: the arguments understood, the answer in both forms."""

    def call(workbench: Workbench, sent: Mapping[str, object]) -> types.CallToolResult:
        shape = answer(workbench, understand(arguments, sent))
        return types.CallToolResult(content=[text_block(text(shape))], structured_content=plain_form(shape))

    return call


def text_block(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


TOOLS = (
    FaceTool(
        "search_docs",
        "Search runbooks",
        SEARCH,
        SearchArguments,
        SearchShape,
        answering(SearchArguments, search_answer, search_text),
        always_loaded=True,
    ),
    FaceTool(
        "read_document",
        "Read a runbook",
        READ,
        ReadArguments,
        DocumentShape,
        answering(ReadArguments, read_answer, document_text),
    ),
    FaceTool(
        "list_documents",
        "List runbooks",
        LIST,
        ListArguments,
        ListShape,
        answering(ListArguments, list_answer, list_text),
    ),
)


def list_tools(collections: Sequence[str]) -> list[types.Tool]:
    """Return the tools as clients list them, over a corpus of these collections."""
    return [tool.listed(collections) for tool in TOOLS]


def call_tool(workbench: Workbench, policy: Policy, name: str, sent: Mapping[str, object]) -> types.CallToolResult:
    """Return a tool's answer. Whatever goes wrong is an answer too, for the model to read and to go on from.

    ``policy`` redacts what an error says.
    """
    try:
        return tool_of(name).call(workbench, sent)
    except GlyphError as error:
        return failed(error, policy)
    except Exception:
        logger.exception("a tool failed", extra={"tool": tool_of(name).name})
        return failed(InternalError("Glyph failed to answer."), policy)


def tool_of(name: str) -> FaceTool:
    """Return a tool by its name.

    Raises: UnknownTool.
    """
    for tool in TOOLS:
        if tool.name == name:
            return tool
    raise UnknownTool("There is no such tool.", hint=f"The tools are: {', '.join(tool.name for tool in TOOLS)}.")


def failed(error: GlyphError, policy: Policy) -> types.CallToolResult:
    return types.CallToolResult(content=[text_block(error_text(error, policy))], is_error=True)
