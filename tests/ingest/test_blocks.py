"""Blocks: what stands together in a document, and what a list holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.ingest.blocks import Block, Kind, blocks_of, leads_in, leaves


def kinds(text: str) -> list[tuple[str, int, int]]:
    return [(block.kind.value, block.first, block.last) for block in blocks_of(text.split("\n"), 0)]


def test_a_document_is_taken_apart_at_blank_lines_and_where_the_kind_changes() -> None:
    text = "# A\ntext\nmore\n\n\nother\n```sh\n# no heading\n```\nafter\n| a |\n|---|\n| 1 |\nend\n**Bold**\nx"
    assert kinds(text) == [
        ("heading", 1, 1),
        ("text", 2, 3),
        ("text", 6, 6),
        ("fence", 7, 9),
        ("text", 10, 10),
        ("table", 11, 13),
        ("text", 14, 14),
        ("bold", 15, 15),
        ("text", 16, 16),
    ]


@pytest.mark.parametrize("line", ["**Step 1**", "__Step__", "  **Step:**", "**Step**:", "**a** "])
def test_a_line_that_is_bold_and_nothing_else_is_a_block(line: str) -> None:
    assert kinds(f"x\n{line}\ny") == [("text", 1, 1), ("bold", 2, 2), ("text", 3, 3)]


@pytest.mark.parametrize("line", ["**Step** one", "a **b**", "****", "** a **", "    **code**", "**a** **b**", "*a*"])
def test_a_line_that_is_bold_in_part_is_text(line: str) -> None:
    assert kinds(f"x\n{line}\ny") == [("text", 1, 3)]


@pytest.mark.parametrize("rule", ["|---|---|", "--- | ---", "| :--- | ---: |", "|:-:|:-:|", "  |---|---|  "])
def test_a_table_begins_above_its_rule(rule: str) -> None:
    assert kinds(f"text\n| a | b |\n{rule}\n| 1 | 2 |\n\nafter")[1] == ("table", 2, 4)


@pytest.mark.parametrize("rule", ["---", "| a | b |", "|--x|---|", "=== | ===", ""])
def test_rows_without_a_rule_are_text(rule: str) -> None:
    assert all(kind == "text" for kind, _, _ in kinds(f"| a | b |\n{rule}\n| 1 | 2 |"))


@pytest.mark.parametrize(
    "text",
    [
        "1. one\n2. two",
        "- one\n  more\n- two\nlazy",
        "- one\n\n- two",
        "- one\n\n  a paragraph of it\n\n- two",
        "1. run\n   ```sh\n   ls\n   ```\n2. two",
        "1. run\n\n```sh\nls\n```\n\n2. two",
        "* a\n  * b\n    * c\n* d",
        "- see\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n- two",
        "> - one\n> - two",
    ],
)
def test_a_list_holds_its_items_and_what_belongs_to_them(text: str) -> None:
    lines = text.split("\n")
    (block,) = blocks_of(lines, 0)
    assert (block.kind, block.first, block.last) == (Kind.LIST, 1, len(lines))


@pytest.mark.parametrize("after", ["text", "# A", "**Bold**", "| a | b |\n|---|---|", "<!--\n-->"])
def test_a_list_ends_at_the_margin(after: str) -> None:
    first, second = kinds(f"- one\n- two\n\n{after}")
    assert first == ("list", 1, 2)
    assert second[1] == 4


def test_an_item_holds_the_items_inside_it_and_its_commands() -> None:
    (block,) = blocks_of(["- one:", "  ```", "  ls", "  ```", "  - inner", "- two"], 0)
    assert [(item.first, item.last, len(item.blocks)) for item in block.blocks] == [(1, 5, 3), (6, 6, 0)]


@pytest.mark.parametrize("text", ["# A", "**Do this**", "Do this:", "**Do this:**", "- do this:"])
def test_a_block_that_announces_the_next_one_is_known(text: str) -> None:
    (leaf,) = leaves([text], 0)
    assert leads_in(leaf, [text])


def test_the_blank_end_of_a_fence_that_is_never_closed_is_not_part_of_it() -> None:
    assert kinds("```\nx\n\n \n") == [("fence", 1, 2)]


LINES = st.sampled_from(
    ["", " ", "text", "# A", "**b**", "- a", "  - b", "1. c", "  more", "```", "| a |", "|---|", "> q", "> - i", "a:"]
)


def flat(block: Block) -> list[Block]:
    return [leaf for inner in block.blocks for leaf in flat(inner)] if block.blocks else [block]


@given(st.lists(LINES, max_size=60), st.integers(0, 5))
def test_every_line_that_is_not_blank_is_in_exactly_one_leaf(lines: list[str], start: int) -> None:
    found = [leaf for block in blocks_of(lines, start) for leaf in flat(block)]
    covered = [number for leaf in found for number in range(leaf.first, leaf.last + 1)]
    assert covered == sorted(set(covered))
    assert {n for n in range(start + 1, len(lines) + 1) if lines[n - 1].strip()} <= set(covered)
    assert all(lines[leaf.first - 1].strip() and lines[leaf.last - 1].strip() for leaf in found)
    assert found == list(leaves(lines, start))


@given(st.lists(LINES, max_size=60))
def test_a_block_spans_what_it_holds(lines: list[str]) -> None:
    for block in blocks_of(lines, 0):
        for outer in (block, *block.blocks):
            if outer.blocks:
                assert (outer.first, outer.last) == (outer.blocks[0].first, outer.blocks[-1].last)
