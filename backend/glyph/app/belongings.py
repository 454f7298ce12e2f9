"""Belongings: the images that go into the trash with their document, and come back with it."""

from collections.abc import Sequence

from glyph.app.linkmap import LinkMap
from glyph.corpus.assets import Asset, Assets, KeptImage
from glyph.corpus.library import Library
from glyph.corpus.paths import assets_folder
from glyph.domain.document import DocumentPath
from glyph.errors import AssetNotFound, BadAsset, PathTaken


class Belongings:
    """Knows which images are a document's alone."""

    def __init__(self, library: Library, assets: Assets, links: LinkMap, limit_bytes: int) -> None:
        self._library = library
        self._assets = assets
        self._links = links
        self._limit_bytes = limit_bytes

    def of(self, path: DocumentPath) -> tuple[Asset, ...]:
        """Return the images in a document's folder.

        None when another document links to one of them, when a document of the same name but another ending has the
        same folder, or when they are more than the trash could hold. A file that is no image stays where it is.
        Raises: CorpusUnavailable.
        """
        folder = f"{assets_folder(path)}/"
        for other, document in self._links.all().items():
            places = document.destinations if document else ()
            shares = assets_folder(other) == assets_folder(path)
            if other != path and (shares or any(place and place.path.startswith(folder) for place in places)):
                return ()
        images = tuple(image for name in self._assets.names(path) if (image := self._image_or_none(name)))
        return images if sum(len(image.content) for image in images) <= self._limit_bytes else ()

    def _image_or_none(self, path: DocumentPath) -> Asset | None:
        try:
            return self._assets.read(path)
        except (AssetNotFound, BadAsset):
            return None

    def check_free(self, path: DocumentPath, images: Sequence[KeptImage]) -> None:
        """Raise PathTaken when another image stands where one of a document's images is to go."""
        for image in images:
            place = image.place_of(path)
            standing = self._image_or_none(place)
            if standing is None or standing.content != image.content:
                self._library.check_free(place)

    def put_back(self, path: DocumentPath, images: Sequence[KeptImage]) -> None:
        """Write the images of a document that comes back; those that are there already stay.

        Raises: PathTaken, ReadOnlyDocument.
        """
        for image in images:
            place = image.place_of(path)
            try:
                self._library.create(place, image.content)
            except PathTaken:
                standing = self._image_or_none(place)
                if standing is None or standing.content != image.content:
                    raise
