"""What tests of indexing do again and again."""

from collections.abc import Mapping
from pathlib import Path

from glyph.app.answers import UpdateReport
from glyph.app.local import LocalWorkbench
from glyph.domain.chunk import IndexedDocument
from glyph.domain.document import DocumentPath


def quiet(_done: int, _total: int) -> None: ...


def update(workbench: LocalWorkbench, *, rebuild: bool = False) -> UpdateReport:
    return workbench.indexing.run(quiet, rebuild=rebuild)


def indexed(workbench: LocalWorkbench) -> Mapping[DocumentPath, IndexedDocument]:
    return workbench.reading.indexed()


def write(root: Path, path: str, text: str) -> None:
    (root / path).write_text(text, encoding="utf-8")


def counts(report: UpdateReport) -> str:
    return report.line().partition(" chunks=")[0]
