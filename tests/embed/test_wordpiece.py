"""Text becomes word pieces, and windows that hold all of it."""

from hypothesis import given
from hypothesis import strategies as st

from glyph.embed.model.package import VOCABULARY, VOCABULARY_DIGEST, read_verified
from glyph.embed.model.wordpiece import WINDOW_PIECES, RecentIds, WordPieces

VOCABULARY_BYTES = read_verified(VOCABULARY, VOCABULARY_DIGEST)
PIECES = WordPieces(VOCABULARY_BYTES)

WORDS = (
    "nmcli",
    "wg0",
    "/etc/wireguard/wg0.conf",
    "10.8.0.1/24",
    "e\u0301",
    "\u0301",
    "東京",
    "한국어",
    "İstanbul",
    "ﬁ",
)
RUNS = ("\n", "\r\n", " ", "\t", "\x00", "\u200b", "a" * 99, "f" * 150, "=" * 40, "⟦secret:password⟧", "[SEP]", "🚀")
words = st.lists(st.sampled_from(WORDS + RUNS), min_size=100, max_size=400)
long_texts = words.map("".join)
spaced_texts = words.map(" ".join)


def test_ids_are_those_of_the_published_model() -> None:
    assert PIECES.ids("Hello, world!") == (101, 7592, 1010, 2088, 999, 102)
    assert PIECES.ids("Café WIREGUARD") == PIECES.ids("cafe wireguard")


def test_names_of_special_tokens_in_a_text_are_ordinary_text() -> None:
    assert 102 not in PIECES.ids("[SEP] [CLS] [PAD]")[1:-1]


def test_what_the_model_cannot_read_at_once_is_cut_off() -> None:
    assert len(PIECES.ids("restart " * 1000)) == WINDOW_PIECES


def test_half_a_surrogate_pair_is_read_as_a_question_mark() -> None:
    assert PIECES.ids("a\ud800b") == PIECES.ids("a?b")


@given(st.one_of(st.text(), long_texts, spaced_texts))
def test_windows_hold_all_of_the_text_and_are_read_whole(text: str) -> None:
    windows = PIECES.windows(text)
    assert "".join(windows) == text
    assert all(PIECES.windows(window) == (window,) for window in windows)


@given(spaced_texts)
def test_cutting_changes_no_word(text: str) -> None:
    inside = [number for window in PIECES.windows(text) for number in PIECES.ids(window)[1:-1]]
    one_by_one = [number for word in text.split() for number in PIECES.ids(word)[1:-1]]
    assert inside == one_by_one


def test_a_cut_falls_at_a_line_end_where_there_is_one() -> None:
    text = "".join(f"{number} restart the unit and wait until it answers\n" for number in range(100))
    assert all(window.endswith("\n") for window in PIECES.windows(text))


def test_a_line_that_is_too_long_is_cut_at_white_space() -> None:
    windows = PIECES.windows("allow 10.8.0.1/24 from wg0 " * 200)
    assert len(windows) > 1
    assert all(window.startswith(("allow", "10.8.0.1/24", "from", "wg0", " ")) for window in windows)


def test_a_run_without_white_space_is_cut_between_words() -> None:
    windows = PIECES.windows("wireguard/" * 400)
    assert len(windows) > 1
    assert all(window.startswith(("wireguard", "/")) for window in windows)


def test_windows_are_not_needlessly_small() -> None:
    windows = PIECES.windows("".join(f"line {number}\n\n" for number in range(400)))
    assert all(len(PIECES.ids(window)) > WINDOW_PIECES // 2 for window in windows[:-1])


def test_an_early_line_end_does_not_make_a_tiny_window() -> None:
    windows = PIECES.windows("Title\n" + "restart the unit " * 200)
    assert len(PIECES.ids(windows[0])) > WINDOW_PIECES // 2


headings = st.one_of(st.text(), st.lists(st.sampled_from(WORDS + RUNS), max_size=200).map(" ".join)).map(
    lambda text: text.replace("\n", " ")
)


@given(st.one_of(st.text(), spaced_texts), headings)
def test_windows_below_a_heading_hold_all_of_the_text_and_are_read_whole(text: str, heading: str) -> None:
    windows = PIECES.windows(text, heading=heading)
    (line,) = {window.partition("\n")[0] for window in windows} if heading else {""}
    assert heading.startswith(line)
    assert "".join(window.removeprefix(f"{line}\n") if heading else window for window in windows) == text
    assert all(PIECES.windows(window) == (window,) for window in windows)


def test_a_short_heading_leaves_most_of_the_window_to_the_text() -> None:
    windows = PIECES.windows("restart the unit\n" * 200, heading="Guide > Restart")
    assert all(len(PIECES.ids(window)) > WINDOW_PIECES * 0.9 for window in windows[:-1])


@given(st.one_of(st.text(), long_texts, spaced_texts), headings)
def test_ids_known_from_cutting_are_those_that_the_window_has_by_itself(text: str, heading: str) -> None:
    fresh = WordPieces(VOCABULARY_BYTES)
    for window in PIECES.windows(text, heading=heading):
        assert PIECES.ids(window) == fresh.ids(window)


def test_windows_that_nobody_embeds_are_forgotten() -> None:
    recent = RecentIds(2)
    for window in ("first", "second", "third"):
        recent.keep(window, (1, 2))
    assert (len(recent), recent.take("first"), recent.take("third"), recent.take("third")) == (2, None, (1, 2), None)
