"""The plan: where every file of an export stands now, where it goes, and what moves on the way (I7, I10)."""

import posixpath
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from glyph.corpus.notion.entries import Entry
from glyph.corpus.notion.identity import safe_segment
from glyph.corpus.notion.manifest import Row
from glyph.corpus.notion.matter import key_of
from glyph.corpus.notion.places import Folders, Wish, allotted, digits_of, placed
from glyph.corpus.notion.resolving import Place
from glyph.corpus.notion.standing import Standing
from glyph.corpus.notion.survey import PAGE_SUFFIX, Page, Survey
from glyph.corpus.paths import folded

RELATIVE_DATE = "@"
"""Such a title is written anew for the day of each export: another one does not mean another name."""

Holds = Callable[[str, Entry], bool]
"""Says whether the file at a path of the tree has the bytes of an entry."""


@dataclass(slots=True)
class Plan:
    """What an import works with; everything is by key.

    ``standing`` is where a file is now, ``places`` where it is to be. ``moves`` are those that differ.
    """

    pages: dict[str, Page]
    assets: dict[str, Entry]
    wanted: dict[str, str]
    rows: Mapping[str, Row]
    lineage: int
    standing: dict[str, str] = field(default_factory=dict[str, str])
    places: dict[str, str] = field(default_factory=dict[str, str])
    moves: tuple[str, ...] = ()

    def resolved_places(self) -> Iterable[Place]:
        """Yield where links to each file lead."""
        for key, page in self.pages.items():
            yield Place(page.sources, self.places[key], page.page_id, page.is_table)
        for key, entry in self.assets.items():
            yield Place((entry.path,), self.places[key])

    def gone(self) -> list[Row]:
        """Return what earlier exports of this workspace held and this one does not."""
        known = self.pages.keys() | self.assets.keys()
        return [row for key, row in sorted(self.rows.items()) if key not in known and row.lineage == self.lineage]


def planned(survey: Survey, into: str, rows: Mapping[str, Row], standing: Standing, holds: Holds) -> Plan:
    """Return the plan of an import."""
    pages = {key_of(page.page_id, is_table=page.is_table): page for page in (*survey.pages, *survey.tables)}
    assets = {f"asset:{entry.path}": entry for entry in survey.assets}
    wishes = [*(_page_wish(key, page) for key, page in pages.items()), *(_asset_wish(k, e) for k, e in assets.items())]
    plan = Plan(pages, assets, {wish.key: wish.wanted for wish in wishes}, rows, _lineage(pages, rows))
    folders = Folders(into)
    for path in sorted(standing.paths):
        folders.spell(path)
    plan.standing = _standing_places(wishes, plan, standing, folders, holds)
    kept = {wish.key: path for wish in wishes if (path := _kept_path(wish, plan)) is not None}
    taken = standing.paths - set(kept.values())
    plan.places = allotted(wishes, folders, kept, taken)
    plan.moves = tuple(key for key, path in plan.standing.items() if plan.places[key] != path)
    return plan


def _page_wish(key: str, page: Page) -> Wish:
    return Wish(key, page.folder, page.stem or "Untitled", PAGE_SUFFIX, page.page_id)


def _asset_wish(key: str, entry: Entry) -> Wish:
    stem, suffix = posixpath.splitext(safe_segment(posixpath.basename(entry.path)))
    return Wish(key, posixpath.dirname(entry.path), stem, suffix, digits_of(entry.path))


def _lineage(keys: Iterable[str], rows: Mapping[str, Row]) -> int:
    """Return the number of the exports to which most known pages belong, or the next one for another workspace."""
    known = Counter(rows[key].lineage for key in keys if key in rows)
    return known.most_common(1)[0][0] if known else max((row.lineage for row in rows.values()), default=0) + 1


def _standing_places(
    wishes: Sequence[Wish], plan: Plan, standing: Standing, folders: Folders, holds: Holds
) -> dict[str, str]:
    """Return where each file is now, also one that an interrupted import has written and not noted."""
    found: dict[str, str] = {}
    owned = {row.path for row in plan.rows.values()}
    for wish in wishes:
        row = plan.rows.get(wish.key)
        path = standing.place_of(wish.key, row.path if row else None)
        if path is None and row is None and wish.key in plan.assets:
            plain = placed(wish, folders, "")
            unnoted = plain in standing.paths and plain not in owned
            path = plain if unnoted and holds(plain, plan.assets[wish.key]) else None
        if path is not None:
            found[wish.key] = path
    return found


def _kept_path(wish: Wish, plan: Plan) -> str | None:
    """Return the path that a file keeps: for ever, unless it has moved in the export and not here."""
    row, standing = plan.rows.get(wish.key), plan.standing.get(wish.key)
    if row is None or standing is None:
        return standing or (row.path if row else None)
    return standing if standing != row.path or not _has_moved(row.wanted, wish.wanted) else None


def _has_moved(former: str, wanted: str) -> bool:
    if folded(former) == folded(wanted):
        return False
    was, now = posixpath.split(former), posixpath.split(wanted)
    return not (was[0] == now[0] and was[1].startswith(RELATIVE_DATE) and now[1].startswith(RELATIVE_DATE))
