"""What was taken apart once is not taken apart again."""

import pytest

from glyph.domain.document import SourceDocument
from glyph.errors import UnreadableDocument
from glyph.ingest.load.loader import LoadedText
from glyph.ingest.load.remembered import RememberingLoader
from tests.ingest.load.files import document


class Counting:
    """A loader that tells what it was asked for; what begins with `bad` it cannot read."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def load(self, document: SourceDocument) -> LoadedText:
        self.asked.append(document.file.path)
        if document.content.startswith(b"bad"):
            raise UnreadableDocument("It is damaged.", hint="Save it again.")
        return LoadedText(document.content.decode(), "Title", (1,))


def test_equal_content_under_a_name_is_loaded_once() -> None:
    inner = Counting()
    loader = RememberingLoader(inner)
    first = loader.load(document(b"text", "a.pdf"))
    assert loader.load(document(b"text", "a.pdf")) == first == LoadedText("text", "Title", (1,))
    loader.load(document(b"other", "a.pdf"))
    loader.load(document(b"text", "b.pdf"))
    assert inner.asked == ["a.pdf", "a.pdf", "b.pdf"]


def test_a_failure_is_remembered_with_its_hint() -> None:
    inner = Counting()
    loader = RememberingLoader(inner)
    for _ in range(2):
        with pytest.raises(UnreadableDocument, match="damaged") as refused:
            loader.load(document(b"bad", "a.pdf"))
        assert refused.value.hint == "Save it again."
    assert inner.asked == ["a.pdf"]


def test_the_longest_unused_texts_go_when_there_is_no_more_room() -> None:
    inner = Counting()
    loader = RememberingLoader(inner, limit_bytes=60)
    for name in ("a", "b", "a", "c", "a", "b"):
        loader.load(document(name.encode(), f"{name}.pdf"))
    assert inner.asked == ["a.pdf", "b.pdf", "c.pdf", "b.pdf"]


def test_a_text_larger_than_all_room_is_answered_and_not_kept() -> None:
    inner = Counting()
    loader = RememberingLoader(inner, limit_bytes=5)
    assert loader.load(document(b"text", "a.pdf")).text == loader.load(document(b"text", "a.pdf")).text
    assert inner.asked == ["a.pdf", "a.pdf"]
