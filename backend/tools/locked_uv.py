"""Prints pip's requirement for the one uv that uv.lock names, with its hashes.

Set-up and the container get uv this way, so a machine's extra indexes cannot slip in another file.
"""

import sys
import tomllib
from pathlib import Path
from typing import TypedDict, cast


class _File(TypedDict):
    hash: str


class _Package(TypedDict, total=False):
    name: str
    version: str
    wheels: list[_File]


def locked_uv(lock: Path) -> tuple[str, tuple[str, ...]]:
    """Return the version of uv in a lock file and the hashes of its wheels."""
    content = tomllib.loads(lock.read_text(encoding="utf-8"))
    packages = cast("list[_Package]", content["package"])
    uv = next(package for package in packages if package.get("name") == "uv")
    return uv.get("version", ""), tuple(wheel["hash"] for wheel in uv.get("wheels", []))


def requirement(lock: Path) -> str:
    """Return one line of a requirements file."""
    version, hashes = locked_uv(lock)
    return " ".join([f"uv=={version}", *(f"--hash={value}" for value in hashes)])


if __name__ == "__main__":
    sys.stdout.write(requirement(Path(sys.argv[1])) + "\n")
