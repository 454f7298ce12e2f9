"""`make setup`: the virtual environment, the front end's packages and its build; nothing when they are current.

Needs only Python and Node; everything else comes from the two lock files.
"""

import importlib.util
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tools.console import BUILD_SERVER, FRONTEND, PYTHON, ROOT, VENV, Failure, main, quietly, say, step
from tools.locked_uv import locked_uv, requirement
from tools.stamps import digest, files_beneath, is_current, mark

OLDEST_PYTHON = (3, 11)
OLDEST_NODE = (20, 9)
LOCK = ROOT / "uv.lock"
NODE_MODULES = FRONTEND / "node_modules"
BUILD = FRONTEND / ".next"
NOT_SOURCES = frozenset(
    {"node_modules", ".next", "Dockerfile", ".dockerignore", "tsconfig.tsbuildinfo", "next-env.d.ts"}
)


def check_python() -> None:
    """Refuse a Python that is too old, or one that cannot make virtual environments."""
    if sys.version_info[:2] < OLDEST_PYTHON:
        raise Failure(f"Glyph needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    if not PYTHON.exists() and importlib.util.find_spec("ensurepip") is None:
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        raise Failure(f"This Python cannot make virtual environments. On Debian: apt-get install {package}")


def node_version() -> str:
    """Return Node's version, or refuse to go on without a Node that is new enough, or without npm."""
    hint = "Install Node 20.9 or newer, with npm."
    if not shutil.which("node") or not shutil.which("npm"):
        raise Failure(f"node or npm is not on PATH. {hint}")
    version = quietly(["node", "--version"]).stdout.strip()
    numbers = re.match(r"v(\d+)\.(\d+)", version)
    if not numbers or (int(numbers[1]), int(numbers[2])) < OLDEST_NODE:
        raise Failure(f"Node is {version or 'unusable'}. {hint}")
    return version


def belongs_here(venv: Path) -> bool:
    """Return whether a virtual environment was made in this folder: scripts in it name their interpreter outright."""
    try:
        return str(venv) in (venv / "bin" / "activate").read_text(encoding="utf-8")
    except OSError:
        return False


def prepare_python() -> bool:
    """Bring the virtual environment to what uv.lock says; return whether anything was done."""
    if VENV.exists() and not belongs_here(VENV):
        say("  The virtual environment was made in another folder and is made anew.")
        shutil.rmtree(VENV)
    expected = digest([LOCK, ROOT / "pyproject.toml"], str(ROOT))
    if PYTHON.exists() and is_current(VENV, expected):
        return False
    if not PYTHON.exists():
        step("Making the virtual environment .venv", [sys.executable, "-m", "venv", VENV])
    install_uv()
    step(
        "Installing Python packages (about a minute the first time)",
        [VENV / "bin" / "uv", "sync", "--frozen", "--quiet"],
        changes={"UV_PYTHON": str(PYTHON), "UV_PYTHON_DOWNLOADS": "never"},
    )
    mark(VENV, expected)
    return True


def install_uv() -> None:
    """Put the locked uv into the virtual environment, unless it is there."""
    uv = VENV / "bin" / "uv"
    version, _ = locked_uv(LOCK)
    if uv.exists() and quietly([uv, "--version"]).stdout.split()[1:2] == [version]:
        return
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "uv.txt"
        wanted.write_text(requirement(LOCK) + "\n", encoding="utf-8")
        options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes"]
        step(f"Installing uv {version}", [PYTHON, "-m", "pip", "install", *options, "-r", wanted])


def prepare_packages(node: str) -> bool:
    """Install the front end's packages from its lock file; return whether anything was done."""
    manifests = [FRONTEND / "package-lock.json", FRONTEND / "package.json", FRONTEND / "tools/openapi/package.json"]
    expected = digest(manifests, node, str(ROOT))
    if is_current(NODE_MODULES, expected):
        return False
    command = ["npm", "ci", "--no-audit", "--no-fund"]
    # A shell that exports NODE_ENV=production would leave the compiler out.
    step("Installing front-end packages (about a minute)", command, cwd=FRONTEND, changes={"NODE_ENV": "development"})
    mark(NODE_MODULES, expected)
    return True


def prepare_build(node: str) -> bool:
    """Build the workbench when a source of it has changed; return whether anything was done."""
    sources = (file for file in files_beneath(FRONTEND, without=NOT_SOURCES) if ".test." not in file.name)
    expected = digest(sources, node, str(ROOT))
    if BUILD_SERVER.exists() and is_current(BUILD, expected):
        return False
    step(
        "Building the workbench (about a minute)",
        ["npm", "run", "build"],
        cwd=FRONTEND,
        changes={"NODE_ENV": "production"},
    )
    mark(BUILD, expected)
    return True


def prepare() -> None:
    started = time.monotonic()
    check_python()
    node = node_version()
    done = [prepare_python(), prepare_packages(node), prepare_build(node)]
    if any(done):
        say(f"Set-up finished in {time.monotonic() - started:.0f} s; the command is .venv/bin/glyph")
    else:
        say("Set-up is current.")


if __name__ == "__main__":
    main(prepare)
