"""Where links lead inside the corpus, and how they are written from another place. Pure."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from posixpath import relpath
from urllib.parse import quote, unquote

from glyph.corpus.paths import assets_folder
from glyph.domain.document import DocumentPath
from glyph.domain.link import Destination, Link


@dataclass(frozen=True, slots=True)
class Relink:
    """A link and the target that it gets."""

    link: Link
    target: str


OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:|//|\\\\", re.IGNORECASE)
NEEDS_ESCAPE = re.compile(r"[\s()\[\]<>#?%\"]")
LINES = re.compile(r"L([0-9]{1,7})(?:-L?([0-9]{1,7}))?")


def destination(path: DocumentPath, target: str) -> Destination | None:
    """Return where a link in the document ``path`` leads; None when that is outside the corpus.

    A target that begins with ``/`` starts at the root. What stands behind ``?`` is not looked at.
    """
    if OUTSIDE.match(target):
        return None
    way, _, anchor = target.partition("#")
    decoded = unicodedata.normalize("NFC", unquote(way.partition("?")[0]))
    found = path if decoded == "" else _joined(path, decoded)
    return None if found is None else Destination(DocumentPath(found), unquote(anchor))


def _joined(path: DocumentPath, way: str) -> str | None:
    """Return a way from a document as a path; None when it climbs out of the corpus."""
    parts = [] if way.startswith("/") else path.split("/")[:-1]
    for part in way.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def line_anchor(anchor: str) -> int | None:
    """Return the last line that an anchor such as ``L12-L20`` names; None when it names a heading."""
    found = LINES.fullmatch(anchor)
    return None if found is None else int(found[2] or found[1])


def rewritten(target: str, path: DocumentPath, to: DocumentPath, *, angled: bool) -> str:
    """Return a link's target as it is written in the document ``path`` when it leads to ``to``.

    What stands behind ``?`` and ``#`` is kept, and so is the style: from the root, or with escapes.
    """
    way, hash_sign, anchor = target.partition("#")
    _, question_mark, query = way.partition("?")
    from_root = way.startswith("/")
    new = f"/{to}" if from_root else _relative(path, to, dotted=way.startswith("./"))
    slash = "/" if way.partition("?")[0].endswith("/") and not new.endswith("/") else ""
    written = new if angled else escaped(new, all_letters="%" in way)
    return f"{written}{slash}{question_mark}{query}{hash_sign}{anchor}"


def escaped(way: str, *, all_letters: bool) -> str:
    """Return a way as a bare target holds it; letters beyond ASCII are escaped only where they were before."""
    return quote(way, safe="/") if all_letters else NEEDS_ESCAPE.sub(lambda found: quote(found[0]), way)


def _relative(path: DocumentPath, to: DocumentPath, *, dotted: bool) -> str:
    folder = path.rpartition("/")[0]
    way = relpath(f"/{to}", f"/{folder}")
    return f"./{way}" if dotted and not way.startswith("..") else way


def moved_destination(found: DocumentPath, path: DocumentPath, to: DocumentPath) -> DocumentPath:
    """Return where a place is once the document ``path`` has moved ``to``: it and its images move, all else stays."""
    if found == path:
        return to
    images = f"{assets_folder(path)}/"
    return DocumentPath(f"{assets_folder(to)}/{found.removeprefix(images)}") if found.startswith(images) else found


def relinked(path: DocumentPath, links: Sequence[Link], moved: DocumentPath, to: DocumentPath) -> tuple[Relink, ...]:
    """Return how the links of the document ``path`` change when the document ``moved`` goes ``to``."""
    after = to if path == moved else path
    found = ((link, destination(path, link.target)) for link in links)
    return tuple(relink for link, place in found if place and (relink := _relink(link, place, path, after, moved, to)))


def _relink(
    link: Link, place: Destination, path: DocumentPath, after: DocumentPath, moved: DocumentPath, to: DocumentPath
) -> Relink | None:
    if link.target.startswith(("#", "?")):
        return None
    new_place = moved_destination(place.path, moved, to)
    before = rewritten(link.target, path, place.path, angled=link.angled)
    now = rewritten(link.target, after, new_place, angled=link.angled)
    return Relink(link, now) if now != before else None
