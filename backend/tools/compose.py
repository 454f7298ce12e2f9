"""Proves docker-compose.yml without an engine: it is valid with secrets, and refused without any one of them."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

from tools.console import ROOT, quietly, tool

REQUIRED = ("GLYPH_API__TOKEN", "GLYPH_WORKBENCH__TOKEN", "GLYPH_SESSION__SECRET", "GLYPH_SESSION__PASSWORD_HASH")
DUMMY = "0123456789abcdef" * 2


def configured(secrets: Mapping[str, str]) -> tuple[bool, str]:
    """Return whether compose accepts the file with these secrets and no `.env`, and what it said."""
    with tempfile.TemporaryDirectory() as folder:
        env_file = Path(folder) / "env"
        env_file.write_text("".join(f"{name}={value}\n" for name, value in secrets.items()), encoding="utf-8")
        blank = dict.fromkeys(set(REQUIRED) - set(secrets), "")  # the shell's own must not stand in
        command = [tool("docker-compose"), "--env-file", env_file, "-f", ROOT / "docker-compose.yml", "config", "-q"]
        done = quietly(command, changes={**blank, **secrets})
    return done.returncode == 0, done.stdout.strip()


def compose_is_valid() -> str:
    """Return what is wrong with the compose file, or nothing."""
    accepted, said = configured(dict.fromkeys(REQUIRED, DUMMY))
    return "" if accepted else said


def compose_refuses_missing_secrets() -> str:
    """Return which secrets can be left out without a refusal that names them, or nothing."""
    careless: list[str] = []
    for name in REQUIRED:
        accepted, said = configured(dict.fromkeys((one for one in REQUIRED if one != name), DUMMY))
        if accepted or name not in said:
            careless.append(name)
    return f"The compose file starts without {', '.join(careless)}." if careless else ""
