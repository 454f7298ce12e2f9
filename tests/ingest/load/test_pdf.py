"""PDFs by the writers that people use: their text as paragraphs, page by page."""

import pytest

from glyph.ingest.load.limits import ParserLimits, ParserRefused
from glyph.ingest.load.loader import LoadedText
from glyph.ingest.load.pdf import pdf_text
from tests.ingest.load.files import FIXTURES, pdf_of

LIMITS = ParserLimits()
NARROW = "handbook-weasyprint.pdf"
WIDE = "handbook-libreoffice.pdf"


def loaded(name: str) -> LoadedText:
    return pdf_text((FIXTURES / name).read_bytes(), LIMITS)


def page_of(found: LoadedText, line: str) -> int:
    number = found.text.split("\n").index(line) + 1
    return sum(first <= number for first in found.pages)


@pytest.mark.parametrize("name", [NARROW, WIDE])
def test_broken_lines_and_divided_words_become_whole(name: str) -> None:
    lines = loaded(name).text.split("\n")
    assert (
        "When two halves of the cluster cannot see each other, the monitors lose their quorum and all writes stop."
        " Nothing is lost: clients wait, and continue by themselves once the halves have found each other again."
        " Do not restart monitors while they are electing a leader, since every restart begins the election anew."
    ) in lines
    assert any("at the on-call engineer" in line or "the on-call engineer decides" in line for line in lines)


@pytest.mark.parametrize("name", [NARROW, WIDE])
def test_commands_rows_and_labels_keep_their_own_lines(name: str) -> None:
    lines = loaded(name).text.split("\n")
    expected = ["ceph osd out 17", "ceph osd safe-to-destroy 17", "Ankara R12 ZL2-88431", "İzmir R03 ZL2-90177"]
    expected += ["Username: storage-admin", "Password: Kestane-Balkon-4471"]
    assert [line for line in expected if line not in lines] == []


@pytest.mark.parametrize("name", [NARROW, WIDE])
def test_list_items_have_their_numbers_and_are_whole(name: str) -> None:
    lines = loaded(name).text.split("\n")
    assert "1. Mark the device as out with ceph osd out 17." in lines
    assert any(line.startswith("2. Wait until") and line.endswith("how full the cluster is.") for line in lines)


@pytest.mark.parametrize("name", [NARROW, WIDE])
def test_headings_are_those_of_the_outline_and_nothing_else(name: str) -> None:
    headings = [line for line in loaded(name).text.split("\n") if line.startswith("#")]
    wanted = [
        "# Storage cluster handbook",
        "# Replacing a disk",
        "# Network partitions",
        "## Credentials of the switch",
    ]
    assert list(dict.fromkeys(headings)) == wanted
    assert "\\# drain first" in loaded(name).text


def test_pages_begin_where_they_do_in_print() -> None:
    found = loaded(NARROW)
    assert len(found.pages) == 3
    assert page_of(found, "# Replacing a disk") == 2
    assert page_of(found, "# Network partitions") == 3


def test_page_numbers_and_repeated_heads_are_no_text() -> None:
    lines = loaded(NARROW).text.split("\n")
    assert lines.count("Storage crew - internal") == 1
    assert [line for line in lines if line in ("1", "2", "3")] == []


def test_the_title_is_what_the_document_states() -> None:
    assert loaded(NARROW).title == "Storage cluster handbook"
    assert pdf_text(pdf_of(["One line"]), LIMITS).title == ""


def test_a_page_without_text_is_a_page() -> None:
    found = pdf_text(pdf_of(["First page", "", "Third page"]), LIMITS)
    assert (found.text, found.pages) == ("First page\n\n\n\nThird page", (1, 3, 5))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"not a pdf", "damaged"),
        (b"%PDF-1.7\n", "damaged"),
        ((FIXTURES / NARROW).read_bytes()[:600], "damaged"),
        ((FIXTURES / "encrypted.pdf").read_bytes(), "encrypted"),
        (pdf_of(["", ""]), "pictures"),
    ],
)
def test_what_cannot_be_read_says_why(content: bytes, reason: str) -> None:
    with pytest.raises(ParserRefused, match=reason) as refused:
        pdf_text(content, LIMITS)
    assert refused.value.hint.endswith(".")


def test_pages_and_characters_are_bounded() -> None:
    with pytest.raises(ParserRefused, match="3 pages, more than 2"):
        pdf_text(pdf_of(["a", "b", "c"]), ParserLimits(pages=2))
    with pytest.raises(ParserRefused, match="more than 20 characters"):
        pdf_text(pdf_of(["a line of words", "another line of words"]), ParserLimits(characters=20))
