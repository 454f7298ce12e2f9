"""The embedder over HTTP: what it asks, what it takes for an answer, and what it calls itself."""

import base64

import numpy as np
import pytest

from glyph.embed.openai_api import OpenAIEmbedder, OpenAIOptions
from glyph.errors import SettingsError
from tests.embed.asking import KEY, TEXTS, Make, count_words, failure_of
from tests.fakes.embeddings_server import Answer, EmbeddingsServer, answer_with, vectors_for
from tests.fakes.waiting import WaitingClock

# ── what is asked ──


def test_texts_arrive_as_they_are_under_the_key_and_without_dimensions(server: EmbeddingsServer, make: Make) -> None:
    vectors = make().embed_documents(TEXTS)
    assert np.allclose(vectors, vectors_for(TEXTS, 64), atol=1e-6)
    (asked,) = server.asked
    assert asked.body == {"model": "words", "input": TEXTS, "encoding_format": "float"}
    assert asked.headers["authorization"] == f"Bearer {KEY}"


def test_dimensions_are_sent_when_they_are_set(server: EmbeddingsServer, make: Make) -> None:
    embedder = make(dimensions=32)
    assert embedder.dimensions == 32
    assert server.asked == []
    assert embedder.embed_query("restart").shape == (32,)
    assert server.asked[0].body["dimensions"] == 32


def test_documents_and_queries_get_their_own_prefix(server: EmbeddingsServer, make: Make) -> None:
    embedder = make(document_prefix="passage: ", query_prefix="query: ")
    embedder.embed_documents(["restart"])
    embedder.embed_query("restart")
    assert server.texts == ["passage: restart", "query: restart"]


def test_settings_of_other_programs_in_the_environment_change_nothing(
    server: EmbeddingsServer, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "http://elsewhere.invalid")
    make(api_key="").embed_query("restart")
    headers = server.asked[0].headers
    assert headers["authorization"] == "Bearer none"
    assert not {"openai-organization", "openai-project"} & headers.keys()


def test_a_batch_keeps_to_the_limits_of_texts_and_of_tokens(server: EmbeddingsServer, make: Make) -> None:
    texts = ["one", "two", "three", "four four four", "five five", "six six six six six six six"]
    vectors = make(batch_texts=2, batch_tokens=5).embed_documents(texts)
    assert [asked.texts for asked in server.asked] == [texts[:2], texts[2:4], texts[4:5], texts[5:]]
    assert np.allclose(vectors, vectors_for(texts, 64), atol=1e-6)


def test_what_the_api_refuses_or_json_cannot_carry_is_replaced(server: EmbeddingsServer, make: Make) -> None:
    make().embed_documents(["", " \n", "a\ud800b", "a\x00b"])
    assert server.texts == ["-", "-", "a?b", "a b"]


# ── what is answered ──


def test_rows_in_another_order_are_put_right(server: EmbeddingsServer, make: Make) -> None:
    server.will(answer_with(vectors_for(TEXTS, 64), order=[2, 0, 1]))
    assert np.allclose(make().embed_documents(TEXTS), vectors_for(TEXTS, 64), atol=1e-6)


def test_vectors_in_base64_are_read_too(server: EmbeddingsServer, make: Make) -> None:
    rows = np.asarray(vectors_for(TEXTS, 64), dtype="<f4")
    server.will(answer_with([base64.b64encode(row.tobytes()).decode() for row in rows]))
    assert np.allclose(make().embed_documents(TEXTS), rows, atol=1e-6)


def test_vectors_of_any_length_become_unit_vectors(server: EmbeddingsServer, make: Make) -> None:
    server.will(answer_with([[3e30, 4e30]]))
    assert np.allclose(make().embed_query("restart"), [0.6, 0.8])


BAD_ROWS: dict[str, tuple[list[object], str]] = {
    "too few vectors": ([[1.0, 0.0]], "2 texts with 1 vectors"),
    "too many vectors": ([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]], "2 texts with 3 vectors"),
    "no vectors": ([], "2 texts with 0 vectors"),
    "NaN": ([[1.0, 0.0], [float("nan"), 0.0]], "no direction"),
    "infinity": ([[1.0, 0.0], [float("inf"), 0.0]], "no direction"),
    "null": ([[1.0, 0.0], [None, 0.0]], "not embeddings"),
    "zero": ([[1.0, 0.0], [0.0, 0.0]], "no direction"),
    "empty vectors": ([[], []], "no direction"),
    "widths that differ": ([[1.0, 0.0], [1.0, 0.0, 0.0]], "different widths (2, 3)"),
    "broken base64": (["AAAA", "!!!!"], "cannot be read"),
}


@pytest.mark.parametrize(("rows", "said"), BAD_ROWS.values(), ids=BAD_ROWS)
def test_an_answer_that_is_not_sound_is_an_error_at_once(
    server: EmbeddingsServer, make: Make, rows: list[object], said: str
) -> None:
    server.will(answer_with(rows))
    assert said in failure_of(lambda: make().embed_documents(["one", "two"])).message
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "content",
    [b"<html>Sign in to the Wi-Fi</html>", b"", b"[]", b'{"data": null}', b'{"data": [{"embedding": [1.0]}]}', b"\xff"],
)
def test_what_is_no_embeddings_answer_points_at_the_address(
    server: EmbeddingsServer, make: Make, content: bytes
) -> None:
    server.will(Answer(content=content, headers={"Content-Type": "text/html"}))
    assert "GLYPH_EMBED__BASE_URL" in failure_of(lambda: make().embed_query("restart")).message


def test_rows_numbered_twice_are_not_believed(server: EmbeddingsServer, make: Make) -> None:
    server.will(answer_with([[1.0, 0.0], [0.0, 1.0]], order=[0, 0]))
    assert "numbered them wrongly" in failure_of(lambda: make().embed_documents(["one", "two"])).message


def test_an_answer_without_end_is_not_read_to_its_end(server: EmbeddingsServer, make: Make) -> None:
    server.will(Answer(content=b" " * 300_000))
    assert "far more" in failure_of(lambda: make().embed_query("restart")).message


# ── width ──


def test_making_an_embedder_and_its_name_need_no_network(waits: WaitingClock) -> None:
    options = OpenAIOptions(base_url="http://127.0.0.1:9/v1", api_key="", model="nomic-embed-text")
    embedder = OpenAIEmbedder(options, count_words, monotonic=waits.monotonic, sleep=waits.sleep)
    assert embedder.name == "openai:127.0.0.1:9:nomic-embed-text"
    assert embedder.windows("restart wg0") == ("restart wg0",)


def test_a_width_that_nobody_knows_is_learnt_by_one_request(server: EmbeddingsServer, make: Make) -> None:
    embedder = make()
    assert (embedder.dimensions, embedder.dimensions) == (64, 64)
    assert len(server.asked) == 1


def test_a_first_answer_teaches_the_width(server: EmbeddingsServer, make: Make) -> None:
    embedder = make()
    embedder.embed_query("restart")
    assert embedder.dimensions == 64
    assert len(server.asked) == 1


def test_the_width_of_vectors_that_are_kept_needs_no_network(server: EmbeddingsServer, make: Make) -> None:
    assert make(known_width=64).dimensions == 64
    assert server.asked == []


@pytest.mark.parametrize("options", [{"dimensions": 32}, {"known_width": 32}])
def test_another_width_than_expected_says_what_to_do(
    server: EmbeddingsServer, make: Make, options: dict[str, int]
) -> None:
    server.will_always(answer_with([[1.0] * 64]))
    message = failure_of(lambda: make(**options).embed_query("restart")).message
    assert "64 dimensions where 32 were expected" in message
    assert "GLYPH_EMBED__DIMENSIONS" in message


# ── the name ──


def test_the_name_changes_with_whatever_changes_a_stored_vector_and_never_shows_the_key(make: Make) -> None:
    changes: tuple[dict[str, str | int], ...] = (
        {},
        {"model": "other"},
        {"dimensions": 32},
        {"document_prefix": "passage: "},
        {"document_prefix": "document: "},
        {"window_tokens": 512},
    )
    names = [make(**change).name for change in changes]
    assert len(set(names)) == len(names)
    assert all(KEY not in name for name in names)
    assert make(query_prefix="query: ", api_key="another", timeout_s=9).name == names[0]
    assert KEY not in repr(OpenAIOptions(base_url="", api_key=KEY, model="words"))
    assert OpenAIOptions(base_url="", api_key=KEY, model="m").name == "openai:api.openai.com:m"


def test_a_prefix_that_fills_the_window_is_a_wrong_setting(make: Make) -> None:
    with pytest.raises(SettingsError, match="prefix"):
        make(document_prefix="word " * 60, window_tokens=128)
