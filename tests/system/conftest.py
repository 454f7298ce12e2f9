"""What the tests of the whole system share: the indexed sample corpus, and one server over a copy of it."""

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.faces.site import Server, Site, copied, indexed_site, serving


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The whole sample corpus, indexed. Never changed: copy it."""
    return indexed_site(tmp_path_factory.getbasetemp())


@pytest.fixture(scope="session")
def system(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server over the whole sample corpus."""
    with serving(copied(sample, tmp_path_factory.mktemp("system") / "site")) as server:
        yield server


@pytest.fixture
def own_site(sample: Site, tmp_path: Path) -> Site:
    """A copy of the indexed site that nobody serves."""
    return copied(sample, tmp_path / "site")
