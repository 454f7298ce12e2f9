"""A text is computed once; the file that remembers it may vanish, break or age."""

import logging
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from glyph.embed.cached import CachedEmbedder
from glyph.embed.vector_cache import VectorCache
from glyph.errors import EmbedderFailed
from tests.fakes.embedder import FakeEmbedder

TEXTS = ("restart wg0", "rotate the certificate", "restore the dump")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "embeddings.sqlite"


@pytest.fixture
def cache(file: Path) -> VectorCache:
    return VectorCache(file)


def change_rows(file: Path, statement: str, *values: bytes) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement, values)


def test_a_text_is_computed_once(cache: VectorCache) -> None:
    inner = FakeEmbedder()
    first = CachedEmbedder(inner, cache).embed_documents(TEXTS)
    second = CachedEmbedder(inner, cache).embed_documents((*TEXTS, "a new text"))
    assert np.array_equal(second[:3], first)
    assert inner.embedded == [*TEXTS, "a new text"]


def test_a_text_that_comes_twice_is_computed_once(cache: VectorCache) -> None:
    inner = FakeEmbedder()
    vectors = CachedEmbedder(inner, cache).embed_documents(("restart wg0", "stop", "restart wg0"))
    assert inner.embedded == ["restart wg0", "stop"]
    assert np.array_equal(vectors[0], vectors[2])


def test_another_model_finds_nothing_of_this_one(cache: VectorCache) -> None:
    CachedEmbedder(FakeEmbedder(name="fake:one"), cache).embed_documents(TEXTS)
    other = FakeEmbedder(name="fake:two")
    CachedEmbedder(other, cache).embed_documents(TEXTS)
    assert other.embedded == list(TEXTS)


def test_a_query_leaves_no_trace(cache: VectorCache, file: Path) -> None:
    CachedEmbedder(FakeEmbedder(), cache).embed_query("my VPN stopped routing traffic")
    assert not file.exists()


def test_the_file_holds_no_text(cache: VectorCache, file: Path) -> None:
    CachedEmbedder(FakeEmbedder(), cache).embed_documents(TEXTS)
    assert b"certificate" not in file.read_bytes()


def test_an_interrupted_build_keeps_the_batches_that_were_done(cache: VectorCache) -> None:
    interrupted = FakeEmbedder(fails_after=2)
    with pytest.raises(EmbedderFailed):
        CachedEmbedder(interrupted, cache, batch_texts=1).embed_documents(TEXTS)
    resumed = FakeEmbedder()
    CachedEmbedder(resumed, cache).embed_documents(TEXTS)
    assert resumed.embedded == ["restore the dump"]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE vectors SET vector = zeroblob(length(vector))",
        "UPDATE vectors SET vector = substr(vector, 1, 12)",
        "UPDATE vectors SET vector = 'text'",
        "UPDATE vectors SET vector = x'', checksum = 0",
        "UPDATE vectors SET checksum = checksum + 1",
    ],
)
def test_a_row_that_is_not_sound_is_computed_again(cache: VectorCache, file: Path, damage: str) -> None:
    inner = FakeEmbedder()
    expected = CachedEmbedder(inner, cache).embed_documents(TEXTS[:1])
    change_rows(file, damage)
    assert np.array_equal(CachedEmbedder(inner, cache).embed_documents(TEXTS[:1]), expected)
    assert inner.embedded == [TEXTS[0], TEXTS[0]]
    CachedEmbedder(inner, cache).embed_documents(TEXTS[:1])
    assert len(inner.embedded) == 2


def test_a_vector_that_stands_in_the_row_of_another_text_is_not_believed(cache: VectorCache, file: Path) -> None:
    inner = FakeEmbedder()
    CachedEmbedder(inner, cache).embed_documents(TEXTS[:2])
    first_row = "FROM vectors ORDER BY rowid LIMIT 1"
    change_rows(file, f"UPDATE vectors SET (vector, checksum) = (SELECT vector, checksum {first_row})")  # noqa: S608 - a constant
    kept = cache.find(inner.name, inner.dimensions, TEXTS[:2])
    assert [vector is not None for vector in kept] == [True, False]


def remove_file(file: Path) -> None:
    file.unlink()


def remove_folder(file: Path) -> None:
    shutil.rmtree(file.parent)


def remove_all_but_its_log(file: Path) -> None:
    """Leave a log whose frames are valid, as a deletion by hand beside a killed process would."""
    log = file.with_name(f"{file.name}-wal")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE vectors SET vector = x'00'")
        connection.commit()
        frames = log.read_bytes()
    file.unlink()
    log.write_bytes(frames)


@pytest.mark.parametrize("remove", [remove_file, remove_folder, remove_all_but_its_log])
def test_a_file_that_was_removed_is_started_anew(
    cache: VectorCache, file: Path, remove: Callable[[Path], None]
) -> None:
    inner = FakeEmbedder()
    cached = CachedEmbedder(inner, cache)
    expected = cached.embed_documents(TEXTS)
    remove(file)
    assert np.array_equal(cached.embed_documents(TEXTS), expected)
    cached.embed_documents(TEXTS)
    assert len(inner.embedded) == 2 * len(TEXTS)


def overwrite_header(file: Path) -> None:
    file.write_bytes(b"this is no database" * 500)


def overwrite_pages(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))


@pytest.mark.parametrize("damage", [overwrite_header, overwrite_pages])
def test_a_damaged_file_is_moved_aside_with_a_warning(
    cache: VectorCache, file: Path, damage: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    inner = FakeEmbedder()
    cached = CachedEmbedder(inner, cache)
    expected = cached.embed_documents(TEXTS)
    damage(file)
    with caplog.at_level(logging.WARNING):
        assert np.array_equal(cached.embed_documents(TEXTS), expected)
    assert [record.message for record in caplog.records] == ["embedding cache damaged, moved aside"]
    assert file.with_name("embeddings.sqlite.damaged").exists()
    cached.embed_documents(TEXTS)
    assert len(inner.embedded) == 2 * len(TEXTS)


def test_a_cache_that_cannot_be_opened_costs_a_warning_only(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder", encoding="utf-8")
    inner = FakeEmbedder()
    with caplog.at_level(logging.WARNING):
        vectors = CachedEmbedder(inner, VectorCache(blocked / "embeddings.sqlite")).embed_documents(TEXTS)
    assert np.array_equal(vectors, FakeEmbedder().embed_documents(TEXTS))
    assert {record.message for record in caplog.records} == {"embedding cache unusable"}


def test_a_file_in_use_elsewhere_as_something_else_costs_a_warning_only(
    cache: VectorCache, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file.mkdir(parents=True)
    with caplog.at_level(logging.WARNING):
        CachedEmbedder(FakeEmbedder(), cache).embed_documents(TEXTS)
    assert {record.message for record in caplog.records} == {"embedding cache unusable"}
    assert file.is_dir()


def test_clearing_leaves_no_byte_behind(cache: VectorCache, file: Path) -> None:
    CachedEmbedder(FakeEmbedder(), cache).embed_documents(TEXTS)
    overwrite_header(file)
    CachedEmbedder(FakeEmbedder(), cache).embed_documents(TEXTS)
    cache.clear()
    assert list(file.parent.iterdir()) == []


def test_windows_name_and_width_are_those_of_the_embedder_behind(cache: VectorCache) -> None:
    inner = FakeEmbedder(name="fake:narrow", dimensions=8, window_words=2)
    cached = CachedEmbedder(inner, cache)
    assert (cached.name, cached.dimensions) == ("fake:narrow", 8)
    assert cached.windows("one two three") == ("one two ", "three")
    assert cached.windows("two three", heading="one") == ("one\ntwo ", "one\nthree")


# A change of the redaction rules


def test_a_former_cache_lends_what_is_asked_for_and_nothing_else_survives_it(file: Path, cache: VectorCache) -> None:
    CachedEmbedder(FakeEmbedder(), cache).embed_documents(TEXTS)
    new = VectorCache(file.with_name("embeddings-2.sqlite"), [cache])
    inner = FakeEmbedder()
    assert new.width(inner.name) == inner.dimensions
    lent = CachedEmbedder(inner, new).embed_documents((TEXTS[2], "a new text", TEXTS[0]))
    assert inner.embedded == ["a new text"]
    new.forget_formers()
    new.forget_formers()
    assert not list(file.parent.glob(f"{file.name}*"))
    after = FakeEmbedder()
    again = CachedEmbedder(after, new).embed_documents((TEXTS[2], "a new text", TEXTS[0], TEXTS[1]))
    assert after.embedded == [TEXTS[1]]
    assert np.array_equal(again[:3], lent)


def test_a_former_cache_that_is_damaged_lends_nothing(file: Path, cache: VectorCache) -> None:
    file.parent.mkdir()
    file.write_bytes(b"this is no database" * 100)
    inner = FakeEmbedder()
    CachedEmbedder(inner, VectorCache(file.with_name("embeddings-2.sqlite"), [cache])).embed_documents(TEXTS)
    assert inner.embedded == list(TEXTS)
