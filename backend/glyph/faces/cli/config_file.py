"""Merging into another program's JSON file: what is there stays, a backup is kept, and doubt refuses."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import cast

from glyph.errors import BadRequest
from glyph.faces.cli.clients import NAME, Connection, Json
from glyph.files import replace_file

NEW_FILE_MODE = 0o600
BY_HAND = "Add the block by hand: run the command again without --write."


@dataclass(frozen=True, slots=True)
class Merge:
    """What was done to the file; ``backup`` is None when there was nothing to keep."""

    changed: bool
    backup: Path | None


def merge(connection: Connection, now: datetime) -> Merge:
    """Put Glyph's entry into the client's file; every other entry, key and its order stay.

    A link is followed. The file is replaced whole or not at all.
    Raises: BadRequest when the file is not plain JSON of the expected shape; then it is untouched.
    """
    file = connection.file.resolve()
    content = _content(file)
    before = _parsed(content, connection.file)
    after = _merged(before, connection)
    if before == after:
        return Merge(changed=False, backup=None)
    try:
        return _written(file, content, after, now)
    except OSError as error:
        raise BadRequest(f"{connection.file} cannot be written: {error.strerror}.", hint=BY_HAND) from error


def _written(file: Path, content: bytes, after: Json, now: datetime) -> Merge:
    backup = None
    mode = file.stat().st_mode & 0o777 if file.exists() else NEW_FILE_MODE
    if content.strip():
        backup = file.with_name(f"{file.name}.{now:%Y%m%dT%H%M%S.%f}.bak")
        replace_file(backup, content, mode=mode)
    file.parent.mkdir(parents=True, exist_ok=True)
    replace_file(file, _rendered(after, content), mode=mode)
    return Merge(changed=True, backup=backup)


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise BadRequest(f"{file} cannot be read: {error.strerror}.", hint=BY_HAND) from error


def _parsed(content: bytes, file: Path) -> Json:
    """Return what a file holds; an empty one is an empty object."""
    try:
        parsed: object = json.loads(content.decode("utf-8-sig").strip() or "{}", object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise BadRequest(
            f"{file} is not plain JSON ({error}); comments and trailing commas would be lost, so it is left alone.",
            hint=BY_HAND,
        ) from None
    return _as_object(parsed, f"{file} holds no JSON object; it is left alone.")


def _object(pairs: list[tuple[str, object]]) -> Json:
    """Return an object, refusing one that names a key twice: one of the two would be lost."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _merged(before: Json, connection: Connection) -> Json:
    key, file = connection.servers_key, connection.file
    servers = _as_object(before.get(key, {}), f'"{key}" in {file} is no object; the file is left alone.')
    after: dict[str, object] = {**before, key: {**servers, NAME: connection.entry}}
    if connection.inputs:
        after["inputs"] = _with_inputs(before.get("inputs", []), connection)
    return after


def _with_inputs(present: object, connection: Connection) -> list[object]:
    """Return the questions a client asks, with ours in place of former ones of the same id."""
    if not isinstance(present, list):
        raise BadRequest(f'"inputs" in {connection.file} is no list; the file is left alone.', hint=BY_HAND)
    ours = {each["id"] for each in connection.inputs}
    others = [each for each in cast("Sequence[object]", present) if _id_of(each) not in ours]
    return [*others, *connection.inputs]


def _id_of(question: object) -> object:
    return cast("Json", question).get("id") if isinstance(question, Mapping) else None


def _as_object(value: object, complaint: str) -> Json:
    if not isinstance(value, Mapping):
        raise BadRequest(complaint, hint=BY_HAND)
    return cast("Json", value)


def _rendered(value: Json, former: bytes) -> bytes:
    """Return JSON indented as the former file was."""
    second = former.decode("utf-8-sig").partition("\n")[2]
    margin = second[: len(second) - len(second.lstrip(" \t"))]
    return f"{json.dumps(value, indent=margin or 2, ensure_ascii=False)}\n".encode()
