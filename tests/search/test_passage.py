"""Quotes are verbatim, short, and about the query."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.domain.chunk import ChunkId
from glyph.domain.document import DEFAULT_COLLECTION, DocumentPath, hash_content
from glyph.domain.ranking import Hit, StoredChunk
from glyph.search.passage import QUOTE_LIMIT, make_passage, runs_of, stem, units_of, wanted_by
from glyph.search.passage import best_quote as quote_for
from glyph.search.terms import content_tokens, looks_like_identifier

words = st.sampled_from(
    ["restart", "tunnel", "the", "x" * 50, "", "  ", "⟦secret:password⟧", "🚀", "größe", "\t-", "y" * 400]
)
texts = st.one_of(st.text(), st.lists(st.lists(words, max_size=12).map(" ".join), max_size=30).map("\n".join))


def best_quote(text: str, query: str) -> str:
    return quote_for(text, wanted_by(query))


@given(texts, st.one_of(st.text(), texts))
def test_a_quote_is_verbatim_and_never_too_long(text: str, query: str) -> None:
    quote = best_quote(text, query)
    assert quote in text
    assert len(quote) <= QUOTE_LIMIT


@given(texts, st.text())
def test_a_text_that_is_not_blank_has_a_quote(text: str, query: str) -> None:
    assert bool(best_quote(text, query).strip()) == bool(text.strip())


@given(texts, st.text())
def test_equal_input_gives_the_same_quote(text: str, query: str) -> None:
    assert best_quote(text, query) == best_quote(text, query)


def test_the_quote_is_the_run_of_lines_that_shares_most_with_the_query() -> None:
    filler = [f"Filler line {number} about something else entirely." for number in range(30)]
    text = "\n".join([*filler, "Restart the WireGuard tunnel.", "Then read its log.", *filler])
    quote = best_quote(text, "how do I restart the wireguard tunnel")
    assert "Restart the WireGuard tunnel." in quote


def test_of_equal_runs_the_first_wins() -> None:
    text = "\n".join(["same words here", *["-" * 100] * 6, "same words here"])
    assert best_quote(text, "absent").startswith("same words here")


def test_words_meet_by_their_beginnings() -> None:
    text = "\n".join(["x" * 300, "The traffic is routed by the gateway.", "y" * 300])
    assert best_quote(text, "routing") == "The traffic is routed by the gateway."


def test_a_line_that_is_too_long_is_cut_where_the_query_is() -> None:
    line = "padding " * 200 + "restart the tunnel now " + "padding " * 200
    quote = best_quote(line, "restart tunnel")
    assert "restart the tunnel now" in quote
    assert quote in line
    assert quote.startswith(("padding", "restart"))


@pytest.mark.parametrize("text", ["", "\n", "a"])
def test_hardly_any_text_is_quoted_as_it_is(text: str) -> None:
    assert best_quote(text, "query") == text.strip("\n")


def test_a_passage_carries_all_that_a_reader_needs() -> None:
    chunk = StoredChunk(
        chunk_id=ChunkId("a" * 20),
        collection=DEFAULT_COLLECTION,
        path=DocumentPath("a.md"),
        content_hash=hash_content(b""),
        title="Title",
        ordinal=0,
        heading_path=("Title", "Part"),
        line_from=3,
        line_to=4,
        page=None,
        text="one\ntwo",
    )
    passage = make_passage(Hit(chunk.chunk_id, 0.5, ()), chunk, wanted_by("two"))
    assert (passage.path, passage.heading_path, passage.line_from, passage.line_to) == ("a.md", ("Title", "Part"), 3, 4)
    assert (passage.quote, passage.score, passage.changed_since_indexed) == ("one\ntwo", 0.5, False)


def test_a_long_line_gives_the_sentence_that_answers() -> None:
    filler = "Nothing of interest happens in this sentence at all. " * 8
    quote = best_quote(f"{filler}The tunnel drops every night at three. {filler}", "why does the tunnel drop at night")
    assert "The tunnel drops every night at three." in quote
    assert len(quote) <= QUOTE_LIMIT


def naive_worth(part: str, query: str) -> tuple[int, int]:
    """Return what `best_quote` maximises, as its docstring says it: literals as typed, then stems in common."""
    tokens = content_tokens(query)
    literals = {token.lower() for token in tokens if looks_like_identifier(token)}
    wanted, held = ({stem(word) for word in re.findall(r"\w+", each)} for each in (" ".join(tokens), part))
    return sum(literal in part.lower() for literal in literals), len(wanted & held)


lines = st.lists(st.sampled_from(["wg0", "restart", "restarted", "x-wg0.conf", "the tunnel", "filler", "y" * 90]))
notes = st.lists(lines.map(" ".join), min_size=1, max_size=30).map("\n".join)


@given(notes, st.sampled_from(["restart wg0", "tunnel restarting", "wg0.conf", "nothing"]))
def test_no_run_of_lines_shares_more_with_the_query_than_the_quote(text: str, query: str) -> None:
    units = units_of(text)
    runs = [text[units[first][0] : units[end - 1][1]] for first, end in runs_of(units, 0)]
    whole = [run for run in runs if len(run) <= QUOTE_LIMIT]
    assert naive_worth(best_quote(text, query), query) >= max(
        (naive_worth(run, query) for run in whole), default=(0, 0)
    )


def test_a_letter_that_grows_in_lower_case_moves_nothing() -> None:
    text = "\n".join(["İ" * 310, "Restart the tunnel.", "İ" * 310])
    assert best_quote(text, "restarting") == "Restart the tunnel."
