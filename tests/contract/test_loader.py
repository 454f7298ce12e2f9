"""What the port Loader promises, on every adapter."""

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from glyph.domain.document import SourceDocument
from glyph.errors import UnreadableDocument
from glyph.ingest.load.bounded import BoundedLoader
from glyph.ingest.load.formats import every_loader
from glyph.ingest.load.limits import ParserLimits
from glyph.ingest.load.loader import Loader
from glyph.ingest.load.markdown import TextLoader
from glyph.ingest.load.remembered import RememberingLoader
from glyph.ingest.load.table import CsvLoader
from tests.ingest.load.files import document, fixture

LIMITS = ParserLimits()
EVERY = every_loader(LIMITS)
DECOMPOSED = unicodedata.normalize("NFD", "größe")


@dataclass(frozen=True)
class Adapter:
    """A loader with a document that it reads, a word that stands in it, and one that it cannot read."""

    loader: Loader
    readable: SourceDocument
    word: str
    unreadable: SourceDocument


def adapters() -> dict[str, Adapter]:
    pdf, docx, page = fixture("handbook-weasyprint.pdf"), fixture("handbook-libreoffice.docx"), fixture("printers.html")
    broken = {
        ending: document(b"\xff\xfeCANARY\0", f"broken.{ending}") for ending in ("md", "txt", "csv", "pdf", "docx")
    }
    blank = document(b"<script>CANARY</script>", "broken.html")
    return {
        "markdown": Adapter(TextLoader(), document(f"# A\r\n\r\n{DECOMPOSED}\r\n".encode()), "größe", broken["md"]),
        "pages of text": Adapter(TextLoader(), fixture("hall-b.txt"), "CH-5512", broken["txt"]),
        "csv": Adapter(CsvLoader(10_000), fixture("inventory.csv"), "nas-ist-07", broken["csv"]),
        "pdf": Adapter(BoundedLoader("pdf", LIMITS), pdf, "bond0.2044", broken["pdf"]),
        "docx": Adapter(BoundedLoader("docx", LIMITS), docx, "ZL2-90177", broken["docx"]),
        "html": Adapter(BoundedLoader("html", LIMITS), page, "cups-ist-04", blank),
        "remembering": Adapter(RememberingLoader(BoundedLoader("pdf", LIMITS)), pdf, "bond0.2044", broken["pdf"]),
        "by name": Adapter(EVERY, docx, "ZL2-90177", document(b"CANARY", "a.rtf")),
    }


ADAPTERS = adapters()
adapter_each = pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=ADAPTERS.keys())


@adapter_each
def test_equal_bytes_give_equal_text_from_any_thread(adapter: Adapter) -> None:
    with ThreadPoolExecutor(3) as readers:
        first, *others = readers.map(adapter.loader.load, [adapter.readable] * 3)
    assert others == [first] * 2
    assert adapter.word in first.text


@adapter_each
def test_text_is_in_nfc_without_nul_and_foreign_line_ends(adapter: Adapter) -> None:
    loaded = adapter.loader.load(adapter.readable)
    assert unicodedata.is_normalized("NFC", loaded.text + loaded.title)
    assert "\0" not in loaded.text
    assert "\r\n" not in loaded.text


@adapter_each
def test_pages_begin_at_the_first_line_and_stay_within_the_text(adapter: Adapter) -> None:
    loaded = adapter.loader.load(adapter.readable)
    assert list(loaded.pages) == sorted(set(loaded.pages))
    assert loaded.pages[:1] in ((), (1,))
    assert max(loaded.pages, default=1) <= loaded.text.count("\n") + 1


@adapter_each
def test_what_cannot_be_read_is_named_and_never_quoted(adapter: Adapter) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        adapter.loader.load(adapter.unreadable)
    assert adapter.unreadable.file.path in refused.value.message
    assert refused.value.hint
    assert "CANARY" not in refused.value.message + refused.value.hint


@pytest.mark.parametrize("name", ["a.PDF", "a.Docx", "a.HTM"])
def test_formats_of_other_systems_are_known_by_capitals_too(name: str) -> None:
    with pytest.raises(UnreadableDocument, match="is an empty file"):
        EVERY.load(document(b"", name))
