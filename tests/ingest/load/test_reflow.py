"""Printed lines to paragraphs, on lines as a page has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.ingest.load.reflow import Line, compounds_of, joined, paragraphs, with_markers, without_furniture

NOTHING: frozenset[str] = frozenset()


def printed(*texts: str, left: float = 72.0, top: float = 700.0, step: float = 14.0) -> list[Line]:
    """Return lines of a font that is six points wide and twelve high, close below one another."""
    return [
        Line(text, left, left + 6.0 * len(text), top - step * number, 12.0, 6.0 * len(text.split(" ")[0]))
        for number, text in enumerate(texts)
    ]


def texts(lines: list[Line]) -> list[str]:
    return [paragraph.text for paragraph in paragraphs(lines, compounds_of([lines]), lambda _text: False)]


def test_a_line_that_was_full_goes_on_and_one_that_was_not_ends() -> None:
    lines = printed(
        "A failed disk announces itself in the dashboard and by an",
        "amber light on the carrier. Before it is pulled out, the",
        "groups are drained.",
        "Another paragraph begins here and goes on for as long as",
        "the others do.",
    )
    assert texts(lines) == [
        (
            "A failed disk announces itself in the dashboard and by an amber light on the carrier."
            " Before it is pulled out, the groups are drained."
        ),
        "Another paragraph begins here and goes on for as long as the others do.",
    ]


def test_commands_below_one_another_stay_apart() -> None:
    commands = ["ceph osd out 17", "ceph osd safe-to-destroy 17", "ceph osd purge 17"]
    prose = printed("This page has a line of prose that reaches across all of it,", "and one more.", top=600.0)
    assert texts([*printed(*commands), *prose])[:3] == commands


def test_a_label_begins_a_line_of_its_own_so_that_redaction_sees_it() -> None:
    lines = printed("The switch is reached by the account of the storage crew at", "Password: Kestane-Balkon-4471")
    assert texts(lines)[1] == "Password: Kestane-Balkon-4471"


def test_room_above_a_line_begins_a_paragraph() -> None:
    lines = [*printed("One line that is as wide as the others are on it"), *printed("two", top=660.0)]
    found = paragraphs(lines, NOTHING, lambda _text: False)
    assert [(each.text, each.spaced) for each in found][1] == ("two", True)


def test_a_marker_that_is_printed_apart_comes_before_its_item() -> None:
    items = printed("Stop the service", "Start it again", left=90.0)
    markers = [Line("1.", 72.0, 80.0, items[0].bottom, 12.0, 8.0), Line("•", 72.0, 78.0, items[1].bottom, 12.0, 6.0)]
    assert [line.text for line in with_markers([*items, *markers])] == ["1. Stop the service", "- Start it again"]


def test_rows_of_a_table_stay_rows() -> None:
    rows = [
        Line("Site Rack Serial", 72.0, 400.0, 700.0, 12.0, 24.0, (120.0, 118.0)),
        Line("Ankara R12 ZL2", 72.0, 400.0, 686.0, 12.0, 36.0, (108.0, 118.0)),
        Line("Izmir R03 ZL2", 72.0, 400.0, 672.0, 12.0, 30.0, (114.0, 118.0)),
    ]
    assert texts(rows) == ["Site Rack Serial", "Ankara R12 ZL2", "Izmir R03 ZL2"]


@pytest.mark.parametrize(
    ("former", "latter", "whole"),
    [
        ("wait until re\u2010", "covery ends", "wait until recovery ends"),
        ("wait until re-", "covery ends", "wait until recovery ends"),
        ("the on-", "call engineer", "the on-call engineer"),
        ("top-of-", "rack switches", "top-of-rack switches"),
        ("see RFC-", "8446 for it", "see RFC-8446 for it"),
        ("the Baden-", "Baden site", "the Baden-Baden site"),
        ("one word", "another", "one word another"),
        ("key AKIAIOSFODNN7EXAMPLE9", "xyzzy42plugh", "key AKIAIOSFODNN7EXAMPLE9xyzzy42plugh"),
    ],
)
def test_two_lines_are_joined_as_they_were_before_they_were_broken(former: str, latter: str, whole: str) -> None:
    assert joined(former, latter, frozenset({"on-call"})) == whole


def test_rows_of_a_key_keep_their_lines() -> None:
    key = ["-----BEGIN KEY-----", "A1b2" * 16, "C3d4" * 16, "-----END KEY-----"]
    assert texts(printed(*key)) == key


def test_repeated_heads_and_page_numbers_go_and_the_first_head_stays() -> None:
    pages = [printed("Storage crew", f"Text of page {number}", f"{number}") for number in range(1, 5)]
    kept = [[line.text for line in page] for page in without_furniture(pages)]
    assert kept == [["Storage crew", "Text of page 1"], *([f"Text of page {number}"] for number in range(2, 5))]


@given(st.lists(st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=30), max_size=12))
def test_no_character_is_lost(words: list[str]) -> None:
    assert "".join(texts(printed(*words))) == "".join(words) or set("".join(words)) <= set(
        "".join(texts(printed(*words)))
    )
