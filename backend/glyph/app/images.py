"""Images: stored in the folder of their document, and read from anywhere beneath the root."""

from pathlib import PurePosixPath

from glyph.app.filing_answers import AssetResult
from glyph.corpus.assets import Asset, Assets
from glyph.corpus.library import Library
from glyph.corpus.paths import ASSETS_SUFFIX, SUFFIXES, parse_asset_path
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import DocumentPath, hash_content
from glyph.errors import AssetNotFound, BadAsset, BadDocumentPath, PathTaken


class Images:
    """Stores and reads the images of documents."""

    def __init__(self, library: Library, source: FolderSource, assets: Assets) -> None:
        self._library = library
        self._source = source
        self._assets = assets

    def store(self, path: DocumentPath, content: bytes) -> AssetResult:
        """Write a new image into the folder of its document; the same image once more changes nothing.

        Raises: BadAsset, BadDocumentPath, PathTaken when another one stands there, ReadOnlyDocument.
        """
        path = parse_asset_path(path)
        self._check_folder(path)
        asset = self._assets.checked(path, content)
        try:
            self._library.create(path, content)
        except PathTaken:
            if self._standing(path) != content:
                raise
        return AssetResult(path, asset.content_type, len(content), hash_content(content))

    def _check_folder(self, path: DocumentPath) -> None:
        folder = PurePosixPath(path).parent.as_posix()
        documents = [f"{folder.removesuffix(ASSETS_SUFFIX)}{suffix}" for suffix in SUFFIXES]
        if not folder.endswith(ASSETS_SUFFIX) or not any(self._source.holds(document) for document in documents):
            raise BadDocumentPath(
                "The path does not lead into the folder of a document's images.",
                hint="The images of vpn/wireguard.md lie in vpn/wireguard.assets/; save the document first.",
            )

    def _standing(self, path: DocumentPath) -> bytes | None:
        try:
            return self._assets.read(path).content
        except (AssetNotFound, BadAsset):
            return None

    def read(self, path: DocumentPath) -> Asset:
        """Return an image as it stands on the disk.

        Raises: AssetNotFound, BadAsset, BadDocumentPath.
        """
        return self._assets.read(parse_asset_path(path))
