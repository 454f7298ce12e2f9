"""What is asked every few seconds, whether searches can be answered and what metrics tell, looks at no document."""

from pathlib import Path

from glyph.app.status import RECENT_S
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


def test_pending_documents_are_counted_once_a_minute_for_metrics(
    corpus_root: Path, make_workbench: MakeWorkbench
) -> None:
    seconds = [0.0]
    source = CountedSource(corpus_root, LIMIT_BYTES)
    workbench = make_workbench(source=source, monotonic=lambda: seconds[0])
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    assert workbench.recent_status() == workbench.status()
    scans = source.scans
    (corpus_root / "new.md").write_text("# New\n", encoding="utf-8")
    seconds[0] = RECENT_S
    assert workbench.recent_status().pending == 0
    assert source.scans == scans
    seconds[0] += 1
    assert workbench.recent_status().pending == 1
    assert workbench.status() == workbench.recent_status()
