"""Documents that are read and never written: PDF, DOCX, HTML and CSV beside Markdown and text."""

import shutil
from pathlib import Path

import pytest

from glyph.app.answers import DocumentPage, DocumentState
from glyph.app.filing_answers import ProblemKind
from glyph.app.local import LocalWorkbench
from glyph.corpus.sources.folder import FolderSource, ReadOnlyFiles
from glyph.domain.document import DocumentPath
from glyph.domain.ranking import Scope, SearchRequest
from glyph.errors import BadDocumentPath, DocumentNotFound, ReadOnlyDocument, UnreadableDocument
from glyph.ingest.load.formats import every_loader
from glyph.ingest.load.limits import ParserLimits
from tests.conftest import LIMIT_BYTES, MakeWorkbench
from tests.ingest.load.files import FIXTURES, docx_with

PDF = DocumentPath("handbook-weasyprint.pdf")
CSV = DocumentPath("inventory.csv")
TURKISH = DocumentPath("vardiya.txt")
HIDDEN = ("Kestane-Balkon-4471", "Findik-Ezmesi-9035", "Zencefil-Kurabiye-1183", "Portakal-Recel-5520")
LOADER = every_loader(ParserLimits())


def nothing(_done: int, _total: int) -> None:
    return


@pytest.fixture
def workbench(make_workbench: MakeWorkbench, corpus_root: Path) -> LocalWorkbench:
    for file in FIXTURES.iterdir():
        if file.suffix != ".md":
            shutil.copy(file, corpus_root)
    workbench = make_workbench(loader=LOADER)
    workbench.indexing.run(nothing, rebuild=False)
    return workbench


def test_every_format_is_indexed_and_only_text_is_editable(workbench: LocalWorkbench) -> None:
    entries = {entry.path: entry for entry in workbench.documents(Scope()).documents}
    states = {path: entry.state for path, entry in entries.items()}
    assert states.pop(DocumentPath("encrypted.pdf")) is DocumentState.FAILED
    assert set(states.values()) == {DocumentState.INDEXED}
    assert entries[PDF].title == "Storage cluster handbook"
    editable = {Path(path).suffix for path, entry in entries.items() if entry.editable}
    assert editable == {".md", ".txt"}


def test_a_pdf_is_read_as_text_with_its_pages(workbench: LocalWorkbench) -> None:
    view = workbench.read(PDF, redacted=True)
    assert not view.editable
    assert view.text.startswith("# Storage cluster handbook\n")
    assert [page.page for page in view.pages] == [1, 2, 3]
    second = view.pages[1].line_from
    part = workbench.read(PDF, redacted=True, line_from=second + 2, line_count=3)
    assert part.pages == (DocumentPage(2, second + 2),)


def test_a_hit_carries_its_page(workbench: LocalWorkbench) -> None:
    hits = workbench.search(SearchRequest("safe-to-destroy")).hits
    assert {hit.page for hit in hits if hit.path == PDF and "safe-to-destroy" in hit.quote} == {2}
    assert {hit.page for hit in hits if hit.path.endswith(".md")} == {None}


def test_no_planted_password_of_any_format_is_read_or_found(workbench: LocalWorkbench) -> None:
    shown = [
        workbench.read(entry.path, redacted=True).text
        for entry in workbench.documents(Scope()).documents
        if entry.state is DocumentState.INDEXED
    ]
    assert [secret for secret in HIDDEN if any(secret in text for text in shown)] == []
    for secret in HIDDEN:
        assert workbench.occurrences([secret]).found[0].places == ()


def test_what_stands_in_a_pdf_is_proved_by_its_line(workbench: LocalWorkbench) -> None:
    places = {place.path: place.line for place in workbench.occurrences(["bond0.2044"]).found[0].places}
    assert places[PDF] == 5


@pytest.mark.parametrize(("path", "kind"), [(PDF, "PDF"), (CSV, "CSV"), (DocumentPath("printers.html"), "HTML")])
def test_a_save_of_what_is_only_read_is_refused_and_the_file_untouched(
    workbench: LocalWorkbench, corpus_root: Path, path: DocumentPath, kind: str
) -> None:
    before = (corpus_root / path).read_bytes()
    with pytest.raises(ReadOnlyDocument, match=f"is a {kind} file: it is read, and not written") as refused:
        workbench.save(path, "changed", opened_hash=workbench.read(path, redacted=True).content_hash)
    assert "put the new file in its place" in refused.value.hint
    assert (corpus_root / path).read_bytes() == before


def test_text_in_a_code_page_is_read_and_not_written(workbench: LocalWorkbench, corpus_root: Path) -> None:
    view = workbench.read(TURKISH, redacted=False)
    assert "jeneratör odasının ısısı" in view.text
    assert not view.editable
    with pytest.raises(ReadOnlyDocument, match="is not UTF-8") as refused:
        workbench.save(TURKISH, "changed", opened_hash=view.content_hash)
    assert "iconv" in refused.value.hint
    assert (corpus_root / TURKISH).read_bytes() == (FIXTURES / TURKISH).read_bytes()


def test_a_document_of_another_format_is_not_created(workbench: LocalWorkbench, corpus_root: Path) -> None:
    with pytest.raises(ReadOnlyDocument):
        workbench.create(DocumentPath("new.pdf"), "text")
    assert not (corpus_root / "new.pdf").exists()


def test_a_pdf_moves_and_links_to_it_follow(workbench: LocalWorkbench, corpus_root: Path) -> None:
    (corpus_root / "index.md").write_text(f"See [the handbook]({PDF}#page=2).\n", encoding="utf-8")
    to = DocumentPath("storage/handbook.pdf")
    plan = workbench.plan_move(PDF, to, rewrite_links=True)
    assert [change.after for change in plan.changes] == ["See [the handbook](storage/handbook.pdf#page=2)."]
    moved = workbench.move(PDF, to, opened_hash=plan.content_hash, rewrite_links=True, documents=plan.documents)
    assert moved.index.chunks == 3
    assert (corpus_root / to).is_file()


def test_a_move_does_not_make_one_format_of_another(workbench: LocalWorkbench) -> None:
    for path, to in ((PDF, "handbook.md"), (DocumentPath("index.md"), "index.pdf"), (CSV, "inventory.pdf")):
        with pytest.raises(BadDocumentPath, match="ends in another format"):
            workbench.plan_move(path, DocumentPath(to), rewrite_links=True)


def test_a_deleted_pdf_comes_back_as_it_was(workbench: LocalWorkbench, corpus_root: Path) -> None:
    gone = workbench.delete(PDF, opened_hash=workbench.read(PDF, redacted=True).content_hash)
    assert not (corpus_root / PDF).exists()
    with pytest.raises(BadDocumentPath, match="another format"):
        workbench.restore(gone.trash_id, DocumentPath("handbook.md"))
    assert workbench.restore(gone.trash_id, None).index.chunks == 3
    assert (corpus_root / PDF).read_bytes() == (FIXTURES / PDF).read_bytes()


BROKEN = {
    "corrupt.pdf": (b"%PDF-1.7 and then nothing", "it is damaged"),
    "empty.pdf": (b"", "is an empty file"),
    "corrupt.docx": (b"PK\x03\x04", "it is damaged"),
    "empty.docx": (b"", "is an empty file"),
    "bomb.docx": (docx_with({"word/document.xml": b" " * 20_000_000}), "zip bomb"),
    "empty.html": (b"<script>write()</script>", "holds no text"),
    "binary.csv": (b"a;b\n\0\xff", "not UTF-8"),
}


def test_what_cannot_be_read_is_a_problem_with_its_reason_and_the_rest_goes_on(
    make_workbench: MakeWorkbench, corpus_root: Path
) -> None:
    for name, (content, _reason) in BROKEN.items():
        (corpus_root / name).write_bytes(content)
    shutil.copy(FIXTURES / "encrypted.pdf", corpus_root)
    workbench = make_workbench(loader=LOADER)
    report = workbench.indexing.run(nothing, rebuild=False)
    reasons = {problem.path: problem.reason for problem in report.problems}
    assert (report.failed, report.indexed) == (len(BROKEN) + 1, 4)
    assert "is encrypted" in reasons[DocumentPath("encrypted.pdf")]
    assert [name for name, (_, reason) in BROKEN.items() if reason not in reasons[DocumentPath(name)]] == []
    shown = {problem.path: problem.kind for problem in workbench.problems().problems}
    assert {shown[DocumentPath(name)] for name in BROKEN} == {ProblemKind.UNREADABLE}


def test_a_file_of_200_mb_is_a_problem_and_never_opened(make_workbench: MakeWorkbench, corpus_root: Path) -> None:
    for name in ("huge.txt", "huge.pdf", "huge.csv"):
        with (corpus_root / name).open("wb") as file:
            file.truncate(200_000_000)
    source = FolderSource(corpus_root, LIMIT_BYTES, read_only=ReadOnlyFiles(limit_bytes=1_000_000))
    report = make_workbench(source=source, loader=LOADER).indexing.run(nothing, rebuild=False)
    reasons = {problem.path: problem.reason for problem in report.problems}
    assert "GLYPH_CORPUS__DOCUMENT_LIMIT_BYTES" in reasons[DocumentPath("huge.txt")]
    assert "GLYPH_LOAD__FILE_LIMIT_BYTES" in reasons[DocumentPath("huge.pdf")]
    assert "GLYPH_LOAD__FILE_LIMIT_BYTES" in reasons[DocumentPath("huge.csv")]
    assert report.indexed == 4


def test_a_format_that_is_turned_off_is_no_document(make_workbench: MakeWorkbench, corpus_root: Path) -> None:
    shutil.copy(FIXTURES / PDF, corpus_root)
    source = FolderSource(corpus_root, LIMIT_BYTES, read_only=ReadOnlyFiles(suffixes=(".csv",)))
    workbench = make_workbench(source=source, loader=LOADER)
    assert workbench.indexing.run(nothing, rebuild=False).scanned == 4
    with pytest.raises(DocumentNotFound):
        workbench.read(PDF, redacted=True)


def test_a_second_update_reads_nothing_again(workbench: LocalWorkbench) -> None:
    report = workbench.indexing.run(nothing, rebuild=False)
    assert (report.indexed, report.unchanged) == (0, 12)


def test_an_encrypted_document_says_so_when_it_is_opened(workbench: LocalWorkbench) -> None:
    with pytest.raises(UnreadableDocument, match="is encrypted"):
        workbench.read(DocumentPath("encrypted.pdf"), redacted=True)
