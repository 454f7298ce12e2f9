"""Resolving: which file of the export a link means, over all its parts and all forms that Notion writes."""

import posixpath
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote

from glyph.corpus.links import escaped
from glyph.corpus.notion.identity import PageId, plain_stem, split_id
from glyph.corpus.paths import folded

BY_ID = re.compile(r"(?P<id>[0-9a-f]{32})(?:_all)?\.(?P<suffix>md|csv|html?)(?P<fragment>#.*)?", re.IGNORECASE)
BLOCK_ANCHOR = re.compile(r"#?(?:[0-9a-f-]{32,36})?", re.IGNORECASE)
"""Notion's anchors are ids of blocks, which the cleaned tree does not have."""


@dataclass(frozen=True, slots=True)
class Place:
    """A file of the export and where it goes: ``sources`` are its logical paths, ``out`` is beneath the root."""

    sources: tuple[str, ...]
    out: str
    page_id: PageId | None = None
    is_table: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    place: Place
    fragment: str = ""


class Resolver:
    """Finds places by path, else by page id, else by a name that only one file has."""

    def __init__(self, places: Iterable[Place]) -> None:
        self._by_path: dict[str, Place] = {}
        self._pages: dict[PageId, Place] = {}
        self._tables: dict[PageId, Place] = {}
        self._by_name: dict[str, Place | None] = {}
        for place in places:
            self._add(place)

    def _add(self, place: Place) -> None:
        for source in place.sources:
            self._by_path[source] = place
        if place.page_id is not None:
            (self._tables if place.is_table else self._pages)[place.page_id] = place
        name = _name_of(place.sources[0])
        self._by_name[name] = None if name in self._by_name else place

    def at(self, path: str) -> Place | None:
        """Return the place of a logical path of the export."""
        return self._by_path.get(path)

    def find(self, folder: str, target: str) -> Found | None:
        """Return what a relative target in a file of ``folder`` means; None when the export does not hold it.

        A ``#`` may belong to a title, so the whole path comes before its part without a fragment.
        """
        whole = _decoded(target)
        way, hash_sign, fragment = whole.partition("#")
        anchor = f"{hash_sign}{fragment}"
        for path, rest in ((whole, ""), (way, anchor), (way.partition("?")[0], anchor)):
            place = self._by_path.get(_joined(folder, path)) if path else None
            if place is not None:
                return Found(place, _kept_fragment(rest))
        return self._found_by_id(whole) or self._found_by_name(whole, way, anchor)

    def _found_by_id(self, whole: str) -> Found | None:
        match = BY_ID.search(whole)
        if match is None:
            return None
        place = self.of_id(PageId(match["id"].lower()), prefers_table=match["suffix"].lower() == "csv")
        return Found(place, _kept_fragment(match["fragment"] or "")) if place else None

    def of_id(self, page_id: PageId, *, prefers_table: bool = False) -> Place | None:
        """Return the page or table of an id, whichever exists."""
        first, second = (self._tables, self._pages) if prefers_table else (self._pages, self._tables)
        return first.get(page_id) or second.get(page_id)

    def _found_by_name(self, whole: str, way: str, anchor: str) -> Found | None:
        for path, rest in ((whole, ""), (way, anchor)):
            if BY_ID.search(path):  # another page of that name is not the one that was meant
                return None
            place = self._by_name.get(_name_of(path)) if path else None
            if place is not None:
                return Found(place, _kept_fragment(rest))
        return None


def _decoded(target: str) -> str:
    return unicodedata.normalize("NFC", unquote(target))


def _joined(folder: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(folder, path))


def _name_of(path: str) -> str:
    """Return what two files must share to be taken for each other: the name without id, and its ending."""
    stem, suffix = posixpath.splitext(posixpath.basename(path))
    return folded(f"{plain_stem(split_id(stem)[0])}{suffix.lower()}")


def _kept_fragment(fragment: str) -> str:
    return "" if BLOCK_ANCHOR.fullmatch(fragment) else fragment


def unresolved_id(target: str) -> tuple[PageId, str] | None:
    """Return the page id in a target that leads nowhere, and its suffix."""
    match = BY_ID.search(_decoded(target))
    return (PageId(match["id"].lower()), match["suffix"].lower()) if match else None


def relative_target(from_path: str, found: Found) -> str:
    """Return a found place as a link in the file ``from_path`` holds it, with escapes."""
    way = posixpath.relpath(f"/{found.place.out}", f"/{posixpath.dirname(from_path)}")
    return escaped(way, all_letters=False) + found.fragment.replace(" ", "%20")
