"""The remote workbench: over owner.sock files are made, moved and removed as in the owner, and raw text stays there."""

from collections.abc import Generator
from contextlib import closing

import pytest

from glyph.domain.document import ContentHash, DocumentPath
from glyph.errors import PathTaken, SessionRequired, StaleDocument, StalePlan
from glyph.faces.rest.client import RemoteWorkbench
from tests.faces.site import Server

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
A, B = DocumentPath("scratch/remote/a.md"), DocumentPath("scratch/remote/far/b.md")


@pytest.fixture
def remote(served: Server) -> Generator[RemoteWorkbench]:
    with closing(RemoteWorkbench(served.site.index / "owner.sock")) as workbench:
        yield workbench


def test_a_document_lives_its_whole_life_over_the_socket(served: Server, remote: RemoteWorkbench) -> None:
    created = remote.create(A, "# A\n\n[self](a.md) password: Vb7-kestrel-lantern\n")
    with pytest.raises(PathTaken):
        remote.create(A, "")
    image = remote.store_asset(DocumentPath("scratch/remote/a.assets/m.png"), PNG)
    assert image.content_type == "image/png"
    assert remote.links(A).outgoing[0].line == 3
    assert remote.redactions(path=A).documents[0].redactions[0].line == 3
    assert A not in {problem.path for problem in remote.problems().problems}
    plan = remote.plan_move(A, B, rewrite_links=True)
    assert [one.path for one in plan.documents] == [A]
    with pytest.raises(StalePlan):
        remote.move(A, B, opened_hash=created.content_hash, rewrite_links=True, documents=())
    moved = remote.move(A, B, opened_hash=plan.content_hash, rewrite_links=True, documents=plan.documents)
    assert (served.site.docs / "scratch/remote/far/b.assets/m.png").read_bytes() == PNG
    with pytest.raises(StaleDocument) as refused:
        remote.delete(B, opened_hash=ContentHash("0" * 64))
    assert refused.value.current_hash == moved.content_hash
    assert remote.delete(B, opened_hash=moved.content_hash).path == B


def test_what_is_kept_as_raw_text_stays_in_the_owner(remote: RemoteWorkbench) -> None:
    deeds = (
        lambda: remote.history(A),
        lambda: remote.version(A, "0"),
        remote.trash,
        lambda: remote.restore("0", None),
        lambda: remote.empty_trash(None),
        lambda: remote.empty_trash("0"),
        lambda: remote.asset(DocumentPath("scratch/remote/a.assets/m.png")),
    )
    for deed in deeds:
        with pytest.raises(SessionRequired):
            deed()
