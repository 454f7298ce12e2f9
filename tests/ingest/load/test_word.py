"""DOCX by the writers that people use, and archives that are no documents."""

import io
import zipfile

import pytest

from glyph.ingest.load.limits import ParserLimits, ParserRefused
from glyph.ingest.load.word import word_text
from tests.ingest.load.files import DOCUMENT_XML, FIXTURES, docx_with

LIMITS = ParserLimits()
WRITERS = ["handbook-pandoc.docx", "handbook-libreoffice.docx"]
ENTITIES = (
    b'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    b'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><w>&c;</w>'
)


@pytest.mark.parametrize("name", WRITERS)
def test_headings_lists_tables_and_code_are_markdown(name: str) -> None:
    lines = word_text((FIXTURES / name).read_bytes(), LIMITS).text.split("\n")
    expected = [
        "# Storage cluster handbook",
        "# Replacing a disk",
        "## Credentials of the switch",
        "1. Mark the device as out with `ceph osd out 17`.",
        "3. Pull the carrier and insert the replacement.",
        "| Site | Rack | Serial |",
        "| İzmir | R03 | ZL2-90177 |",
        "```",
        "ceph osd safe-to-destroy 17",
        "Password: Kestane-Balkon-4471",
    ]
    assert [line for line in expected if line not in lines] == []


def lying(content: bytes) -> bytes:
    """Return an archive whose directory says that the document is shorter than it is."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        size = archive.getinfo(DOCUMENT_XML).file_size
    place = content.rindex(DOCUMENT_XML.encode()) - 46 + 24
    assert int.from_bytes(content[place : place + 4], "little") == size
    return content[:place] + (100).to_bytes(4, "little") + content[place + 4 :]


GOOD = (FIXTURES / WRITERS[0]).read_bytes()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "damaged"),
        (b"PK\x03\x04 and no more", "damaged"),
        (GOOD[:3_000], "damaged"),
        (lying(GOOD), "damaged"),
        (docx_with({DOCUMENT_XML: b"<w:document>"}), "damaged"),
        (docx_with({DOCUMENT_XML: ENTITIES}), "defines entities"),
        (docx_with({DOCUMENT_XML: ENTITIES.decode().encode("utf-16")}), "defines entities"),
        (docx_with({DOCUMENT_XML: b" " * 20_000_000}), "zip bomb"),
        (docx_with({f"word/media/{number}.png": b"" for number in range(5_000)}), "more than 5000 files"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "encrypted, or older"),
    ],
    ids=["empty", "cut", "half", "lying", "open", "entities", "entities in UTF-16", "bomb", "entries", "encrypted"],
)
def test_what_is_no_document_says_why(content: bytes, reason: str) -> None:
    with pytest.raises(ParserRefused, match=reason) as refused:
        word_text(content, LIMITS)
    assert refused.value.hint.endswith(".")


def test_what_an_archive_expands_to_is_bounded() -> None:
    with pytest.raises(ParserRefused, match="zip bomb"):
        word_text(GOOD, ParserLimits(expanded_bytes=10_000))


def test_text_is_bounded() -> None:
    with pytest.raises(ParserRefused, match="more than 100 characters"):
        word_text(GOOD, ParserLimits(characters=100))
