"""`make docs`: writes docs/reference/ from the settings, the commands, openapi.json and the tools' snapshot.

The pages say what the code says; a test holds them to it.
"""

from collections.abc import Iterator, Mapping

from typer.core import TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from glyph.faces.cli.main import app
from glyph.settings import Settings
from tools.console import ROOT, main, say
from tools.docs_rest import rest_page, tools_page
from tools.docs_schema import Schema, shown, table, type_of
from tools.env_example import shown as shown_default

FOLDER = ROOT / "docs" / "reference"
WIDTH = {"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1"}

INDEX_PAGE = """\
# Reference

Written by `make docs` from the code itself; do not edit these pages.

| page | made from |
|---|---|
| [settings](settings.md) | `backend/glyph/settings.py` |
| [command line](cli.md) | the commands' own help |
| [REST](rest.md) | `backend/openapi.json` |
| [MCP tools](tools.md) | `tests/snapshots/mcp_tools.json` |

What they are for stands in the guide: [start](../guide/start.md), [search](../guide/search.md),
[REST](../guide/rest.md), [command line](../guide/cli.md), [operate](../guide/operate.md).
"""
SETTINGS_HEAD = """\
# Settings

Environment variables, or lines of `.env` in the folder where Glyph starts; the environment wins. An empty value
means the default. Lists are JSON. A setting that cannot be read refuses to start and is named; a secret is never
shown. [.env.example](../../.env.example) is the same list, to copy from.
"""
CLI_HEAD = """\
# Command line

What each command says with `--help`. Data goes to stdout, progress and logs to stderr; exit codes are 0 done,
1 failed, 2 wrong usage, 130 stopped by Ctrl-C. [The guide](../guide/cli.md) has the rest.
"""


def settings_page() -> str:
    """Return the page of every setting."""
    schema = Schema.model_validate(Settings.model_json_schema())
    parts = [SETTINGS_HEAD.rstrip()]
    alone = [setting_row(name, field) for name, field in schema.properties.items() if not _group(schema, field)]
    for name, field in schema.properties.items():
        group = _group(schema, field)
        if group is not None:
            rows = [setting_row(f"{name}__{inner}", each) for inner, each in group.properties.items()]
            parts += [f"## {name}", table(("setting", "type", "default", "meaning"), rows)]
    return "\n\n".join([*parts, "## general", table(("setting", "type", "default", "meaning"), alone)]) + "\n"


def _group(schema: Schema, field: Schema) -> Schema | None:
    return schema.defs.get(field.refers_to)


def setting_row(name: str, field: Schema) -> tuple[str, str, str, str]:
    """Return a setting's row; a secret has no default that could be shown."""
    kind = "secret" if field.format == "password" else type_of(field)
    default = field.default
    written = shown_default(tuple(default)) if isinstance(default, list) else default
    return f"`GLYPH_{name.upper()}`", kind, "" if kind == "secret" else shown(written), field.description


def commands() -> Iterator[tuple[str, ...]]:
    """Yield the words of every command, groups before their own."""

    def below(words: tuple[str, ...], command: object) -> Iterator[tuple[str, ...]]:
        if words:
            yield words
        if isinstance(command, TyperGroup):
            for name, inner in command.commands.items():
                yield from below((*words, name), inner)

    return below((), get_command(app))


def cli_page() -> str:
    """Return the page of every command."""
    sections = [f"## glyph\n\n{help_of(())}"]
    sections += [f"## glyph {' '.join(words)}\n\n{help_of(words)}" for words in commands()]
    return "\n\n".join([CLI_HEAD.rstrip(), *sections]) + "\n"


def help_of(words: tuple[str, ...]) -> str:
    """Return what a command says of itself, as a block of text."""
    said = CliRunner().invoke(app, [*words, "--help"], env=WIDTH).stdout
    return "```text\n" + "\n".join(line.rstrip() for line in said.strip().splitlines()) + "\n```"


def pages() -> Mapping[str, str]:
    """Return every page of docs/reference by its file's name."""
    return {
        "README.md": INDEX_PAGE,
        "settings.md": settings_page(),
        "cli.md": cli_page(),
        "rest.md": rest_page(),
        "tools.md": tools_page(),
    }


def write() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        say(f"docs/reference/{name}")


if __name__ == "__main__":
    main(write)
