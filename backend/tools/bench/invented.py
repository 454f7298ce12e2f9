"""Invented texts and vectors: seeded, so that every run measures the same."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from glyph.domain.chunk import Chunk, DocumentChunks, IndexedDocument, chunk_id
from glyph.domain.document import DEFAULT_COLLECTION, DocumentPath, hash_content
from glyph.domain.redaction import RedactedText
from glyph.embed.embedder import Vectors
from glyph.index.store import DocumentVectors

SEED = 20_261_130
DIMENSIONS = 384
CHUNKS_A_DOCUMENT = 10
WORDS = 20_000
CHUNKS_A_CLUSTER = 40
SPREAD = 0.6
"""Length of the part of a vector that is its own, beside 1 of its cluster."""
SYLLABLES = "ba ce di fo gu ha ki lo mu ne pa qui ro su te vi wo xa yl zu bra cle dri flo gru sta tri sche".split()


class Language:
    """Words of an invented language, drawn as often as in a natural one: the n-th word every 1/n-th time."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - a benchmark's choice
        made = dict.fromkeys("".join(self.random.choices(SYLLABLES, k=self.random.randint(2, 4))) for _ in range(WORDS))
        self.words = list(made)
        self._weights = list(accumulate(1 / rank for rank in range(1, len(self.words) + 1)))

    def sentence_words(self, count: int) -> list[str]:
        return self.random.choices(self.words, cum_weights=self._weights, k=count)

    def paragraph(self, words: int) -> str:
        """Return ``words`` words in lines of twelve."""
        drawn = self.sentence_words(words)
        return "\n".join(" ".join(drawn[start : start + 12]) for start in range(0, words, 12))

    def queries(self, count: int) -> tuple[str, ...]:
        """Return queries of two to four words that are neither frequent nor unheard of."""
        middle = self.words[50:2_000]
        return tuple(" ".join(self.random.sample(middle, self.random.randint(2, 4))) for _ in range(count))


@dataclass(frozen=True, slots=True)
class Clusters:
    """Unit vectors that stand together in clusters, as those of texts do."""

    centres: Vectors

    @classmethod
    def for_chunks(cls, chunks: int) -> "Clusters":
        drawn = np.random.default_rng(SEED).normal(size=(max(1, chunks // CHUNKS_A_CLUSTER), DIMENSIONS))
        return cls(_unit(drawn))

    def near(self, seed: int, count: int) -> Vectors:
        """Return ``count`` vectors, each near some centre; shape ``(count, DIMENSIONS)``."""
        chosen = np.random.default_rng((SEED, seed))
        own = _unit(chosen.normal(size=(count, DIMENSIONS)))
        return _unit(self.centres[chosen.integers(len(self.centres), size=count)] + np.float32(SPREAD) * own)


def _unit(rows: NDArray[np.float64] | Vectors) -> Vectors:
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


def documents(root: Path, chunks: int, words: int) -> Iterator[DocumentVectors]:
    """Yield documents of ten chunks of ``words`` words with invented vectors, each written beneath ``root`` too."""
    language, clusters = Language(SEED), Clusters.for_chunks(chunks)
    for number in range(chunks // CHUNKS_A_DOCUMENT):
        path = DocumentPath(f"area{number % 40:02}/document{number:05}.md")
        texts = [language.paragraph(words) for _ in range(CHUNKS_A_DOCUMENT)]
        yield _document(root, path, texts, clusters.near(number, CHUNKS_A_DOCUMENT))


def _document(root: Path, path: DocumentPath, texts: Sequence[str], vectors: Vectors) -> DocumentVectors:
    content = "\n".join(texts).encode()
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes(content)
    content_hash = hash_content(content)
    chunks: list[Chunk] = []
    line = 1
    for ordinal, text in enumerate(texts):
        lines = text.count("\n") + 1
        identity = chunk_id(path, content_hash, ordinal)
        heading_path = (f"Part {ordinal}",)
        redacted = RedactedText(text)  # invented words hold no secret, and the redactor is not measured here
        chunks.append(Chunk(identity, path, heading_path, line, line + lines - 1, redacted, len(text) // 4))
        line += lines
    document = IndexedDocument(path, DEFAULT_COLLECTION, content_hash, f"Document {path}", len(chunks), 0)
    return DocumentVectors(
        DocumentChunks(document, tuple(chunks)), tuple(vectors[row : row + 1] for row in range(len(chunks)))
    )


def write_corpus(root: Path, count: int) -> None:
    """Write ``count`` documents of several sections beneath ``root``."""
    language = Language(SEED + 1)
    for number in range(count):
        file = root / f"area{number % 20:02}" / f"runbook{number:04}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        sections = [
            f"## {language.words[number + part].title()}\n\n{language.paragraph(80)}\n"
            for part in range(2 + number % 5)
        ]
        file.write_text("\n".join([f"# Runbook {number}\n", *sections]), encoding="utf-8")
