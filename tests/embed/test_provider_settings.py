"""The settings of a provider, and what bootstrap makes of them."""

from pathlib import Path

import pytest

from glyph.bootstrap import make_embedder
from glyph.errors import EmbedderFailed, SettingsError
from glyph.settings import Settings, load_settings
from tests.embed.asking import KEY
from tests.fakes.embeddings_server import EmbeddingsServer


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """Return an environment in which the provider is chosen and nothing else is set."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GLYPH_EMBED__PROVIDER", "openai")
    return monkeypatch


def settings_with(environment: pytest.MonkeyPatch, **embed: str) -> Settings:
    for name, value in embed.items():
        environment.setenv(f"GLYPH_EMBED__{name.upper()}", value)
    return load_settings()


def test_openai_without_a_key_is_refused_with_what_to_set(environment: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError, match="GLYPH_EMBED__API_KEY") as refused:
        make_embedder(settings_with(environment))
    assert "GLYPH_EMBED__BASE_URL" in refused.value.hint


def test_openai_with_a_key_needs_nothing_else_and_no_network(environment: pytest.MonkeyPatch) -> None:
    embedder = make_embedder(settings_with(environment, api_key=KEY))
    assert embedder.name == "openai:api.openai.com:text-embedding-3-small"


def test_a_server_of_ones_own_needs_no_key(environment: pytest.MonkeyPatch, server: EmbeddingsServer) -> None:
    settings = settings_with(environment, base_url=server.url, model="words", query_prefix="query: ")
    assert make_embedder(settings).embed_query("restart").shape == (64,)
    assert server.texts == ["query: restart"]


def test_the_width_is_remembered_beside_the_vectors(environment: pytest.MonkeyPatch, server: EmbeddingsServer) -> None:
    settings = settings_with(environment, base_url=server.url, model="words", tokens_per_minute="100000")
    make_embedder(settings).embed_documents(["restart wg0"])
    server.asked.clear()
    assert make_embedder(settings).dimensions == 64
    assert server.asked == []


def test_each_request_is_kept_as_it_is_answered(environment: pytest.MonkeyPatch, server: EmbeddingsServer) -> None:
    settings = settings_with(
        environment, base_url=server.url, model="words", dimensions="64", batch_tokens="900", timeout_s="1"
    )
    texts = [f"step {number}" for number in range(6)]
    server.will(server.behaved, server.behaved)
    server.will_always(lambda _asked: server.too_long)
    with pytest.raises(EmbedderFailed):
        make_embedder(settings).embed_documents(texts)
    server.will_always(server.behaved)
    server.asked.clear()
    make_embedder(settings).embed_documents(texts)
    assert [asked.texts for asked in server.asked] == [texts[4:]]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("api_key", "sk-your-key-here"),
        ("api_key", "two words"),
        ("api_key", "schlüssel"),
        ("base_url", "localhost:11434/v1"),
        ("base_url", "ftp://127.0.0.1/v1"),
        ("base_url", "http://user:s3cr3t-w0rd@127.0.0.1/v1"),
        ("dimensions", "-1"),
        ("batch_texts", "0"),
        ("window_tokens", "10"),
        ("query_timeout_s", "0.01"),
    ],
)
def test_a_wrong_setting_is_named_and_its_value_is_not_shown(
    environment: pytest.MonkeyPatch, name: str, value: str
) -> None:
    with pytest.raises(SettingsError, match=f"GLYPH_EMBED__{name.upper()}") as refused:
        settings_with(environment, **{name: value})
    assert value not in f"{refused.value} {refused.value.__cause__}".split()


def test_the_key_is_not_shown_with_the_settings(environment: pytest.MonkeyPatch) -> None:
    assert KEY not in repr(settings_with(environment, api_key=KEY))
