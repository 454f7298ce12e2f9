"""`make smoke`: the wheel, alone, in an empty environment without development packages, indexes and finds."""

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TypedDict, cast

from tools.console import ROOT, Failure, environment, main, say, step, tool

RUNBOOK = """# Tunnel to the workshop

## Port

The tunnel listens on 51820/udp and is started by `wg-quick@wg0.service`.
"""
SECRET = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
RUNBOOK_WITH_SECRET = f"# Access\n\nThe deploy token is {SECRET} until it is rotated.\n"


class _Hit(TypedDict):
    path: str
    quote: str
    line_from: int


class _Answer(TypedDict):
    hits: list[_Hit]
    degraded: dict[str, str] | None


def locked_requirements(folder: Path) -> Path:
    """Write the locked run-time packages as a requirements file: the wheel alone names only ranges."""
    wanted = folder / "requirements.txt"
    command = [tool("uv"), "export", "--frozen", "--no-dev", "--no-emit-project", "--quiet", "-o", wanted]
    step("Reading the run-time packages from uv.lock", command)
    return wanted


def install_wheel(folder: Path) -> Path:
    """Build the wheel and install it in an empty environment outside the checkout; return its `glyph`."""
    step("Building the wheel", [tool("uv"), "build", "--wheel", "--quiet", "--out-dir", folder / "dist", ROOT])
    (wheel,) = (folder / "dist").glob("*.whl")
    python = folder / "venv" / "bin" / "python"
    step("Making an empty environment", [tool("uv"), "venv", "--quiet", "--python", tool("python"), folder / "venv"])
    pip = [tool("uv"), "pip", "install", "--quiet", "--python", python]
    step("Installing the wheel", [*pip, "-r", locked_requirements(folder), wheel], cwd=folder)
    return folder / "venv" / "bin" / "glyph"


def glyph(command: Path, site: Path, *arguments: str) -> str:
    """Run the installed `glyph` in ``site`` with no setting from outside, and return its stdout."""
    own = {name: value for name, value in environment().items() if not name.startswith("GLYPH_")}
    done = subprocess.run(
        [str(command), *arguments],
        cwd=site,
        env=own,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        raise Failure(f"glyph {' '.join(arguments)} exited {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def write_site(folder: Path) -> Path:
    """Make an empty place with two runbooks, one of them holding an invented secret."""
    site = folder / "site"
    documents = site / "corpus" / "docs"
    documents.mkdir(parents=True)
    (documents / "tunnel.md").write_text(RUNBOOK, encoding="utf-8")
    (documents / "access.md").write_text(RUNBOOK_WITH_SECRET, encoding="utf-8")
    return site


def check_answer(stdout: str, path: str) -> None:
    """Raise Failure unless the best hit is ``path``, from a search that lacked no part."""
    answer = cast("_Answer", json.loads(stdout))
    if not answer["hits"] or answer["hits"][0]["path"] != path:
        raise Failure(f"The installed wheel does not find {path}:\n{stdout}")
    if answer["degraded"] is not None:
        raise Failure(f"The installed wheel answers degraded: {answer['degraded']}")


def check_no_secret(folder: Path) -> None:
    """Raise Failure when the planted secret stands in any file of the index."""
    for file in (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink()):
        if SECRET.encode("ascii") in file.read_bytes():
            raise Failure(f"The planted secret reached {file.name}.")


def check_site(command: Path, site: Path) -> None:
    """Index, search both ways, chunk (which needs the vendored vocabulary), and look for the secret."""
    counts = glyph(command, site, "index").strip().splitlines()[-1]
    if "failed=0" not in counts or "indexed=2" not in counts:
        raise Failure(f"The installed wheel indexed something else: {counts}")
    check_answer(glyph(command, site, "search", "51820", "--json"), "tunnel.md")
    check_answer(glyph(command, site, "search", "which port does the tunnel use", "--json"), "tunnel.md")
    if "wg-quick@wg0.service" not in glyph(command, site, "chunk", "corpus/docs/tunnel.md", "--json"):
        raise Failure("The installed wheel does not chunk.")
    check_no_secret(site / "data")
    say(f"    {counts}")


def smoke() -> None:
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="glyph smoke ") as folder:
        place = Path(os.path.realpath(folder))
        command = install_wheel(place)
        check_site(command, write_site(place))
    say(f"  The wheel works by itself ({time.monotonic() - started:.0f} s)")


if __name__ == "__main__":
    main(smoke)
