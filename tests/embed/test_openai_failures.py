"""The embedder over HTTP when the provider fails: an answer or a clear error, in time, and no secret in it."""

import logging
import time
from itertools import product

import numpy as np
import pytest

from glyph.embed.openai_api import OpenAIEmbedder, OpenAIOptions
from glyph.embed.provider_answer import wait_asked_for
from tests.embed.asking import KEY, TEXTS, Make, count_words, failure_of
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.embeddings_server import Answer, Asked, EmbeddingsServer, refuse, vectors_for
from tests.fakes.waiting import WaitingClock

SECRET_TEXT = "the plan nobody may read in a log"

LASTING = {
    401: ("GLYPH_EMBED__API_KEY", refuse(401)),
    403: ("GLYPH_EMBED__API_KEY", refuse(403)),
    404: ("GLYPH_EMBED__MODEL", refuse(404)),
    400: ("GLYPH_EMBED__DIMENSIONS", refuse(400, "this model does not support dimensions")),
    402: ("billing", refuse(402)),
    429: ("billing", refuse(429, code="insufficient_quota")),
    308: ("GLYPH_EMBED__BASE_URL", Answer(308, headers={"Location": "http://127.0.0.1:9/v1/embeddings"})),
}


@pytest.mark.parametrize(("said", "answer"), LASTING.values(), ids=map(str, LASTING))
def test_what_will_not_pass_fails_at_once_and_names_the_remedy(
    server: EmbeddingsServer, make: Make, waits: WaitingClock, said: str, answer: Answer
) -> None:
    server.will(answer)
    assert said in failure_of(lambda: make().embed_documents(TEXTS)).message
    assert len(server.asked) == 1
    assert waits.slept == []


@pytest.mark.parametrize(
    ("headers", "waited"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"Retry_After": "7"}, 7.0),
        ({"retry_after_ms": "300", "Retry_After": "7"}, 0.3),
        ({"Date": "Mon, 02 Mar 2026 10:00:00 GMT", "Retry_After": "Mon, 02 Mar 2026 10:00:09 GMT"}, 9.0),
        ({"Retry_After": "soon"}, 0.5),
        ({}, 0.5),
    ],
)
def test_a_limited_rate_is_waited_for_as_long_as_asked(
    server: EmbeddingsServer, make: Make, waits: WaitingClock, headers: dict[str, str], waited: float
) -> None:
    server.will(refuse(429, **headers))
    assert np.allclose(make().embed_documents(TEXTS), vectors_for(TEXTS, 64), atol=1e-6)
    assert waits.slept == [pytest.approx(waited)]


def test_a_wait_longer_than_the_deadline_is_not_begun(
    server: EmbeddingsServer, make: Make, waits: WaitingClock
) -> None:
    server.will(refuse(429, Retry_After="300"))
    message = failure_of(lambda: make().embed_documents(TEXTS)).message
    assert "asks to wait 300 s" in message
    assert "GLYPH_EMBED__TOKENS_PER_MINUTE" in message
    assert waits.slept == []


def test_a_rate_limited_for_ever_ends_with_an_error_in_time(
    server: EmbeddingsServer, make: Make, waits: WaitingClock
) -> None:
    server.will_always(refuse(429))
    failure_of(lambda: make().embed_documents(TEXTS))
    assert waits.slept == [0.5, 1, 2, 4, 8, 16, 30]
    server.will_always(refuse(429, Retry_After="50"))
    waits.slept.clear()
    failure_of(lambda: make(timeout_s=120).embed_documents(TEXTS))
    assert waits.slept == [50, 50]


def test_a_failing_server_is_given_time_to_come_back(server: EmbeddingsServer, make: Make, waits: WaitingClock) -> None:
    server.will(refuse(500), refuse(503), refuse(502))
    assert np.allclose(make().embed_documents(TEXTS), vectors_for(TEXTS, 64), atol=1e-6)
    assert waits.slept == [0.5, 1, 2]


def test_a_server_that_goes_on_failing_is_given_up(server: EmbeddingsServer, make: Make, waits: WaitingClock) -> None:
    server.will_always(refuse(500))
    assert "failed to answer (500)" in failure_of(lambda: make().embed_documents(TEXTS)).message
    assert waits.slept == [0.5, 1, 2, 4]


def test_a_server_that_is_not_there_is_named(waits: WaitingClock) -> None:
    options = OpenAIOptions(base_url="http://127.0.0.1:9/v1", api_key="", model="words")
    embedder = OpenAIEmbedder(options, count_words, monotonic=waits.monotonic, sleep=waits.sleep)
    assert "127.0.0.1:9 cannot be reached" in failure_of(lambda: embedder.embed_documents(TEXTS)).message
    assert waits.slept == [0.5, 1, 2, 4]


@pytest.mark.parametrize("text", ["nan", "inf", "-1", "", "1e999"])
def test_a_wait_that_is_no_length_of_time_is_not_believed(text: str) -> None:
    assert wait_asked_for({"retry-after": text}) is None


# ── the query path ──


def test_a_query_is_tried_twice_at_most_and_waits_no_longer_than_a_quarter_of_its_time(
    server: EmbeddingsServer, make: Make, waits: WaitingClock
) -> None:
    server.will_always(refuse(500))
    failure_of(lambda: make().embed_query("restart"))
    assert waits.slept == [0.5]
    server.will_always(refuse(429, Retry_After="1"))
    failure_of(lambda: make().embed_query("restart"))
    assert waits.slept == [0.5]
    server.will_always(refuse(429, Retry_After="0"))
    failure_of(lambda: make().embed_query("restart"))
    assert waits.slept == [0.5, 0]


@pytest.mark.parametrize("answer", [Answer(hangs=True), Answer(drips=True)], ids=["nothing", "one byte at a time"])
def test_a_query_gives_up_at_its_deadline_whatever_the_server_does(
    server: EmbeddingsServer, waits: WaitingClock, answer: Answer
) -> None:
    server.will_always(answer)
    options = OpenAIOptions(base_url=server.url, api_key=KEY, model="words", query_timeout_s=0.2)
    embedder = OpenAIEmbedder(options, count_words, monotonic=time.monotonic, sleep=waits.sleep)
    message = failure_of(lambda: embedder.embed_query("restart")).message
    assert "did not answer within 0.2 s" in message
    assert len(server.asked) == 1


def test_documents_lose_half_of_their_time_to_a_dead_connection_and_use_the_rest(
    server: EmbeddingsServer, make: Make, waits: WaitingClock
) -> None:
    server.will(Answer(hangs=True))
    assert make(timeout_s=1.02).embed_documents(TEXTS).shape == (3, 64)
    assert waits.slept == [0.5]


# ── oversized ──

LONG = " ".join(f"word{number}" for number in range(100))
SAYINGS = {
    "OpenAI": refuse(400, "This model's maximum context length is 8192 tokens, however you requested 9000 tokens"),
    "OpenAI's request": refuse(400, "Requested 350000 tokens, max 300000 tokens per request"),
    "OpenAI's rate": refuse(429, "Request too large for text-embedding-3-small on tokens per min (TPM): Limit 40000"),
    "Ollama": refuse(400, "the input length exceeds the context length"),
    "llama.cpp": refuse(500, "input is too large to process. increase the physical batch size"),
    "TEI": refuse(413, "Input validation error: `inputs` must have less than 512 tokens. Given: 534"),
    "DashScope": refuse(400, "batch size is invalid, it should not be larger than 10.: input.contents"),
}


@pytest.mark.parametrize("said", SAYINGS.values(), ids=SAYINGS)
def test_an_oversized_text_is_found_and_sent_in_halves_while_the_others_stay_whole(
    server: EmbeddingsServer, make: Make, waits: WaitingClock, said: Answer
) -> None:
    server.longest_words, server.too_long = 60, said
    vectors = make().embed_documents([*TEXTS, LONG])
    assert np.allclose(vectors[:3], vectors_for(TEXTS, 64), atol=1e-6)
    halves = [text for text in server.texts if text != LONG and text.startswith("word")]
    assert "".join(halves) == LONG
    expected = FakeEmbedder().embed_documents(halves).sum(axis=0)
    assert np.allclose(vectors[3], expected / np.linalg.norm(expected), atol=1e-6)
    assert waits.slept == []


def test_a_server_with_small_batches_gets_small_batches(server: EmbeddingsServer, make: Make) -> None:
    server.most_texts = 2
    texts = [f"step {number}" for number in range(5)]
    assert np.allclose(make().embed_documents(texts), vectors_for(texts, 64), atol=1e-6)


def test_a_query_that_is_too_long_is_answered_too(server: EmbeddingsServer, make: Make) -> None:
    server.longest_words = 30
    assert np.linalg.norm(make(query_prefix="query: ").embed_query(LONG)) == pytest.approx(1, abs=1e-5)
    assert all(text.startswith("query: ") for text in server.texts)


def test_a_server_that_finds_everything_too_long_is_given_up_soon(server: EmbeddingsServer, make: Make) -> None:
    server.will_always(refuse(413))
    assert "GLYPH_EMBED__WINDOW_TOKENS" in failure_of(lambda: make().embed_documents([LONG] * 32)).message
    assert len(server.asked) <= 12


# ── secrets ──


def test_neither_key_nor_text_gets_into_an_error_or_a_log(
    server: EmbeddingsServer, make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    def echo(asked: Asked) -> Answer:
        return refuse(statuses.pop(0), f"cannot embed {asked.texts} for {KEY}")

    def echo_well(asked: Asked) -> Answer:
        return Answer(content=f"you sent {asked.texts} {KEY}".encode())

    statuses = [400, 401, 404, 413, 413, 429, 500, 302]
    shown: list[str] = []
    with caplog.at_level(logging.DEBUG):
        for fault in [*[echo] * len(statuses), echo_well]:
            server.will_always(fault)
            embedder = make()
            error = failure_of(lambda: embedder.embed_query(SECRET_TEXT))  # noqa: B023 - called at once
            while error is not None:
                shown.append(f"{error} {error.__dict__}")
                error = error.__cause__ or error.__context__
            statuses = statuses or [500]
    shown += [f"{record.getMessage()} {record.__dict__}" for record in caplog.records]
    for piece, line in product((KEY, SECRET_TEXT), shown):
        assert piece not in line
