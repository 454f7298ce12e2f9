"""Importing: Notion exports become documents, and the index follows."""

import logging
from dataclasses import dataclass, replace
from pathlib import Path

from glyph.app.answers import Imported
from glyph.app.import_answers import ConflictEntry, ConflictList, ConflictView
from glyph.app.indexing import Indexing
from glyph.app.jobs import Progress
from glyph.corpus.notion.entries import Notice
from glyph.corpus.notion.manifest import Conflict, Manifest, open_manifest
from glyph.corpus.notion.pipeline import Importer, Order
from glyph.corpus.notion.report import ImportReport, PageFlags, Relocation
from glyph.corpus.notion.waiting import Waiting, waiting_in
from glyph.corpus.paths import parse_folder_path
from glyph.domain.document import DocumentPath, Problem
from glyph.errors import BadExport, NotKept
from glyph.ingest.pipeline import safe_path, safe_problem
from glyph.ingest.redact.policy import Policy

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WaitingExports:
    """Where exports wait to be imported by themselves, and the folder that they go to; None for nowhere."""

    folder: Path | None
    into: str = ""


NOTHING_WAITS = WaitingExports(None)


class Importing:
    """Runs imports for the faces that may; one at a time, as a job."""

    def __init__(self, importer: Importer, indexing: Indexing, waiting: WaitingExports, policy: Policy) -> None:
        self._importer = importer
        self._indexing = indexing
        self._waiting = waiting
        self._policy = policy

    def check(self, order: Order) -> Order:
        """Return an order whose folder is a path of the corpus.

        Raises: BadDocumentPath, BadExport when there is nothing at its source.
        """
        if not order.source.exists():
            raise BadExport(
                f"There is no export at {order.source}.", hint="Name the zip that Notion gave, or its folder."
            )
        return replace(order, into=parse_folder_path(order.into))

    def run(self, order: Order, progress: Progress) -> Imported:
        """Import an export and bring the index to what it changed.

        Raises: BadExport, JobCancelled; what ``Indexing.run`` raises. What was imported before stays.
        """
        report = self._importer.run(order, progress)
        if order.discard and not order.dry_run:
            order.source.unlink(missing_ok=True)
        logger.info("export imported", extra={"counts": report.line(), "dry_run": report.dry_run})
        index = self._indexing.run(progress, rebuild=False) if report.changed and not order.dry_run else None
        return Imported((safe_report(report, self._policy),), (), index)

    def bring_waiting(self, progress: Progress) -> Imported:
        """Import the exports that wait and are new or have changed; the index is left to the caller.

        One that cannot be imported is told and tried again the next time.
        Raises: JobCancelled.
        """
        reports: list[ImportReport] = []
        refused: list[Notice] = []
        for export in self._new():
            try:
                report = self._importer.run(Order(export.path, self._waiting.into), progress)
            except BadExport as error:
                logger.warning("export not imported", extra={"code": error.code})
                refused.append(Notice(self._shown(export.name), f"{error.message} {error.hint}".strip()))
                continue
            reports.append(safe_report(report, self._policy))
            with open_manifest(self._importer.manifest_file, "") as manifest:
                manifest.put_stamp(str(export.path), export.stamp)
        return Imported(tuple(reports), tuple(refused), None)

    def conflicts(self) -> ConflictList:
        """Return the documents in conflict, in path order."""
        with self._manifest() as manifest:
            return ConflictList(tuple(ConflictEntry(DocumentPath(each.path)) for each in manifest.conflicts()))

    def conflict(self, path: DocumentPath) -> ConflictView:
        """Return both texts of a document in conflict that are not its own.

        Raises: NotKept.
        """
        with self._manifest() as manifest:
            found = _conflict_at(manifest, path)
        return ConflictView(path, found.base, found.theirs)

    def settle(self, path: DocumentPath) -> ConflictList:
        """Let the export's text of a document count as seen, and return the conflicts that are left.

        Raises: NotKept.
        """
        with open_manifest(self._importer.manifest_file, "") as manifest:
            manifest.settle(_conflict_at(manifest, path))
        return self.conflicts()

    def _manifest(self) -> Manifest:
        return open_manifest(self._importer.manifest_file, "", read_only=True)

    def _new(self) -> tuple[Waiting, ...]:
        found = waiting_in(self._waiting.folder) if self._waiting.folder is not None else ()
        if not found:
            return ()
        with open_manifest(self._importer.manifest_file, "", read_only=True) as manifest:
            stamps = manifest.stamps()
        return tuple(export for export in found if stamps.get(str(export.path)) != export.stamp)

    def _shown(self, name: str) -> str:
        return safe_path(DocumentPath(name), self._policy)


def _conflict_at(manifest: Manifest, path: DocumentPath) -> Conflict:
    found = next((each for each in manifest.conflicts() if each.path == path), None)
    if found is None:
        raise NotKept(f"{path} is in no conflict.", hint="List the conflicts to see those that are left.")
    return found


def safe_report(report: ImportReport, policy: Policy) -> ImportReport:
    """Return a report as it may be shown: redacted in names, paths and reasons."""

    def shown(path: str) -> str:
        return safe_path(DocumentPath(path), policy)

    def notices(found: tuple[Notice, ...]) -> tuple[Notice, ...]:
        safe = (safe_problem(Problem(DocumentPath(each.name), each.reason), policy) for each in found)
        return tuple(Notice(each.path, each.reason) for each in safe)

    def paths(found: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(shown, found))

    return replace(
        report,
        source=shown(report.source),
        conflicts=paths(report.conflicts),
        gone=paths(report.gone),
        removed=paths(report.removed),
        deleted=paths(report.deleted),
        moved=tuple(Relocation(shown(each.path), shown(each.to)) for each in report.moved),
        flagged=tuple(PageFlags(shown(each.path), each.flags) for each in report.flagged),
        ignored=notices(report.ignored),
        failed=notices(report.failed),
        warnings=notices(report.warnings),
    )
