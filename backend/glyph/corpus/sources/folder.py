"""The folder source: the documents beneath one root, whatever their format."""

import os
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from glyph.corpus.opening import read_beneath, real_parts
from glyph.corpus.paths import (
    EDITABLE_SUFFIXES,
    FORBIDDEN,
    OFFICE_LOCK,
    READ_ONLY_SUFFIXES,
    is_beneath,
    is_document_path,
    is_editable,
    place_beneath,
    suffix_of,
)
from glyph.domain.document import (
    DEFAULT_COLLECTION,
    CollectionName,
    ContentHash,
    DocumentFile,
    DocumentPath,
    Problem,
    SourceDocument,
    hash_content,
)
from glyph.errors import CorpusUnavailable, DocumentNotFound, UnreadableDocument

SETTLED_NS = 2_000_000_000
"""A file changed less than this before it was read may change again without its stat showing it."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What lies under the root: the documents in path order, and what could not be taken."""

    files: tuple[DocumentFile, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class ReadOnlyFiles:
    """Which files are documents beside Markdown and text, by the end of their name, and how large one may be."""

    suffixes: tuple[str, ...] = READ_ONLY_SUFFIXES
    limit_bytes: int = 50_000_000


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a file's stat says of its content."""

    size_bytes: int
    modified_ns: int
    changed_ns: int
    inode: int

    @classmethod
    def of(cls, facts: os.stat_result) -> "Stamp":
        return cls(facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns, facts.st_ino)


class FolderSource:
    """Lists and reads the documents under ``root``.

    Hidden files and folders are passed over, and lock files of office programs; links to folders are not followed.
    """

    def __init__(
        self,
        root: Path,
        limit_bytes: int,
        collection: CollectionName = DEFAULT_COLLECTION,
        now_ns: Callable[[], int] = time.time_ns,
        read_only: ReadOnlyFiles = ReadOnlyFiles(),
    ) -> None:
        self._root = root
        self._limit_bytes = limit_bytes
        self._collection = collection
        self._now_ns = now_ns
        self._read_only = read_only
        self._suffixes = (*EDITABLE_SUFFIXES, *read_only.suffixes)
        self._hashes: dict[DocumentPath, tuple[Stamp, ContentHash]] = {}

    @property
    def collection(self) -> CollectionName:
        return self._collection

    def scan(self) -> Scan:
        """Return every document and every file that cannot be one, with the reason.

        Raises: CorpusUnavailable when the root itself cannot be read.
        """
        files: list[DocumentFile] = []
        problems: list[Problem] = []
        for relative in self._walk(problems):
            try:
                fault = self._fault(relative)
                if fault is None:
                    files.append(self._file(DocumentPath(relative), (self._root / relative).stat()))
                    continue
            except FileNotFoundError:  # it went while it was looked at
                continue
            problems.append(Problem(DocumentPath(printable(relative)), fault))
        return Scan(tuple(sorted(files, key=lambda file: file.path)), tuple(problems))

    def _walk(self, problems: list[Problem]) -> Iterator[str]:
        """Yield the files that look like documents; a folder that cannot be listed becomes a problem."""
        if not self._root.is_dir() or not os.access(self._root, os.R_OK | os.X_OK):
            raise CorpusUnavailable(f"The documents' root {self._root} is not a readable folder.")

        def note(error: OSError) -> None:
            if not isinstance(error, FileNotFoundError):
                relative = Path(error.filename).relative_to(self._root).as_posix()
                problems.append(Problem(DocumentPath(printable(relative)), f"Cannot be listed: {error.strerror}."))

        for folder, folders, names in os.walk(self._root, onerror=note):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                if suffix_of(name) in self._suffixes and not name.startswith((".", OFFICE_LOCK)):
                    yield (Path(folder) / name).relative_to(self._root).as_posix()

    def _fault(self, relative: str) -> str | None:
        if not is_document_path(relative):
            return "Its name is no document path: rename it without special characters, in Unicode NFC."
        place = self._root / relative
        if not is_beneath(self._root, place):
            return "It is a link that leads outside the documents' root."
        if not place.is_file():
            return None if not os.path.lexists(place) else "It is a broken link or not a regular file."
        return self._size_fault(relative, place.stat())

    def _size_fault(self, path: str, facts: os.stat_result) -> str | None:
        if is_editable(path):
            limit_bytes, setting = self._limit_bytes, "GLYPH_CORPUS__DOCUMENT_LIMIT_BYTES"
        else:
            limit_bytes, setting = self._read_only.limit_bytes, "GLYPH_LOAD__FILE_LIMIT_BYTES"
        return f"It is larger than {limit_bytes} bytes ({setting})." if facts.st_size > limit_bytes else None

    def _file(self, path: DocumentPath, facts: os.stat_result) -> DocumentFile:
        return DocumentFile(path, self._collection, facts.st_size, datetime.fromtimestamp(facts.st_mtime, UTC))

    def hash_of(self, path: DocumentPath) -> ContentHash:
        """Return a document's content hash, reading it only when its stat differs from the last time.

        Size, both times and inode stand for the content, as in git's index. As there, a file that was
        changed just before it was read is read again: clocks of file systems tick in milliseconds.
        Raises: DocumentNotFound, BadDocumentPath, UnreadableDocument.
        """
        known = self._hashes.get(path)
        if known is not None and known[0] == self._stamp(path):  # the very file that was found beneath the root
            return known[1]
        return self.read(path).content_hash

    def holds(self, path: str) -> bool:
        """Return whether a file or folder that is not hidden stands at a path beneath the root."""
        if any(part.startswith(".") for part in path.split("/")) or FORBIDDEN.search(path):
            return False
        place = self._root / path
        try:
            return place.exists() and is_beneath(self._root, place)
        except OSError:  # longer than paths can be
            return False

    def _stamp(self, path: DocumentPath) -> Stamp | None:
        try:
            return Stamp.of(os.stat(f"{self._root}/{path}"))  # noqa: PTH116 - ten times a search: a path object costs more
        except (OSError, ValueError):
            return None

    def _facts(self, path: DocumentPath) -> os.stat_result:
        """Return the stat of a document's file; what is no regular file, or of no format that is read, is none."""
        if suffix_of(path) not in self._suffixes:
            raise DocumentNotFound(f"There is no document {path}.")
        try:
            facts = place_beneath(self._root, path).stat()
        except OSError:
            raise DocumentNotFound(f"There is no document {path}.") from None
        if not stat.S_ISREG(facts.st_mode):
            raise DocumentNotFound(f"There is no document {path}.")
        return facts

    def read(self, path: DocumentPath) -> SourceDocument:
        """Return a document's bytes as they are now.

        Raises: DocumentNotFound, BadDocumentPath, UnreadableDocument.
        """
        facts, read_at = self._facts(path), self._now_ns()
        fault = self._size_fault(path, facts)
        if fault:
            raise UnreadableDocument(f"{path} cannot be read. {fault}", hint="Split the document, or raise the limit.")
        try:
            content = read_beneath(self._root, real_parts(self._root, path))
        except FileNotFoundError:
            raise DocumentNotFound(f"There is no document {path}.") from None
        except OSError as error:
            raise UnreadableDocument(
                f"{path} cannot be read: {error.strerror}.", hint="Check the file's owner and mode."
            ) from error
        document = SourceDocument(self._file(path, facts), content, hash_content(content))
        if max(facts.st_mtime_ns, facts.st_ctime_ns) + SETTLED_NS < read_at:
            self._hashes[path] = (Stamp.of(facts), document.content_hash)
        return document


def printable(relative: str) -> str:
    """Return a file name as text that can be shown, whatever bytes it holds."""
    return relative.encode("utf-8", "backslashreplace").decode("utf-8")
