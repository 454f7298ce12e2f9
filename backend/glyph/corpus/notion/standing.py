"""Standing: what lies in a tree before an import, and which page each of its files is."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from glyph.corpus.notion.matter import page_key_of
from glyph.files import TEMP_PREFIX

HEAD_BYTES = 4_096
"""Front matter names its page within this."""


@dataclass(slots=True)
class Standing:
    """The files of a tree by their paths beneath the root, and cleaned pages by key, wherever somebody moved them."""

    paths: set[str] = field(default_factory=set[str])
    pages: dict[str, str] = field(default_factory=dict[str, str])

    def place_of(self, key: str, path: str | None) -> str | None:
        """Return where a page is now: where the last import left it, else where it was moved to; None when nowhere."""
        return path if path is not None and path in self.paths else self.pages.get(key)


def standing_in(root: Path, into: str) -> Standing:
    """Return what stands in the folder ``into`` of a tree."""
    found = Standing()
    for folder, folders, names in os.walk(root / into):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            place = Path(folder) / name
            if name.startswith(TEMP_PREFIX):
                continue
            path = place.relative_to(root).as_posix()
            found.paths.add(path)
            key = _key_in(place) if name.endswith(".md") else None
            if key is not None:
                found.pages.setdefault(key, path)
    return found


def _key_in(file: Path) -> str | None:
    try:
        with file.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
    except OSError:  # it is not ours, or will be refused when it is read
        return None
    return page_key_of(head.decode("utf-8-sig", "replace").replace("\r\n", "\n"))
