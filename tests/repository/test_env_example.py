""".env.example says the truth: every setting, its default, its sentence, and no secret."""

import re
from collections.abc import Iterator

import pytest
from pydantic import BaseModel, SecretStr

from glyph.settings import Settings
from tests.repository.tree import ROOT
from tools.env_example import EXAMPLE, entries, render


def settings() -> Iterator[tuple[str, object]]:
    """Yield every setting's name and default, read from the settings by another way than the file's writer."""
    for group, value in Settings(_env_file=None):  # pyright: ignore[reportCallIssue]
        if isinstance(value, BaseModel):
            yield from ((f"GLYPH_{group}__{name}".upper(), default) for name, default in value)
        else:
            yield f"GLYPH_{group}".upper(), value


def test_every_setting_is_listed_once() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    for name, _ in settings():
        assert len([line for line in lines if line.removeprefix("#").startswith(f"{name}=")]) == 1, name


def test_the_file_is_what_the_settings_say() -> None:
    assert EXAMPLE.read_text(encoding="utf-8") == render(), "run `python -m tools.env_example` in backend/"


def test_every_setting_has_one_sentence() -> None:
    for _, text in entries():
        sentence = text.splitlines()[0]
        assert re.fullmatch(r"# [A-Z`].{10,}\.", sentence), sentence


def test_secrets_are_empty_and_everything_else_is_commented_out() -> None:
    live = [line for line in EXAMPLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    secret = [f"{name}=" for name, default in settings() if isinstance(default, SecretStr)]
    assert "GLYPH_SESSION__SECRET=" in secret
    assert live == secret


def test_a_copy_of_the_file_with_everything_uncommented_means_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    for line in EXAMPLE.read_text(encoding="utf-8").splitlines():
        setting = re.fullmatch(r"#?(GLYPH_[A-Z_]+)=(.*)", line)
        if setting:
            monkeypatch.setenv(setting[1], setting[2])
    read = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
    for name in ("corpus", "data", "embed", "index", "api", "search", "log"):
        assert getattr(read, name) == Settings.model_fields[name].default
    assert read.session.secret == SecretStr("")


def test_every_variable_of_the_workbench_server_is_listed() -> None:
    source = (ROOT / "frontend" / "src" / "server" / "config.ts").read_text(encoding="utf-8")
    listed = EXAMPLE.read_text(encoding="utf-8")
    read = set(re.findall(r"GLYPH_[A-Z_]+", source))
    assert read
    assert [name for name in sorted(read) if f"{name}=" not in listed] == []


def test_every_variable_of_the_compose_file_is_listed() -> None:
    listed = EXAMPLE.read_text(encoding="utf-8")
    used = set(re.findall(r"\$\{(GLYPH_[A-Z_]+)", (ROOT / "docker-compose.yml").read_text(encoding="utf-8")))
    assert used
    assert [name for name in sorted(used) if f"{name}=" not in listed] == []
