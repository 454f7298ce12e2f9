"""Understanding a call: near-miss names and odd forms are taken, and said; what is not understood is refused.

Nothing that a caller sent stands in an error but the name of an argument, and that only when it looks like one.
"""

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from glyph.faces.mcp.addresses import path_of
from glyph.faces.mcp.arguments import LINES, NEAR_NAMES, Arguments, ReadArguments, SearchArguments
from glyph.faces.mcp.errors import BadArguments

Parsed = TypeVar("Parsed", bound=Arguments)

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31}", re.ASCII)
WORD_BORDER = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
PLACE = re.compile(r"(?P<path>.+\.(?:md|txt))(?::|#L)(?P<first>[1-9]\d{0,8})(?:-L?(?P<last>[1-9]\d{0,8}))?", re.DOTALL)
LIKENESS = 0.8
STRINGS = TypeAdapter(tuple[str, ...])


@dataclass(frozen=True, slots=True)
class Understood(Generic[Parsed]):
    """The arguments of a call, and one sentence for each that was not sent as the schema says."""

    arguments: Parsed
    notes: tuple[str, ...]


def understand(model: type[Parsed], sent: Mapping[str, object]) -> Understood[Parsed]:
    """Return the arguments that a call means.

    Raises: BadArguments, naming each argument that is unknown, doubled, missing or outside its limits.
    """
    renamed, notes = _renamed(model, {name: value for name, value in sent.items() if value is not None})
    values, more_notes = _reshaped(model, renamed)
    try:
        return Understood(model.model_validate(values), (*notes, *more_notes))
    except ValidationError as error:
        raise BadArguments(" ".join(_faults(error)), hint=_expected(model)) from None


def _renamed(model: type[Arguments], sent: Mapping[str, object]) -> tuple[dict[str, object], list[str]]:
    """Return the values under the schema's own names."""
    values = {name: value for name, value in sent.items() if name in model.model_fields}
    notes: list[str] = []
    for name in sent.keys() - values.keys():
        meant = _meant(model, name)
        if meant is None:
            raise BadArguments(f"There is no argument {_shown(name)}.", hint=_expected(model))
        if meant in values and values[meant] != sent[name]:
            raise BadArguments(f"{_shown(name)} was taken for {meant}, which was sent too.", hint=f"Send {meant} once.")
        values[meant] = sent[name]
        notes.append(f"{_shown(name)} was understood as {meant}; the argument's name is {meant}.")
    return values, sorted(notes)


def _meant(model: type[Arguments], name: str) -> str | None:
    """Return the parameter that a name means, by the table or by its spelling; None when it means none."""
    near = NEAR_NAMES[model]
    spelt = WORD_BORDER.sub("_", name).replace("-", "_").lower()
    named = {spelling: field for field, spellings in near.items() for spelling in (field, *spellings)}
    if spelt in named:
        return named[spelt]
    alike = difflib.get_close_matches(spelt, near, n=1, cutoff=LIKENESS)
    return alike[0] if alike else None


def _shown(name: str) -> str:
    return f"`{name}`" if NAME.fullmatch(name) else "of that name"


def _reshaped(model: type[Arguments], values: Mapping[str, object]) -> tuple[dict[str, object], list[str]]:
    """Return the values in the schema's form: lists out of strings, a path without its lines."""
    if model is SearchArguments and "collections" in values:
        names = _strings(values["collections"])
        return {**values, "collections": names}, []
    path = values.get("path")
    if model is not ReadArguments or not isinstance(path, str):
        return dict(values), []
    bare = path_of(path)
    found = PLACE.fullmatch(bare)
    if found is None:
        return {**values, "path": bare}, []
    first, last = int(found["first"]), int(found["last"] or found["first"])
    lines = (
        {"start_line": first, "line_count": min(LINES, max(1, last - first + 1))}
        if found["last"]
        else {"start_line": first}
    )
    return {**lines, **values, "path": found["path"]}, [
        "The lines behind the path were taken as start_line and line_count."
    ]


def _strings(value: object) -> object:
    """Return a list of names: as it is, out of its JSON, or out of one name or several with commas."""
    if not isinstance(value, str):
        return value
    try:
        return STRINGS.validate_json(value)
    except ValidationError:
        return tuple(name.strip(" []\"'") for name in value.split(",") if name.strip(" []\"'"))


def _faults(error: ValidationError) -> list[str]:
    """Return what is wrong with each argument, without what was sent."""
    details = error.errors(include_url=False, include_input=False, include_context=False)
    return [f"{detail['loc'][0] if detail['loc'] else 'arguments'}: {detail['msg']}." for detail in details]


def _expected(model: type[Arguments]) -> str:
    """Return the arguments that a tool takes."""
    fields = model.model_fields.items()
    names = [f"{name} (required)" if field.is_required() else name for name, field in fields]
    return f"The arguments are: {', '.join(names)}."
