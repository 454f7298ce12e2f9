"""Chunks: no line lost or invented, each what its range says, none over the target, cut where it hurts least."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.domain.redaction import RedactedText
from glyph.ingest.chunk import LEAST_TOKENS, TARGET_TOKENS, Piece, cut
from glyph.ingest.markdown import front_matter_end, iterate_headings
from glyph.ingest.tokens import count_tokens
from glyph.ingest.verbatim import verbatim_ranges


def count_words(text: str) -> int:
    """Count words and line ends: what two parts have together is the sum of both."""
    return len(re.findall(r"\S+|\n", text))


def pieces_of(text: str) -> tuple[Piece, ...]:
    return cut(RedactedText(text), count_words)


def shapes_of(text: str) -> list[tuple[tuple[str, ...], int, int]]:
    return [(piece.heading_path, piece.line_from, piece.line_to) for piece in pieces_of(text)]


def ranges_of(text: str) -> list[tuple[int, int]]:
    return [(piece.line_from, piece.line_to) for piece in pieces_of(text)]


def whole(piece: Piece) -> str:
    return "\n".join(text.value for text in (piece.above, piece.text, piece.below) if text)


WORDS = "restart the tunnel and read its log "
PARAGRAPH = WORDS * 20
"""140 tokens: a section of it is not undersized."""
assert LEAST_TOKENS < count_words(PARAGRAPH) < TARGET_TOKENS / 2

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
            "  - inner:",
            "| a | b |",
            "|---|---|",
            "> quoted",
            "    # code",
            "title: x",
            "> ```",
            "- ```sh",
            "**Bold**",
            "<!--",
            "-->",
            "text",
            WORDS,
            PARAGRAPH,
            WORDS * 70,
            "- " + WORDS * 30,
            "| " + WORDS * 30 + " |",
            "⟦secret:password⟧",
            "x" * 500,
            "\ufeff",
            "x\u2028y\x0cz\x85",
        ]
    ),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r\0"), max_size=40),
)
documents = st.lists(lines, max_size=60).map("\n".join)
long_documents = st.lists(
    st.sampled_from(["x", "", "a b c d e f", "## H", "```", "- i", "| a | b |", "|-|-|", WORDS * 5]),
    min_size=200,
    max_size=900,
).map("\n".join)
any_document = st.one_of(documents, long_documents)


def put_together(pieces: tuple[Piece, ...]) -> str:
    """Return a document from its pieces and their ranges alone."""
    text, line = "", 1
    for piece in pieces:
        text += "\n" * (piece.line_from - line) + piece.text.value
        line = piece.line_to
    return text


def without_blanks(rows: list[str]) -> list[str]:
    """Return rows with what is blank emptied, and none such at the end."""
    emptied = [row if row.strip() else "" for row in rows]
    return emptied[: max((number for number, row in enumerate(emptied, start=1) if row), default=0)]


@given(any_document)
def test_no_line_is_lost_or_invented(text: str) -> None:
    rows = text.split("\n")
    matter = front_matter_end(rows)
    assert without_blanks(put_together(pieces_of(text)).split("\n")) == without_blanks([""] * matter + rows[matter:])


@given(any_document)
def test_every_range_reads_back_to_its_text(text: str) -> None:
    rows = text.split("\n")
    pieces = pieces_of(text)
    shared = {one.line_to for one, other in pairwise(pieces) if one.line_to == other.line_from}
    for piece in pieces:
        read = "\n".join(rows[piece.line_from - 1 : piece.line_to])
        assert piece.text.value in read
        assert piece.text.value == read or {piece.line_from, piece.line_to} & shared
        assert rows[piece.line_from - 1].strip()
        assert rows[piece.line_to - 1].strip()


@given(any_document)
def test_only_a_line_over_the_target_is_in_several_pieces(text: str) -> None:
    rows = text.split("\n")
    for one, other in pairwise(pieces_of(text)):
        assert one.line_to <= other.line_from
        assert one.line_to < other.line_from or count_words(rows[one.line_to - 1]) > TARGET_TOKENS / 4


@given(any_document)
def test_no_piece_is_over_the_target(text: str) -> None:
    for piece in pieces_of(text):
        assert piece.tokens == count_words(whole(piece)) <= TARGET_TOKENS


@given(any_document)
def test_what_a_piece_repeats_is_lines_of_the_document_above_and_below_it(text: str) -> None:
    rows = text.split("\n")
    for piece in pieces_of(text):
        if piece.above:
            assert piece.above.value in "\n".join(rows[: piece.line_from])
        if piece.below:
            assert piece.below.value in rows[piece.line_to :]


@given(any_document)
def test_a_heading_of_the_first_level_is_never_in_the_middle_of_a_piece(text: str) -> None:
    rows = text.split("\n")
    tops = {found.line for found in iterate_headings(rows, front_matter_end(rows)) if found.level == 1}
    for piece in pieces_of(text):
        assert not tops & set(range(piece.line_from + 1, piece.line_to + 1))


@given(any_document)
def test_a_heading_path_is_shared_by_all_text_of_its_piece(text: str) -> None:
    rows = text.split("\n")
    for piece in pieces_of(text):
        inside = [found for found in iterate_headings(rows, front_matter_end(rows)) if found.line <= piece.line_to]
        path: list[tuple[int, str]] = []
        for found in inside:
            path = [*(above for above in path if above[0] < found.level), (found.level, found.text)]
        titles = tuple(title for _, title in path if title)
        assert piece.heading_path == titles[: len(piece.heading_path)]


@pytest.mark.parametrize(
    "row",
    [
        "x", "{", "}.", "))))", "----", "nmcli con up wg0", "  - key: value", "a  ", "日本", "x\n\n", "))))\n\n",
        "```\nx\n\n\n```", "\t{\n\t}", "# ))))", "| )) | )) |", "\u2028x", "\x0b", "x" * 3000, "))" * 900,
    ],
)  # fmt: skip
def test_no_piece_is_over_the_target_as_tokens_are_really_counted(row: str) -> None:
    pieces = cut(RedactedText("\n".join([row] * 900)), count_tokens)
    assert all(piece.tokens == count_tokens(whole(piece)) <= TARGET_TOKENS for piece in pieces)


@pytest.mark.parametrize("text", ["", "\n\n \n", "---\ntitle: x\n---\n", "---\ntitle: x\n---\n\n\n"])
def test_a_document_without_text_has_no_pieces(text: str) -> None:
    assert pieces_of(text) == ()


def test_each_heading_begins_a_piece_under_its_path() -> None:
    names = ["before", "# A", "## B", "### C", "## D", "# E"]
    assert shapes_of("\n".join(f"{name}\n{PARAGRAPH * 2}" for name in names)) == [
        ((), 1, 2),
        (("A",), 3, 4),
        (("A", "B"), 5, 6),
        (("A", "B", "C"), 7, 8),
        (("A", "D"), 9, 10),
        (("E",), 11, 12),
    ]


def test_levels_that_are_left_out_do_not_confuse_the_path() -> None:
    names = ["### Deep", "# Top", "#### Deeper", "## Second"]
    paths = [piece.heading_path for piece in pieces_of("\n".join(f"{name}\n{PARAGRAPH * 2}" for name in names))]
    assert paths == [("Deep",), ("Top",), ("Top", "Deeper"), ("Top", "Second")]


def test_undersized_neighbours_become_one_under_the_path_that_they_share() -> None:
    assert shapes_of("# A\none\n## B\ntwo\n### C\nthree\n### D\nfour") == [(("A",), 1, 8)]
    assert shapes_of(f"# A\n{PARAGRAPH * 2}\n## B\n### C\n{PARAGRAPH}\n### D\nfour")[1] == (("A", "B"), 3, 7)


def test_a_full_section_takes_no_neighbour() -> None:
    assert ranges_of(f"# A\n## B\n{PARAGRAPH}\n## C\n{PARAGRAPH}") == [(1, 3), (4, 5)]


def test_an_undersized_section_that_does_not_fit_its_neighbour_stays_alone() -> None:
    assert ranges_of(f"# A\none\n## B\n{PARAGRAPH * 2}{WORDS * 16}and more") == [(1, 2), (3, 4)]


def test_sections_of_the_first_level_are_topics_of_their_own() -> None:
    assert shapes_of("before\n# A\none\n# B\ntwo\n## C\nthree") == [((), 1, 1), (("A",), 2, 3), (("B",), 4, 7)]


def test_a_heading_without_text_of_its_own_joins_the_deeper_one_that_follows() -> None:
    assert shapes_of("# A\n\n## B\n\n### C\ntext") == [(("A", "B", "C"), 1, 6)]
    assert shapes_of("# A\n## B\n## C\ntext") == [(("A",), 1, 4)]


def test_a_heading_without_words_adds_nothing_to_the_path() -> None:
    assert [piece.heading_path for piece in pieces_of("# A\none\n##\ntwo")] == [("A",)]


def test_a_comment_in_a_fence_neither_cuts_nor_names() -> None:
    assert shapes_of("# A\n```sh\n# comment\nrun\n```\nafter") == [(("A",), 1, 6)]


def test_text_between_two_rules_at_the_top_is_not_lost() -> None:
    assert ranges_of("---\nA note between two rules.\n---\ntext") == [(1, 4)]


def test_a_long_section_is_cut_between_paragraphs() -> None:
    paragraph = "\n".join([WORDS * 5] * 5)  # 180 tokens, five lines
    text = f"# A\n{paragraph}\n\n{paragraph}\n\n{paragraph}\n"
    assert shapes_of(text) == [(("A",), 1, 12), (("A",), 14, 18)]


def test_a_bold_line_is_where_a_long_section_is_cut_first() -> None:
    text = f"{PARAGRAPH}\n\n{WORDS * 12}\n\n**Step 2**\n\n{WORDS * 8}\n\n{WORDS * 8}\n\n{PARAGRAPH}"
    assert ranges_of(text) == [(1, 3), (5, 11)]


def test_a_bold_line_does_not_cut_a_section_that_fits() -> None:
    assert ranges_of("# A\n\n**Step 1**\n\none\n\n**Step 2**\n\ntwo") == [(1, 9)]


def test_what_announces_a_block_stays_with_it() -> None:
    fence = "```\n" + "\n".join([WORDS * 2] * 13) + "\n```"
    assert ranges_of(f"{PARAGRAPH}\n\n{WORDS * 8}\n\nRun this:\n\n{fence}") == [(1, 3), (5, 21)]


def test_a_list_with_its_commands_stays_together_where_it_fits() -> None:
    step = f"1. {WORDS * 4}\n\n```sh\n{WORDS * 4}\n```\n"
    text = f"# A\n{PARAGRAPH}\n\n" + "\n".join([step] * 4)
    assert ranges_of(text) == [(1, 2), (4, 26)]


def test_a_list_over_the_target_is_cut_between_its_items() -> None:
    text = "\n".join([f"- {WORDS * 5}\n  - {WORDS * 5}"] * 20)
    pieces = pieces_of(text)
    assert len(pieces) > 2
    assert all(piece.text.value.startswith("- ") for piece in pieces)


def test_a_fence_with_blank_lines_is_not_cut_while_it_fits() -> None:
    fence = "```\n" + "\n\n".join([WORDS * 4] * 8) + "\n```"
    first, second = pieces_of(f"# A\n{PARAGRAPH}\n{WORDS * 15}\n\n{fence}\n")
    assert first.line_to == 3
    assert second.text.value == fence


@pytest.mark.parametrize(
    ("opening", "row", "closing"),
    [
        ("```sh", "", "```"),
        ("~~~~", "", "~~~~"),
        ("> ```", "> ", "> ```"),
        ("- ```sh", "  ", "  ```"),
        ("````md", "```\n", "````"),
    ],
)
def test_a_fence_over_the_target_is_cut_and_fenced_again(opening: str, row: str, closing: str) -> None:
    fence = "\n".join([opening, *[f"{row}{WORDS * 3}"] * 60, closing])
    pieces = pieces_of(f"# A\nbefore\n\n{fence}\n\nafter")
    assert len(pieces) > 3
    for piece in pieces:
        found = list(verbatim_ranges(whole(piece).split("\n"), 0))
        assert len(found) == 1
        assert found[0].closed
    assert [piece.above.value for piece in pieces[1:] if piece.above] == [opening] * (len(pieces) - 1)
    assert [piece.below.value for piece in pieces[:-1] if piece.below] == [closing] * (len(pieces) - 1)
    assert pieces[0].above is None
    assert pieces[-1].below is None


def test_a_long_fence_is_cut_at_a_blank_line() -> None:
    text = "```\n" + "\n\n".join(["\n".join([WORDS * 3] * 4)] * 8) + "\n```"
    for piece in pieces_of(text)[:-1]:
        assert text.split("\n")[piece.line_to] == ""


def test_a_table_over_the_target_keeps_its_head_in_every_piece() -> None:
    head = "| host | what |\n|---|:--|"
    text = f"# A\n{head}\n" + "\n".join([f"| wg0 | {WORDS * 5} |"] * 40)
    first, *others = pieces_of(text)
    assert first.text.value.startswith(f"# A\n{head}\n| wg0 |")
    assert others
    assert all(whole(piece).startswith(f"{head}\n| wg0 |") for piece in others)
    assert all(piece.text.value.startswith("| wg0 |") for piece in others)


def test_a_table_in_a_list_keeps_its_head_too() -> None:
    text = "- see\n\n  | a | b |\n  |---|---|\n" + "\n".join([f"  | 1 | {WORDS * 5} |"] * 40)
    assert all(whole(piece).startswith("  | a | b |\n  |---|---|\n  | 1 |") for piece in pieces_of(text)[1:])


def test_a_long_paragraph_is_cut_between_lines() -> None:
    text = "\n".join([WORDS * 3] * 60)
    pieces = pieces_of(text)
    assert len(pieces) > 2
    assert "\n".join(piece.text.value for piece in pieces) == text


def test_a_line_over_the_target_is_cut_between_words() -> None:
    line = (WORDS * 200).strip()
    pieces = pieces_of(f"before\n\n{line}\n\nafter")
    assert len(pieces) > 3
    assert (pieces[0].line_from, pieces[-1].line_to) == (1, 5)
    assert {piece.line_from for piece in pieces[1:]} == {piece.line_to for piece in pieces[:-1]} == {3}
    assert all(piece.text.value.startswith(" ") for piece in pieces[1:])


def test_a_line_without_blanks_is_cut_between_characters_and_never_inside_a_marker() -> None:
    line = "⟦secret:api-key⟧" * 500 + "x" * 30_000
    pieces = cut(RedactedText(line), count_tokens)
    assert "".join(piece.text.value for piece in pieces) == line
    assert {(piece.line_from, piece.line_to) for piece in pieces} == {(1, 1)}
    assert all(piece.text.value.count("⟦") == piece.text.value.count("⟧") for piece in pieces)


def test_a_long_line_in_a_fence_is_fenced_in_every_piece_and_no_delimiter_stands_alone() -> None:
    pieces = cut(RedactedText("# A\n\n```json\n" + '{"port":51820},' * 900 + "\n```\n"), count_tokens)
    assert len(pieces) > 5
    assert pieces[0].text.value.startswith("# A\n\n```json\n{")
    assert all(whole(piece).count("```") == 2 for piece in pieces)
    assert all("port" in piece.text.value for piece in pieces)


def test_neighbouring_small_parts_share_a_piece() -> None:
    pieces = pieces_of("\n\n".join([WORDS] * 100))
    assert all(piece.tokens > TARGET_TOKENS * 0.8 for piece in pieces[:-1])


@pytest.mark.parametrize(
    "text",
    [
        "# h\n" * 20_000,
        "## h\nx\n" * 20_000,
        "- x\n  - y\n" * 20_000,
        "| a |\n|---|\n" * 20_000,
        "```\nx\n\n" * 20_000,
        "say:\n\n" * 20_000,
        "```\n" + "\n" * 100_000 + "x",
        "a" * 1_000_000,
        "{},[] " * 200_000,
        " " * 1_000_000 + "x",
        "|" + "-|" * 500_000,
        "⟦" * 100_000,
    ],
    ids=lambda text: repr(text[:8]),
)
def test_a_crafted_document_ends(text: str) -> None:
    # Work that grows with the square of a document would take hours here, and the run would be stopped.
    assert all(piece.tokens <= TARGET_TOKENS for piece in cut(RedactedText(text), count_tokens))


def test_the_properties_in_front_matter_are_text_and_the_rest_of_it_is_not() -> None:
    lines = (
        "---",
        'title: "web-01"',
        "properties:",
        '  - "Status": "Quarantined"',
        '  - "#": "542"',
        "---",
        "",
        "# web-01",
    )
    pieces = cut(RedactedText("\n".join(lines)), count_tokens)
    assert [(piece.line_from, piece.line_to) for piece in pieces] == [(4, 8)]
    assert "Quarantined" in pieces[0].text.value
    assert "title:" not in pieces[0].text.value
    assert [section.text.value.strip() for section in pieces[0].sections] == ["# web-01"]
