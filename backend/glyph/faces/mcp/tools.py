"""The three tools: search, read, list. They read; what changes a file waits for a person in the browser."""

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, ParamSpec

from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import Field

from glyph.app.workbench import Workbench
from glyph.domain.document import CollectionName, DocumentPath
from glyph.domain.ranking import Mode, Scope, SearchRequest
from glyph.errors import GlyphError
from glyph.faces.mcp.texts import document_text, list_text, search_text

Parameters = ParamSpec("Parameters")

READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
DEFAULT_LIMIT, LIMIT = 8, 20
DEFAULT_LINES, LINES = 200, 400

Query = Annotated[str, Field(min_length=1, max_length=1_000, description="The question, or the literal to find.")]
Collections = Annotated[list[str] | None, Field(description="Only these collections.")]
PathPrefix = Annotated[str, Field(max_length=1_024, description="Only paths that begin so, e.g. `vpn/`.")]
Path = Annotated[str, Field(min_length=1, max_length=1_024, description="A path as search_docs names it.")]


def readable_errors(tool: Callable[Parameters, str]) -> Callable[Parameters, str]:
    """Return ``tool`` with Glyph's errors as text for the model: code, what happened, the next step."""

    @functools.wraps(tool)
    def guarded(*args: Parameters.args, **kwargs: Parameters.kwargs) -> str:
        try:
            return tool(*args, **kwargs)
        except GlyphError as error:
            raise ToolError(f"{error.code}: {error.message} {error.hint}") from error

    return guarded


def scope_of(collections: list[str] | None, path_prefix: str) -> Scope:
    return Scope(tuple(CollectionName(name) for name in collections or ()), path_prefix)


def make_tools(workbench: Workbench) -> list[Tool]:
    """Return the tools over one workbench."""

    def search_docs(
        query: Query,
        collections: Collections = None,
        path_prefix: PathPrefix = "",
        limit: Annotated[int, Field(ge=1, le=LIMIT, description="Passages at most.")] = DEFAULT_LIMIT,
    ) -> str:
        """Search this site's own infrastructure runbooks by words, by meaning and by exact literals.

        Use it first for any question about these hosts, services, ports, files, errors or procedures.
        Returns passages with path, lines, quote, score per ranker and freshness.
        """
        return search_text(workbench.search(SearchRequest(query, Mode.AUTO, limit, scope_of(collections, path_prefix))))

    def read_document(
        path: Path,
        start_line: Annotated[int, Field(ge=1, description="First line, 1-based.")] = 1,
        line_count: Annotated[int, Field(ge=1, le=LINES, description="Lines at most.")] = DEFAULT_LINES,
    ) -> str:
        """Read a runbook's redacted text with its line numbers, from `start_line` on.

        Use it after search_docs, before advising a command: quotes are excerpts.
        """
        view = workbench.read(DocumentPath(path), redacted=True, line_from=start_line, line_count=line_count)
        return document_text(view)

    def list_documents(
        path_prefix: PathPrefix = "",
        collection: Annotated[str | None, Field(description="Only this collection.")] = None,
    ) -> str:
        """List the runbooks with titles, sizes and last change, to see what exists under a path."""
        return list_text(workbench.documents(scope_of([collection] if collection else None, path_prefix)).documents)

    return [
        text_tool(search_docs, title="Search runbooks", meta={"anthropic/alwaysLoad": True}),
        text_tool(read_document, title="Read a runbook"),
        text_tool(list_documents, title="List runbooks"),
    ]


def text_tool(function: Callable[Parameters, str], *, title: str, meta: dict[str, bool] | None = None) -> Tool:
    """Return a tool whose answer is text alone: a client that gets both forms drops one of them.

    An argument that it does not have is an error, so that a misspelt one is never ignored.
    """
    tool = Tool.from_function(
        readable_errors(function),
        title=title,
        description=inspect.getdoc(function),
        annotations=READ_ONLY,
        meta=meta,
        structured_output=False,
    )
    arguments = tool.fn_metadata.arg_model
    arguments.model_config["extra"] = "forbid"
    arguments.model_rebuild(force=True)
    tool.parameters = arguments.model_json_schema(by_alias=True)
    return tool
