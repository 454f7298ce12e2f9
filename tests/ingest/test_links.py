"""Links are found where Markdown has them, with the place of their target, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.ingest.links import anchor_of, anchors_of, links_of


def targets(text: str) -> list[str]:
    return [link.target for link in links_of(text)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("see [a](a.md) and ![map](x.assets/m.png)", ["a.md", "x.assets/m.png"]),
        ('[a](a.md "a title") [b]( b.md )', ["a.md", "b.md"]),
        ("[a](<with blanks.md>)", ["with blanks.md"]),
        ("[a](wiki/x_(y).md) text)", ["wiki/x_(y).md"]),
        ("[![icon](i.png)](a.md)", ["i.png", "a.md"]),
        ("[a](#part) [b](https://example.test/x) [c](/root.md)", ["#part", "https://example.test/x", "/root.md"]),
        ("[ref]: vpn/a.md", ["vpn/a.md"]),
        ("[ref]: <vpn/a b.md> 'title'", ["vpn/a b.md"]),
        ("| [a](a.md) | [b](b.md) |", ["a.md", "b.md"]),
        ("> - [a](a.md)", ["a.md"]),
        ("`[a](a.md)` and ``[b](b.md) ` `` [c](c.md)", ["c.md"]),
        ("a ` lonely tick [a](a.md)", ["a.md"]),
        ("call f](x) without an opening", []),
        ("[a]() [b](<>)", []),
        ("[a](unclosed.md", []),
        ("[a](two words)", ["two"]),
        ("no link at all", []),
    ],
)
def test_the_links_of_a_line(line: str, found: list[str]) -> None:
    assert targets(line) == found


def test_nothing_is_a_link_in_front_matter_fences_or_comments() -> None:
    text = "---\nlink: '[a](a.md)'\n---\n[b](b.md)\n```sh\n[c](c.md)\n```\n<!--\n[d](d.md)\n-->\n[e](e.md)\n"
    assert [(link.line, link.target) for link in links_of(text)] == [(4, "b.md"), (11, "e.md")]


def test_a_target_stands_where_the_link_says() -> None:
    text = "# T\n\nsee [a](a.md#x) and [b](<b c.md>)\n[r]: d.md\n"
    lines = text.split("\n")
    for link in links_of(text):
        assert lines[link.line - 1][link.start : link.end] == link.target


def test_anchors_are_made_as_github_makes_them() -> None:
    text = "# WireGuard: set up!\n## Größe & Maß\n## Größe & Maß\n### `wg show` [docs](x)\n```\n# no heading\n```\n"
    assert anchors_of(text) == {"wireguard-set-up", "größe--maß", "größe--maß-1", "wg-show-docs"}
    assert anchor_of("snake_case - and 1.2") == "snake_case---and-12"


@given(st.text(alphabet="[]()<>`\\#: \n\tax.é\"'!", max_size=200))
def test_any_text_has_links_that_stand_where_they_say(text: str) -> None:
    lines = text.split("\n")
    for link in links_of(text):
        assert link.target
        assert lines[link.line - 1][link.start : link.end] == link.target


@pytest.mark.parametrize("unit", ["[", "](", "[a](", "`a`[b](c)", "`", "``` `", "[a](<", "[x]: ", "((((", "\\["])
def test_a_crafted_line_costs_time_that_grows_with_its_length(unit: str) -> None:
    links_of(unit * (50_000 // len(unit)))  # a quadratic search would run for minutes
