"""Assets: the images of documents. What an image is, its bytes say, and its name must agree."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from glyph.corpus.opening import opened_place, read_beneath, real_parts
from glyph.corpus.paths import assets_folder, is_asset_path
from glyph.domain.document import DocumentPath
from glyph.errors import AssetNotFound, BadAsset

SVG = "image/svg+xml"
HEAD_BYTES = 1_024

SUFFIXES_BY_TYPE: dict[str, tuple[str, ...]] = {
    "image/png": (".png",),
    "image/jpeg": (".jpg", ".jpeg"),
    "image/gif": (".gif",),
    "image/webp": (".webp",),
    "image/avif": (".avif",),
    SVG: (".svg",),
}


@dataclass(frozen=True, slots=True)
class Asset:
    """An image and what its bytes say it is."""

    path: DocumentPath
    content_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class KeptImage:
    """An image in the trash, by its name alone: its folder is that of its document."""

    name: str
    content: bytes

    def place_of(self, path: DocumentPath) -> DocumentPath:
        """Return where the image lies when its document lies at ``path``."""
        return DocumentPath(f"{assets_folder(path)}/{self.name}")


def is_svg(head: bytes) -> bool:
    """Return whether text begins an SVG: an ``<svg`` after nothing but declarations and comments."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return text.startswith(b"<svg") or (text.startswith((b"<?xml", b"<!--", b"<!doctype svg")) and b"<svg" in text)


SIGNATURES: tuple[tuple[str, Callable[[bytes], bool]], ...] = (
    ("image/png", lambda head: head.startswith(b"\x89PNG\r\n\x1a\n")),
    ("image/jpeg", lambda head: head.startswith(b"\xff\xd8\xff")),
    ("image/gif", lambda head: head.startswith((b"GIF87a", b"GIF89a"))),
    ("image/webp", lambda head: head.startswith(b"RIFF") and head[8:12] == b"WEBP"),
    ("image/avif", lambda head: head[4:8] == b"ftyp" and head[8:12] in (b"avif", b"avis")),
    (SVG, is_svg),
)


def sniffed(path: DocumentPath, content: bytes) -> Asset:
    """Return the image that ``content`` is.

    Raises: BadAsset when it is none, or another one than its name says.
    """
    head = content[:HEAD_BYTES]
    kind = next((kind for kind, matches in SIGNATURES if matches(head)), None)
    if kind is None:
        raise BadAsset(f"{path} is no image that Glyph knows.")
    if PurePosixPath(path).suffix not in SUFFIXES_BY_TYPE[kind]:
        raise BadAsset(f"{path} is {kind}, which its name does not say.")
    return Asset(path, kind, content)


class Assets:
    """Reads the images beneath a root."""

    def __init__(self, root: Path, limit_bytes: int) -> None:
        self._root = root
        self._limit_bytes = limit_bytes

    def names(self, path: DocumentPath) -> tuple[DocumentPath, ...]:
        """Return the paths of the files in a document's own folder that are named as images, in order."""
        folder = assets_folder(path)
        try:
            with opened_place(self._root, PurePosixPath(f"{folder}/*").parts) as place:
                names = sorted(os.listdir(place.folder))
        except OSError:  # most documents have none
            return ()
        paths = (DocumentPath(f"{folder}/{name}") for name in names)
        return tuple(one for one in paths if is_asset_path(one))

    def checked(self, path: DocumentPath, content: bytes) -> Asset:
        """Return the image that ``content`` is.

        Raises: BadAsset when it is none, another one than its name says, or too large.
        """
        if len(content) > self._limit_bytes:
            raise BadAsset(
                f"{path} is larger than {self._limit_bytes} bytes.",
                hint="Make the image smaller, or raise GLYPH_CORPUS__ASSET_LIMIT_BYTES.",
            )
        return sniffed(path, content)

    def read(self, path: DocumentPath) -> Asset:
        """Return an image as it stands on the disk.

        Raises: AssetNotFound, BadAsset, BadDocumentPath.
        """
        try:
            content = read_beneath(self._root, real_parts(self._root, path), limit_bytes=self._limit_bytes + 1)
        except OSError:
            raise AssetNotFound(f"There is no image {path}.") from None
        return self.checked(path, content)
