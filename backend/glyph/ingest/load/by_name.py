"""Which loader reads which document: chosen by the end of its name."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from glyph.domain.document import SourceDocument
from glyph.errors import UnreadableDocument
from glyph.ingest.load.loader import LoadedText, Loader


class LoaderByName:
    """Satisfies ``load.loader.Loader`` for every format that it has a loader for, by suffixes such as ``.pdf``."""

    def __init__(self, loaders: Mapping[str, Loader]) -> None:
        self._loaders = loaders

    def load(self, document: SourceDocument) -> LoadedText:
        path = document.file.path
        loader = self._loaders.get(PurePosixPath(path).suffix.lower())
        if loader is None:
            raise UnreadableDocument(f"{path} is of no format that is read.", hint="See GLYPH_CORPUS__FORMATS.")
        return loader.load(document)
