"""Entries: the files of an export under names that are safe, and what is wrong with the names that are not."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

UUID = r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}"
WRAPPER = re.compile(rf"(?:{UUID}_)?Export(?:Block)?-{UUID}(?:-Part-\d+)?", re.IGNORECASE)
PART = re.compile(rf"(?:(?:Export-)?{UUID}_)?Export(?:Block)?-{UUID}(?:-Part-\d+)?\.zip", re.IGNORECASE)
NUMBERED = re.compile(r"(?P<of>.*Export(?:Block)?-.*)-Part-(?P<number>\d{1,6})\.zip", re.IGNORECASE)
DRIVE = re.compile(r"[A-Za-z]:")
CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
LITTER = frozenset({"thumbs.db", "desktop.ini"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of an export.

    ``path`` is its logical name: NFC, ``/`` between folders, without the wrapper folder. ``read`` opens it read-only.
    """

    path: str
    size_bytes: int
    read: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Notice:
    """A file of the export, by its full name there, and what is to be said of it."""

    name: str
    reason: str


@dataclass(slots=True)
class Gathered:
    """What was found in an export: its files, what was passed over, what was refused or could not be read."""

    entries: list[Entry] = field(default_factory=list[Entry])
    ignored: list[Notice] = field(default_factory=list[Notice])
    failed: list[Notice] = field(default_factory=list[Notice])
    warnings: list[Notice] = field(default_factory=list[Notice])
    parts: int = 0

    def admits(self, name: str) -> bool:
        """Return whether a file is to be taken, and note it where it is not."""
        fault = name_fault(name)
        if fault is not None:
            self.failed.append(Notice(printable(name), f"Refused: its name {fault}."))
            return False
        litter = litter_reason(logical_path(name))
        if litter is not None:
            self.ignored.append(Notice(printable(name), litter))
        return litter is None


def name_fault(name: str) -> str | None:
    """Return why a name must not be used as a path; None when it may."""
    if not name or name.startswith("/") or DRIVE.match(name):
        return "is absolute"
    if "\\" in name:
        return "holds a backslash"
    if CONTROLS.search(name):
        return "holds control characters"
    return "leads upwards" if ".." in name.split("/") else None


def litter_reason(path: str) -> str | None:
    """Return why a file is no part of what was exported; None when it is."""
    parts = path.split("/")
    if "__MACOSX" in parts or any(part.startswith("._") for part in parts):
        return "Written by macOS beside the files themselves."
    if parts[-1].lower() in LITTER or any(part.startswith(".") for part in parts):
        return "A hidden file of the system."
    return "The list of pages that Notion generates." if path.lower() == "index.html" else None


def logical_path(name: str) -> str:
    """Return the name of an entry in NFC, without empty parts and the wrapper folder."""
    parts = [part for part in unicodedata.normalize("NFC", name).split("/") if part not in ("", ".")]
    return "/".join(parts[1:] if len(parts) > 1 and WRAPPER.fullmatch(parts[0]) else parts)


def printable(name: str) -> str:
    """Return a name as text that can be shown, whatever bytes it holds."""
    shown = name.encode("utf-8", "backslashreplace").decode("utf-8")
    return CONTROLS.sub(lambda found: f"\\x{ord(found[0]):02x}", shown)
