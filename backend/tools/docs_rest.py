"""The reference pages of the two contracts that are written as JSON: REST (openapi.json) and the MCP tools."""

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tools.console import ROOT
from tools.docs_schema import Schema, field_rows, fields, shapes, shown, table, type_of

OPENAPI = ROOT / "backend" / "openapi.json"
TOOLS = ROOT / "tests" / "snapshots" / "mcp_tools.json"

REST_HEAD = """\
# REST reference

Every route under the address of `glyph serve`, by default `http://127.0.0.1:8765`. [The guide](../guide/rest.md)
shows how they are used. Everything but health needs `Authorization: Bearer <GLYPH_API__TOKEN>`. What is refused has
one shape: `{"error": {"code", "message", "hint", "detail"?}}`.
"""
TOOLS_HEAD = """\
# MCP tools

What a model is offered by `glyph mcp` and under `/mcp`. Every tool reads; none changes a file.
"""


class _Loose(BaseModel):
    model_config = ConfigDict(extra="ignore", populate_by_name=True)


class Media(_Loose):
    schema_: Schema = Field(default=Schema(), alias="schema")


class Content(_Loose):
    """A body, by its media type."""

    description: str = ""
    content: dict[str, Media] = {}


class Parameter(_Loose):
    name: str
    place: str = Field(alias="in")
    required: bool = False
    description: str = ""
    schema_: Schema = Field(alias="schema")


class Operation(_Loose):
    tags: tuple[str, ...] = ("other",)
    summary: str = ""
    description: str = ""
    parameters: tuple[Parameter, ...] = ()
    body: Content | None = Field(default=None, alias="requestBody")
    responses: dict[str, Content] = {}


class Components(_Loose):
    schemas: dict[str, Schema] = {}


class OpenApi(_Loose):
    paths: dict[str, dict[str, Operation]]
    components: Components = Components()


class Tool(_Loose):
    name: str
    title: str = ""
    description: str = ""
    input_schema: Schema = Field(alias="inputSchema")


def rest_page(file: Path = OPENAPI) -> str:
    """Return the page of every route and every shape."""
    document = OpenApi.model_validate_json(file.read_bytes())
    by_tag: dict[str, list[str]] = {}
    for path, operations in document.paths.items():
        for method, operation in operations.items():
            by_tag.setdefault(operation.tags[0], []).append(route(method, path, operation))
    groups = [f"## {tag.capitalize()}\n\n" + "\n\n".join(routes) for tag, routes in by_tag.items()]
    return "\n\n".join([REST_HEAD.rstrip(), *groups, "## Shapes", *shapes(document.components.schemas)]) + "\n"


def route(method: str, path: str, operation: Operation) -> str:
    """Return the section of one route."""
    return "\n\n".join((f"### `{method.upper()} {path}`", operation.description.strip(), *_particulars(operation)))


def _particulars(operation: Operation) -> Iterator[str]:
    if operation.parameters:
        rows = [
            (f"`{each.name}`", each.place, type_of(each.schema_, link=True), _default(each), each.description)
            for each in operation.parameters
        ]
        yield table(("parameter", "in", "type", "default", "meaning"), rows)
    if operation.body is not None:
        yield f"Body: {_types(operation.body)}."
    answers = [f"{status} {_types(answer)}".strip() for status, answer in _good(operation)]
    yield f"Answers: {'; '.join(answers)}."


def _good(operation: Operation) -> Iterator[tuple[str, Content]]:
    return ((status, answer) for status, answer in operation.responses.items() if status.startswith("2"))


def _types(body: Content) -> str:
    named = [(kind, type_of(media.schema_, link=True)) for kind, media in body.content.items()]
    return " or ".join(what if kind == "application/json" else f"{what} as `{kind}`" for kind, what in named)


def _default(parameter: Parameter) -> str:
    return "**required**" if parameter.required else shown(parameter.schema_.default)


def tools_page(file: Path = TOOLS) -> str:
    """Return the page of every MCP tool, as the committed snapshot has them."""
    tools = TypeAdapter(tuple[Tool, ...]).validate_json(file.read_bytes())
    sections = [
        f"## `{tool.name}`\n\n{tool.description.strip()}\n\n{_arguments(tool.input_schema)}"
        for tool in sorted(tools, key=lambda tool: tool.name)
    ]
    return "\n\n".join([TOOLS_HEAD.rstrip(), *sections]) + "\n"


def _arguments(schema: Schema) -> str:
    rows = list(field_rows(schema))
    return table(("argument", "type", "default", "meaning"), rows) if rows else fields(schema)
