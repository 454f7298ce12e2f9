"""From bytes to text and title."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.domain.document import DEFAULT_COLLECTION, DocumentFile, DocumentPath, SourceDocument, hash_content
from glyph.errors import UnreadableDocument
from glyph.ingest.load.markdown import load_text, name_as_title, title_of


def document(content: bytes, path: str = "a.md") -> SourceDocument:
    file = DocumentFile(DocumentPath(path), DEFAULT_COLLECTION, len(content), datetime(2026, 1, 1, tzinfo=UTC))
    return SourceDocument(file, content, hash_content(content))


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", ""),
        (b"a\r\nb\nc\r\n", "a\nb\nc\n"),
        (b"\xef\xbb\xbfa\n", "a\n"),
        (b"\xef\xbb\xbf\xef\xbb\xbfa", "\ufeffa"),
        (b"a\rb", "a\rb"),
        ("größe 🚀".encode(), "größe 🚀"),
        (b"a\x0cb\x1b", "a\x0cb\x1b"),
    ],
)
def test_bytes_become_text_with_plain_line_ends(content: bytes, text: str) -> None:
    assert load_text(document(content)).text == text


@pytest.mark.parametrize(
    "content", [b"\xff\xfea\0", b"a\xc3", b"\x80", "größe".encode("latin-1"), b"\xed\xa0\x80", b"\xc0\xaf"]
)
def test_bytes_that_are_not_utf_8_are_unreadable_and_not_echoed(content: bytes) -> None:
    with pytest.raises(UnreadableDocument, match=r"a\.md is not UTF-8 text") as refused:
        load_text(document(content))
    assert refused.value.__cause__ is None


@pytest.mark.parametrize("content", [b"\0", b"text\0text", b"a\n\0\n"])
def test_a_nul_byte_means_that_it_is_no_text(content: bytes) -> None:
    with pytest.raises(UnreadableDocument, match="NUL"):
        load_text(document(content))


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r")))
def test_line_numbers_are_those_of_the_file(text: str) -> None:
    windows = text.replace("\n", "\r\n").encode()
    assert load_text(document(windows)).text == text.removeprefix("\ufeff")
    assert load_text(document(windows)).text.count("\n") == windows.count(b"\n")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: From the matter\n---\n# Heading\n", "From the matter"),
        ("---\ntags: [a]\n---\n# Heading\n", "Heading"),
        ("## Second\n# First\n# Other\n", "First"),
        ("## Only a second level\n", "wireguard on gw 1"),
        ("#\n# Named\n", "wireguard on gw 1"),
        ("```\n# comment\n```\n", "wireguard on gw 1"),
        ("", "wireguard on gw 1"),
        ("---\ntitle:\n---\n", "wireguard on gw 1"),
    ],
)
def test_front_matter_goes_before_the_heading_and_that_before_the_name(text: str, title: str) -> None:
    assert title_of(text, "network/wireguard_on-gw--1.md") == title


@pytest.mark.parametrize(
    ("path", "title"), [("a/restore-a_dump.md", "restore a dump"), ("-.md", "-.md"), ("v1.2.md", "v1.2")]
)
def test_a_name_becomes_words(path: str, title: str) -> None:
    assert name_as_title(path) == title
