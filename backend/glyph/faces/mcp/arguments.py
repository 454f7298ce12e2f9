"""The arguments of the three tools: what a schema promises, and what is understood beyond it."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from glyph.faces.mcp.budget import LEAST_TOKENS, PAGE_TOKENS

QUERY_CHARACTERS = 1_000
PATH_CHARACTERS = 1_024
HEADING_CHARACTERS = 300
CURSOR_CHARACTERS = 100
DEFAULT_LIMIT, LIMIT = 8, 20
DEFAULT_LINES, LINES = 200, 400
COLLECTIONS = 50

CursorText = Annotated[
    str, Field(max_length=CURSOR_CHARACTERS, description="`next_cursor` of the page before, with the same arguments.")
]
PathPrefix = Annotated[str, Field(max_length=PATH_CHARACTERS, description="Only paths that begin so, e.g. `vpn/`.")]


class Arguments(BaseModel):
    """What a tool takes. A name that is not among the fields is never ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class SearchArguments(Arguments):
    query: Annotated[
        str,
        Field(
            min_length=1, max_length=QUERY_CHARACTERS, description="The question in words, or the literal to be found."
        ),
    ]
    collections: Annotated[
        tuple[Annotated[str, Field(max_length=200)], ...],
        Field(max_length=COLLECTIONS, description="Only these collections; none means all."),
    ] = ()
    path_prefix: PathPrefix = ""
    limit: Annotated[int, Field(ge=1, le=LIMIT, description="Passages at most.")] = DEFAULT_LIMIT
    max_tokens: Annotated[
        int, Field(ge=LEAST_TOKENS, description="The answer has no more tokens; what is left follows by cursor.")
    ] = PAGE_TOKENS
    cursor: CursorText = ""


class ReadArguments(Arguments):
    path: Annotated[
        str,
        Field(min_length=1, max_length=PATH_CHARACTERS, description="A path as search_docs names it, e.g. `vpn/a.md`."),
    ]
    start_line: Annotated[int, Field(ge=1, description="First line, 1-based.")] = 1
    line_count: Annotated[int, Field(ge=1, le=LINES, description="Lines at most.")] = DEFAULT_LINES
    heading: Annotated[str, Field(max_length=HEADING_CHARACTERS, description="Read this section instead of lines.")] = (
        ""
    )


class ListArguments(Arguments):
    path_prefix: PathPrefix = ""
    collection: Annotated[str, Field(max_length=200, description="Only this collection.")] = ""
    cursor: CursorText = ""


NEAR_NAMES: dict[type[Arguments], dict[str, tuple[str, ...]]] = {
    SearchArguments: {
        "query": ("q", "text", "question", "search", "search_query", "search_term", "keywords", "input", "pattern"),
        "collections": ("collection", "collection_names", "sources"),
        "path_prefix": ("path", "prefix", "folder", "directory", "dir", "under"),
        "limit": ("top_k", "k", "n", "count", "max_results", "num_results", "page_size", "size"),
        "max_tokens": ("token_limit", "token_budget", "budget", "max_output_tokens"),
        "cursor": ("next_cursor", "page_token", "page", "after"),
    },
    ReadArguments: {
        "path": ("file", "filename", "file_name", "file_path", "filepath", "document", "doc", "uri", "name", "id"),
        "start_line": ("line", "line_from", "from_line", "start", "offset", "from", "line_number"),
        "line_count": ("lines", "count", "limit", "num_lines", "max_lines", "length"),
        "heading": ("section", "header", "heading_path", "anchor", "title"),
    },
    ListArguments: {
        "path_prefix": ("path", "prefix", "folder", "directory", "dir", "under"),
        "collection": ("collections", "collection_name"),
        "cursor": ("next_cursor", "page_token", "page", "after"),
    },
}
"""Names that models send for a parameter, by tool. They are understood, and the answer says so."""
