"""The library: the only writer of originals. A save carries the hash it was opened with."""

import codecs
import os
import stat
import threading
from pathlib import Path

from glyph.corpus.paths import place_beneath
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import ContentHash, DocumentPath, SourceDocument, hash_content
from glyph.errors import ReadOnlyDocument, StaleDocument
from glyph.files import replace_file, sweep_temporary_files

BYTE_ORDER_MARK = codecs.BOM_UTF8


class Library:
    """Reads and replaces the documents of an editable folder."""

    def __init__(self, root: Path, source: FolderSource) -> None:
        self._root = root
        self._source = source
        self._saving = threading.Lock()

    def read(self, path: DocumentPath) -> SourceDocument:
        """Return a document's bytes as they are now.

        Raises: DocumentNotFound, BadDocumentPath, UnreadableDocument.
        """
        return self._source.read(path)

    def save(self, path: DocumentPath, text: str, *, opened_hash: ContentHash) -> SourceDocument:
        """Replace a document, durably, and return what now stands on the disk.

        Line ends and the byte order mark of the file are kept. The lock makes compare and swap one
        step for every face of this process.
        Raises: StaleDocument and leaves the file untouched when it is not the one that was opened;
        ReadOnlyDocument when the file system refuses.
        """
        with self._saving:
            current = self.read(path)
            if current.content_hash != opened_hash:
                raise StaleDocument(f"{path} has changed since it was opened.", current_hash=current.content_hash)
            content = like_original(text, current.content)
            if hash_content(content) != current.content_hash:
                self._replace(path, content)
            return self.read(path)

    def _replace(self, path: DocumentPath, content: bytes) -> None:
        place = place_beneath(self._root, path).resolve()
        mode = stat.S_IMODE(place.stat().st_mode)
        try:
            replace_file(place, content, mode=mode)
        except OSError as error:
            raise ReadOnlyDocument(
                f"{path} cannot be written: {error.strerror}.",
                hint=f"The folder it lies in must be writable for user id {os.getuid()} and have free space.",
            ) from error

    def sweep(self) -> int:
        """Remove temporary files that killed saves left behind; return how many."""
        return sum(sweep_temporary_files(Path(folder)) for folder, _, _ in os.walk(self._root))


def like_original(text: str, original: bytes) -> bytes:
    """Return ``text`` as bytes with the byte order mark of ``original`` and the line ends that most of it has.

    Text that is the original's gives the original, whatever its line ends.
    """
    plain = text.encode("utf-8").removeprefix(BYTE_ORDER_MARK).replace(b"\r\n", b"\n")
    if plain == original.removeprefix(BYTE_ORDER_MARK).replace(b"\r\n", b"\n"):
        return original
    windows_ends = original.count(b"\r\n") * 2 > original.count(b"\n")
    mark = BYTE_ORDER_MARK if original.startswith(BYTE_ORDER_MARK) else b""
    return mark + (plain.replace(b"\n", b"\r\n") if windows_ends else plain)
