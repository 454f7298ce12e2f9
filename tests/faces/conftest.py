"""What the tests of the faces share: one indexed corpus, one server over a copy of it."""

from collections.abc import Generator
from pathlib import Path

import httpx2
import pytest

from glyph.app.local import LocalWorkbench
from glyph.bootstrap import open_workbench
from glyph.settings import CorpusSettings, DataSettings, Settings
from tests.faces.desk import Desk
from tests.faces.site import Server, Site, copied, indexed_site, serving, workbench_headers


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The whole sample corpus, indexed. Never changed: copy it."""
    return indexed_site(tmp_path_factory.getbasetemp())


@pytest.fixture(scope="session")
def served(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server over the whole sample corpus. A test that writes makes a document of its own beneath `scratch/`."""
    with serving(copied(sample, tmp_path_factory.mktemp("served") / "site")) as server:
        yield server


@pytest.fixture(scope="session")
def session_token(served: Server) -> str:
    """A session of the served site."""
    return str(served.sign_in().raise_for_status().json()["token"])


@pytest.fixture
def script(served: Server) -> Generator[httpx2.Client]:
    """A client with the API token."""
    with served.client() as client:
        yield client


@pytest.fixture
def workbench(served: Server, session_token: str) -> Generator[httpx2.Client]:
    """A client as the workbench's server is one: with its token and a session."""
    with served.client(workbench_headers(session_token)) as client:
        yield client


@pytest.fixture(scope="session")
def inside_root(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the site of ``inside`` lies."""
    return copied(sample, tmp_path_factory.mktemp("inside") / "site").root


@pytest.fixture(scope="session")
def inside(inside_root: Path) -> Generator[LocalWorkbench]:
    """The workbench over a copy of the sample corpus, in this process, with the real index and model. Never changed."""
    site = Site(inside_root)
    settings = Settings(
        corpus=CorpusSettings(root=site.docs, import_exports=False), data=DataSettings(root=site.root / "data")
    )
    workbench = open_workbench(settings)
    yield workbench
    workbench.close()


@pytest.fixture
def desk(inside: LocalWorkbench) -> Desk:
    return Desk(inside)


@pytest.fixture
def own_site(sample: Site, tmp_path: Path) -> Site:
    """A copy of the indexed site that nobody serves."""
    return copied(sample, tmp_path / "site")
