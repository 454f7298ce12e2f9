"""Images go into the folder of their document, are what they seem, and are never overwritten."""

from pathlib import Path

import pytest

from glyph.app.local import LocalWorkbench
from glyph.domain.document import DocumentPath, hash_content
from glyph.errors import BadAsset, BadDocumentPath, GlyphError, PathTaken
from tests.conftest import LIMIT_BYTES, MakeWorkbench

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
IMAGE = DocumentPath("network/wireguard.assets/map.png")


@pytest.fixture
def workbench(make_workbench: MakeWorkbench) -> LocalWorkbench:
    return make_workbench()


def test_an_image_is_stored_beside_its_document_and_read_again(workbench: LocalWorkbench, corpus_root: Path) -> None:
    stored = workbench.store_asset(IMAGE, PNG)
    assert (stored.path, stored.content_type, stored.size_bytes) == (IMAGE, "image/png", len(PNG))
    assert stored.content_hash == hash_content(PNG)
    assert (corpus_root / IMAGE).read_bytes() == PNG
    assert workbench.asset(IMAGE).content == PNG


def test_the_same_image_may_come_again_and_another_may_not(workbench: LocalWorkbench, corpus_root: Path) -> None:
    workbench.store_asset(IMAGE, PNG)
    assert workbench.store_asset(IMAGE, PNG).size_bytes == len(PNG)
    with pytest.raises(PathTaken):
        workbench.store_asset(IMAGE, PNG + b"other")
    assert (corpus_root / IMAGE).read_bytes() == PNG


@pytest.mark.parametrize(
    ("path", "content", "error"),
    [
        ("network/map.png", PNG, BadDocumentPath),
        ("network/absent.assets/map.png", PNG, BadDocumentPath),
        ("network/wireguard.assets/deep/map.png", PNG, BadDocumentPath),
        ("network/wireguard.assets/map.md", PNG, BadDocumentPath),
        ("../wireguard.assets/map.png", PNG, BadDocumentPath),
        (IMAGE, b"<svg onload=alert(1)>", BadAsset),
        (IMAGE, b"", BadAsset),
        (IMAGE, PNG + b"\0" * LIMIT_BYTES, BadAsset),
    ],
)
def test_what_is_no_image_of_a_document_is_refused(
    workbench: LocalWorkbench, corpus_root: Path, path: str, content: bytes, error: type[GlyphError]
) -> None:
    before = sorted(corpus_root.rglob("*"))
    with pytest.raises(error):
        workbench.store_asset(DocumentPath(path), content)
    assert sorted(corpus_root.rglob("*")) == before
