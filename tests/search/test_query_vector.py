"""A query's vector is computed while something else is done, and fails only where it is asked for."""

from threading import Event

import numpy as np
import pytest

from glyph.errors import EmbedderFailed
from glyph.index.store import Vectors
from glyph.search.query_vector import ahead, query_vector
from tests.fakes.documents import FINGERPRINT, unit
from tests.fakes.embedder import FakeEmbedder

PATIENCE_S = 60.0


def test_a_vector_ahead_is_being_computed_while_something_else_is_done() -> None:
    begun, done = Event(), Event()

    def get_vector() -> Vectors:
        begun.set()
        assert done.wait(PATIENCE_S)
        return unit(1.0)

    with ahead(get_vector) as get_it:
        assert begun.wait(PATIENCE_S)
        done.set()
        assert np.array_equal(get_it(), unit(1.0))


def test_a_failure_ahead_is_raised_where_the_vector_is_asked_for() -> None:
    def get_vector() -> Vectors:
        raise EmbedderFailed("The provider is down.")

    with ahead(get_vector) as get_it, pytest.raises(EmbedderFailed, match="down"):
        get_it()


def test_a_failure_ahead_that_nobody_asks_for_is_no_failure() -> None:
    with ahead(lambda: query_vector("tunnel", FakeEmbedder(failing=True), FINGERPRINT)):
        pass
