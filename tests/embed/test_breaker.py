"""A provider that has failed is left alone for a while, and asked again afterwards."""

from collections.abc import Callable, Sequence

import pytest

from glyph.embed.breaker import PAUSE_S, QUERY_FAILURES, BreakingEmbedder
from glyph.embed.embedder import Vectors
from glyph.errors import EmbedderFailed
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.waiting import WaitingClock


class Counting(FakeEmbedder):
    """A fake that counts how often it is asked, and whose width is unknown until it answers."""

    def __init__(self) -> None:
        super().__init__(failing=True)
        self.asked = 0
        self.documents_asked = 0

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        self.documents_asked += 1
        return super().embed_documents(texts)

    @property
    def dimensions(self) -> int:
        self.asked += 1
        return len(super().embed_query("width"))

    def embed_query(self, text: str) -> Vectors:
        self.asked += 1
        return super().embed_query(text)


def reason_of(call: Callable[[], object]) -> str:
    with pytest.raises(EmbedderFailed) as raised:
        call()
    return raised.value.message


def make() -> tuple[Counting, WaitingClock, BreakingEmbedder]:
    inner, clock = Counting(), WaitingClock()
    return inner, clock, BreakingEmbedder(inner, clock.monotonic)


def test_after_some_failures_in_a_row_a_query_is_not_sent_and_the_reason_says_for_how_long() -> None:
    inner, clock, embedder = make()
    for _ in range(QUERY_FAILURES):
        assert "not asked again" not in reason_of(lambda: embedder.embed_query("wg0"))
    clock.advance(5)
    reason = reason_of(lambda: embedder.embed_query("wg0"))
    assert reason == f"The fake embedder was told to fail. It is not asked again for {PAUSE_S - 5:.0f} s."
    assert inner.asked == QUERY_FAILURES


def test_after_a_pause_one_query_tries_and_the_others_go_on_without() -> None:
    inner, clock, embedder = make()
    for _ in range(QUERY_FAILURES):
        reason_of(lambda: embedder.embed_query("wg0"))
    clock.advance(PAUSE_S)
    reason_of(lambda: embedder.embed_query("wg0"))
    reason_of(lambda: embedder.embed_query("wg0"))
    assert inner.asked == QUERY_FAILURES + 1


def test_an_answer_ends_the_pause_for_queries_and_documents() -> None:
    inner, clock, embedder = make()
    for _ in range(QUERY_FAILURES):
        reason_of(lambda: embedder.embed_query("wg0"))
    reason_of(lambda: embedder.embed_documents(["restart"]))
    clock.advance(PAUSE_S)
    inner.failing = False
    assert embedder.embed_query("wg0").shape == (64,)
    assert embedder.embed_documents(["restart"]).shape == (1, 64)


def test_a_failure_between_answers_opens_nothing() -> None:
    inner, _, embedder = make()
    for _ in range(QUERY_FAILURES * 2):
        inner.failing = not inner.failing
        if inner.failing:
            reason_of(lambda: embedder.embed_query("wg0"))
        else:
            embedder.embed_query("wg0")
    assert inner.asked == QUERY_FAILURES * 2


def test_documents_that_have_waited_once_do_not_wait_again_during_the_pause() -> None:
    inner, clock, embedder = make()
    reason_of(lambda: embedder.embed_documents(["restart"]))
    asked = inner.asked
    assert "not asked again for 20 s" in reason_of(lambda: embedder.embed_documents(["restart"]))
    assert inner.asked == asked
    clock.advance(PAUSE_S)
    inner.failing = False
    assert embedder.embed_documents(["restart"]).shape == (1, 64)


def test_after_the_pause_documents_learn_by_a_short_query_that_they_would_wait_in_vain() -> None:
    inner, clock, embedder = make()
    reason_of(lambda: embedder.embed_documents(["restart"]))
    inner.documents_asked = 0
    clock.advance(PAUSE_S)
    reason_of(lambda: embedder.embed_documents(["restart"]))
    assert inner.documents_asked == 0
    assert "not asked again" in reason_of(lambda: embedder.embed_documents(["restart"]))


def test_queries_that_find_no_room_do_not_stop_documents_which_wait_for_it() -> None:
    inner, _, embedder = make()
    for _ in range(QUERY_FAILURES + 1):
        reason_of(lambda: embedder.embed_query("wg0"))
    inner.failing = False
    assert embedder.embed_documents(["restart"]).shape == (1, 64)


def test_the_width_is_asked_for_once_and_not_during_a_pause() -> None:
    inner, clock, embedder = make()
    reason_of(lambda: embedder.dimensions)
    reason_of(lambda: embedder.dimensions)
    assert inner.asked == 1
    clock.advance(PAUSE_S)
    inner.failing = False
    assert (embedder.dimensions, embedder.dimensions) == (64, 64)
    assert inner.asked == 2
