"""What the port Embedder promises, on every adapter and on the fake."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from glyph.embed.breaker import BreakingEmbedder
from glyph.embed.budget import BudgetedEmbedder
from glyph.embed.cached import CachedEmbedder
from glyph.embed.embedder import Embedder
from glyph.embed.local_model import LocalEmbedder, load_local_embedder
from glyph.embed.model.package import VOCABULARY
from glyph.embed.model.wordpiece import WordPieces
from glyph.embed.openai_api import OpenAIEmbedder, OpenAIOptions
from glyph.embed.vector_cache import VectorCache
from glyph.errors import EmbedderFailed
from glyph.ingest.tokens import count_tokens
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.embeddings_server import EmbeddingsServer, refuse

TEXTS = (
    "Restart the WireGuard tunnel.",
    "Bake the cake for forty minutes.",
    "",
    "⟦secret:password⟧ naïve 東京 🚀\x00\ud800",
    "Restart the WireGuard tunnel.",
)
LONG_TEXT = "\n".join(f"Step {number}: restart the service and read its log." for number in range(300))


@dataclass(frozen=True)
class Adapter:
    """An embedder that works, and how to make one of its kind that fails."""

    embedder: Embedder
    make_failing: Callable[[], Embedder]


def _refuse(ids: Sequence[int]) -> NDArray[np.float32]:
    raise EmbedderFailed(f"No run for {len(ids)} ids.")


def _failing_local() -> LocalEmbedder:
    return LocalEmbedder(_refuse, WordPieces(VOCABULARY.read_bytes()), name="local:failing", threads=2)


def _over_http(server: EmbeddingsServer) -> OpenAIEmbedder:
    options = OpenAIOptions(base_url=server.url, api_key="", model="words", document_prefix="passage: ")
    return OpenAIEmbedder(options, count_tokens, monotonic=time.monotonic, sleep=lambda _seconds: None)


def _within_budget(inner: Embedder) -> BudgetedEmbedder:
    """Return ``inner`` behind a budget that is never used up here: nobody would wait for it."""
    return BudgetedEmbedder(
        inner, tokens_per_minute=10**9, count_tokens=count_tokens, monotonic=time.monotonic, sleep=time.sleep
    )


@pytest.fixture(scope="module")
def server() -> Iterator[EmbeddingsServer]:
    with EmbeddingsServer() as running:
        yield running


@pytest.fixture(scope="module")
def failing_server() -> Iterator[EmbeddingsServer]:
    with EmbeddingsServer() as running:
        running.will_always(refuse(500))
        yield running


@pytest.fixture(scope="module", params=["local", "cached", "fake", "openai", "budgeted", "breaking"])
def adapter(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    server: EmbeddingsServer,
    failing_server: EmbeddingsServer,
) -> Adapter:
    folder: Path = tmp_path_factory.mktemp("embed")
    match request.param:
        case "fake":
            return Adapter(FakeEmbedder(), lambda: FakeEmbedder(failing=True))
        case "openai":
            return Adapter(_over_http(server), lambda: _over_http(failing_server))
        case "budgeted":
            return Adapter(_within_budget(FakeEmbedder()), lambda: _within_budget(FakeEmbedder(failing=True)))
        case "breaking":
            inner = FakeEmbedder(failing=True)
            return Adapter(
                BreakingEmbedder(FakeEmbedder(), time.monotonic), lambda: BreakingEmbedder(inner, time.monotonic)
            )
        case _:
            pass
    local = load_local_embedder(folder / "model")
    if request.param == "local":
        return Adapter(local, _failing_local)
    cache = VectorCache(folder / "embeddings.sqlite")
    return Adapter(CachedEmbedder(local, cache), lambda: CachedEmbedder(_failing_local(), cache))


@pytest.fixture
def embedder(adapter: Adapter) -> Embedder:
    return adapter.embedder


def test_documents_become_one_float32_row_each(embedder: Embedder) -> None:
    vectors = embedder.embed_documents(TEXTS)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(TEXTS), embedder.dimensions)


def test_every_row_has_length_one(embedder: Embedder) -> None:
    assert np.linalg.norm(embedder.embed_documents(TEXTS), axis=1) == pytest.approx(1, abs=1e-5)


def test_a_query_becomes_one_unit_vector(embedder: Embedder) -> None:
    vector = embedder.embed_query("restart the tunnel")
    assert vector.dtype == np.float32
    assert vector.shape == (embedder.dimensions,)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("text", TEXTS)
def test_any_text_can_be_a_query(embedder: Embedder, text: str) -> None:
    assert np.isfinite(embedder.embed_query(text)).all()


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.embed_documents(()).shape == (0, embedder.dimensions)


def test_rows_come_in_the_order_of_the_texts(embedder: Embedder) -> None:
    forwards = embedder.embed_documents(TEXTS)
    backwards = embedder.embed_documents(TEXTS[::-1])
    assert np.allclose(forwards, backwards[::-1], atol=1e-6)


def test_equal_texts_give_equal_vectors_in_any_company(embedder: Embedder) -> None:
    together = embedder.embed_documents([TEXTS[0], LONG_TEXT[:600], TEXTS[0]])
    alone = embedder.embed_documents([TEXTS[0]])
    assert np.allclose(together[0], together[2], atol=1e-6)
    assert np.allclose(together[0], alone[0], atol=1e-6)


def test_a_query_is_nearest_to_the_text_that_shares_its_words(embedder: Embedder) -> None:
    likeness = embedder.embed_documents(TEXTS[:2]) @ embedder.embed_query("restart the tunnel")
    assert likeness[0] > likeness[1]


def test_several_threads_get_what_one_thread_gets(embedder: Embedder) -> None:
    texts = [f"Rotate certificate number {number}." for number in range(24)]
    expected = embedder.embed_documents(texts)
    with ThreadPoolExecutor(4) as workers:
        rows = list(workers.map(embedder.embed_documents, [[text] for text in texts]))
        queries = list(workers.map(embedder.embed_query, texts))
    assert np.allclose(np.concatenate(rows), expected, atol=1e-6)
    assert np.isfinite(queries).all()


def test_a_failure_is_an_embedder_failure_and_no_partial_answer(adapter: Adapter) -> None:
    failing = adapter.make_failing()
    with pytest.raises(EmbedderFailed) as documents:
        failing.embed_documents(["A text that nobody embedded before."])
    with pytest.raises(EmbedderFailed):
        failing.embed_query("a query")
    assert documents.value.message
    assert documents.value.hint


def test_the_name_says_which_model_and_stays_the_same(embedder: Embedder) -> None:
    assert embedder.name
    assert embedder.name == embedder.name.strip()
    assert embedder.dimensions > 0


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_that_fits_is_one_window(embedder: Embedder, text: str) -> None:
    assert embedder.windows(text) == (text,)


def test_a_long_text_becomes_windows_that_hold_all_of_it(embedder: Embedder) -> None:
    windows = embedder.windows(LONG_TEXT)
    assert len(windows) > 1
    assert "".join(windows) == LONG_TEXT


def test_a_window_is_read_whole(embedder: Embedder) -> None:
    assert all(embedder.windows(window) == (window,) for window in embedder.windows(LONG_TEXT))


HEADING = "WireGuard > Remote access > Restart"


def bodies(windows: Sequence[str]) -> tuple[str, str]:
    """Return the one heading line of all windows, and what stands below it, joined."""
    (line,) = {window.partition("\n")[0] for window in windows}
    return line, "".join(window.partition("\n")[2] for window in windows)


def test_a_text_that_fits_below_its_heading_is_one_window(embedder: Embedder) -> None:
    assert embedder.windows("Run wg-quick.", heading=HEADING) == (f"{HEADING}\nRun wg-quick.",)


def test_every_window_of_a_long_text_begins_with_the_heading_and_is_read_whole(embedder: Embedder) -> None:
    windows = embedder.windows(LONG_TEXT, heading=HEADING)
    assert len(windows) >= len(embedder.windows(LONG_TEXT)) > 1
    assert bodies(windows) == (HEADING, LONG_TEXT)
    assert all(embedder.windows(window) == (window,) for window in windows)


def test_a_heading_that_is_too_long_is_cut_and_the_text_is_not(embedder: Embedder) -> None:
    endless = "restart the tunnel " * 500
    windows = embedder.windows(LONG_TEXT, heading=endless)
    line, body = bodies(windows)
    assert endless.startswith(line.rstrip())
    assert 0 < len(line) < len(endless)
    assert body == LONG_TEXT
    assert all(embedder.windows(window) == (window,) for window in windows)
