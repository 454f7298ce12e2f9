"""JSON Schema as people read it: the fields of a shape, each with type, bounds, default and sentence."""

from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field, JsonValue


class Schema(BaseModel):
    """As much of JSON Schema as Glyph's own shapes use."""

    model_config = ConfigDict(extra="ignore", populate_by_name=True)

    ref: str = Field(default="", alias="$ref")
    type: str | list[str] = ""
    any_of: tuple["Schema", ...] = Field(default=(), alias="anyOf")
    all_of: tuple["Schema", ...] = Field(default=(), alias="allOf")
    items: "Schema | None" = None
    enum: tuple[JsonValue, ...] = ()
    const: JsonValue = None
    default: JsonValue = None
    description: str = ""
    format: str = ""
    minimum: float | None = None
    maximum: float | None = None
    min_length: int | None = Field(default=None, alias="minLength")
    max_length: int | None = Field(default=None, alias="maxLength")
    properties: dict[str, "Schema"] = {}
    required: tuple[str, ...] = ()
    defs: dict[str, "Schema"] = Field(default={}, alias="$defs")

    @property
    def refers_to(self) -> str:
        """Return the name of the shape that this one refers to."""
        return self.ref.rpartition("/")[2]


def type_of(schema: Schema, *, link: bool = False) -> str:
    """Return a schema's type in words; ``link`` makes a named shape a link within the page."""
    if schema.ref:
        return f"[{schema.refers_to}](#{schema.refers_to.lower()})" if link else schema.refers_to
    if schema.any_of or schema.all_of:
        parts = [type_of(each, link=link) for each in (*schema.any_of, *schema.all_of)]
        return " or ".join(dict.fromkeys(parts))
    if schema.const is not None:
        return f"`{schema.const}`"
    if schema.enum:
        return " or ".join(f"`{value}`" for value in schema.enum)
    if schema.items is not None:
        return f"list of {type_of(schema.items, link=link)}"
    named = [schema.type] if isinstance(schema.type, str) else schema.type
    return " or ".join(named) + _bounds(schema) if any(named) else "any"


def _bounds(schema: Schema) -> str:
    """Return the bounds of a number or of a text's length, in brackets."""
    low, high, unit = schema.minimum, schema.maximum, ""
    if low is None and high is None:
        low, high, unit = schema.min_length, schema.max_length, " characters"
    match (low, high):
        case (None, None):
            return f" ({schema.format})" if schema.format else ""
        case (None, _):
            return f" (≤ {_figure(high)}{unit})"
        case (_, None):
            return f" (≥ {_figure(low)}{unit})"
        case _:
            return f" ({_figure(low)} to {_figure(high)}{unit})"


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"


def shown(value: JsonValue) -> str:
    """Return a default as it is written; nothing where there is none."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{value}`".replace("'", '"')


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown; a bar within a cell is escaped."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").strip()


def field_rows(schema: Schema, *, link: bool = False) -> Iterator[tuple[str, str, str, str]]:
    """Yield name, type, default and sentence of every field of a shape."""
    for name, field in schema.properties.items():
        needed = "**required**" if name in schema.required else shown(field.default)
        yield f"`{name}`", type_of(field, link=link), needed, field.description


def fields(schema: Schema, *, link: bool = False) -> str:
    """Return the table of a shape's fields, or what stands for a shape without any."""
    rows = list(field_rows(schema, link=link))
    return table(("field", "type", "default", "meaning"), rows) if rows else type_of(schema)


def shapes(named: Mapping[str, Schema]) -> Iterator[str]:
    """Yield a section for each named shape."""
    for name, schema in sorted(named.items()):
        about = f"\n\n{schema.description.strip()}" if schema.description else ""
        yield f"### {name}{about}\n\n{fields(schema, link=True)}"
