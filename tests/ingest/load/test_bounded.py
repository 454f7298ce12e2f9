"""Parsers in processes of their own: what they cannot do, and what comes of it."""

import threading
import zlib

import pytest

from glyph.errors import UnreadableDocument
from glyph.ingest.load.bounded import BoundedLoader, ParserName
from glyph.ingest.load.limits import ParserLimits
from tests.ingest.load.files import bomb, document, fixture, pdf_of

CANARY = "Kestane-Balkon-4471"


def test_a_parser_that_takes_too_long_is_ended() -> None:
    loader = BoundedLoader("pdf", ParserLimits(timeout_s=0.001))
    with pytest.raises(UnreadableDocument, match=r"takes longer than 0\.001 seconds") as refused:
        loader.load(fixture("handbook-weasyprint.pdf"))
    assert "GLYPH_LOAD__TIMEOUT_S" in refused.value.hint


@pytest.mark.parametrize("name", ["handbook-weasyprint.pdf", "handbook-pandoc.docx", "printers.html"])
def test_a_parser_that_needs_too_much_memory_fails_alone(name: str) -> None:
    parser: ParserName = "pdf" if name.endswith("pdf") else "docx" if name.endswith("docx") else "html"
    with pytest.raises(UnreadableDocument, match="memory") as refused:
        BoundedLoader(parser, ParserLimits(memory_bytes=8_000_000)).load(fixture(name))
    assert "GLYPH_LOAD__MEMORY_BYTES" in refused.value.hint


def test_a_pdf_that_expands_to_gigabytes_is_reported_and_not_fatal() -> None:
    packed = bomb(1_500_000_000)
    assert len(packed) < 10_000
    content = pdf_of(["", "Second page"], filters=" /Filter [/FlateDecode /FlateDecode]", packed=packed)
    limits = ParserLimits(memory_bytes=400_000_000, timeout_s=30)
    with pytest.raises(UnreadableDocument):
        BoundedLoader("pdf", limits).load(document(content, "bomb.pdf"))


def test_a_page_of_html_that_is_nested_without_end_is_reported() -> None:
    content = b"<div>" * 200_000 + b"text"
    with pytest.raises(UnreadableDocument, match=r"deep\.html"):
        BoundedLoader("html", ParserLimits(timeout_s=20)).load(document(content, "deep.html"))


@pytest.mark.parametrize("parser", ["pdf", "docx", "html"])
def test_an_empty_file_is_told_without_a_process(parser: ParserName) -> None:
    with pytest.raises(UnreadableDocument, match="is an empty file"):
        BoundedLoader(parser, ParserLimits()).load(document(b"", f"a.{parser}"))


@pytest.mark.parametrize(("parser", "name"), [("pdf", "handbook-weasyprint.pdf"), ("docx", "handbook-pandoc.docx")])
def test_no_reason_quotes_the_document(parser: ParserName, name: str) -> None:
    whole = fixture(name)
    damaged = document(whole.content[: len(whole.content) // 2] + CANARY.encode(), name)
    with pytest.raises(UnreadableDocument) as refused:
        BoundedLoader(parser, ParserLimits()).load(damaged)
    assert CANARY not in f"{refused.value.message} {refused.value.hint} {refused.value.__cause__}"


def test_a_pdf_whose_text_is_compressed_is_read_as_ever() -> None:
    stream = zlib.compress(b"BT /F1 12 Tf 72 700 Td (Compressed words) Tj ET")
    content = pdf_of([""], filters=" /Filter /FlateDecode", packed=stream)
    assert BoundedLoader("pdf", ParserLimits()).load(document(content, "a.pdf")).text == "Compressed words"


def test_several_threads_read_at_once() -> None:
    loader, texts = BoundedLoader("pdf", ParserLimits()), list[str]()
    readers = [
        threading.Thread(target=lambda: texts.append(loader.load(fixture("handbook-weasyprint.pdf")).text))
        for _ in range(5)
    ]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert len(texts) == 5
    assert len(set(texts)) == 1
