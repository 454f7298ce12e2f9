"""Headings and front matter are found where they are, and crafted lines cost no time."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.ingest.markdown import (
    Heading,
    front_matter_end,
    iterate_headings,
    plain,
    title_of_front_matter,
)


def headings(text: str) -> list[tuple[int, str, int]]:
    lines = text.split("\n")
    return [(found.level, found.text, found.line) for found in iterate_headings(lines, front_matter_end(lines))]


@pytest.mark.parametrize(
    ("line", "level", "text"),
    [
        ("# Title", 1, "Title"),
        ("###### Deep", 6, "Deep"),
        ("   ## Indented", 2, "Indented"),
        ("#\tTabbed\t", 1, "Tabbed"),
        ("## Closed ##", 2, "Closed"),
        ("## Closed ####   ", 2, "Closed"),
        ("# C#", 1, "C#"),
        ("## Issue #", 2, "Issue"),
        ("# a #b", 1, "a #b"),
        ("#", 1, ""),
        ("## ##", 2, ""),
        ("###   ", 3, ""),
        ("# **Bold** and `code`", 1, "Bold and code"),
        ("# [Link](https://example.com/a_(b)) here", 1, "Link here"),
        ("# ![alt](x.png)", 1, "alt"),
        ("# ⟦secret:password⟧ rotation", 1, "⟦secret:password⟧ rotation"),
    ],
)
def test_a_heading_is_read_without_its_marks(line: str, level: int, text: str) -> None:
    assert headings(line) == [(level, text, 1)]


@pytest.mark.parametrize(
    "line", ["#Title", "####### seven", "    # code", "text # no", "\\# escaped", "> # quoted", "", "-#"]
)
def test_a_line_that_only_looks_like_a_heading_is_none(line: str) -> None:
    assert headings(line) == []


@pytest.mark.parametrize("underline", ["===", "---", "====  "])
def test_underlined_headings_are_not_supported_and_stay_text(underline: str) -> None:
    assert headings(f"Title\n{underline}\ntext") == []


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        ("rtl_config.json and wg_quick_up", "rtl_config.json and wg_quick_up"),
        ("`snake_case` and `*.md`", "snake_case and *.md"),
        ("DNS for *.example.com", "DNS for *.example.com"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("***both*** and __bold__ and _thin_", "both and bold and thin"),
        ("**`wg0`** setup", "wg0 setup"),
        ("**outer *inner* outer**", "outer inner outer"),
        ("``a`b``", "``a`b``"),
        ("un`closed", "un`closed"),
        ("[a](b) and [c][d]", "a and [c][d]"),
    ],
)
def test_marks_go_and_names_keep_their_underscores(marked: str, text: str) -> None:
    assert plain(marked) == text


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_a_heading_without_marks_is_its_own_text(text: str) -> None:
    unmarked = "".join(letter for letter in text if letter not in "*_`[]()!")
    assert plain(unmarked) == unmarked.strip()


def test_a_comment_in_verbatim_lines_is_no_heading() -> None:
    text = "# A\n```\n# comment\n```\n## B\n<!--\n# old\n-->\n### C\n~~~\n# comment"
    assert headings(text) == [(1, "A", 1), (2, "B", 5), (3, "C", 9)]


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("---\ntitle: A\n---\n# B", 3),
        ("---\ntitle: A\ntags:\n  - one\n- two\n# comment\n\n...\ntext", 8),
        ('---\n"quoted key": 1\nkey.with-dots: x\nempty:\n---\n', 5),
        ("---\n---\ntext", 2),
        ("---\ntitle: A\n", 0),
        ("text\n---\ntitle: A\n---", 0),
        ("", 0),
        ("---\nJust a paragraph between two rules.\n---\n", 0),
        ("---\n# Heading\n\nText that nobody may lose.\n\n---\nmore", 0),
        ("---\nhttps://example.com\n---\n", 0),
        (" ---\ntitle: A\n---", 0),
    ],
)
def test_front_matter_is_what_looks_like_yaml(text: str, taken: int) -> None:
    assert front_matter_end(text.split("\n")) == taken


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        (["---", "title: Restore a dump", "---"], "Restore a dump"),
        (["---", "Title:  'Quoted: yes'  ", "---"], "Quoted: yes"),
        (["---", 'title: "x"', "title: y", "---"], "x"),
        (["---", "title:", "---"], ""),
        (["---", "  title: nested", "subtitle: no", "---"], ""),
        ([], ""),
    ],
)
def test_the_title_of_front_matter_is_found(lines: list[str], title: str) -> None:
    assert title_of_front_matter(lines) == title


LONG = 50_000


def find_headings(line: str) -> list[Heading]:
    return list(iterate_headings([line], 0))


def find_title(line: str) -> str:
    return title_of_front_matter(["---", f"title: {line}", "---"])


@pytest.mark.parametrize(
    "line",
    [
        "# a" + " " * LONG + "b",
        "# a" + " #" * LONG,
        "# " + "[" * LONG,
        "# " + "[](" * LONG,
        "# " + "[a](b" * LONG,
        "# " + "*a" * LONG,
        "# " + "**a " * LONG,
        "# " + "`" * LONG,
        "# " + "`a" * LONG,
        "# " + "_" * LONG,
        "# " + "*_" * LONG,
        "#" * LONG,
        "`" * LONG,
        "> " * LONG + "`",
    ],
)
@pytest.mark.parametrize("read", [find_headings, find_title])
def test_a_crafted_line_ends(read: Callable[[str], object], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    # A pattern with a square in it would take hours here, and the run would be stopped.
    assert read(line) is not None
    assert capsys.readouterr().out == ""
