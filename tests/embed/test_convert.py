"""The fused graph is made once from verified weights, kept, and made again when it is damaged."""

import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from glyph.embed.model.convert import convert, fused_graph
from glyph.embed.model.package import WEIGHTS_DIGEST, read_verified, weights_path
from glyph.errors import EmbedderFailed


def kept_files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def test_altered_weights_are_refused(tmp_path: Path) -> None:
    altered = tmp_path / "model.onnx"
    altered.write_bytes(weights_path().read_bytes()[:-1] + b"\x00")
    with pytest.raises(EmbedderFailed, match=r"model\.onnx is not the file it should be"):
        read_verified(altered, WEIGHTS_DIGEST)


def test_weights_that_are_gone_are_refused(tmp_path: Path) -> None:
    with pytest.raises(EmbedderFailed, match="cannot be read"):
        read_verified(tmp_path / "model.onnx", WEIGHTS_DIGEST)


def test_a_package_that_is_not_installed_is_refused() -> None:
    with pytest.raises(EmbedderFailed, match="not installed"):
        weights_path("a_package_that_nobody_installs")


def test_a_graph_of_another_export_cannot_be_converted() -> None:
    with pytest.raises(EmbedderFailed, match="cannot be converted"):
        convert(b"")


def test_the_fused_graph_is_kept_in_one_private_file_and_used_again(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    graph = fused_graph(folder)
    (kept,) = kept_files(folder)
    made_at = kept.stat().st_mtime_ns
    assert kept.stat().st_mode & 0o777 == 0o600
    assert fused_graph(folder) == graph
    assert [file.stat().st_mtime_ns for file in kept_files(folder)] == [made_at]


def test_conversion_gives_the_same_bytes_every_time(tmp_path: Path) -> None:
    assert fused_graph(None) == fused_graph(tmp_path)


def test_a_damaged_file_is_made_again(tmp_path: Path) -> None:
    graph = fused_graph(tmp_path)
    (kept,) = kept_files(tmp_path)
    kept.write_bytes(graph[:-1000] + bytes(1000))
    assert fused_graph(tmp_path) == graph
    assert kept_files(tmp_path) == [kept]
    assert kept.read_bytes() == graph


def test_a_folder_that_cannot_be_written_costs_a_warning_only(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder", encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        assert fused_graph(blocked / "cache") == fused_graph(None)
    assert [record.message for record in caplog.records] == ["converted model not kept"]


def test_two_conversions_at_once_leave_one_good_file(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as workers:
        first, second = workers.map(fused_graph, [tmp_path, tmp_path])
    (kept,) = kept_files(tmp_path)
    assert first == second == kept.read_bytes()
