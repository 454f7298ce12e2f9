"""The reference pages say what the code says: `make docs` writes them, and nothing in them is out of date."""

import json
import re

import pytest

from glyph.settings import Settings
from tests.repository.tree import ROOT
from tools.docs import FOLDER, commands, pages, settings_page
from tools.docs_schema import Schema, fields, type_of

PAGES = pages()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_the_code_says(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == PAGES[name], "run `make docs`"


def test_there_is_no_other_page() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(PAGES)


def test_every_setting_stands_there_once_and_no_secret_has_a_default() -> None:
    names = re.findall(r"GLYPH_[A-Z_]+", (ROOT / ".env.example").read_text(encoding="utf-8"))
    own = {
        name for name in names if name.startswith(tuple(f"GLYPH_{group.upper()}" for group in Settings.model_fields))
    }
    page = settings_page()
    for name in own - {"GLYPH_API__ORIGIN"}:  # the workbench server's own
        assert page.count(f"| `{name}` |") == 1, name
    assert "| `GLYPH_API__TOKEN` | secret |  |" in page


def test_every_command_and_every_route_stands_there() -> None:
    for words in commands():
        assert f"\n## glyph {' '.join(words)}\n" in PAGES["cli.md"]
    openapi = json.loads((ROOT / "backend" / "openapi.json").read_text(encoding="utf-8"))
    for path, methods in openapi["paths"].items():
        for method in methods:
            assert f"### `{method.upper()} {path}`" in PAGES["rest.md"]
    for tool in json.loads((ROOT / "tests" / "snapshots" / "mcp_tools.json").read_text(encoding="utf-8")):
        assert f"## `{tool['name']}`" in PAGES["tools.md"]


def test_every_link_within_a_page_leads_to_a_heading() -> None:
    for name, text in PAGES.items():
        anchors = {re.sub(r"[^\w -]", "", heading).strip().lower() for heading in re.findall(r"^#+ (.+)$", text, re.M)}
        targets = set(re.findall(r"\]\(#([^)]+)\)", text))
        assert targets <= {anchor.replace(" ", "-") for anchor in anchors}, name


def test_help_on_a_page_is_as_wide_as_it_is_anywhere() -> None:
    widest = max(len(line) for line in PAGES["cli.md"].splitlines() if line.startswith("  ") and "#" not in line)
    assert widest <= 100


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "integer", "minimum": 1, "maximum": 5_000_000}, "integer (1 to 5,000,000)"),
        ({"type": "number", "minimum": 0.5}, "number (≥ 0.5)"),
        ({"type": "string", "maxLength": 7}, "string (≤ 7 characters)"),
        ({"type": "string", "format": "path"}, "string (path)"),
        ({"enum": ["a", "b"]}, "`a` or `b`"),
        ({"const": "a"}, "`a`"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string or null"),
        ({"type": "array", "items": {"$ref": "#/x/Hit"}}, "list of Hit"),
        ({"type": ["string", "null"]}, "string or null"),
        ({}, "any"),
    ],
)
def test_types_are_said_in_words(schema: dict[str, object], words: str) -> None:
    assert type_of(Schema.model_validate(schema)) == words


def test_fields_are_a_table_with_what_is_required_and_bars_escaped() -> None:
    shape = {
        "properties": {
            "a": {"type": "string", "description": "One | two."},
            "b": {"type": "boolean", "default": True},
        },
        "required": ["a"],
    }
    lines = fields(Schema.model_validate(shape)).splitlines()
    assert lines[2:] == ["| `a` | string | **required** | One \\| two. |", "| `b` | boolean | `true` |  |"]
