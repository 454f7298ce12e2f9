"""Places: where each file of an export goes - the same for every run, and never two in one place (I7)."""

import hashlib
import posixpath
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from glyph.corpus.notion.identity import safe_segment, split_id
from glyph.corpus.paths import folded

SEGMENT_BYTES = 100
PATH_BYTES = 240
FOLDERS_BYTES = 180
LEAST_SEGMENT_BYTES = 16
GAP = "…"


@dataclass(frozen=True, slots=True)
class Wish:
    """A file that wants a place: its logical ``folder``, its name as it is there without id, and its suffix.

    ``digits`` tell it from others of that name; ``key`` is what it is known by from run to run.
    """

    key: str
    folder: str
    stem: str
    suffix: str
    digits: str

    @property
    def wanted(self) -> str:
        """Return the path that it would have alone; another one next time means that it has moved."""
        folders = "/".join(split_id(part)[0].strip() for part in self.folder.split("/"))
        return posixpath.join(folders, f"{self.stem}{self.suffix}")


@dataclass(slots=True)
class Folders:
    """The folders of the tree: ids dropped, names safe, one spelling each, and never too long together."""

    into: str
    spellings: dict[str, str] = field(default_factory=dict[str, str])

    def of(self, folder: str) -> str:
        """Return where a logical folder of the export goes."""
        if not folder:
            return self.into
        parent, _, name = folder.rpartition("/")
        above = self.of(parent)
        stem = safe_segment(split_id(name)[0])
        room = FOLDERS_BYTES - len(above.encode()) - 1
        if room < LEAST_SEGMENT_BYTES:  # deeper than paths may be: what is below lies here
            return above
        longest = min(SEGMENT_BYTES, room if room < LEAST_SEGMENT_BYTES * 3 else max(room // 2, LEAST_SEGMENT_BYTES))
        path = posixpath.join(above, shortened(stem, longest, ""))
        return self.spellings.setdefault(folded(path), path)

    def spell(self, path: str) -> None:
        """Take over the spelling of the folders above a path that is there."""
        while "/" in path:
            path = path.rpartition("/")[0]
            self.spellings.setdefault(folded(path), path)


def allotted(wishes: Iterable[Wish], folders: Folders, kept: Mapping[str, str], taken: Iterable[str]) -> dict[str, str]:
    """Return a path for every wish by its key, whatever order they come in.

    Who is in ``kept`` stays there. Of the others all that want a path of two, or one that is ``taken``, get digits.
    """
    occupied = {folded(path) for path in (*taken, *kept.values())}
    places = dict(kept)
    plain = {wish.key: placed(wish, folders, "") for wish in wishes}
    newcomers = [wish for wish in wishes if wish.key not in kept]
    rivals = Counter(folded(path) for path in plain.values())
    for wish in sorted(newcomers, key=lambda each: each.key):
        path = plain[wish.key]
        length = 8
        while folded(path) in occupied or (rivals[folded(path)] > 1 and path == plain[wish.key]):
            path = placed(wish, folders, f" ~{wish.digits[-length:]}")
            length += 4
            if length > len(wish.digits) + 4:
                break
        places[wish.key] = path
        occupied.add(folded(path))
    return places


def placed(wish: Wish, folders: Folders, mark: str) -> str:
    """Return the path of a file whose name ends in ``mark``, or in its digits when it has to be cut."""
    folder = folders.of(wish.folder)
    room = min(SEGMENT_BYTES, PATH_BYTES - len(folder.encode()) - 1) - len(wish.suffix.encode())
    stem = safe_segment(wish.stem)
    if len(stem.encode()) + len(mark.encode()) > room:
        mark = mark or f" ~{wish.digits[-8:]}"
    return posixpath.join(folder, f"{shortened(stem, room, mark)}{wish.suffix}")


def shortened(stem: str, room_bytes: int, mark: str) -> str:
    """Return a name with its mark in so many bytes, cut in the middle where it must be."""
    room = room_bytes - len(mark.encode())
    if len(stem.encode()) <= room:
        return f"{stem}{mark}"
    half = max((room - len(GAP.encode())) // 2, 1)
    head = stem.encode()[:half].decode("utf-8", "ignore").rstrip(" .")
    tail = stem.encode()[-half:].decode("utf-8", "ignore").strip(" .")
    return f"{head}{GAP}{tail}{mark}"


def digits_of(text: str) -> str:
    """Return hex digits for a file that has no id."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:32]
