"""Documents keep to the tokens of a sliding minute; queries are counted and never wait."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.embed.budget import DOCUMENT_SHARE, WINDOW_S, BudgetedEmbedder, SlidingBudget
from glyph.embed.embedder import Vectors
from glyph.errors import EmbedderFailed
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.waiting import WaitingClock


def count_words(text: str) -> int:
    return len(text.split())


class Recorder(FakeEmbedder):
    """A fake that notes when how many words came, and can be called back from within a call."""

    def __init__(self, clock: WaitingClock, during: Callable[[], object] = lambda: None) -> None:
        super().__init__()
        self.calls: list[tuple[float, int]] = []
        self._clock = clock
        self._during = during

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        self.calls.append((self._clock.monotonic(), sum(count_words(text) for text in texts)))
        self._during()
        return super().embed_documents(texts)


def budgeted(inner: FakeEmbedder, clock: WaitingClock, *, documents: int = 90) -> BudgetedEmbedder:
    """Return an embedder whose documents may take ``documents`` words a minute."""
    return BudgetedEmbedder(
        inner,
        tokens_per_minute=round(documents / DOCUMENT_SHARE),
        count_tokens=count_words,
        monotonic=clock.monotonic,
        sleep=clock.sleep,
    )


def words(number: int) -> str:
    return " ".join(f"word{index}" for index in range(number))


def test_what_fits_into_the_minute_goes_through_at_once() -> None:
    clock = WaitingClock()
    inner = Recorder(clock)
    vectors = budgeted(inner, clock).embed_documents([words(40), words(50)])
    assert inner.calls == [(0, 90)]
    assert clock.slept == []
    assert np.array_equal(vectors, FakeEmbedder().embed_documents([words(40), words(50)]))


def test_what_does_not_fit_waits_exactly_until_the_oldest_spending_is_a_minute_old() -> None:
    clock = WaitingClock()
    inner = Recorder(clock)
    embedder = budgeted(inner, clock)
    embedder.embed_documents([words(50)])
    clock.advance(20)
    embedder.embed_documents([words(40)])
    embedder.embed_documents([words(50)])
    assert inner.calls == [(0, 50), (20, 40), (60, 50)]
    assert clock.slept == [40]


def test_a_batch_over_the_limit_goes_in_parts_that_fit_and_comes_back_whole() -> None:
    clock = WaitingClock()
    inner = Recorder(clock)
    texts = [words(number) for number in (50, 40, 30, 60, 20)]
    vectors = budgeted(inner, clock).embed_documents(texts)
    assert inner.calls == [(0, 90), (60, 90), (120, 20)]
    assert np.array_equal(vectors, FakeEmbedder().embed_documents(texts))


def test_a_text_over_the_limit_waits_for_an_empty_minute_and_is_not_held_for_ever() -> None:
    clock = WaitingClock()
    inner = Recorder(clock)
    embedder = budgeted(inner, clock)
    embedder.embed_documents([words(10)])
    embedder.embed_documents([words(500)])
    assert inner.calls == [(0, 10), (60, 500)]


def test_a_query_never_waits_and_documents_make_room_for_what_it_took() -> None:
    clock = WaitingClock()
    inner = Recorder(clock)
    embedder = budgeted(inner, clock)
    embedder.embed_documents([words(90)])
    clock.advance(1)
    embedder.embed_query(words(30))
    assert clock.slept == []
    embedder.embed_documents([words(61)])
    assert inner.calls == [(0, 90), (61, 61)]


def test_a_query_is_answered_while_documents_are_being_embedded_and_while_they_wait() -> None:
    clock = WaitingClock()
    answered: list[str] = []

    def ask() -> None:
        answered.append("during" if not clock.slept else "waiting")
        embedder.embed_query("restart wg0")

    inner = Recorder(clock, during=ask)
    embedder = budgeted(inner, clock)
    clock.on_sleep = ask
    embedder.embed_documents([words(88)])
    embedder.embed_documents([words(80)])
    assert "during" in answered
    assert "waiting" in answered


def test_a_tenth_of_the_budget_is_left_to_queries() -> None:
    clock = WaitingClock()
    inner = Recorder(clock)
    embedder = BudgetedEmbedder(
        inner, tokens_per_minute=100, count_tokens=count_words, monotonic=clock.monotonic, sleep=clock.sleep
    )
    embedder.embed_documents([words(50), words(50)])
    assert inner.calls == [(0, 50), (60, 50)]


def test_a_failure_passes_through() -> None:
    clock = WaitingClock()
    embedder = budgeted(FakeEmbedder(failing=True), clock)
    with pytest.raises(EmbedderFailed):
        embedder.embed_documents(["restart wg0"])
    with pytest.raises(EmbedderFailed):
        embedder.embed_query("restart wg0")


def test_name_width_and_windows_are_those_of_the_embedder_behind() -> None:
    embedder = budgeted(FakeEmbedder(name="fake:narrow", dimensions=8, window_words=2), WaitingClock())
    assert (embedder.name, embedder.dimensions) == ("fake:narrow", 8)
    assert embedder.windows("one two three") == ("one two ", "three")
    assert embedder.embed_documents(()).shape == (0, 8)


@given(
    limit=st.integers(1, 1_000),
    events=st.lists(st.tuples(st.floats(0, 30), st.integers(1, 400)), max_size=60),
)
def test_no_minute_holds_more_than_the_limit_and_nobody_waits_without_need(
    limit: int, events: list[tuple[float, int]]
) -> None:
    clock = WaitingClock()
    budget = SlidingBudget(limit, clock.monotonic)
    spent: list[tuple[float, int]] = []
    for pause, tokens in events:
        clock.advance(pause)
        while (wait_s := budget.try_spend(tokens)) > 0:
            assert wait_s <= WINDOW_S + 1e-6
            clock.sleep(wait_s)
        spent.append((clock.monotonic(), tokens))
    for moment, _ in spent:
        # Half-open: what is exactly a minute old is gone. A rounding error's width is forgiven.
        inside = [tokens for when, tokens in spent if moment - WINDOW_S + 1e-6 < when <= moment]
        assert sum(inside) <= limit or len(inside) == 1
    assert all(later[0] - earlier[0] <= 30 + WINDOW_S + 1 for earlier, later in pairwise(spent))
