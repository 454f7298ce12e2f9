"""Survey: what the files of an export are - pages, tables, assets - each known by its id, never by path or title."""

import posixpath
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from glyph.corpus.notion.entries import Entry, Notice
from glyph.corpus.notion.identity import ALL_SUFFIX, PageId, local_id, split_id
from glyph.errors import BadExport

PAGE_SUFFIX = ".md"
TABLE_SUFFIX = ".csv"
HTML_SUFFIXES = (".html", ".htm")


@dataclass(frozen=True, slots=True)
class Page:
    """A page or a table of the export; ``sources`` are all paths under which it was found, its own first."""

    page_id: PageId
    entry: Entry
    stem: str
    sources: tuple[str, ...]
    is_table: bool = False

    @property
    def folder(self) -> str:
        return posixpath.dirname(self.entry.path)


@dataclass(slots=True)
class Survey:
    """The files of an export by what they are."""

    pages: list[Page] = field(default_factory=list[Page])
    tables: list[Page] = field(default_factory=list[Page])
    assets: list[Entry] = field(default_factory=list[Entry])
    warnings: list[Notice] = field(default_factory=list[Notice])


def surveyed(entries: Iterable[Entry]) -> Survey:
    """Return what the files of an export are.

    Raises: BadExport when there is no page and no table.
    """
    survey = Survey()
    pages: dict[PageId, list[Entry]] = {}
    tables: dict[PageId, list[Entry]] = {}
    others: dict[str, list[Entry]] = {}
    is_html = False
    for entry in entries:
        stem, suffix = posixpath.splitext(posixpath.basename(entry.path))
        page_id = split_id(stem)[1]
        is_html = is_html or (suffix.lower() in HTML_SUFFIXES and page_id is not None)
        if suffix.lower() == PAGE_SUFFIX:
            pages.setdefault(page_id or local_id(entry.path), []).append(entry)
        elif suffix.lower() == TABLE_SUFFIX and page_id is not None:
            tables.setdefault(page_id, []).append(entry)
        else:
            others.setdefault(entry.path, []).append(entry)
    if not pages and not tables:
        raise BadExport("This is an HTML export." if is_html else "The export holds no pages.")
    survey.pages = [_page(survey, page_id, found) for page_id, found in sorted(pages.items())]
    survey.tables = [_table(survey, page_id, found) for page_id, found in sorted(tables.items())]
    survey.assets = [_one_of(survey, found) for _, found in sorted(others.items())]
    return survey


def _page(survey: Survey, page_id: PageId, found: Sequence[Entry]) -> Page:
    entry = _one_of(survey, found)
    return Page(page_id, entry, _stem(entry), _paths(entry, found))


def _table(survey: Survey, page_id: PageId, found: Sequence[Entry]) -> Page:
    """Return a table as its complete file has it; the other one is the current view, which may hide columns."""
    complete = [entry for entry in found if posixpath.splitext(entry.path)[0].endswith(ALL_SUFFIX)]
    entry = _one_of(survey, complete or found)
    return Page(page_id, entry, _stem(entry), _paths(entry, found), is_table=True)


def _stem(entry: Entry) -> str:
    stem = posixpath.splitext(posixpath.basename(entry.path))[0]
    return split_id(stem)[0].strip()


def _paths(entry: Entry, found: Sequence[Entry]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((entry.path, *(other.path for other in found))))


def _one_of(survey: Survey, found: Sequence[Entry]) -> Entry:
    """Return the file that several are of: the largest, which is told unless they are all the same."""
    ordered = sorted(found, key=lambda entry: (-entry.size_bytes, entry.path))
    first, *others = ordered
    if others and any(other.size_bytes != first.size_bytes or other.read() != first.read() for other in others):
        survey.warnings.append(
            Notice(first.path, f"It is there {len(found)} times with other content; the largest one was taken.")
        )
    return first
