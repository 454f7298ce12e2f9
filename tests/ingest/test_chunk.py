"""Chunks: every line in exactly one, in order, each of them what its range says."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.domain.redaction import RedactedText
from glyph.ingest.chunk import TARGET_TOKENS, Piece, cut
from glyph.ingest.markdown import front_matter_end
from glyph.ingest.tokens import count_tokens


def count_words(text: str) -> int:
    """Count words and line ends: what two parts have together is more than the sum of both."""
    return len(re.findall(r"\S+|\n", text))


def pieces_of(text: str) -> tuple[Piece, ...]:
    return cut(RedactedText(text), count_words)


def ranges_of(text: str) -> list[tuple[int, int]]:
    return [(piece.line_from, piece.line_to) for piece in pieces_of(text)]


WORDS = "restart the tunnel and read its log "
lines = st.one_of(
    st.sampled_from(
        [
            "",
            "",
            " ",
            "# One",
            "## Two",
            "### Three",
            "#",
            "# ",
            "```",
            "~~~",
            "---",
            "...",
            "===",
            "- item",
            "| a | b |",
            "> quoted",
            "    # code",
            "title: x",
            "> ```",
            "- ```sh",
            "text",
            WORDS,
            WORDS * 20,
            WORDS * 70,
            "⟦secret:password⟧",
            "\ufeff",
            "x\u2028y\x0cz\x85",
        ]
    ),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r\0"), max_size=40),
)
documents = st.lists(lines, max_size=60).map("\n".join)
long_documents = st.lists(
    st.sampled_from(["x", "", "a b c d e f", "# H", "```", WORDS * 5]), min_size=200, max_size=900
).map("\n".join)
any_document = st.one_of(documents, long_documents)


@given(any_document)
def test_every_line_with_text_is_in_exactly_one_piece_and_in_order(text: str) -> None:
    covered = [number for first, last in ranges_of(text) for number in range(first, last + 1)]
    assert covered == sorted(set(covered))
    rows = text.split("\n")
    with_text = {number for number in range(front_matter_end(rows) + 1, len(rows) + 1) if rows[number - 1].strip()}
    assert with_text <= set(covered)
    assert not set(covered) & set(range(1, front_matter_end(rows) + 1))


@given(any_document)
def test_every_range_reads_back_to_its_text(text: str) -> None:
    rows = text.split("\n")
    for piece in pieces_of(text):
        assert piece.text.value == "\n".join(rows[piece.line_from - 1 : piece.line_to])
        assert piece.tokens == count_words(piece.text.value)
        assert rows[piece.line_from - 1].strip()
        assert rows[piece.line_to - 1].strip()


@given(any_document)
def test_no_piece_is_over_the_target_unless_it_is_a_single_line(text: str) -> None:
    assert all(piece.tokens <= TARGET_TOKENS or piece.line_from == piece.line_to for piece in pieces_of(text))


@pytest.mark.parametrize(
    "row", ["x", "{", "}.", "nmcli con up wg0", "  - key: value", "a  ", "日本", "x\n\n", "```\nx\n\n\n```", "\t{\n\t}"]
)
def test_no_piece_is_over_the_target_as_tokens_are_really_counted(row: str) -> None:
    pieces = cut(RedactedText("\n".join([row] * 900)), count_tokens)
    assert len(pieces) > 1
    assert all(piece.tokens <= TARGET_TOKENS or piece.line_from == piece.line_to for piece in pieces)


@pytest.mark.parametrize("text", ["", "\n\n \n", "---\ntitle: x\n---\n", "---\ntitle: x\n---\n\n\n"])
def test_a_document_without_text_has_no_pieces(text: str) -> None:
    assert pieces_of(text) == ()


def test_each_heading_begins_a_piece_under_its_path() -> None:
    text = "before\n# A\none\n## B\ntwo\n### C\nthree\n## D\nfour\n# E\nfive\n"
    assert [(piece.heading_path, piece.line_from, piece.line_to) for piece in pieces_of(text)] == [
        ((), 1, 1),
        (("A",), 2, 3),
        (("A", "B"), 4, 5),
        (("A", "B", "C"), 6, 7),
        (("A", "D"), 8, 9),
        (("E",), 10, 11),
    ]


def test_levels_that_are_left_out_do_not_confuse_the_path() -> None:
    text = "### Deep\none\n# Top\ntwo\n#### Deeper\nthree\n## Second\nfour"
    assert [piece.heading_path for piece in pieces_of(text)] == [
        ("Deep",),
        ("Top",),
        ("Top", "Deeper"),
        ("Top", "Second"),
    ]


def test_a_heading_without_text_of_its_own_joins_what_follows() -> None:
    text = "# A\n\n## B\n\n### C\ntext\n## D\n"
    assert [(piece.heading_path, piece.line_from, piece.line_to) for piece in pieces_of(text)] == [
        (("A", "B", "C"), 1, 6),
        (("A", "D"), 7, 7),
    ]


def test_a_heading_without_words_adds_nothing_to_the_path() -> None:
    assert [piece.heading_path for piece in pieces_of("# A\none\n##\ntwo")] == [("A",), ("A",)]


def test_a_comment_in_a_fence_neither_cuts_nor_names() -> None:
    (piece,) = pieces_of("# A\n```sh\n# comment\nrun\n```\nafter")
    assert piece.heading_path == ("A",)
    assert (piece.line_from, piece.line_to) == (1, 6)


def test_underlined_headings_are_not_supported_and_lose_no_text() -> None:
    (piece,) = pieces_of("Title\n=====\ntext\n\nOther\n-----\nmore")
    assert (piece.heading_path, piece.line_from, piece.line_to) == ((), 1, 7)


def test_text_between_two_rules_at_the_top_is_not_lost() -> None:
    (piece,) = pieces_of("---\nA note between two rules.\n---\ntext")
    assert (piece.line_from, piece.line_to) == (1, 4)


def test_a_long_section_is_cut_between_paragraphs() -> None:
    paragraph = "\n".join([WORDS * 5] * 5)  # 180 tokens, five lines
    text = f"# A\n{paragraph}\n\n{paragraph}\n\n{paragraph}\n"
    assert ranges_of(text) == [(1, 12), (14, 18)]
    assert {piece.heading_path for piece in pieces_of(text)} == {("A",)}


def test_a_fence_with_blank_lines_is_not_cut_while_it_fits() -> None:
    fence = "```\n" + "\n\n".join([WORDS * 4] * 8) + "\n```"
    text = f"# A\n{WORDS * 30}\n\n{fence}\n"
    first, second = pieces_of(text)
    assert first.line_to == 2
    assert second.text.value == fence


def test_a_long_paragraph_is_cut_between_lines() -> None:
    text = "\n".join([WORDS * 3] * 60)
    pieces = pieces_of(text)
    assert len(pieces) > 2
    assert "\n".join(piece.text.value for piece in pieces) == text


def test_a_single_line_over_the_target_is_a_piece_of_its_own() -> None:
    text = f"before\n\n{WORDS * 100}\n\nafter"
    assert ranges_of(text) == [(1, 1), (3, 3), (5, 5)]


def test_neighbouring_small_parts_share_a_piece() -> None:
    text = "\n\n".join([WORDS] * 100)
    pieces = pieces_of(text)
    assert all(piece.tokens > TARGET_TOKENS * 0.8 for piece in pieces[:-1])
