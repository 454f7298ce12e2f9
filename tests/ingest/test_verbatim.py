"""Verbatim ranges: fences and HTML, where nothing is a heading; crafted lines cost no time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.ingest.verbatim import Verbatim, verbatim_ranges


def ranges(text: str) -> list[tuple[int, int]]:
    return [(found.first, found.last) for found in verbatim_ranges(text.split("\n"), 0)]


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("```", "```"),
        ("~~~", "~~~ "),
        ("```sh", "```"),
        ("````", "`````"),
        ("    ```", "```"),
        ("- ```sh", "  ```"),
        ("  12. ~~~", "  ~~~"),
        ("<!--", "-->"),
        ("<!-- a note", "its end --> and text"),
        ("<pre>", "</pre>"),
        ('<PRE class="x">', "</Pre>"),
    ],
)
def test_a_range_has_its_delimiters(opening: str, closing: str) -> None:
    assert ranges(f"a\n{opening}\n# comment\n\n{closing}\nb") == [(2, 5)]


@pytest.mark.parametrize("inside", ["``", "~~~", "``` sh", "```\t x", "- ```", "<!--"])
def test_a_fence_is_closed_by_its_own_kind_alone(inside: str) -> None:
    assert ranges(f"```\n{inside}\n# comment\n```\n# Heading") == [(1, 4)]


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert ranges("````\n```sh\nls\n```\n````\n```\nx\n```") == [(1, 5), (6, 8)]


def test_a_fence_that_is_never_closed_reaches_to_the_end() -> None:
    assert list(verbatim_ranges(["a", "```", "# comment", ""], 0)) == [Verbatim(2, 4, is_fence=True, closed=False)]


@pytest.mark.parametrize("opening", ["> ```", ">```", "> * ~~~", "> > ```sh"])
def test_a_fence_in_a_quote_is_one(opening: str) -> None:
    assert ranges(f"{opening}\n> # comment\n>\n> {'~~~' if '~' in opening else '```'}\n# Heading") == [(1, 4)]


def test_a_fence_in_a_quote_ends_with_the_quote() -> None:
    assert ranges("> ```\n> # comment\n# Heading") == [(1, 2)]


def test_a_fence_in_a_list_may_be_badly_indented() -> None:
    assert ranges("- run\n  ```sh\n# comment\n  ```\n# Heading") == [(2, 4)]


@pytest.mark.parametrize("line", ["```inline``` text", "text ```", "``", "<!-", "<preface>", "    <!-- x"])
def test_a_line_that_only_looks_like_an_opening_is_none(line: str) -> None:
    assert ranges(f"{line}\n# Heading\n-->") == []


@pytest.mark.parametrize("opening", ["<!-- stray", "<pre>", "-->\n<!--"])
def test_html_that_is_never_closed_hides_nothing(opening: str) -> None:
    assert ranges(f"{opening}\n# Heading") == []


@given(st.lists(st.sampled_from(["```", "````", "~~~", "> ```", "- ```", "<!--", "-->", "<pre>", "</pre>", "x", ""])))
def test_ranges_are_in_order_and_do_not_overlap(lines: list[str]) -> None:
    borders = [border for found in verbatim_ranges(lines, 0) for border in (found.first, found.last + 1)]
    assert borders == sorted(borders)
    assert all(1 <= border <= len(lines) + 1 for border in borders)


@pytest.mark.parametrize("line", ["```", "> ```", "<!--", "<!-- -->", "<pre>", "- " * 9 + "```", "> " * 9])
def test_crafted_lines_end(line: str) -> None:
    # A search to the end of the document for each line would take hours here.
    assert sum(1 for _ in verbatim_ranges([line] * 200_000, 0)) <= 200_000
