"""The guides keep up with the code: every command in them is run, every command they speak of exists."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from glyph.faces.cli.main import app
from tests.corpus.notion.exports import ID1, ID2, document, zip_at
from tests.faces.site import (
    API_TOKEN,
    GLYPH,
    SAMPLE,
    SESSION_SECRET,
    WORKBENCH_TOKEN,
    Site,
    free_port,
    indexed_site,
    password_hash,
    serving,
)
from tests.repository.tree import ROOT

GUIDE = ROOT / "docs" / "guide"
PAGES = ("start.md", "search.md", "cli.md", "formats.md", "import.md", "operate.md")
NEED_A_SERVER = {
    "rest.md": ('"status":"ready"', "vpn/wireguard-site-to-site.md"),
    "edit.md": ('"changes":[',),
}
"""Pages whose requests a server answers, and what the answers hold."""
RUN_ELSEWHERE = {"make run": "tests/browser/site.py starts what it starts"}
SHELL_BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(glyph [^`]+)`")
DOCUMENTS = ("vpn/wireguard-site-to-site.md", "vpn/wireguard-troubleshooting.md", "backup/restore-drills.md")
ALL_PAGES = tuple(sorted(path.name for path in GUIDE.glob("*.md")))
LIMIT_S = 300


def script_of(page: str) -> str:
    """Return every shell block of a page, one after the other, without what another test runs."""
    blocks = SHELL_BLOCK.findall((GUIDE / page).read_text(encoding="utf-8"))
    lines = "".join(blocks).splitlines()
    return "\n".join(line for line in lines if line not in RUN_ELSEWHERE)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the repository's is after `make run`: a few documents, indexed, with secrets and the command."""
    root = tmp_path_factory.mktemp("installed") / "glyph"
    shutil.copytree(indexed_site(tmp_path_factory.getbasetemp()).index / "cache", root / "data" / "index" / "cache")
    for path in DOCUMENTS:
        (root / "corpus" / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SAMPLE / path, root / "corpus" / "docs" / path)
    (root / "docs").symlink_to("corpus/docs")
    (root / "data").chmod(0o700)
    (root / ".venv" / "bin").mkdir(parents=True)
    (root / ".venv" / "bin" / "glyph").symlink_to(GLYPH)
    write_settings(root)
    zip_at(root / "Export.zip", {f"Ops {ID1}.md": document("Ops"), f"DNS {ID2}.md": document("DNS")})
    run(root, "glyph index")
    return root


def write_settings(root: Path) -> None:
    values = {
        "GLYPH_API__TOKEN": API_TOKEN,
        "GLYPH_WORKBENCH__TOKEN": WORKBENCH_TOKEN,
        "GLYPH_SESSION__SECRET": SESSION_SECRET,
        "GLYPH_SESSION__PASSWORD_HASH": password_hash(),
        "GLYPH_API__PORT": str(free_port()),
        "GLYPH_WORKBENCH__PORT": str(free_port()),
    }
    file = root / ".env"
    file.touch(mode=0o600)
    file.write_text("".join(f"{name}={value}\n" for name, value in values.items()), encoding="utf-8")


def run(root: Path, script: str) -> str:
    """Run a script in a folder, to be stopped by its first failing command, and return what it said."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GLYPH_")}
    own = {"PATH": f"{root / '.venv' / 'bin'}:{kept['PATH']}", "HOME": str(root), "NO_COLOR": "1"}
    done = subprocess.run(
        ["sh", "-euc", script],
        cwd=root,
        env={**kept, **own},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_a_page_does_what_it_should(installed: Path, tmp_path: Path, page: str) -> None:
    root = tmp_path / "glyph"
    shutil.copytree(installed, root, symlinks=True, ignore=shutil.ignore_patterns("owner.sock"))
    said = run(root, script_of(page))
    assert "failed   " not in said, said


@pytest.mark.parametrize("page", NEED_A_SERVER)
def test_every_request_of_a_page_is_answered(installed: Path, tmp_path: Path, page: str) -> None:
    root = tmp_path / "glyph"
    shutil.copytree(installed, root, symlinks=True, ignore=shutil.ignore_patterns("owner.sock"))
    with serving(Site(root)) as server:
        said = run(root, script_of(page).replace("127.0.0.1:8765", f"127.0.0.1:{server.port}"))
    assert all(answer in said for answer in NEED_A_SERVER[page]), said
    assert '"error":{' not in said, said


def test_every_page_is_run() -> None:
    with_commands = {page for page in ALL_PAGES if SHELL_BLOCK.search((GUIDE / page).read_text(encoding="utf-8"))}
    assert {*PAGES, *NEED_A_SERVER} <= set(ALL_PAGES)
    assert with_commands - {"mcp.md"} == {*PAGES, *NEED_A_SERVER}


@pytest.mark.parametrize("page", ALL_PAGES)
def test_every_command_that_a_page_speaks_of_exists_with_its_options(page: str) -> None:
    for spoken in INLINE.findall((GUIDE / page).read_text(encoding="utf-8")):
        words = spoken.split()[1:]
        options = options_of([word for word in words if not word.startswith("-")])
        named = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert named <= options, f"{page}: {spoken}"


def options_of(words: list[str]) -> set[str]:
    """Return the options of the command that begins with these words. Fails when there is none."""
    command: object = get_command(app)
    options: set[str] = set()
    for word in words:
        if not isinstance(command, TyperGroup) or word in ("…", "serch", "se"):
            break
        assert word in command.commands, f"there is no command glyph {' '.join(words)}"
        command = command.commands[word]
    if isinstance(command, TyperGroup | TyperCommand):
        options = {option for parameter in command.params for option in parameter.opts}
    return options | {"--help"}
