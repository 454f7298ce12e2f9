"""Remembering what was loaded: reading a document line by line must not take it apart each time."""

import threading
import zlib
from collections import OrderedDict
from dataclasses import dataclass

from glyph.domain.document import DocumentPath, SourceDocument
from glyph.errors import UnreadableDocument
from glyph.ingest.load.loader import LoadedText, Loader

LIMIT_BYTES = 64_000_000
KNOWN_FAILURES = 1_000


@dataclass(frozen=True, slots=True)
class Packed:
    """A loaded text, compressed: text takes a fifth to a third of its size."""

    text: bytes
    title: str
    pages: tuple[int, ...]

    @property
    def size_bytes(self) -> int:
        return len(self.text) + len(self.title) + 8 * len(self.pages)


class RememberingLoader:
    """Satisfies ``load.loader.Loader`` by another one, asked once for each content under a name.

    Texts are kept in memory alone, since they are not redacted; the longest unused go first. A failure is
    remembered, too: what makes a parser run into its deadline does so every time.
    """

    def __init__(self, loader: Loader, limit_bytes: int = LIMIT_BYTES) -> None:
        self._loader = loader
        self._limit_bytes = limit_bytes
        self._lock = threading.Lock()
        self._texts: OrderedDict[tuple[DocumentPath, str], Packed] = OrderedDict()
        self._failures: OrderedDict[tuple[DocumentPath, str], tuple[str, str]] = OrderedDict()
        self._size_bytes = 0

    def load(self, document: SourceDocument) -> LoadedText:
        key = (document.file.path, document.content_hash)
        with self._lock:
            failure, packed = self._failures.get(key), self._texts.get(key)
            if packed is not None:
                self._texts.move_to_end(key)
        if failure is not None:
            raise UnreadableDocument(failure[0], hint=failure[1])
        if packed is not None:
            return LoadedText(zlib.decompress(packed.text).decode("utf-8"), packed.title, packed.pages)
        try:
            loaded = self._loader.load(document)
        except UnreadableDocument as error:
            self._note(key, error)
            raise
        self._keep(key, loaded)
        return loaded

    def _note(self, key: tuple[DocumentPath, str], error: UnreadableDocument) -> None:
        with self._lock:
            self._failures[key] = (error.message, error.hint)
            while len(self._failures) > KNOWN_FAILURES:
                self._failures.popitem(last=False)

    def _keep(self, key: tuple[DocumentPath, str], loaded: LoadedText) -> None:
        packed = Packed(zlib.compress(loaded.text.encode("utf-8"), 1), loaded.title, loaded.pages)
        with self._lock:
            former = self._texts.pop(key, None)
            self._size_bytes += packed.size_bytes - (former.size_bytes if former else 0)
            self._texts[key] = packed
            while self._size_bytes > self._limit_bytes:
                _, oldest = self._texts.popitem(last=False)
                self._size_bytes -= oldest.size_bytes
