"""From bytes to text and title."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.errors import UnreadableDocument
from glyph.ingest.load.markdown import PLAIN, load_text, name_as_title, pages_of, title_of
from tests.ingest.load.files import document, fixture


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
    assert load_text(document(content)) == text


@pytest.mark.parametrize("content", [b"\xff\xfea\0", b"a\xc3", b"\x80", b"\xed\xa0\x80", b"\xc0\xaf"])
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
    assert load_text(document(windows)) == text.removeprefix("\ufeff")
    assert load_text(document(windows)).count("\n") == windows.count(b"\n")


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


def test_what_is_indexed_is_in_nfc_and_what_an_editor_gets_is_not_touched() -> None:
    decomposed = unicodedata.normalize("NFD", "größe der Übertragung\n")
    assert PLAIN.load(document(decomposed.encode())).text == "größe der Übertragung\n"
    assert load_text(document(decomposed.encode())) == decomposed


def test_form_feeds_in_plain_text_begin_pages_on_their_own_lines() -> None:
    loaded = PLAIN.load(fixture("hall-b.txt"))
    lines = loaded.text.split("\n")
    assert [lines[first - 1].strip("\f") for first in loaded.pages] == [
        "Rack elevation of hall B",
        "Cooling",
        "Fire suppression",
    ]


@pytest.mark.parametrize(
    ("text", "pages"),
    [("a\n\fb\n\fc", (1, 2, 3)), ("a\fb\fc", (1,)), ("\fa\nb\f", (1, 2)), ("\f", (1,)), ("a\n\n\f\n", (1, 3))],
)
def test_pages_that_begin_on_one_line_are_one(text: str, pages: tuple[int, ...]) -> None:
    assert pages_of(text) == pages


def test_a_form_feed_in_markdown_is_a_character_like_any_other() -> None:
    assert PLAIN.load(document(b"a\n\x0cb\n", "a.md")).pages == ()
