"""An import from beginning to end: the only file that knows the order of its steps."""

import dataclasses
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from glyph.corpus.notion.archive import Limits, opened_export, source_hash
from glyph.corpus.notion.deeds import Deeds
from glyph.corpus.notion.entries import Entry, Gathered, Notice
from glyph.corpus.notion.manifest import Manifest, open_manifest
from glyph.corpus.notion.plan import planned
from glyph.corpus.notion.report import ImportReport, Tally
from glyph.corpus.notion.resolving import Resolver
from glyph.corpus.notion.standing import standing_in
from glyph.corpus.notion.surroundings import surroundings_of
from glyph.corpus.notion.survey import Survey, surveyed
from glyph.corpus.notion.texts import Texts
from glyph.corpus.opened import Corpus
from glyph.corpus.opening import read_beneath
from glyph.errors import BadExport, GlyphError
from glyph.files import make_private_folder

Progress = Callable[[int, int], None]


def unseen(_done: int, _total: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be imported: the export ``source`` into the folder ``into`` of the tree (empty: its root).

    ``delete_gone`` confirms that what an earlier export held and this one does not goes to the trash.
    ``discard`` says that the source is a copy of ours, which goes once it has been imported.
    """

    source: Path
    into: str = ""
    dry_run: bool = False
    delete_gone: bool = False
    discard: bool = False


@dataclass(frozen=True, slots=True)
class Importer:
    """Imports Notion exports into the tree beneath ``root``; ``manifest_file`` remembers what came from where."""

    root: Path
    corpus: Corpus
    manifest_file: Path
    limit_bytes: int
    tree: str = ""
    limits: Limits = field(default_factory=Limits)

    def run(self, order: Order, progress: Progress = unseen) -> ImportReport:
        """Import an export and return the report; a second run of the same changes no byte.

        Raises: BadExport when it is none, or beyond a limit, and then nothing was written; what ``progress``
        raises, which is called with pages done and to do, between two files.
        """
        if self.root.resolve().is_relative_to(order.source.resolve()):
            raise BadExport(
                "The documents lie inside that export.", hint="Keep exports outside the documents' root: corpus/export."
            )
        before = _hash_of(order.source)
        tree = f"{self.tree}{order.into}"
        scratch = self.manifest_file.parent
        make_private_folder(scratch)
        with (
            opened_export(order.source, self.limits, scratch) as found,
            open_manifest(self.manifest_file, tree, read_only=order.dry_run) as manifest,
        ):
            report = _Run(self, order, manifest, progress).report(found)
        if _hash_of(order.source) != before:
            changed = Notice(order.source.name, "The export changed while it was read; import it again.")
            return dataclasses.replace(report, failed=(*report.failed, changed))
        return report


def _hash_of(source: Path) -> str:
    try:
        return source_hash(source)
    except OSError as error:
        raise BadExport(f"{source} cannot be read: {error.strerror}.") from error


@dataclass(slots=True)
class _Run:
    """One import under way."""

    importer: Importer
    order: Order
    manifest: Manifest
    progress: Progress
    tally: Tally = field(default_factory=Tally)
    done: int = 0
    total: int = 0

    def report(self, found: Gathered) -> ImportReport:
        survey = surveyed(found.entries)
        self.total = 2 * len(survey.pages) + len(survey.tables) + len(survey.assets)
        surroundings = surroundings_of(survey, self._step)
        standing = standing_in(self.importer.root, self.order.into)
        plan = planned(survey, self.order.into, self.manifest.rows(), standing, self._holds)
        importer, order = self.importer, self.order
        deeds = Deeds(
            importer.root, importer.corpus, self.manifest, plan, self.tally, importer.limit_bytes, order.dry_run
        )
        deeds.move_all()
        try:
            self._bring_in(deeds, Texts(Resolver(plan.resolved_places()), surroundings))
        finally:
            deeds.settle()
        self.tally.gone.extend(row.path for row in plan.gone() if row.path in standing.paths)
        if order.delete_gone:
            deeds.delete_gone()
        return self._written(found, survey)

    def _bring_in(self, deeds: Deeds, texts: Texts) -> None:
        for key, page in deeds.plan.pages.items():
            self._step()
            try:
                made = texts.prepared(page, deeds.plan.places[key])
                self.tally.take_links(made.links)
                self.tally.rows += made.rows
                self.tally.unlinked_rows += made.unlinked
                if not made.is_utf8:
                    self.tally.warnings.append(Notice(page.entry.path, "It is no UTF-8; what is not was replaced."))
                deeds.page(key, made)
            except GlyphError as error:
                self.tally.failed.append(Notice(page.entry.path, error.message))
        for key, entry in deeds.plan.assets.items():
            self._step()
            try:
                deeds.asset(key, entry)
            except GlyphError as error:
                self.tally.failed.append(Notice(entry.path, error.message))

    def _step(self) -> None:
        self.progress(self.done, self.total)
        self.done += 1

    def _holds(self, path: str, entry: Entry) -> bool:
        try:
            return read_beneath(self.importer.root, path.split("/")) == entry.read()
        except (OSError, GlyphError):
            return False

    def _written(self, found: Gathered, survey: Survey) -> ImportReport:
        tally = self.tally
        return ImportReport(
            source=self.order.source.name,
            into=self.order.into,
            dry_run=self.order.dry_run,
            parts=found.parts,
            pages=len(survey.pages),
            databases=len(survey.tables),
            rows=tally.rows,
            unlinked_rows=tally.unlinked_rows,
            assets=len(survey.assets),
            outcomes=dict(Counter(tally.outcomes)),
            links=tally.links(),
            conflicts=tuple(tally.conflicts),
            moved=tuple(tally.moved),
            gone=tuple(tally.gone),
            removed=tuple(tally.removed),
            deleted=tuple(tally.deleted),
            ignored=tuple(found.ignored),
            failed=(*found.failed, *tally.failed),
            warnings=(*found.warnings, *survey.warnings, *tally.warnings),
            flagged=tuple(tally.flagged),
        )
