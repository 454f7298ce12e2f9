"""A folder with a document of each format, by real writers: found by literal and by meaning, with the right pages."""

import shutil
from collections.abc import Generator

import pytest

from tests.faces.sdk_hosts import Calls, over_http
from tests.faces.shapes import DocumentView, SearchAnswer
from tests.faces.site import Server, Site, empty_site, serving
from tests.ingest.load.files import FIXTURES, bomb, docx_with, pdf_of

PLANTED = (
    "Kestane-Balkon-4471",
    "Findik-Ezmesi-9035",
    "Zencefil-Kurabiye-1183",
    "Portakal-Recel-5520",
    "Nar-Eksisi-7764",
)
NARROW, WIDE = "handbook-weasyprint.pdf", "handbook-libreoffice.pdf"
WORD, OTHER_WORD = "handbook-pandoc.docx", "handbook-libreoffice.docx"

LITERALS = [
    ("bond0.2044", NARROW, 1),
    ("ZL2-90177", NARROW, 2),
    ("ZL2-90177", WIDE, 1),
    ("safe-to-destroy", WORD, None),
    ("ZL2-88431", OTHER_WORD, None),
    ("laser_3rd_floor", "printers.html", None),
    ("nas-ist-07", "inventory.csv", None),
    ("CH-5512", "hall-b.txt", 2),
    ("SGT-208", "vardiya.txt", None),
]
MEANINGS = [
    ("which light shows that a drive is broken", NARROW, 2),
    ("the cluster lost quorum because its parts have no contact", NARROW, 3),
    ("how many servers and drives are there in all", NARROW, 1),
    ("swapping out a dead drive", WORD, None),
    ("print jobs hang and nobody can print", "printers.html", None),
    ("which machine holds the payroll backups", "inventory.csv", None),
    ("where do people gather after leaving the server room", "hall-b.txt", 3),
    ("a power supply is switched off for maintenance", "hall-b.txt", 1),
]


@pytest.fixture(scope="module")
def site(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site with a document of each format and some that cannot be read, indexed by the command."""
    site = empty_site(tmp_path_factory.mktemp("formats") / "site", model_of=sample)
    for file in FIXTURES.iterdir():
        if file.suffix != ".md":
            shutil.copy(file, site.docs)
    (site.docs / "bomb.docx").write_bytes(docx_with({"word/document.xml": b" " * 20_000_000}))
    packed = bomb(1_500_000_000)
    (site.docs / "bomb.pdf").write_bytes(pdf_of([""], filters=" /Filter [/FlateDecode /FlateDecode]", packed=packed))
    (site.docs / "empty.pdf").touch()
    with (site.docs / "huge.txt").open("wb") as file:
        file.truncate(200_000_000)
    done = site.run("index", changes={"GLYPH_LOAD__MEMORY_BYTES": "400000000"})
    (site.root / "index.out").write_text(done.out + done.err, encoding="utf-8")
    assert done.code == 0, done.err
    return site


@pytest.fixture(scope="module")
def server(site: Site) -> Generator[Server]:
    with serving(site) as server:
        yield server


def answer_of(server: Server, query: str) -> SearchAnswer:
    with server.client() as client:
        return SearchAnswer.model_validate_json(client.post("/v1/search", json={"query": query, "limit": 20}).content)


@pytest.mark.parametrize(("query", "path", "page"), LITERALS)
def test_a_literal_is_found_on_its_page(server: Server, query: str, path: str, page: int | None) -> None:
    found = [hit for hit in answer_of(server, query).hits if hit.path == path and query in hit.quote]
    assert [hit.page for hit in found] == [page]


@pytest.mark.parametrize(("query", "path", "page"), MEANINGS)
def test_a_meaning_is_found_on_its_page(server: Server, query: str, path: str, page: int | None) -> None:
    hits = [hit for hit in answer_of(server, query).hits if hit.path == path]
    assert hits[0].page == page
    assert "vector" in hits[0].rankers


def test_what_cannot_be_read_is_in_the_report_and_the_rest_is_indexed(site: Site) -> None:
    said = (site.root / "index.out").read_text(encoding="utf-8")
    assert "scanned=13 indexed=8" in said
    assert "failed=5" in said
    for reason in ("encrypted.pdf is encrypted", "zip bomb", "empty.pdf is an empty file", "DOCUMENT_LIMIT_BYTES"):
        assert reason in said


def test_a_second_update_finds_nothing_to_do(site: Site) -> None:
    assert "indexed=0 unchanged=8" in site.run("index").out


def test_a_pdf_is_answered_as_text_with_its_pages(server: Server) -> None:
    with server.client() as client:
        view = DocumentView.model_validate_json(client.get("/v1/document", params={"path": NARROW}).content)
    assert not view.editable
    lines = view.text.split("\n")
    assert [lines[page.line_from - 1] for page in view.pages] == [
        "# Storage cluster handbook",
        "# Replacing a disk",
        "# Network partitions",
    ]


def test_a_save_of_a_pdf_is_refused_with_what_to_do_instead(server: Server) -> None:
    with server.client() as client:
        tag = client.get("/v1/document", params={"path": NARROW}).json()["content_hash"]
        refused = client.put(
            "/v1/document", params={"path": NARROW}, json={"text": "x"}, headers={"If-Match": f'"{tag}"'}
        )
    assert refused.json()["error"]["code"] == "read_only"
    assert "put the new file in its place" in refused.json()["error"]["hint"]


def test_no_planted_password_leaves_a_file_of_any_format(site: Site, server: Server) -> None:
    with server.client() as client:
        paths = {path for _, path, _ in (*LITERALS, *MEANINGS)}
        answers = [client.get("/v1/document", params={"path": path}).text for path in paths]
    answers += [answer_of(server, query).model_dump_json() for query in ("password", "admin password", "storage-admin")]
    kept = [place.read_bytes() for place in site.root.rglob("*") if place.is_file() and "docs" not in place.parts]
    assert [secret for secret in PLANTED if any(secret in answer for answer in answers)] == []
    assert [secret for secret in PLANTED if any(secret.encode() in content for content in kept)] == []


def test_models_are_told_the_page(server: Server) -> None:
    calls: Calls = {
        "found": ("search_docs", {"query": "bond0.2044"}),
        "read": ("read_document", {"path": NARROW}),
    }
    conversation = over_http(server, calls)
    assert f"{NARROW}:" in conversation.text("found")
    assert ", page 1" in conversation.text("found")
    assert "Pages: page 1 from line 1, page 2 from line" in conversation.text("read")


def test_the_command_line_names_the_page(site: Site) -> None:
    done = site.run("search", "CH-5512")
    assert "hall-b.txt:" in done.out
    assert "page 2" in done.out
