"""The report of an import: what was found, what was done, what could not be (I11)."""

from collections import Counter
from dataclasses import dataclass, field

from glyph.corpus.notion.entries import Notice
from glyph.corpus.notion.linking import LinkTally, Unresolved
from glyph.corpus.notion.merging import Outcome


@dataclass(frozen=True, slots=True)
class PageFlags:
    """What is to be known of one page, by its path."""

    path: str
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relocation:
    """A page that has another place or name in the export, or that could not follow it there."""

    path: str
    to: str


@dataclass(frozen=True, slots=True)
class LinkCount:
    """Relative links, and how many of them lead somewhere; ``unresolved`` counts the others by kind, in all pages."""

    relative: int
    resolved: int
    unresolved: dict[str, int]


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What one import found and did, or would do when it was a dry run. Paths are those of documents.

    ``outcomes`` counts pages, databases and assets by what became of them. ``gone`` are no longer in the export
    and still in the tree; ``removed`` were removed here and stay so; ``deleted`` went to the trash on request.
    """

    source: str
    into: str
    dry_run: bool
    parts: int
    pages: int
    databases: int
    rows: int
    unlinked_rows: int
    assets: int
    outcomes: dict[str, int]
    links: LinkCount
    conflicts: tuple[str, ...] = ()
    moved: tuple[Relocation, ...] = ()
    gone: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    ignored: tuple[Notice, ...] = ()
    failed: tuple[Notice, ...] = ()
    warnings: tuple[Notice, ...] = ()
    flagged: tuple[PageFlags, ...] = ()

    @property
    def changed(self) -> bool:
        """Return whether the tree is another one than before."""
        writing = (Outcome.CREATED, Outcome.REWRITTEN, Outcome.MERGED)
        return bool(self.moved or self.deleted) or any(self.outcomes.get(each, 0) for each in writing)

    def line(self) -> str:
        """Return the one line of counts that scripts read."""
        found = f"pages={self.pages} databases={self.databases} rows={self.rows} assets={self.assets}"
        done = " ".join(f"{outcome}={self.outcomes.get(outcome, 0)}" for outcome in Outcome)
        rest = f"moved={len(self.moved)} gone={len(self.gone)} ignored={len(self.ignored)} failed={len(self.failed)}"
        links = f"links={self.links.relative} resolved={self.links.resolved}"
        return f"{found} {done} {rest} {links}"


@dataclass(slots=True)
class Tally:
    """What an import has counted so far."""

    outcomes: Counter[str] = field(default_factory=Counter[str])
    conflicts: list[str] = field(default_factory=list[str])
    removed: list[str] = field(default_factory=list[str])
    moved: list[Relocation] = field(default_factory=list[Relocation])
    gone: list[str] = field(default_factory=list[str])
    deleted: list[str] = field(default_factory=list[str])
    failed: list[Notice] = field(default_factory=list[Notice])
    warnings: list[Notice] = field(default_factory=list[Notice])
    flagged: list[PageFlags] = field(default_factory=list[PageFlags])
    rows: int = 0
    unlinked_rows: int = 0
    relative: int = 0
    resolved: int = 0
    unresolved: Counter[Unresolved] = field(default_factory=Counter[Unresolved])

    def take_links(self, links: LinkTally) -> None:
        self.relative += links.relative
        self.resolved += links.resolved
        self.unresolved += links.unresolved

    def take(self, outcome: Outcome, path: str) -> None:
        """Count what became of a file."""
        self.outcomes[outcome] += 1
        if outcome is Outcome.CONFLICT:
            self.conflicts.append(path)
        elif outcome is Outcome.REMOVED:
            self.removed.append(path)

    def links(self) -> LinkCount:
        return LinkCount(self.relative, self.resolved, {kind.value: count for kind, count in self.unresolved.items()})
