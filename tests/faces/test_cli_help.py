"""What the command line says before it does anything: help, typing mistakes, completion, and how little that costs."""

import json
import os
import subprocess
import sys

import pytest
import typer
from typer.core import TyperCommand, TyperGroup
from typer.testing import CliRunner

from glyph.faces.cli.helping import folders_of, near, near_files, question
from glyph.faces.cli.main import app
from tests.faces.site import Site, empty_site
from tests.repository.tree import ROOT

HEAVY = (
    "chromadb",
    "fastapi",
    "glyph.bootstrap",
    "glyph.settings",
    "httpx2",
    "mcp",
    "numpy",
    "onnxruntime",
    "openai",
    "rich",
    "starlette",
    "tiktoken",
    "tokenizers",
    "uvicorn",
)
ASK = """
import json, sys
from glyph.faces.cli.main import app
try:
    app(json.loads(sys.argv[1]))
except SystemExit:
    pass
sys.stderr.write(json.dumps(sorted(sys.modules)))
"""
UNWRAPPED = {"COLUMNS": "200", "TERMINAL_WIDTH": "200"}


def commands() -> dict[str, TyperCommand]:
    """Return every command that can be run, by what is typed for it."""
    found: dict[str, TyperCommand] = {}

    def visit(name: str, command: object) -> None:
        if isinstance(command, TyperGroup):
            for inner, below in command.commands.items():
                visit(f"{name} {inner}".strip(), below)
        else:
            assert isinstance(command, TyperCommand)
            found[name] = command

    visit("", typer.main.get_command(app))
    return found


@pytest.mark.parametrize(
    ("arguments", "typers_own"),
    [
        (["--help"], set[str]()),
        (["--version"], set[str]()),
        (["search", "--help"], {"pydantic"}),  # Typer reads a command's own arguments with it
        (["serve", "--help"], {"pydantic"}),
        (["serch"], {"pydantic"}),
    ],
)
def test_help_and_mistakes_load_nothing_heavy(arguments: list[str], typers_own: set[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASK, json.dumps(arguments)], capture_output=True, text=True, check=True, env=os.environ
    )
    loaded = set(json.loads(done.stderr.splitlines()[-1]))
    assert "typer" in loaded
    assert loaded & {*HEAVY, "pydantic"} == typers_own


@pytest.mark.parametrize("name", commands())
def test_the_help_of_a_command_begins_with_a_sentence_and_ends_with_examples_of_it(name: str) -> None:
    shown = CliRunner().invoke(app, [*name.split(), "--help"], env=UNWRAPPED).stdout
    sentence = next(line.strip() for line in shown.splitlines()[1:] if line.strip())
    assert sentence[0].isupper()
    assert "Examples:" in shown
    assert f"glyph {name}" in shown.partition("Examples:")[2]


def test_a_mistyped_command_gets_the_one_that_was_meant() -> None:
    mistyped = CliRunner().invoke(app, ["serch", "x"])
    assert mistyped.exit_code == 2
    assert "Did you mean 'search'" in mistyped.stderr
    in_a_group = CliRunner().invoke(app, ["generations", "lst"])
    assert "Did you mean 'list'" in in_a_group.stderr


def test_a_mistyped_option_gets_the_one_that_was_meant() -> None:
    mistyped = CliRunner().invoke(app, ["search", "x", "--explian"])
    assert mistyped.exit_code == 2
    assert "--explain" in mistyped.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(tmp_path_factory: pytest.TempPathFactory, shell: str) -> None:
    site = empty_site(tmp_path_factory.mktemp("shell"))
    done = site.run("--show-completion", shell, changes={"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"})
    assert done.code == 0, done.err
    assert "_GLYPH_COMPLETE" in done.out


def test_commands_are_completed(tmp_path_factory: pytest.TempPathFactory) -> None:
    site = empty_site(tmp_path_factory.mktemp("completing"))
    asked = {"_GLYPH_COMPLETE": "complete_bash", "COMP_WORDS": "glyph se", "COMP_CWORD": "1"}
    assert site.run(changes=asked).out.split() == ["search", "serve"]


PATHS = ("network/dns.md", "vpn/wireguard-setup.md", "vpn/wireguard-troubleshooting.md")


@pytest.mark.parametrize(
    ("wanted", "meant"),
    [
        ("vpn/wireguard-troubleshoting.md", "vpn/wireguard-troubleshooting.md"),
        ("wireguard-setup.md", "vpn/wireguard-setup.md"),
        ("old/DNS.md", "network/dns.md"),
    ],
)
def test_a_path_gets_the_likeliest_one_first(wanted: str, meant: str) -> None:
    assert near(wanted, PATHS)[0] == meant


def test_what_is_like_nothing_gets_no_suggestion() -> None:
    assert near("printer.md", PATHS) == ()
    assert question(()) == ""
    assert question(("a.md", "b.md")) == "Did you mean a.md or b.md?"


def test_every_folder_above_a_path_is_offered_once() -> None:
    assert folders_of(("a/b/c.md", "a/d.md", "e.md")) == ("a/b/", "a/")


def test_a_missing_file_is_looked_for_beside_it_and_among_the_documents(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    root = tmp_path_factory.mktemp("docs")
    (root / "vpn").mkdir()
    (root / "vpn" / "tunnel.md").write_text("# Tunnel\n", encoding="utf-8")
    assert near_files(root / "vpn" / "tunel.md", root, 1_000) == (str(root / "vpn" / "tunnel.md"),)
    assert near_files(root / "tunnel.md", root, 1_000) == (str(root / "vpn" / "tunnel.md"),)
    assert near_files(root / "vpn" / "tunel.md", root / "gone", 1_000) == (str(root / "vpn" / "tunnel.md"),)


@pytest.fixture(scope="module")
def unindexed(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return empty_site(tmp_path_factory.mktemp("unindexed"), ["vpn/wireguard-troubleshooting.md"])


@pytest.mark.parametrize("command", ["chunk", "redact"])
def test_a_command_on_a_mistyped_document_names_the_one_that_was_meant(unindexed: Site, command: str) -> None:
    done = unindexed.run(command, "wireguard-troubleshoting.md")
    assert done.code == 1
    assert f"Did you mean {unindexed.docs}/vpn/wireguard-troubleshooting.md?" in done.err


def test_the_examples_of_the_manual_are_where_the_repository_says() -> None:
    assert (ROOT / "corpus" / "docs" / "vpn" / "wireguard-site-to-site.md").exists()
