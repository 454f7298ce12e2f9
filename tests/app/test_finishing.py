"""A move that a crash cuts short at any step is finished at the next start: what stands then is what a move makes."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from glyph.corpus.moves import BegunMove, Moves
from glyph.domain.document import DocumentPath, hash_content
from glyph.errors import StateUnwritable
from tests.conftest import MakeWorkbench

PATH, TO = DocumentPath("network/wireguard.md"), DocumentPath("vpn/tunnel.md")
TEXTS = {
    "network/wireguard.md": "# WireGuard\n\n![map](wireguard.assets/map.png) [dns](dns.txt) [start](../index.md#a)\n",
    "index.md": "# Runbooks\n\n[keys](network/wireguard.md#keys)\n",
    "backup/restore.md": "# Restore\n\n[keys](../network/wireguard.md) ![map](../network/wireguard.assets/map.png)\n",
}
MOVED = {
    "vpn/tunnel.md": "# WireGuard\n\n![map](tunnel.assets/map.png) [dns](../network/dns.txt) [start](../index.md#a)\n",
    "index.md": "# Runbooks\n\n[keys](vpn/tunnel.md#keys)\n",
    "backup/restore.md": "# Restore\n\n[keys](../vpn/tunnel.md) ![map](../vpn/tunnel.assets/map.png)\n",
}
IMAGE = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def root(corpus_root: Path) -> Path:
    for path, text in TEXTS.items():
        (corpus_root / path).write_text(text, encoding="utf-8")
    (corpus_root / "network/wireguard.assets").mkdir()
    (corpus_root / "network/wireguard.assets/map.png").write_bytes(IMAGE)
    return corpus_root


def both_names(root: Path) -> None:
    (root / "vpn").mkdir()
    os.link(root / PATH, root / TO)


def moved(root: Path) -> None:
    both_names(root)
    (root / PATH).unlink()


def with_images(root: Path) -> None:
    moved(root)
    (root / "network/wireguard.assets").rename(root / "vpn/tunnel.assets")


def own_links(root: Path) -> None:
    with_images(root)
    (root / TO).write_text(MOVED[TO], encoding="utf-8")


def some_links(root: Path) -> None:
    own_links(root)
    (root / "backup/restore.md").write_text(MOVED["backup/restore.md"], encoding="utf-8")


def all_links(root: Path) -> None:
    some_links(root)
    (root / "index.md").write_text(MOVED["index.md"], encoding="utf-8")


def note(root: Path, *, rewrites_links: bool = True) -> Path:
    """Leave the note that a killed process leaves."""
    file = root.with_name("state") / "moving"
    move = BegunMove(PATH, TO, hash_content(TEXTS[PATH].encode()), rewrites_links)
    with Moves(file).noted(move):
        content = file.read_bytes()
    file.write_bytes(content)
    return file


@pytest.mark.parametrize("step", [both_names, moved, with_images, own_links, some_links, all_links])
def test_a_move_that_has_begun_is_finished(
    root: Path, make_workbench: MakeWorkbench, step: Callable[[Path], None]
) -> None:
    file = note(root)
    step(root)
    make_workbench()
    assert {path: (root / path).read_text(encoding="utf-8") for path in MOVED} == MOVED
    assert (root / "vpn/tunnel.assets/map.png").read_bytes() == IMAGE
    assert not (root / PATH).exists()
    assert not (root / "network/wireguard.assets").exists()
    assert not file.exists()


def test_what_a_finished_move_has_made_is_what_a_move_makes(root: Path, make_workbench: MakeWorkbench) -> None:
    workbench = make_workbench()
    plan = workbench.plan_move(PATH, TO, rewrite_links=True)
    workbench.move(PATH, TO, opened_hash=plan.content_hash, rewrite_links=True, documents=plan.documents)
    assert {path: (root / path).read_text(encoding="utf-8") for path in MOVED} == MOVED
    assert not (root.with_name("state") / "moving").exists()


def test_a_move_that_had_not_begun_is_forgotten(root: Path, make_workbench: MakeWorkbench) -> None:
    file = note(root)
    make_workbench()
    assert {path: (root / path).read_text(encoding="utf-8") for path in TEXTS} == TEXTS
    assert not file.exists()


def test_links_stay_where_nobody_wanted_them_rewritten(root: Path, make_workbench: MakeWorkbench) -> None:
    note(root, rewrites_links=False)
    moved(root)
    make_workbench()
    assert (root / "index.md").read_text(encoding="utf-8") == TEXTS["index.md"]
    assert (root / "vpn/tunnel.assets/map.png").read_bytes() == IMAGE


def test_another_document_that_has_come_to_stand_there_is_left_alone(root: Path, make_workbench: MakeWorkbench) -> None:
    note(root)
    moved(root)
    (root / PATH).write_text("# Another\n", encoding="utf-8")
    make_workbench()
    assert (root / PATH).read_text(encoding="utf-8") == "# Another\n"
    assert (root / "index.md").read_text(encoding="utf-8") == TEXTS["index.md"]


@pytest.mark.parametrize("content", [b"", b"{}", b"no json", b'{"path": 1}'])
def test_a_damaged_note_stops_no_start(root: Path, make_workbench: MakeWorkbench, content: bytes) -> None:
    note(root).write_bytes(content)
    make_workbench()
    assert (root / PATH).exists()


def test_a_move_that_cannot_be_noted_is_not_made(root: Path, make_workbench: MakeWorkbench) -> None:
    workbench = make_workbench()
    (root.with_name("state") / "moving").mkdir(parents=True)
    opened = workbench.read(PATH, redacted=False).content_hash
    with pytest.raises(StateUnwritable):
        workbench.move(PATH, TO, opened_hash=opened, rewrite_links=False, documents=())
    assert (root / PATH).exists()
    assert not (root / TO).exists()


def test_a_move_is_finished_when_the_documents_are_there_again(root: Path, make_workbench: MakeWorkbench) -> None:
    file = note(root)
    moved(root)
    root.rename(root.with_name("unmounted"))
    make_workbench()
    assert file.exists()
    root.with_name("unmounted").rename(root)
    make_workbench()
    assert (root / "index.md").read_text(encoding="utf-8") == MOVED["index.md"]
    assert not file.exists()
