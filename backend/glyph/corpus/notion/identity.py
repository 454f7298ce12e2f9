"""Identity: page ids in names, the stems that Notion makes of titles, and names that are safe for any machine."""

import hashlib
import re
import unicodedata
from typing import NewType

from glyph.corpus.paths import ASSETS_SUFFIX, DEVICES, FORBIDDEN, LOOKALIKES

PageId = NewType("PageId", str)
"""32 lower-case hex digits: Notion's own, or made of the path where a file has none."""

WITH_ID = re.compile(r"(.*?)[ _-]*([0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12})", re.IGNORECASE)
ALL_SUFFIX = "_all"
REPLACED_BY_NOTION = re.compile(r'[/\\:*?"<>|.]')
STEM_LENGTH = 50
"""Notion cuts file names here, in code points, without the id."""
UNTITLED = frozenset(
    unicodedata.normalize("NFC", word).casefold()
    for word in (
        *("Untitled", "제목 없음", "无标题", "無標題", "無題", "Sans titre", "Ohne Titel", "Sin título", "Sem título"),
        *("Senza titolo", "Naamloos", "Bez názvu", "Без названия", "Uten navn", "Unavngivet", "Namnlös", "İsimsiz"),
    )
)


def split_id(stem: str) -> tuple[str, PageId | None]:
    """Return a stem without its page id, and the id; a table's ``_all`` is not part of either."""
    bare = stem.removesuffix(ALL_SUFFIX)
    found = WITH_ID.fullmatch(bare)
    if found is None:
        return stem, None
    return found[1].rstrip(), PageId(found[2].replace("-", "").lower())


def id_in(text: str) -> PageId | None:
    """Return the page id with which a name or an address ends."""
    found = WITH_ID.fullmatch(text)
    return PageId(found[2].replace("-", "").lower()) if found else None


def local_id(path: str) -> PageId:
    """Return the id of a page that Notion has given none."""
    return PageId(hashlib.sha256(path.encode("utf-8")).hexdigest()[:32])


def title_stem(title: str) -> str:
    """Return what Notion makes of a title in file names: marks to blanks, white space collapsed, cut at 50."""
    plain = " ".join(REPLACED_BY_NOTION.sub(" ", unicodedata.normalize("NFC", title)).split())
    return plain[:STEM_LENGTH].strip()


def plain_stem(stem: str) -> str:
    """Return a stem as ``title_stem`` gives it: the cut may leave a second blank."""
    return " ".join(unicodedata.normalize("NFC", stem).split())


def is_untitled(title: str) -> bool:
    return unicodedata.normalize("NFC", title).casefold().strip() in UNTITLED


def safe_segment(name: str) -> str:
    """Return a name that every file system and document path takes; an empty one becomes ``Untitled``."""
    text = unicodedata.normalize("NFC", name).encode("utf-8", "replace").decode("utf-8")
    text = LOOKALIKES.sub("", FORBIDDEN.sub("_", text.replace("%", "_").replace("/", "_")))
    text = " ".join(text.split()).rstrip(". ")
    if text.casefold().endswith(ASSETS_SUFFIX):
        text = f"{text[: -len(ASSETS_SUFFIX)]}_assets"
    if text.startswith("."):
        text = f"_{text[1:]}"
    if DEVICES.fullmatch(text):
        stem, dot, rest = text.partition(".")
        text = f"{stem}_{dot}{rest}"
    return text or "Untitled"
