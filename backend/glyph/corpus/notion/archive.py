"""Archives: a Notion export as a zip, its parts or a folder, opened read-only and proved harmless before it is read."""

import hashlib
import os
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from glyph.corpus.notion.entries import NUMBERED, PART, Entry, Gathered, Notice, logical_path, printable
from glyph.corpus.opening import read_beneath
from glyph.errors import BadExport

UTF8_NAME = 0x800
ENCRYPTED = 0x1
BLOCK_BYTES = 1 << 20
RATIO_FROM_BYTES = 5_000_000
"""Below this a ratio says nothing: a small empty picture shrinks to almost nothing."""
UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, UnicodeDecodeError)


@dataclass(frozen=True, slots=True)
class Limits:
    """What an export may hold: more is refused before anything is written."""

    entries: int = 200_000
    entry_bytes: int = 200_000_000
    total_bytes: int = 5_000_000_000
    ratio: int = 200


@contextmanager
def opened_export(source: Path, limits: Limits, scratch: Path) -> Generator[Gathered]:
    """Yield the files of an export, which can be read until the block ends; ``scratch`` takes what is unpacked.

    Raises: BadExport when it is no export, or beyond a limit; then the entry that is too much is named.
    """
    with ExitStack() as stack:
        opening = Opening(limits, stack, scratch)
        try:
            opening.gather(source)
        except OSError as error:
            raise BadExport(f"{source} cannot be read: {error.strerror or type(error).__name__}.") from error
        opening.found.parts = opening.found.parts or 1
        yield opening.found


class Opening:
    """Gathers the entries of one export and adds up what they would take."""

    def __init__(self, limits: Limits, stack: ExitStack, scratch: Path) -> None:
        self.found = Gathered()
        self._limits = limits
        self._stack = stack
        self._scratch = scratch
        self._count = 0
        self._total_bytes = 0

    def gather(self, source: Path) -> None:
        """Take every file of a folder, or of a zip."""
        if source.is_dir():
            self._gather_folder(source)
            return
        if not source.is_file():
            raise BadExport(f"There is no export at {source}.")
        files = parts_beside(source)
        self.found.parts = len(files) if len(files) > 1 else 0
        for file in files:
            self._gather_outer(file.open("rb"), file.name)

    def _gather_outer(self, stream: BinaryIO, name: str) -> None:
        archive = self._opened(stream)
        if archive is None:
            raise BadExport(f"{printable(name)} is no zip file, or a damaged one.")
        self._gather_zip(archive, opens_parts=True)

    def _opened(self, stream: BinaryIO) -> zipfile.ZipFile | None:
        self._stack.enter_context(stream)
        try:
            return self._stack.enter_context(zipfile.ZipFile(stream))
        except UNREADABLE:
            return None

    def _gather_zip(self, archive: zipfile.ZipFile, *, opens_parts: bool) -> None:
        packed_bytes = 0
        for member in archive.infolist():
            packed_bytes += member.compress_size
            if packed_bytes > _size_of(archive):
                raise BadExport(f"{printable(member.filename)}: entries of the zip overlap.")
            if member.is_dir():
                continue
            name = self._name_of(member)
            if self._takes_member(member, name):
                self._take(archive, member, name, opens_parts=opens_parts)

    def _name_of(self, member: zipfile.ZipInfo) -> str:
        """Return a member's name: UTF-8 where it says so or is valid, else cp437, which is told."""
        if member.flag_bits & UTF8_NAME or member.orig_filename.isascii():
            return member.orig_filename
        try:
            return member.orig_filename.encode("cp437").decode("utf-8")
        except (UnicodeEncodeError, UnicodeDecodeError):
            self.found.warnings.append(Notice(member.orig_filename, "Its name is no UTF-8; it was read as cp437."))
            return member.orig_filename

    def _takes_member(self, member: zipfile.ZipInfo, name: str) -> bool:
        kind = stat.S_IFMT(member.external_attr >> 16)
        fault = "it is a link or a device" if kind not in (0, stat.S_IFREG) else None
        fault = "it is encrypted" if member.flag_bits & ENCRYPTED else fault
        if fault is not None:
            self.found.failed.append(Notice(printable(name), f"Refused: {fault}."))
            return False
        ratio = member.file_size / max(member.compress_size, 1)
        if member.file_size > RATIO_FROM_BYTES and ratio > self._limits.ratio:
            raise BadExport(f"{printable(name)} unpacks to {ratio:.0f} times its size, as bombs do.")
        self._add_up(name, member.file_size)
        return self.found.admits(name)

    def _add_up(self, name: str, size_bytes: int) -> None:
        self._count += 1
        self._total_bytes += size_bytes
        limits = self._limits
        if self._count > limits.entries:
            raise BadExport(f"{printable(name)} is one entry too many: at most {limits.entries} are read.")
        if size_bytes > limits.entry_bytes:
            raise BadExport(f"{printable(name)} is larger than {limits.entry_bytes} bytes.")
        if self._total_bytes > limits.total_bytes:
            raise BadExport(f"With {printable(name)} the export is larger than {limits.total_bytes} bytes.")

    def _take(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, *, opens_parts: bool) -> None:
        path = logical_path(name)
        if opens_parts and PART.fullmatch(path):
            self._gather_part(self._unpacked(archive, member), name, opens_parts=False)
            return
        self.found.entries.append(Entry(path, member.file_size, lambda: _read_member(archive, member)))

    def _unpacked(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> BinaryIO:
        """Return a part of the export as a temporary file without a name: zips are read from their end."""
        unpacked = self._stack.enter_context(tempfile.TemporaryFile(dir=self._scratch))  # noqa: SIM115 - the stack closes it
        try:
            with archive.open(member) as stream:
                shutil.copyfileobj(stream, unpacked, BLOCK_BYTES)
        except UNREADABLE as error:
            raise BadExport(f"{printable(member.filename)} is damaged.") from error
        return unpacked

    def _gather_part(self, stream: BinaryIO, name: str, *, opens_parts: bool) -> None:
        inner = self._opened(stream)
        if inner is None:
            self.found.failed.append(Notice(printable(name), "It is named like a part of the export and is no zip."))
            return
        self.found.parts += 1
        self._gather_zip(inner, opens_parts=opens_parts)

    def _gather_folder(self, root: Path) -> None:
        for relative, facts in _walk(root):
            if not stat.S_ISREG(facts.st_mode):
                self.found.failed.append(Notice(printable(relative), "Refused: it is a link or a device."))
                continue
            self._add_up(relative, facts.st_size)
            if not self.found.admits(relative):
                continue
            if PART.fullmatch(logical_path(relative)):
                self._gather_part((root / relative).open("rb"), relative, opens_parts=True)
            else:
                self.found.entries.append(_file_entry(root, relative, facts.st_size))


def parts_beside(source: Path) -> list[Path]:
    """Return the zip itself, or all parts of its export when it is one of several in a folder."""
    found = NUMBERED.fullmatch(source.name)
    if found is None:
        return [source]
    alike = {file: NUMBERED.fullmatch(file.name) for file in source.parent.iterdir() if file.is_file()}
    numbers = {file: int(match["number"]) for file, match in alike.items() if match and match["of"] == found["of"]}
    return sorted(numbers, key=lambda file: numbers[file])


def _size_of(archive: zipfile.ZipFile) -> int:
    assert archive.fp is not None
    place = archive.fp.tell()
    size_bytes = archive.fp.seek(0, os.SEEK_END)
    archive.fp.seek(place)
    return size_bytes


def _read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Return a member's bytes, never more than it declares.

    Raises: BadExport when it is damaged.
    """
    try:
        with archive.open(member) as stream:
            return stream.read()
    except (*UNREADABLE, OSError) as error:
        raise BadExport(f"{printable(member.filename)} is damaged.") from error


def _walk(root: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Yield what lies in a folder that is no folder, in name order; links are not followed."""
    for folder, folders, names in os.walk(root):
        links = [name for name in folders if (Path(folder) / name).is_symlink()]
        folders[:] = sorted(set(folders) - set(links))
        for name in sorted([*names, *links]):
            place = Path(folder) / name
            yield place.relative_to(root).as_posix(), place.lstat()


def _file_entry(root: Path, relative: str, size_bytes: int) -> Entry:
    def read() -> bytes:
        try:
            return read_beneath(root, relative.split("/"))
        except OSError as error:
            raise BadExport(f"{printable(relative)} cannot be read: {error.strerror}.") from error

    return Entry(logical_path(relative), size_bytes, read)


def source_hash(source: Path) -> str:
    """Return SHA-256 of an export: of the zip and the parts beside it, or of every name and file of the folder."""
    if not source.is_dir():
        return ":".join(_hash_file(file) for file in parts_beside(source))
    digest = hashlib.sha256()
    for relative, facts in _walk(source):
        if stat.S_ISREG(facts.st_mode):
            digest.update(f"{printable(relative)}\n{_hash_file(source / relative)}\n".encode())
    return digest.hexdigest()


def _hash_file(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
