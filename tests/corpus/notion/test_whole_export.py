"""An invented export with every quirk, as the benchmark measures it at full size."""

import pytest

from tests.corpus.notion.exports import Desk
from tools.bench.exports import write_export

PAGES = 240


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("whole"))


def test_every_page_comes_in_and_a_second_import_changes_no_byte(desk: Desk) -> None:
    source = desk.place / "export.zip"
    write_export(source, PAGES)
    report = desk.twice(source)
    assert (report.parts, report.pages) == (2, PAGES)
    assert report.failed == ()
    assert report.outcomes == {"created": report.pages + report.databases + report.assets}
    assert report.links.resolved >= 0.96 * report.links.relative
    assert all(len(path.encode()) <= 240 for path in desk.tree())


def test_every_document_is_one_that_the_corpus_lists(desk: Desk) -> None:
    scan = desk.corpus().source.scan()
    assert scan.problems == ()
    assert len(scan.files) == len([path for path in desk.tree() if path.endswith(".md")])
