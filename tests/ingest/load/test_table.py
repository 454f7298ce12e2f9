"""CSV as a table: each value under its head, and redacted by it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.errors import UnreadableDocument
from glyph.ingest.load.table import CsvLoader, delimiter_of, markdown_table
from glyph.ingest.pipeline import prepare, read_redacted
from glyph.ingest.redact.policy import RULES_ALONE
from tests.ingest.load.files import document, fixture

LOADER = CsvLoader(1_000_000)
PLANTED = ("Zencefil-Kurabiye-1183", "Portakal-Recel-5520", "Nar-Eksisi-7764")


def test_a_file_of_excel_becomes_a_table_whose_first_row_is_the_head() -> None:
    lines = LOADER.load(fixture("inventory.csv")).text.split("\n")
    assert lines[0] == "| Hostname | Location | Owner | Admin password | Remark |"
    assert lines[1] == "| --- | --- | --- | --- | --- |"
    assert lines[3].endswith("| Battery bank; tested every quarter |")
    assert lines[5:] == [""]


def test_a_password_is_redacted_by_the_head_that_it_stands_under() -> None:
    read = read_redacted(fixture("inventory.csv"), RULES_ALONE, LOADER)
    assert [secret for secret in PLANTED if secret in read.redaction.text.value] == []
    assert "gw-ank-01" in read.redaction.text.value


def test_every_chunk_of_a_long_table_has_the_head() -> None:
    rows = "".join(f"host-{number},10.0.{number // 250}.{number % 250},rack {number}\n" for number in range(500))
    chunks = prepare(document(f"Name,Address,Place\n{rows}".encode(), "a.csv"), RULES_ALONE, LOADER).chunks
    assert len(chunks) > 5
    assert all(chunk.whole.value.startswith("| Name | Address | Place |\n| --- |") for chunk in chunks)


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a;b\n1,5;2\n", ";"),
        ("a\tb\nc, d\te\n", "\t"),
        ("a|b\n1|2\n", "|"),
        ("alone\n", ","),
        ("", ","),
    ],
)
def test_what_stands_between_cells_is_seen(text: str, delimiter: str) -> None:
    assert delimiter_of(text) == delimiter


def test_cells_stay_on_one_line_and_in_their_column() -> None:
    assert markdown_table([["a|b", "c"], ["two\nlines"]]) == "| a\\|b | c |\n| --- | --- |\n| two lines |  |\n"


@given(st.lists(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1), min_size=1, max_size=8))
def test_a_table_has_a_line_for_each_row_and_one_for_the_rule(rows: list[list[str]]) -> None:
    assert len(markdown_table(rows).splitlines()) >= len(rows) + 1
    assert markdown_table(rows).count("\n") == len(rows) + 1


@pytest.mark.parametrize(
    ("content", "reason"), [(b'a,b\n"' + b"x" * 200_000, "cannot be read as a table"), (b"a\0b", "NUL")]
)
def test_what_is_no_table_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(UnreadableDocument, match=reason):
        LOADER.load(document(content, "a.csv"))


def test_a_table_over_the_limit_is_refused() -> None:
    with pytest.raises(UnreadableDocument, match="more than 10 characters"):
        CsvLoader(10).load(document(b"a,b\n1,2\n3,4\n", "a.csv"))
