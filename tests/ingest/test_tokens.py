"""Tokens are counted offline, as cl100k_base counts them."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.ingest.tokens import count_tokens


@pytest.mark.usefixtures("socket_disabled")
def test_counts_are_those_of_the_published_encoding() -> None:
    assert count_tokens("hello world") == 2
    assert count_tokens("tiktoken is great!") == 6
    assert count_tokens("") == 0


def test_names_of_special_tokens_are_ordinary_text() -> None:
    assert count_tokens("<|endoftext|>") == 7


def test_half_a_surrogate_pair_can_be_counted() -> None:
    assert count_tokens("a \ud800 b") > 0


@given(st.text(), st.text())
def test_a_text_has_at_most_one_token_for_each_byte(first: str, second: str) -> None:
    assert count_tokens(first + second) <= len((first + second).encode("utf-8"))


def test_several_threads_get_the_same_count() -> None:
    with ThreadPoolExecutor(4) as workers:
        assert set(workers.map(count_tokens, ["nmcli con up wg0"] * 16)) == {count_tokens("nmcli con up wg0")}
