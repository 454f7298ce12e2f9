"""Windows and batches by tokens: nothing is lost and nothing is over the limit."""

from hypothesis import given
from hypothesis import strategies as st

from glyph.embed.token_cuts import SMALLEST_TOKENS, WindowCuts, batches
from glyph.ingest.tokens import count_tokens
from tests.embed.asking import count_words

STEPS = "\n".join(f"Step {number}: restart the service and read its log." for number in range(40))


def test_a_cut_falls_at_a_line_end_where_there_is_one() -> None:
    windows = WindowCuts(count_tokens, 128).windows(STEPS, heading="")
    assert len(windows) > 2
    assert all(window.endswith("\n") for window in windows[:-1])


def test_a_cut_falls_between_two_words_where_there_is_no_line_end() -> None:
    windows = WindowCuts(count_tokens, 32).windows("restart the tunnel " * 40, heading="")
    assert len(windows) > 2
    assert all(window.endswith(" ") for window in windows[:-1])


def test_halves_hold_the_whole_text_until_it_is_too_short_to_be_halved() -> None:
    cuts = WindowCuts(count_words, 440)
    halves = cuts.halves("word " * 40)
    assert halves
    assert "".join(halves) == "word " * 40
    assert cuts.halves("word " * SMALLEST_TOKENS) is None
    assert cuts.halves("") is None


@given(
    st.lists(st.sampled_from(["wg0", "/etc/x", " ", "\n", "  \n\n", "東京", "🚀", "x" * 90, "a\ud800"]), max_size=120),
    st.sampled_from(["", "WireGuard > Restart", "restart the tunnel " * 20]),
)
def test_windows_hold_all_of_a_text_and_each_is_within_the_limit(parts: list[str], heading: str) -> None:
    text = "".join(parts)
    windows = WindowCuts(count_tokens, 32, "search_document: ").windows(text, heading=heading)
    assert all(count_tokens(f"search_document: {window}") <= 32 for window in windows)
    line = windows[0].partition("\n")[0] if heading else ""
    assert heading.startswith(line)
    above = f"{line}\n" if heading else ""
    assert "".join(window.removeprefix(above) for window in windows) == text


@given(st.lists(st.integers(0, 9)), st.integers(1, 5), st.integers(1, 20))
def test_batches_hold_every_text_once_and_keep_to_both_limits(sizes: list[int], texts: int, tokens: int) -> None:
    given_texts = ["word " * size for size in sizes]
    made = list(batches(given_texts, count_words, most_texts=texts, most_tokens=tokens))
    assert [text for batch in made for text in batch] == given_texts
    assert all(0 < len(batch) <= texts for batch in made)
    assert all(sum(map(count_words, batch)) <= tokens or len(batch) == 1 for batch in made)
