"""What is printed is seen and never obeyed: names and lines may hold any character."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table

from glyph.faces.cli.console import VisibleConsole
from glyph.faces.cli.visible import visible, visible_json

MOVING = ["\x00", "\x07", "\x08", "\x1b", "\r", "\x7f", "\x9b", "\u202e", "\u2066", "\u200f", "\u2028", "\ufeff"]


@pytest.mark.parametrize("letter", MOVING, ids=lambda letter: f"U+{ord(letter):04X}")
def test_what_moves_hides_or_turns_is_spelt_out(letter: str) -> None:
    assert visible(f"a{letter}b") == f"a\\u{ord(letter):04x}b"


def test_lines_and_tabs_stay_where_text_has_them_and_not_in_names() -> None:
    assert visible("a\tb\nc") == "a\tb\nc"
    assert visible("a\tb\nc", keep_lines=False) == "a\\u0009b\\u000ac"


def test_words_of_every_language_stay_as_they_are() -> None:
    text = "Größe 日本語 עברית العربية é 👩‍👧 ⟦secret:password⟧"
    assert visible(text) == text


@given(st.text())
def test_a_line_of_json_means_the_same_and_moves_nothing(text: str) -> None:
    line = visible_json(json.dumps({"text": text}, ensure_ascii=False))
    assert json.loads(line) == {"text": text}
    assert not set(line) & set(MOVING)


def test_whatever_way_a_string_is_printed_it_is_shown() -> None:
    stream = io.StringIO()
    console = VisibleConsole(stream)
    table = Table("a\x1bb")
    table.add_row("c\x1bd")
    console.print("e\x1b[31mf", markup=False)
    console.print("[bold]g\x1bh[/] :smile:")
    console.print("i\nj")
    console.print(table)
    printed = stream.getvalue()
    assert "\x1b" not in printed
    for part in ("a\\u001bb", "c\\u001bd", "e\\u001b[31mf", "g\\u001bh :smile:", "i\\u000aj"):
        assert part in printed
