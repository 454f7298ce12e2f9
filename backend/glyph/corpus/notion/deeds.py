"""Deeds: what an import does to the tree, one file at a time, through the library, which alone writes there."""

import logging
from dataclasses import dataclass, field, replace
from pathlib import Path

from glyph.corpus.library import BYTE_ORDER_MARK
from glyph.corpus.notion.entries import Entry, Notice
from glyph.corpus.notion.manifest import Manifest, Row, Written
from glyph.corpus.notion.merging import Decision, Outcome, decide
from glyph.corpus.notion.plan import Plan
from glyph.corpus.notion.report import PageFlags, Relocation, Tally
from glyph.corpus.notion.texts import Prepared
from glyph.corpus.opened import Corpus
from glyph.corpus.opening import read_beneath, real_parts
from glyph.domain.document import ContentHash, DocumentPath, SourceDocument, hash_content
from glyph.errors import DocumentNotFound, GlyphError

logger = logging.getLogger(__name__)

BATCH = 200
"""Rows kept in one transaction; an interrupted import finds the files of the last batch by their ids."""


@dataclass(slots=True)
class Deeds:
    """Carries out a plan and notes what it did; a dry run counts the same and touches nothing."""

    root: Path
    corpus: Corpus
    manifest: Manifest
    plan: Plan
    tally: Tally
    limit_bytes: int
    dry_run: bool
    _batch: list[Written] = field(default_factory=list[Written])

    def move_all(self) -> None:
        """Let files follow those that have another place in the export; one that cannot stays where it is."""
        for key in self.plan.moves:
            path, to = DocumentPath(self.plan.standing[key]), DocumentPath(self.plan.places[key])
            if not self.dry_run and not self._moved(path, to):
                self.plan.places[key] = path
                continue
            self.tally.moved.append(Relocation(path, to))
            if not self.dry_run:
                self.plan.standing[key] = to

    def _moved(self, path: DocumentPath, to: DocumentPath) -> bool:
        try:
            opened = self.corpus.library.read(path)
            self.corpus.library.move(path, to, opened_hash=opened.content_hash)
        except GlyphError as error:
            self.tally.warnings.append(Notice(path, f"It stays where it is, and not at {to}: {error.message}"))
            return False
        self.corpus.history.follow(path, to)
        return True

    def page(self, key: str, prepared: Prepared) -> None:
        """Bring a page or table into the tree.

        Raises: GlyphError, when the tree refuses; then nothing has changed.
        """
        path = DocumentPath(self.plan.places[key])
        if len(prepared.text.encode("utf-8")) > self.limit_bytes:
            self.tally.failed.append(Notice(path, f"It is larger than {self.limit_bytes} bytes as a document."))
            return
        document = self._standing(key)
        ours = None if document is None else _text_of(document)
        row = self.plan.rows.get(key)
        base = self.manifest.base(key) if row else None
        decision = decide(base, ours, prepared.text)
        self._write(path, document, decision)
        self._note_page(key, path, prepared, base, decision.outcome)

    def _standing(self, key: str) -> SourceDocument | None:
        path = self.plan.standing.get(key)
        try:
            return None if path is None else self.corpus.library.read(DocumentPath(path))
        except DocumentNotFound:  # it went while the export was read
            return None

    def _write(self, path: DocumentPath, document: SourceDocument | None, decision: Decision) -> None:
        if decision.text is None or self.dry_run:
            return
        if document is None:
            self.corpus.library.create(path, decision.text.encode("utf-8"))
        else:
            self.corpus.library.save(path, decision.text, opened_hash=document.content_hash)

    def _note_page(self, key: str, path: DocumentPath, made: Prepared, base: str | None, outcome: Outcome) -> None:
        self.tally.take(outcome, path)
        if made.flags:
            self.tally.flagged.append(PageFlags(path, made.flags))
        if outcome is Outcome.CONFLICT:
            written, conflict = base, made.text
        else:
            written, conflict = made.text, None
        row = self._row(key, made.source_hash, hash_content((written or "").encode("utf-8")))
        row = replace(row, in_conflict=conflict is not None)
        former = self.plan.rows.get(key)
        if row != former or (conflict is not None and conflict != self.manifest.conflict(key)):
            self._keep(Written(row, written, conflict))

    def _row(self, key: str, source_hash: str, written_hash: ContentHash) -> Row:
        source = (self.plan.pages[key].entry if key in self.plan.pages else self.plan.assets[key]).path
        wanted, path = self.plan.wanted[key], self.plan.places[key]
        return Row(key, self.plan.lineage, source, source_hash, wanted, path, written_hash)

    def _keep(self, written: Written) -> None:
        if self.dry_run:
            return
        self._batch.append(written)
        if len(self._batch) >= BATCH:
            self.settle()

    def settle(self) -> None:
        """Make durable what was noted."""
        batch, self._batch = self._batch, []
        self.manifest.put(batch)

    def asset(self, key: str, entry: Entry) -> None:
        """Bring an image or another file into the tree.

        Raises: GlyphError, when it cannot be read or the tree refuses; then nothing has changed.
        """
        content = entry.read()
        path = DocumentPath(self.plan.places[key])
        row, new = self.plan.rows.get(key), hash_content(content)
        standing = self.hash_at(path) if key in self.plan.standing else None
        outcome = _asset_outcome(row.written_hash if row else None, standing, new)
        if not self.dry_run:
            if outcome is Outcome.CREATED:
                self.corpus.library.create(path, content)
            elif outcome is Outcome.REWRITTEN and standing is not None:
                self.corpus.library.replace(path, content, opened_hash=standing)
        self.tally.take(outcome, path)
        kept = row.written_hash if row and outcome is Outcome.CONFLICT else new
        written = self._row(key, new, ContentHash(kept))
        if written != row:
            self._keep(Written(written))

    def hash_at(self, path: DocumentPath) -> ContentHash | None:
        """Return the content hash of a file of the tree; None when it is not there."""
        try:
            return hash_content(read_beneath(self.root, real_parts(self.root, path)))
        except OSError:
            return None

    def delete_gone(self) -> None:
        """Put what is no longer in the export into the trash, but nothing that was edited here."""
        forgotten: list[str] = []
        for row in self.plan.gone():
            path = DocumentPath(row.path)
            if path not in self.tally.gone or not self._is_as_written(row):
                continue
            if not self.dry_run:
                opened = self.corpus.library.read(path)
                self.corpus.library.delete(path, opened_hash=opened.content_hash, keep=self._keep_deleted)
            forgotten.append(row.key)
            self.tally.gone.remove(path)
            self.tally.deleted.append(path)
        if not self.dry_run:
            self.manifest.forget(forgotten)

    def _keep_deleted(self, document: SourceDocument) -> None:
        self.corpus.trash.put(document)

    def _is_as_written(self, row: Row) -> bool:
        """Return whether a document is still what an import has written."""
        try:
            return _text_of(self.corpus.library.read(DocumentPath(row.path))) == self.manifest.base(row.key)
        except GlyphError:  # an image, or what is no text any more: it is left to people
            return False


def _asset_outcome(written: str | None, standing: ContentHash | None, new: ContentHash) -> Outcome:
    if standing == new:
        return Outcome.UNCHANGED
    if standing is None:
        return Outcome.CREATED if written is None else Outcome.REMOVED
    if standing == written:
        return Outcome.REWRITTEN
    return Outcome.EDITED if new == written else Outcome.CONFLICT


def _text_of(document: SourceDocument) -> str:
    """Return a document's text as it is compared: without byte order mark, line ends as ``\\n``."""
    plain = document.content.removeprefix(BYTE_ORDER_MARK).replace(b"\r\n", b"\n")
    return plain.decode("utf-8", "surrogateescape")
