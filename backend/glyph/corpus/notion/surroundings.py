"""Surroundings: what a page has to know of its neighbours - whose keys are properties, which rows are its own."""

import csv
import logging
import posixpath
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from glyph.corpus.notion.characters import repaired_everywhere
from glyph.corpus.notion.head import Confirms, candidate_keys
from glyph.corpus.notion.identity import plain_stem, split_id
from glyph.corpus.notion.lines import scanned
from glyph.corpus.notion.survey import Page, Survey
from glyph.corpus.notion.tables import RowPages, header_of
from glyph.corpus.paths import folded
from glyph.errors import BadExport

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Surroundings:
    """What is known of every folder of an export before its first page is cleaned."""

    keys: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    shared: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    columns: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    rows: dict[str, RowPages] = field(default_factory=dict[str, RowPages])

    def confirms(self, page: Page) -> Confirms:
        """Return what says of a key whether the page's table or a sibling has it."""
        columns = self.columns.get(page.folder, set())
        shared = self.shared.get(page.folder, Counter())
        own = self.keys.get(page.entry.path, frozenset())
        return lambda key: key in columns or shared[key] > (key in own)


def surroundings_of(survey: Survey, looked: Callable[[], None]) -> Surroundings:
    """Return what the pages of an export have around them; ``looked`` is called for each that was read."""
    found = Surroundings()
    for page in survey.pages:
        looked()
        keys = _keys_of(page)
        found.keys[page.entry.path] = keys
        found.shared.setdefault(page.folder, Counter()).update(keys)
    by_folder = _pages_by_folder(survey.pages)
    for table in survey.tables:
        folders = row_folders(table, by_folder)
        for folder in folders:
            found.columns.setdefault(folder, set()).update(_columns_of(table))
        rows = [page for folder in folders for page in by_folder[folder]]
        found.rows[table.entry.path] = RowPages(_by_stem(rows))
    return found


def _keys_of(page: Page) -> frozenset[str]:
    try:
        return candidate_keys(scanned(repaired_everywhere(page.entry.read().decode("utf-8", "replace")))[0])
    except BadExport:  # it is told when the page itself is read
        return frozenset()


def _columns_of(table: Page) -> tuple[str, ...]:
    try:
        return header_of(table.entry.read())
    except (BadExport, csv.Error):  # it is told when the table itself is read
        return ()


def _pages_by_folder(pages: Iterable[Page]) -> dict[str, list[Page]]:
    by_folder: dict[str, list[Page]] = {}
    for page in pages:
        by_folder.setdefault(page.folder, []).append(page)
    return by_folder


def row_folders(table: Page, by_folder: Mapping[str, object]) -> tuple[str, ...]:
    """Return the folders of a table's row pages: by id, else by name, else its own where there are no folders."""
    beside = [folder for folder in by_folder if folder and posixpath.dirname(folder) == table.folder]
    named = [(folder, *split_id(posixpath.basename(folder))) for folder in beside]
    own = [folder for folder, _, page_id in named if page_id == table.page_id]
    stem = folded(plain_stem(table.stem))
    alike = [folder for folder, name, page_id in named if page_id is None and folded(plain_stem(name)) == stem]
    return tuple(own or alike or ([table.folder] if table.folder in by_folder else []))


def _by_stem(pages: Iterable[Page]) -> dict[str, list[str]]:
    by_stem: dict[str, list[str]] = {}
    for page in pages:
        by_stem.setdefault(folded(plain_stem(page.stem)), []).append(page.entry.path)
    return by_stem
