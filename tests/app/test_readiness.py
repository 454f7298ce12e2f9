"""Whether a search can be answered is asked every few seconds, and costs no look at the documents."""

from pathlib import Path

from glyph.corpus.sources.folder import FolderSource, Scan
from tests.conftest import LIMIT_BYTES, MakeWorkbench


class CountedSource(FolderSource):
    """A source that counts how often the corpus is scanned."""

    scans = 0

    def scan(self) -> Scan:
        self.scans += 1
        return super().scan()


def test_readiness_is_told_without_a_scan(corpus_root: Path, make_workbench: MakeWorkbench) -> None:
    source = CountedSource(corpus_root, LIMIT_BYTES)
    workbench = make_workbench(source=source)
    assert not workbench.is_ready()
    workbench.start_update(rebuild=False)
    workbench.jobs.join()
    scans = source.scans
    assert workbench.is_ready()
    assert source.scans == scans
