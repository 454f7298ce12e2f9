"""The bundled model answers offline, proves itself, and has a spare."""

import logging
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from glyph.embed.local_model import (
    DIMENSIONS,
    FUSED,
    ORIGINAL,
    LocalEmbedder,
    first_sound,
    load_local_embedder,
    proven,
    read_probes,
)
from glyph.embed.model.encoder import Encoder
from glyph.embed.model.package import VOCABULARY, WEIGHTS_DIGEST, read_verified, weights_path
from glyph.embed.model.wordpiece import WordPieces
from glyph.errors import EmbedderFailed

PIECES = WordPieces(VOCABULARY.read_bytes())


@pytest.fixture(scope="module")
def fused(tmp_path_factory: pytest.TempPathFactory) -> LocalEmbedder:
    return load_local_embedder(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def original() -> LocalEmbedder:
    graph = read_verified(weights_path(), WEIGHTS_DIGEST)
    return LocalEmbedder(Encoder(graph), PIECES, name=ORIGINAL, threads=2)


def embedder_with(vector: NDArray[np.float32]) -> LocalEmbedder:
    def encode(ids: Sequence[int]) -> NDArray[np.float32]:
        return np.tile(vector, (len(ids), 1))

    return LocalEmbedder(encode, PIECES, name="local:wrong", threads=1)


@pytest.mark.usefixtures("socket_disabled")
def test_the_model_loads_and_answers_without_a_network(tmp_path: Path) -> None:
    embedder = load_local_embedder(tmp_path)
    assert embedder.name == FUSED
    assert embedder.embed_query("restart the tunnel").shape == (DIMENSIONS,)


def test_a_question_about_a_vpn_is_nearest_to_the_vpn(fused: LocalEmbedder) -> None:
    texts = (
        "# Remote access\nWireGuard peers lose their routes when AllowedIPs overlap; restart wg-quick.",
        "# Backups\nNightly dumps of the orders database are kept for two weeks.",
        "# Cake\nStir the flour into the butter and bake for forty minutes.",
    )
    likeness = fused.embed_documents(texts) @ fused.embed_query("my VPN stopped routing traffic")
    assert likeness.argmax() == 0
    assert likeness[0] > likeness[2] + 0.2


def test_both_graphs_agree(fused: LocalEmbedder, original: LocalEmbedder) -> None:
    texts = ["nmcli con up wg0", "The disk of the build server is full.", "line one\nline two " * 60, "", "51820"]
    agreement = (fused.embed_documents(texts) * original.embed_documents(texts)).sum(axis=1)
    assert agreement.min() > 0.98


def test_the_probes_are_what_the_original_graph_answers(original: LocalEmbedder) -> None:
    for probe in read_probes():
        assert original.embed_query(probe.text) @ np.array(probe.vector) == pytest.approx(1, abs=1e-3)


def test_equal_texts_give_exactly_equal_vectors(fused: LocalEmbedder) -> None:
    together = fused.embed_documents(["restart wg0", "a much longer text " * 40, "restart wg0"])
    assert np.array_equal(together[0], together[2])
    assert np.array_equal(together[0], fused.embed_query("restart wg0"))


def test_the_name_tells_the_graphs_apart(fused: LocalEmbedder, original: LocalEmbedder) -> None:
    assert fused.name == FUSED
    assert original.name == ORIGINAL
    assert fused.name != original.name


def test_a_failed_conversion_falls_back_to_the_original_graph_and_says_so(
    original: LocalEmbedder, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse() -> LocalEmbedder:
        raise EmbedderFailed("The bundled model cannot be converted.")

    with caplog.at_level(logging.WARNING):
        assert first_sound(refuse, lambda: original) is original
    assert [record.message for record in caplog.records] == ["fused embedding model unusable, using the slower one"]


def test_a_graph_that_gives_wrong_vectors_is_not_used(original: LocalEmbedder) -> None:
    wrong = embedder_with(np.ones(DIMENSIONS, dtype=np.float32))
    assert first_sound(lambda: wrong, lambda: original) is original


def test_without_a_graph_that_works_the_embedder_is_refused() -> None:
    wrong = embedder_with(np.ones(DIMENSIONS, dtype=np.float32))
    with pytest.raises(EmbedderFailed, match="wrong vectors"):
        first_sound(lambda: wrong, lambda: wrong)


@pytest.mark.parametrize("value", [0.0, np.nan, np.inf])
def test_a_vector_without_a_direction_is_a_failure(value: float) -> None:
    with pytest.raises(EmbedderFailed):
        proven(embedder_with(np.full(DIMENSIONS, value, dtype=np.float32)))


def test_a_graph_that_the_runtime_refuses_is_an_embedder_failure() -> None:
    with pytest.raises(EmbedderFailed, match="cannot load"):
        Encoder(b"no graph at all")


def test_a_run_that_the_runtime_refuses_is_an_embedder_failure() -> None:
    encoder = Encoder(read_verified(weights_path(), WEIGHTS_DIGEST))
    with pytest.raises(EmbedderFailed, match="failed on a text"):
        encoder([101, 999_999, 102])
