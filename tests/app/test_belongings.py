"""Images go into the trash with the document that they belong to, and come back with it; what others use stays."""

from pathlib import Path

import pytest

from glyph.app.local import LocalWorkbench
from glyph.domain.document import DocumentPath
from glyph.errors import PathTaken
from tests.conftest import LIMITS, MakeWorkbench

PATH = DocumentPath("network/wireguard.md")
FOLDER = "network/wireguard.assets"
IMAGE, OTHER = b"\x89PNG\r\n\x1a\nmap", b"\x89PNG\r\n\x1a\nother"
TEXT = "# WireGuard\n\n![map](wireguard.assets/map.png) and [dns](dns.txt)\n"


@pytest.fixture
def root(corpus_root: Path) -> Path:
    (corpus_root / PATH).write_text(TEXT, encoding="utf-8")
    (corpus_root / FOLDER).mkdir()
    (corpus_root / FOLDER / "map.png").write_bytes(IMAGE)
    return corpus_root


@pytest.fixture
def workbench(root: Path, make_workbench: MakeWorkbench) -> LocalWorkbench:
    assert root.is_dir()
    return make_workbench()


def delete(workbench: LocalWorkbench) -> str:
    opened = workbench.read(PATH, redacted=False).content_hash
    return workbench.delete(PATH, opened_hash=opened).trash_id


def test_images_go_with_their_document_and_come_back_with_it(workbench: LocalWorkbench, root: Path) -> None:
    trash_id = delete(workbench)
    assert not (root / FOLDER).exists()
    (entry,) = workbench.trash().entries
    assert (entry.images, entry.size_bytes) == (1, len(TEXT) + len(IMAGE))
    workbench.restore(trash_id, None)
    assert (root / FOLDER / "map.png").read_bytes() == IMAGE
    assert (root / PATH).read_text(encoding="utf-8") == TEXT
    assert workbench.trash().entries == ()


def test_at_another_path_the_images_lie_beside_the_document_and_its_links_lead_to_them(
    workbench: LocalWorkbench, root: Path
) -> None:
    workbench.restore(delete(workbench), DocumentPath("vpn/tunnel.md"))
    assert (root / "vpn/tunnel.assets/map.png").read_bytes() == IMAGE
    text = (root / "vpn/tunnel.md").read_text(encoding="utf-8")
    assert text == "# WireGuard\n\n![map](tunnel.assets/map.png) and [dns](../network/dns.txt)\n"
    assert not (root / FOLDER).exists()


@pytest.mark.parametrize(
    ("other", "text"),
    [
        ("index.md", "![map](network/wireguard.assets/map.png)\n"),
        ("network/wireguard.txt", "The plain form of it.\n"),
    ],
)
def test_images_that_another_document_uses_stay(workbench: LocalWorkbench, root: Path, other: str, text: str) -> None:
    (root / other).write_text(text, encoding="utf-8")
    trash_id = delete(workbench)
    assert (root / FOLDER / "map.png").read_bytes() == IMAGE
    assert workbench.trash().entries[0].images == 0
    workbench.restore(trash_id, None)
    assert (root / PATH).read_text(encoding="utf-8") == TEXT


def test_what_is_no_image_stays_where_it_is(workbench: LocalWorkbench, root: Path) -> None:
    (root / FOLDER / "notes.csv").write_text("a,b\n", encoding="utf-8")
    (root / FOLDER / "false.png").write_bytes(b"no image")
    delete(workbench)
    assert sorted(place.name for place in (root / FOLDER).iterdir()) == ["false.png", "notes.csv"]


def test_images_that_the_trash_has_no_room_for_stay_and_the_document_goes(
    workbench: LocalWorkbench, root: Path
) -> None:
    for number in range(LIMITS.trash.size_bytes // LIMITS.asset_bytes + 1):
        (root / FOLDER / f"{number}.png").write_bytes(IMAGE.ljust(LIMITS.asset_bytes, b"x"))
    delete(workbench)
    assert not (root / PATH).exists()
    assert (root / FOLDER / "map.png").read_bytes() == IMAGE


def test_a_document_comes_back_beside_images_that_are_there_again_but_never_over_another_one(
    workbench: LocalWorkbench, root: Path
) -> None:
    trash_id = delete(workbench)
    (root / FOLDER).mkdir()
    (root / FOLDER / "map.png").write_bytes(OTHER)
    with pytest.raises(PathTaken):
        workbench.restore(trash_id, None)
    assert (root / FOLDER / "map.png").read_bytes() == OTHER
    assert not (root / PATH).exists()
    (root / FOLDER / "map.png").write_bytes(IMAGE)
    workbench.restore(trash_id, None)
    assert (root / PATH).read_text(encoding="utf-8") == TEXT


def test_the_trash_never_leads_out_of_the_folder_by_a_link(workbench: LocalWorkbench, root: Path) -> None:
    outside = root.with_name("outside")
    (root / FOLDER).rename(outside)
    (root / FOLDER).symlink_to(outside)
    delete(workbench)
    assert (outside / "map.png").read_bytes() == IMAGE
    assert workbench.trash().entries[0].images == 0
