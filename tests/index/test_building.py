"""What a staged generation must prove, and what a base is checked for."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glyph.domain.chunk import ChunkId
from glyph.domain.document import DocumentPath
from glyph.domain.ranking import Scope, Scored
from glyph.errors import GenerationRejected
from glyph.index.embedded import database
from glyph.index.embedded.base import BaseRows, ChromaBase, build, file_checksums, verify
from glyph.index.embedded.layout import IndexFolder
from glyph.index.embedded.manifest import read_manifest
from glyph.index.embedded.staging import EmbeddedStaging
from glyph.index.embedded.store import EmbeddedStore
from glyph.index.embedded.vectors import rank_vectors
from glyph.index.store import DocumentVectors, Vectors
from tests.fakes.clock import TickingClock
from tests.fakes.documents import FINGERPRINT, make_document, unit, with_vectors

DIMENSIONS = FINGERPRINT.dimensions


@pytest.fixture
def staging(tmp_path: Path) -> Iterator[EmbeddedStaging]:
    store = EmbeddedStore(IndexFolder(tmp_path / "index"), TickingClock())
    staging = store.stage(FINGERPRINT)
    staging.put([make_document("a.md", "first text", "second text"), make_document("b.md", "third text")])
    yield staging
    store.close()


def change(staging: EmbeddedStaging, statement: str) -> None:
    with closing(sqlite3.connect(staging.folder.database)) as connection, connection:
        connection.execute(statement)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        ("DELETE FROM chunks WHERE path = 'b.md'", "Counts differ"),
        ("DELETE FROM vectors WHERE row = 1", "Counts differ"),
        ("DELETE FROM keywords WHERE rowid = 1", "Counts differ"),
        ("UPDATE documents SET chunks = 9 WHERE path = 'a.md'", "Counts differ"),
        ("UPDATE vectors SET checksum = checksum + 1 WHERE row = 2", "damaged"),
        ("UPDATE vectors SET vector = substr(vector, 1, 12)", "damaged"),
        ("UPDATE keywords SET heading = 'x', body = 'x', ident = 'x'", "probe query"),
        ("DELETE FROM keywords_data WHERE id > 10", "cannot be used"),
        ("DROP TABLE vectors", "cannot be used"),
    ],
)
def test_a_generation_that_is_not_sound_is_rejected_before_its_base_is_built(
    staging: EmbeddedStaging, damage: str, reason: str
) -> None:
    change(staging, damage)
    with pytest.raises(GenerationRejected, match=reason):
        staging.finish()
    assert not staging.folder.base.exists()
    assert not staging.folder.manifest.exists()


def test_a_vector_of_the_wrong_width_with_a_right_checksum_is_rejected(staging: EmbeddedStaging) -> None:
    staging.put([with_vectors(make_document("c.md", "text"), np.stack([unit(1.0, dimensions=7)]))])
    with pytest.raises(GenerationRejected, match="dimensions"):
        staging.finish()


def test_a_chunk_without_a_vector_is_rejected(staging: EmbeddedStaging) -> None:
    staging.put([with_vectors(make_document("c.md", "text"), np.empty((0, DIMENSIONS), dtype=np.float32))])
    with pytest.raises(GenerationRejected, match="Counts differ"):
        staging.finish()


@pytest.mark.parametrize("text", ["⟦secret:password⟧", "----", "日本語の手順書", "𖿢𖿢 𞤀𞤁", "·", "naïve café", "'\"*"])
def test_no_text_makes_a_sound_generation_fail_its_probes(staging: EmbeddedStaging, text: str) -> None:
    staging.put([make_document("odd.md", text)])
    with database.connected(staging.folder.database) as connection:
        from glyph.index.embedded.validate import validate

        validate(connection, FINGERPRINT)


def test_files_of_an_index_are_readable_by_their_owner_alone(staging: EmbeddedStaging) -> None:
    assert staging.folder.database.stat().st_mode & 0o777 == 0o600
    assert staging.folder.root.stat().st_mode & 0o777 == 0o700
    assert staging.folder.root.parent.stat().st_mode & 0o777 == 0o700


# Changes in any order end where a build from nothing ends

VERSIONS = [make_document(f"{name}.md", *texts) for name in "abc" for texts in ((), ("one",), ("one", "two"), ("two",))]
changes = st.lists(st.one_of(st.sampled_from(VERSIONS), st.sampled_from(["a.md", "b.md", "c.md"])), max_size=12)


def content(staging: EmbeddedStaging) -> tuple[list[object], ...]:
    """Return every row that an answer is made of, in an order that does not depend on history."""
    queries = (
        "SELECT * FROM documents ORDER BY path",
        "SELECT chunk_id, path, heading_path, line_from, line_to, page, tokens, text FROM chunks ORDER BY chunk_id",
        "SELECT chunk_id, window, vector, checksum FROM vectors JOIN chunks ON chunks.row = chunk ORDER BY 1, 2",
        "SELECT chunk_id, heading, body, ident FROM keywords JOIN chunks ON row = keywords.rowid ORDER BY chunk_id",
    )
    with database.connected(staging.folder.database) as connection:
        connection.execute("INSERT INTO keywords (keywords) VALUES ('integrity-check')")
        return tuple(connection.execute(query).fetchall() for query in queries)


@settings(max_examples=25)
@given(changes)
def test_changes_in_any_order_leave_what_a_build_from_nothing_holds(history: list[DocumentVectors | str]) -> None:
    with TemporaryDirectory() as folder:
        store = EmbeddedStore(IndexFolder(Path(folder) / "index"), TickingClock())
        changed, fresh = store.stage(FINGERPRINT), store.stage(FINGERPRINT)
        held: dict[str, DocumentVectors] = {}
        for step in history:
            if isinstance(step, str):
                changed.delete([DocumentPath(step)])
                held.pop(step, None)
            else:
                changed.put([step])
                held[step.prepared.document.path] = step
        fresh.put(held.values())
        assert content(changed) == content(fresh)
        store.close()


# The base itself, built in this process


def random_rows(count: int, dimensions: int = 16) -> BaseRows:
    matrix = np.random.default_rng(7).normal(size=(count, dimensions)).astype(np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    return BaseRows(tuple(f"{number:020x}:0" for number in range(count)), matrix)


@pytest.fixture(scope="module")
def rows() -> BaseRows:
    return random_rows(120)


@pytest.fixture(scope="module")
def base(rows: BaseRows, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("base") / "base"
    build(folder, rows)
    return folder


def test_a_base_that_holds_what_it_was_built_from_is_accepted(base: Path, rows: BaseRows) -> None:
    verify(base, rows)
    assert len(file_checksums(base)) == 5


def test_a_base_that_lost_rows_is_rejected(base: Path, rows: BaseRows) -> None:
    with pytest.raises(GenerationRejected, match="holds 120 of 121 vectors"):
        verify(base, BaseRows((*rows.ids, "f" * 20 + ":0"), np.vstack([rows.matrix, unit(1.0, dimensions=16)])))


def test_a_base_whose_graph_answers_wrong_is_rejected(base: Path, rows: BaseRows) -> None:
    swapped = BaseRows(rows.ids, random_rows(240).matrix[120:])
    with pytest.raises(GenerationRejected, match="misses neighbours"):
        verify(base, swapped)


def test_the_checksums_stay_as_they_are_when_a_base_is_read(base: Path, rows: BaseRows) -> None:
    before = file_checksums(base)
    opened = ChromaBase(base)
    for vector in rows.matrix[:10]:
        opened.nearest(vector, 5)
    opened.close()
    assert file_checksums(base) == before


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_base_of_hardly_any_rows_is_built_and_answers(tmp_path: Path, count: int) -> None:
    rows = random_rows(count)
    build(tmp_path / "base", rows)
    verify(tmp_path / "base", rows)
    opened = ChromaBase(tmp_path / "base")
    try:
        assert len(opened.nearest(unit(1.0, dimensions=16), 10)) == count == opened.size
    finally:
        opened.close()


def test_a_child_that_fails_rejects_the_generation_with_what_it_said(staging: EmbeddedStaging) -> None:
    staging.folder.base.write_text("in the way", encoding="utf-8")
    with pytest.raises(GenerationRejected, match="could not be finished"):
        staging.finish()


def children() -> int:
    """Return how many child processes this one has."""
    return sum(len(task.read_text(encoding="ascii").split()) for task in Path("/proc/self/task").glob("*/children"))


def test_what_is_staged_while_the_child_waits_is_finished_too(staging: EmbeddedStaging) -> None:
    staging.expect_finish()
    staging.expect_finish()
    staging.put([make_document("c.md", "fourth text")])
    staging.finish()
    manifest = read_manifest(staging.folder.manifest)
    assert (manifest.counts.documents, manifest.base_vectors) == (3, 4)


def test_a_child_that_waits_ends_with_the_staging(staging: EmbeddedStaging) -> None:
    before = children()
    staging.expect_finish()
    assert children() == before + 1
    staging.discard()
    assert children() == before


# The base proposes, the rows decide


class ProposingBase:
    """A base that proposes what it was told to, and counts how often it was asked."""

    def __init__(self, *proposed: tuple[ChunkId, float], size: int) -> None:
        self._proposed = proposed
        self._size = size

    @property
    def size(self) -> int:
        return self._size

    def nearest(self, vector: Vectors, limit: int) -> tuple[tuple[ChunkId, float], ...]:
        assert vector.ndim == 1
        return self._proposed[:limit]


def test_what_the_base_proposes_counts_where_the_rows_still_hold_it(staging: EmbeddedStaging) -> None:
    near, far = make_document("near.md", "near"), make_document("far.md", "far")
    staging.put([with_vectors(near, np.stack([unit(1.0, 0.1)])), with_vectors(far, np.stack([unit(0.1, 1.0)]))])
    first, second = (document.prepared.chunks[0] for document in (near, far))
    change(staging, "UPDATE vectors SET in_base = 1")
    proposed = ((ChunkId("dead" * 5), 0.9), (first.chunk_id, 0.8), (second.chunk_id, 0.3), (second.chunk_id, 0.2))
    with database.connected(staging.folder.database) as connection:
        ranked = rank_vectors(connection, ProposingBase(*proposed, size=4), unit(1.0), limit=2, scope=Scope())
    assert ranked == (Scored(first.chunk_id, first.path, 0.8), Scored(second.chunk_id, second.path, 0.3))


def test_a_base_that_proposes_too_little_is_not_the_last_word(staging: EmbeddedStaging) -> None:
    change(staging, "UPDATE vectors SET in_base = 1")
    with database.connected(staging.folder.database) as connection:
        base = ProposingBase(*[(ChunkId(f"dead{n}"), 0.5) for n in range(9)], size=100)
        ranked = rank_vectors(connection, base, unit(1.0), limit=2, scope=Scope())
    assert len(ranked) == 2


def test_rows_newer_than_the_base_are_always_compared(staging: EmbeddedStaging) -> None:
    newer = make_document("newer.md", "new")
    staging.put([with_vectors(newer, np.stack([unit(1.0)]))])
    change(staging, "UPDATE vectors SET in_base = (row <= 3)")
    with database.connected(staging.folder.database) as connection:
        ranked = rank_vectors(connection, ProposingBase(size=3), unit(1.0), limit=1, scope=Scope())
    assert [scored.chunk_id for scored in ranked] == [newer.prepared.chunks[0].chunk_id]
    assert staging.documents()[DocumentPath("newer.md")].chunks == 1
