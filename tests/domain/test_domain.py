"""The nouns: ids that repeat only for equal things, and text that keeps its lines."""

import hashlib
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.domain.chunk import chunk_id
from glyph.domain.document import ContentHash, DocumentPath, hash_content
from glyph.domain.redaction import RedactedText, RuleId, Span, marker


def test_a_chunk_id_is_what_its_definition_says() -> None:
    expected = hashlib.sha256(b"a.md\0ff\x003").hexdigest()[:20]
    assert chunk_id(DocumentPath("a.md"), ContentHash("ff"), 3) == expected


paths = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])).map(DocumentPath)
hashes = st.binary(max_size=8).map(hash_content)


@given(st.tuples(paths, hashes, st.integers(0, 99)), st.tuples(paths, hashes, st.integers(0, 99)))
def test_ids_are_equal_exactly_when_what_they_name_is(
    one: tuple[DocumentPath, ContentHash, int], other: tuple[DocumentPath, ContentHash, int]
) -> None:
    assert (chunk_id(*one) == chunk_id(*other)) == (one == other)


@given(st.binary())
def test_a_content_hash_is_sha_256_of_the_bytes(content: bytes) -> None:
    assert hash_content(content) == hashlib.sha256(content).hexdigest()


@given(st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"])), min_size=1), st.data())
def test_lines_are_counted_by_line_feeds_alone(rows: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(1, len(rows)))
    last = data.draw(st.integers(first, len(rows)))
    assert RedactedText("\n".join(rows)).lines(first, last).value == "\n".join(rows[first - 1 : last])


def test_a_marker_names_its_kind_and_nothing_of_the_secret() -> None:
    assert marker(RuleId("wireguard-key")) == "⟦secret:wireguard-key⟧"


def test_values_cannot_be_changed() -> None:
    span = Span(1, 2, RuleId("password"))
    with pytest.raises(FrozenInstanceError):
        span.start = 5  # pyright: ignore[reportAttributeAccessIssue] - that it cannot be set is the point
