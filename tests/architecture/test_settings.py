"""Settings come from the environment, and what is wrong with one is said without showing it."""

from pathlib import Path

import pytest

from glyph.errors import SettingsError
from glyph.settings import load_settings

LONG = "k3J9" * 10


@pytest.fixture(autouse=True)
def no_env_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in a folder without `.env`."""
    monkeypatch.chdir(tmp_path)


def test_without_any_setting_the_defaults_hold() -> None:
    settings = load_settings()
    assert (settings.corpus.root, settings.api.host, settings.search.limit) == (Path("corpus/docs"), "127.0.0.1", 10)
    assert settings.session_secrets == ()


def test_a_setting_comes_from_the_environment_or_from_the_env_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("GLYPH_SEARCH__LIMIT=7\nGLYPH_API__PORT=9000\n", encoding="utf-8")
    monkeypatch.setenv("GLYPH_API__PORT", "9001")
    assert (load_settings().search.limit, load_settings().api.port) == (7, 9001)


def test_an_empty_setting_is_no_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLYPH_CORPUS__ROOT", "")
    monkeypatch.setenv("GLYPH_API__PORT", "")
    assert (load_settings().corpus.root, load_settings().api.port) == (Path("corpus/docs"), 8765)


@pytest.mark.parametrize(
    ("set_to", "port", "expected"),
    [
        ("", "", "http://127.0.0.1:3000"),
        ("", "3100", "http://127.0.0.1:3100"),
        ("https://docs.example.net", "3100", "https://docs.example.net"),
    ],
)
def test_people_open_the_workbench_at_its_own_port_unless_an_address_is_set(
    monkeypatch: pytest.MonkeyPatch, set_to: str, port: str, expected: str
) -> None:
    monkeypatch.setenv("GLYPH_PUBLIC_ORIGIN", set_to)
    monkeypatch.setenv("GLYPH_WORKBENCH__PORT", port)
    assert load_settings().public_origin == expected


@pytest.mark.parametrize("name", ["GLYPH_CORPUS__ROOT", "GLYPH_DATA__ROOT"])
def test_a_folder_that_is_a_loop_of_links_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "loop").symlink_to("loop")
    monkeypatch.setenv(name, "loop/docs")
    with pytest.raises(SettingsError) as refused:
        load_settings()
    assert refused.value.message == f"{name}: is a loop of links."


def test_an_env_file_that_is_no_text_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"GLYPH_API__PORT=8765\n# \xff\xfe\n")
    with pytest.raises(SettingsError, match="not UTF-8") as refused:
        load_settings()
    assert refused.value.hint == "Save .env as UTF-8."


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GLYPH_API__PORT", "99999999"),
        ("GLYPH_API__PORT", "not-a-port"),
        ("GLYPH_SEARCH__LIMIT", "51000"),
        ("GLYPH_INDEX__STORE", "elsewhere"),
        ("GLYPH_API__TOKEN", f"change-me-{LONG}"),
        ("GLYPH_API__TOKEN", "too-short-value"),
        ("GLYPH_WORKBENCH__TOKEN", "too-short-value"),
        ("GLYPH_SESSION__SECRET", f"{LONG},too-short-value"),
    ],
)
def test_a_setting_that_is_wrong_is_named_and_its_value_is_not_shown(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as refused:
        load_settings()
    assert refused.value.message.startswith(f"{name}: ")
    assert value not in f"{refused.value.message}{refused.value.hint}{refused.value.__cause__}"
    assert refused.value.__suppress_context__


def test_a_list_that_is_no_json_is_an_error_of_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLYPH_API__ALLOWED_HOSTS", "unquoted-value")
    with pytest.raises(SettingsError, match="api") as refused:
        load_settings()
    assert "unquoted-value" not in refused.value.message


def test_secrets_show_in_no_representation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLYPH_API__TOKEN", LONG)
    monkeypatch.setenv("GLYPH_SESSION__SECRET", f"{LONG},{LONG[::-1]}")
    settings = load_settings()
    assert LONG not in f"{settings!r}{settings}{settings.model_dump_json()}"
    assert settings.session_secrets == (LONG, LONG[::-1])


def test_session_secrets_may_be_written_with_blanks_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = "a" * 40, "b" * 40
    monkeypatch.setenv("GLYPH_SESSION__SECRET", f"{first}, {second}")
    assert load_settings().session_secrets == (first, second)
