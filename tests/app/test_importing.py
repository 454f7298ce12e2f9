"""Imports as jobs: what waits is brought in by itself, and the index follows."""

from pathlib import Path

import pytest

from glyph.app.answers import JobKind, JobState
from glyph.app.importing import WaitingExports
from glyph.app.local import LocalWorkbench
from glyph.corpus.notion.pipeline import Order
from glyph.domain.document import DocumentPath
from glyph.domain.ranking import Mode, Scope, SearchRequest
from glyph.errors import BadDocumentPath, BadExport
from tests.conftest import MakeWorkbench
from tests.corpus.notion.exports import ID1, ID2, UUID, document, zip_at, zipped

PAGES = {
    f"Ops {ID1}.md": document("Ops", f"[DNS](Ops%20{ID1}/DNS%20{ID2}.md)"),
    f"Ops {ID1}/DNS {ID2}.md": document("DNS", "the quarantined zonefile"),
}


@pytest.fixture
def export(tmp_path: Path) -> Path:
    return zip_at(tmp_path / "export.zip", PAGES)


def finished(workbench: LocalWorkbench, job_id: str) -> None:
    workbench.jobs.join()
    assert workbench.job(job_id).state is JobState.DONE, workbench.job(job_id).error


def paths_about(workbench: LocalWorkbench, query: str) -> set[str]:
    return {hit.path for hit in workbench.search(SearchRequest(query, Mode.KEYWORD, 10, Scope())).hits}


def test_an_import_is_a_job_and_its_pages_are_found(make_workbench: MakeWorkbench, export: Path) -> None:
    workbench = make_workbench()
    started = workbench.start_import(Order(export, "team/wiki"))
    finished(workbench, started.id)
    job = workbench.job(started.id)
    assert job.kind is JobKind.IMPORT
    assert job.imported is not None
    assert job.imported.reports[0].outcomes == {"created": 2}
    assert job.report is not None
    assert paths_about(workbench, "zonefile") == {"team/wiki/Ops/DNS.md"}


def test_a_dry_run_writes_and_indexes_nothing(make_workbench: MakeWorkbench, export: Path, corpus_root: Path) -> None:
    workbench = make_workbench()
    before = sorted(corpus_root.rglob("*"))
    started = workbench.start_import(Order(export, dry_run=True))
    finished(workbench, started.id)
    assert workbench.job(started.id).report is None
    assert sorted(corpus_root.rglob("*")) == before


def test_an_export_that_is_none_fails_the_job_with_what_to_do(make_workbench: MakeWorkbench, tmp_path: Path) -> None:
    workbench = make_workbench()
    started = workbench.start_import(Order(zip_at(tmp_path / "html.zip", {f"P {ID1}.html": "<p>"})))
    workbench.jobs.join()
    error = workbench.job(started.id).error
    assert error is not None
    assert "HTML" in error
    assert "Markdown & CSV" in error


@pytest.mark.parametrize("folder", ["../out", "a/../../b", "x.assets", ".hidden"])
def test_a_folder_outside_the_documents_is_refused(make_workbench: MakeWorkbench, export: Path, folder: str) -> None:
    with pytest.raises(BadDocumentPath):
        make_workbench().start_import(Order(export, folder))


def test_a_missing_export_is_refused_at_once(make_workbench: MakeWorkbench, tmp_path: Path) -> None:
    with pytest.raises(BadExport):
        make_workbench().start_import(Order(tmp_path / "nothing.zip"))


def update(workbench: LocalWorkbench) -> tuple[str, ...]:
    """Update and return the names of the exports that came in."""
    started = workbench.start_update(rebuild=False)
    finished(workbench, started.id)
    imported = workbench.job(started.id).imported
    return tuple(report.source for report in imported.reports) if imported else ()


def test_what_waits_is_imported_once_and_again_when_it_has_changed(
    make_workbench: MakeWorkbench, tmp_path: Path, corpus_root: Path
) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    zip_at(folder / "wiki.zip", PAGES)
    workbench = make_workbench(waiting=WaitingExports(folder, "wiki"))
    assert update(workbench) == ("wiki.zip",)
    assert (corpus_root / "wiki/Ops/DNS.md").exists()
    assert update(workbench) == ()
    zip_at(folder / "wiki.zip", {**PAGES, f"New {'7' * 32}.md": document("New", "fresh")})
    assert update(workbench) == ("wiki.zip",)
    assert paths_about(workbench, "fresh") == {"wiki/New.md"}


def test_an_export_that_cannot_be_imported_does_not_stop_the_update(
    make_workbench: MakeWorkbench, tmp_path: Path
) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    (folder / "broken.zip").write_bytes(b"none")
    workbench = make_workbench(waiting=WaitingExports(folder))
    started = workbench.start_update(rebuild=False)
    finished(workbench, started.id)
    job = workbench.job(started.id)
    assert job.imported is not None
    assert [notice.name for notice in job.imported.refused] == ["broken.zip"]
    assert job.report is not None


def test_parts_beside_one_another_are_one_export(make_workbench: MakeWorkbench, tmp_path: Path) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    for number, (name, text) in enumerate(PAGES.items(), start=1):
        (folder / f"Export-{UUID}-Part-{number}.zip").write_bytes(zipped({name: text}))
    (folder / ".gitkeep").touch()
    workbench = make_workbench(waiting=WaitingExports(folder))
    assert update(workbench) == (f"Export-{UUID}-Part-1.zip",)
    text = workbench.read(DocumentPath("Ops.md"), redacted=False).text
    assert "[DNS](Ops/DNS.md)" in text


def test_a_secret_in_a_name_is_not_shown_in_the_report(make_workbench: MakeWorkbench, tmp_path: Path) -> None:
    source = zip_at(tmp_path / "e.zip", {f"wifi-password-Sommer24 {ID1}.md": "no title"})
    workbench = make_workbench()
    started = workbench.start_import(Order(source))
    finished(workbench, started.id)
    imported = workbench.job(started.id).imported
    assert imported is not None
    assert "Sommer24" not in repr(imported)
