"""Assets: an image is what its bytes say, and its name must say the same."""

from pathlib import Path

import pytest

from glyph.corpus.assets import Assets, sniffed
from glyph.corpus.paths import assets_folder, lies_among_assets, parse_asset_path
from glyph.domain.document import DocumentPath
from glyph.errors import AssetNotFound, BadAsset, BadDocumentPath

IMAGES = {
    "a.png": b"\x89PNG\r\n\x1a\n" + b"\0" * 20,
    "a.jpg": b"\xff\xd8\xff\xe0" + b"\0" * 20,
    "a.jpeg": b"\xff\xd8\xff\xe1",
    "a.gif": b"GIF89a" + b"\0" * 20,
    "a.webp": b"RIFF\0\0\0\0WEBPVP8 ",
    "a.avif": b"\0\0\0\x20ftypavif",
    "a.svg": b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>',
}


@pytest.mark.parametrize("name", IMAGES)
def test_an_image_is_known_by_its_bytes(name: str) -> None:
    kind = sniffed(DocumentPath(name), IMAGES[name]).content_type
    assert kind.removeprefix("image/").removesuffix("+xml").replace("jpeg", "jp") in name.replace("jpg", "jp")


@pytest.mark.parametrize("name", IMAGES)
def test_an_image_under_the_name_of_another_kind_is_refused(name: str) -> None:
    other = DocumentPath("a.png" if name != "a.png" else "a.gif")
    with pytest.raises(BadAsset):
        sniffed(other, IMAGES[name])


@pytest.mark.parametrize(
    "content",
    [b"", b"<html><svg></html>", b"<!doctype html><svg>", b"#!/bin/sh", b"PK\x03\x04", b"%PDF-1.7", b"\x7fELF", b"MZ"],
)
def test_what_is_no_image_is_refused_under_every_name(content: bytes) -> None:
    for name in IMAGES:
        with pytest.raises(BadAsset):
            sniffed(DocumentPath(name), content)


def test_an_image_is_read_within_its_limit_and_inside_the_root(tmp_path: Path) -> None:
    root = tmp_path / "docs"
    root.mkdir()
    (root / "a.png").write_bytes(IMAGES["a.png"])
    (root / "text.png").write_bytes(b"# no image")
    (tmp_path / "out.png").write_bytes(IMAGES["a.png"])
    (root / "link.png").symlink_to(tmp_path / "out.png")
    assert Assets(root, 100).read(DocumentPath("a.png")).content == IMAGES["a.png"]
    for path, limit_bytes, error in (
        ("a.png", 10, BadAsset),
        ("text.png", 100, BadAsset),
        ("absent.png", 100, AssetNotFound),
        ("link.png", 100, BadDocumentPath),
    ):
        with pytest.raises(error):
            Assets(root, limit_bytes).read(DocumentPath(path))


@pytest.mark.parametrize("path", ["a.md", "a.exe", "../a.png", "/a.png", ".git/a.png", "a.png/", "a b\n.png", "a.PNG"])
def test_what_is_no_path_of_an_image_is_refused(path: str) -> None:
    with pytest.raises(BadDocumentPath):
        parse_asset_path(path)


def test_the_folder_of_images_stands_beside_its_document() -> None:
    assert assets_folder(DocumentPath("vpn/a.b.md")) == "vpn/a.b.assets"
    assert lies_among_assets("vpn/a.ASSETS/notes.md")
    assert not lies_among_assets("vpn/a.assets.md")
