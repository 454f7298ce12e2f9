"""Queries become terms, and the router chooses by their shape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.domain.ranking import Mode
from glyph.index.store import Term
from glyph.search.router import choose_route
from glyph.search.terms import STOP_WORDS, TERM_LIMIT, content_tokens, looks_like_identifier, terms_of, tokens_of


@pytest.mark.parametrize(
    ("query", "tokens"),
    [
        ("How do I restart the WireGuard tunnel?", ("restart", "WireGuard", "tunnel")),
        ("my VPN stopped routing traffic", ("VPN", "stopped", "routing", "traffic")),
        ("what is it", ("what", "is", "it")),
        ("The", ("The",)),
        ("“nmcli con up”, (wg0)!", ("nmcli", "con", "wg0")),
        ("rtl-config.json ...", ("rtl-config.json",)),
        ("/etc/wireguard/wg0.conf", ("/etc/wireguard/wg0.conf",)),
        ("the gateway's keys, Anna’s", ("gateway", "keys", "Anna")),
        ("'s", ("s",)),
        ("nginx重启，怎么办？", ("nginx", "重启", "怎么办")),
        ("??? --- !!!", ()),
        ("", ()),
    ],
)
def test_stop_words_go_unless_nothing_else_is_there(query: str, tokens: tuple[str, ...]) -> None:
    assert content_tokens(query) == tokens


@given(st.lists(st.sampled_from(sorted(STOP_WORDS)), min_size=1, max_size=10))
def test_a_query_of_stop_words_alone_keeps_them_all(words: list[str]) -> None:
    assert content_tokens(" ".join(words)) == tuple(words)


@given(st.text())
def test_terms_are_tokens_of_the_query_each_once_and_not_too_many(query: str) -> None:
    terms = terms_of(query)
    alternatives = [term.alternatives for term in terms]
    assert len(alternatives) == len(set(alternatives)) <= TERM_LIMIT
    assert {texts[0] for texts in alternatives} <= set(tokens_of(query))


def test_a_pasted_page_gives_a_bounded_number_of_terms() -> None:
    assert len(terms_of(" ".join(f"word{number}" for number in range(1_000)))) == TERM_LIMIT


@pytest.mark.parametrize(
    "token",
    [
        "51820",
        "wg0",
        "rtl-config.json",
        "snake_case",
        "KubeContainer",
        "a/b",
        "10.8.0.1/24",
        "v1.2",
        "user@host",
        "k8s",
        "A1",
    ],
)
def test_a_name_from_a_machine_looks_like_an_identifier(token: str) -> None:
    assert looks_like_identifier(token)


@pytest.mark.parametrize("token", ["restart", "VPN", "read-only", "don't", "it’s", "Über", "手順", "-", ""])
def test_a_word_does_not_look_like_an_identifier(token: str) -> None:
    assert not looks_like_identifier(token)


@pytest.mark.parametrize(
    ("tokens", "identifiers", "mode"),
    [
        (("51820",), ("51820",), Mode.KEYWORD),
        (("rtl-config.json", "wg0"), ("wg0", "rtl-config.json"), Mode.KEYWORD),
        (("port", "51820"), ("51820",), Mode.HYBRID),
        (("VPN", "stopped"), (), Mode.HYBRID),
        ((), (), Mode.HYBRID),
    ],
)
def test_the_router_takes_the_literal_alone_when_every_term_is_an_identifier(
    tokens: tuple[str, ...], identifiers: tuple[str, ...], mode: Mode
) -> None:
    route = choose_route(Mode.AUTO, tokens, identifiers)
    assert route.mode is mode
    assert route.reason.endswith(".")


@pytest.mark.parametrize("mode", [Mode.KEYWORD, Mode.VECTOR, Mode.HYBRID])
def test_a_mode_that_was_asked_for_is_taken(mode: Mode) -> None:
    assert choose_route(mode, ("51820",), ("51820",)).mode is mode


@pytest.mark.parametrize(
    ("word", "alternatives"),
    [
        ("TableAttribute", ("TableAttribute", "Table Attribute")),
        ("HTTPServer", ("HTTPServer", "HTTP Server")),
        ("k8s", ("k8s",)),
        ("iPhone", ("iPhone",)),
        ("rtl-config.json", ("rtl-config.json",)),
    ],
)
def test_a_camel_case_word_is_looked_for_as_its_words_too(word: str, alternatives: tuple[str, ...]) -> None:
    assert terms_of(word) == (Term(alternatives),)
