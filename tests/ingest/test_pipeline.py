"""From a document to its chunks: redacted first, and every line where it was."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from glyph.domain.chunk import chunk_id
from glyph.domain.document import DEFAULT_COLLECTION, DocumentFile, DocumentPath, SourceDocument, hash_content
from glyph.domain.redaction import MARKER_OPEN
from glyph.ingest.chunk import TARGET_TOKENS
from glyph.ingest.load.markdown import load_text
from glyph.ingest.pipeline import embedding_heading, prepare, read_redacted
from glyph.ingest.redact.policy import RULES_ALONE
from glyph.ingest.tokens import count_tokens

SAMPLES = Path(__file__).parents[2] / "corpus/docs"
KEY = "8Jm1nV6Zk3x0Qw9bT2yR5uP7sLd4fGhCaEoIiKjNnMk="


def source(content: bytes, path: str = "a.md") -> SourceDocument:
    file = DocumentFile(DocumentPath(path), DEFAULT_COLLECTION, len(content), datetime(2026, 1, 1, tzinfo=UTC))
    return SourceDocument(file, content, hash_content(content))


@pytest.fixture(scope="module")
def samples() -> list[SourceDocument]:
    files = sorted(file for file in SAMPLES.rglob("*") if file.suffix in (".md", ".txt"))
    return [source(file.read_bytes(), file.relative_to(SAMPLES).as_posix()) for file in files]


def test_redaction_keeps_every_line_of_the_sample_corpus_in_its_place(samples: list[SourceDocument]) -> None:
    assert len(samples) > 50
    for sample in samples:
        raw = load_text(sample).split("\n")
        redacted = read_redacted(sample, RULES_ALONE).redaction.text.value.split("\n")
        assert len(raw) == len(redacted)
        changed = [number for number, pair in enumerate(zip(raw, redacted, strict=True), 1) if pair[0] != pair[1]]
        assert all(MARKER_OPEN in redacted[number - 1] or not redacted[number - 1] for number in changed[:1])


def test_chunks_of_the_sample_corpus_are_whole_lines_of_the_redacted_text(samples: list[SourceDocument]) -> None:
    seen: set[str] = set()
    for sample in samples:
        rows = read_redacted(sample, RULES_ALONE).redaction.text.value.split("\n")
        prepared = prepare(sample, RULES_ALONE)
        assert prepared.document.chunks == len(prepared.chunks) > 0
        for ordinal, chunk in enumerate(prepared.chunks):
            assert chunk.chunk_id == chunk_id(sample.file.path, sample.content_hash, ordinal)
            assert chunk.text.value == "\n".join(rows[chunk.line_from - 1 : chunk.line_to])
            assert chunk.tokens == count_tokens(chunk.whole.value) <= TARGET_TOKENS
            assert chunk.chunk_id not in seen
            seen.add(chunk.chunk_id)


def test_what_is_embedded_of_a_chunk_is_all_of_it_each_section_under_its_own_path() -> None:
    text = "# VPN\n\n## Restart\n\nrun it\n\n## Logs\n\nread them\n"
    (chunk,) = prepare(source(text.encode()), RULES_ALONE).chunks
    assert (chunk.heading_path, chunk.line_from, chunk.line_to) == (("VPN",), 1, 9)
    assert [(section.heading_path, section.text.value) for section in chunk.embedded] == [
        (("VPN", "Restart"), "# VPN\n\n## Restart\n\nrun it"),
        (("VPN", "Logs"), "## Logs\n\nread them"),
    ]


def test_a_chunk_of_one_section_is_embedded_with_what_it_repeats() -> None:
    rows = "".join(f"| host-{number} | 10.20.{number}.1 | rack {number} |\n" for number in range(90))
    first, second, *_ = prepare(
        source(f"| host | address | place |\n|---|---|---|\n{rows}".encode()), RULES_ALONE
    ).chunks
    assert first.whole == first.text
    assert second.text.value.startswith("| host-")
    assert second.whole.value == f"| host | address | place |\n|---|---|---|\n{second.text.value}"
    assert [section.text for section in second.embedded] == [second.whole]


def test_a_secret_reaches_neither_the_chunks_nor_the_title() -> None:
    prepared = prepare(
        source(f"# PrivateKey = {KEY}\n\n## PrivateKey = {KEY}\n\nPrivateKey = {KEY}\n".encode()), RULES_ALONE
    )
    assert KEY not in repr(prepared)
    assert MARKER_OPEN in prepared.document.title
    assert prepared.document.redactions == 3


def test_a_document_without_text_has_no_chunks() -> None:
    prepared = prepare(source(b"\n\n", "empty-page.md"), RULES_ALONE)
    assert prepared.chunks == ()
    assert (prepared.document.title, prepared.document.chunks) == ("empty page", 0)


@pytest.mark.parametrize(
    ("title", "path", "heading"),
    [
        ("Guide", ("Guide", "Restart"), "Guide > Restart"),
        ("Guide", ("Other", "Restart"), "Guide > Other > Restart"),
        ("Guide", ("Guide",), "Guide"),
        ("Guide", (), "Guide"),
        ("Guide", ("Guide", "Guide"), "Guide > Guide"),
    ],
)
def test_the_embedded_heading_is_the_title_and_the_path_without_repeating_it(
    title: str, path: tuple[str, ...], heading: str
) -> None:
    assert embedding_heading(title, path) == heading
