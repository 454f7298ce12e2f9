"""Writes .env.example from the settings themselves: `cd backend && ../.venv/bin/python -m tools.env_example`."""

import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from glyph.settings import Settings
from tools.console import ROOT, main

EXAMPLE = ROOT / ".env.example"

HEAD = """\
# Every setting of Glyph, with its default. Copy what you change into .env beside this file, or export it.
# Secrets are empty here and have no default: `make run` (or `.venv/bin/glyph password --first-start`) writes them
# into .env and keeps them. A placeholder or a short secret refuses to start. Paths are relative to where Glyph starts.
# This file is written by `python -m tools.env_example`; a test keeps it equal to the settings.
"""

ELSEWHERE = """\
# ── The workbench's server ──
# It reads GLYPH_WORKBENCH__TOKEN, GLYPH_SESSION__SECRET and GLYPH_PUBLIC_ORIGIN from above, and:

# Where the workbench's server reaches the API; `make run` and compose set it.
#GLYPH_API__ORIGIN=http://127.0.0.1:8765

# Address and port its own process listens on; `make run` sets them from GLYPH_WORKBENCH__PORT.
#HOSTNAME=127.0.0.1
#PORT=3000

# ── Containers ──

# User and group of the API's container: whoever owns ./corpus (`id -u`, `id -g`). Used when the image is built.
#GLYPH_UID=1000
#GLYPH_GID=1000
"""


def shown(default: object) -> str:
    """Return a default as it is written in the file; lists are JSON."""
    if isinstance(default, tuple):
        return json.dumps(list(default))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return default.as_posix() if isinstance(default, Path) else str(default)


def entry(name: str, field: FieldInfo) -> str:
    """Return a setting's sentence and line: a secret is empty and live, anything else stands behind `#`."""
    default: object = field.get_default(call_default_factory=True)
    line = f"{name}=" if isinstance(default, SecretStr) else f"#{name}={shown(default)}"
    return f"# {field.description}\n{line}\n"


def entries() -> Iterator[tuple[str, str]]:
    """Yield every setting's group and entry, in the order of the settings."""
    for group, field in Settings.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            for name, one in inner.model_fields.items():
                yield group, entry(f"GLYPH_{group.upper()}__{name.upper()}", one)
        else:
            yield "general", entry(f"GLYPH_{group.upper()}", field)


def render() -> str:
    """Return the whole file."""
    parts = [HEAD]
    group_before = ""
    for group, text in entries():
        if group != group_before:
            parts.append(f"# ── {group} ──\n")
            group_before = group
        parts.append(text)
    return "\n".join([*parts, ELSEWHERE])


def write() -> None:
    EXAMPLE.write_text(render(), encoding="utf-8")


if __name__ == "__main__":
    main(write)
