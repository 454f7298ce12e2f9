"""The folder source: Markdown and text files beneath one root."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from glyph.corpus.paths import is_document_path, place_beneath
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


@dataclass(frozen=True, slots=True)
class Scan:
    """What lies under the root: the documents in path order, and what could not be taken."""

    files: tuple[DocumentFile, ...]
    problems: tuple[Problem, ...]


class FolderSource:
    """Lists and reads the documents under ``root``. Hidden files and folders are passed over."""

    def __init__(self, root: Path, limit_bytes: int, collection: CollectionName = DEFAULT_COLLECTION) -> None:
        self._root = root
        self._limit_bytes = limit_bytes
        self._collection = collection
        self._hashes: dict[DocumentPath, tuple[tuple[int, int, int, int], ContentHash]] = {}

    @property
    def collection(self) -> CollectionName:
        return self._collection

    def scan(self) -> Scan:
        """Return every document and every file that cannot be one, with the reason.

        Raises: CorpusUnavailable when the root itself cannot be read.
        """
        files: list[DocumentFile] = []
        problems: list[Problem] = []
        for relative in self._walk():
            fault = self._fault(relative)
            if fault:
                problems.append(Problem(DocumentPath(printable(relative)), fault))
            else:
                files.append(self._stat(DocumentPath(relative)))
        return Scan(tuple(sorted(files, key=lambda file: file.path)), tuple(problems))

    def _walk(self) -> Iterator[str]:
        if not self._root.is_dir() or not os.access(self._root, os.R_OK | os.X_OK):
            raise CorpusUnavailable(f"The documents' root {self._root} is not a readable folder.")
        for folder, folders, names in os.walk(self._root):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                if name.endswith((".md", ".txt")) and not name.startswith("."):
                    yield (Path(folder) / name).relative_to(self._root).as_posix()

    def _fault(self, relative: str) -> str | None:
        if not is_document_path(relative):
            return "Its name is no document path: rename it without special characters, in Unicode NFC."
        place = self._root / relative
        if not place.resolve().is_relative_to(self._root.resolve()):
            return "It is a link that leads outside the documents' root."
        if not place.is_file():
            return "It is a broken link or not a regular file."
        if place.stat().st_size > self._limit_bytes:
            return f"It is larger than {self._limit_bytes} bytes (GLYPH_CORPUS__DOCUMENT_LIMIT_BYTES)."
        return None

    def _stat(self, path: DocumentPath) -> DocumentFile:
        facts = (self._root / path).stat()
        return DocumentFile(path, self._collection, facts.st_size, datetime.fromtimestamp(facts.st_mtime, UTC))

    def hash_of(self, path: DocumentPath) -> ContentHash:
        """Return a document's content hash, reading it only when its stat differs from the last time.

        Size, both times and inode stand for the content, as in git's index; a full scan reads regardless.
        Raises: DocumentNotFound, BadDocumentPath, UnreadableDocument.
        """
        place = place_beneath(self._root, path)
        try:
            facts = place.stat()
        except OSError:
            raise DocumentNotFound(f"There is no document {path}.") from None
        stamp = (facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns, facts.st_ino)
        known = self._hashes.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        content_hash = self.read(path).content_hash
        self._hashes[path] = (stamp, content_hash)
        return content_hash

    def read(self, path: DocumentPath) -> SourceDocument:
        """Return a document's bytes as they are now.

        Raises: DocumentNotFound, BadDocumentPath, UnreadableDocument.
        """
        place = place_beneath(self._root, path)
        try:
            content = place.read_bytes()
            return SourceDocument(self._stat(path), content, hash_content(content))
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            raise DocumentNotFound(f"There is no document {path}.") from None
        except OSError as error:
            raise UnreadableDocument(
                f"{path} cannot be read: {error.strerror}.", hint="Check the file's owner and mode."
            ) from error


def printable(relative: str) -> str:
    """Return a file name as text that can be shown, whatever bytes it holds."""
    return relative.encode("utf-8", "backslashreplace").decode("utf-8")
