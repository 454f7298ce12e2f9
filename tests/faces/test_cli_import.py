"""`glyph import notion`, run for real: a report, documents, an index that follows, and nothing lost."""

import json
from pathlib import Path

import pytest

from tests.corpus.notion.exports import ID1, ID2, document, folder_at, zip_at
from tests.faces.site import Site, serving

PAGES = {
    f"Ops {ID1}.md": document("Ops", f"[DNS](Ops%20{ID1}/DNS%20{ID2}.md) and [x](lost.pdf)"),
    f"Ops {ID1}/DNS {ID2}.md": document("DNS", "one\n\ntwo\n\nthree"),
}


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A site without documents, so that a command of its own is quick."""
    found = Site(tmp_path / "site")
    found.docs.mkdir(parents=True)
    return found


def test_a_dry_run_reports_and_the_run_does_it(site: Site) -> None:
    source = zip_at(site.root / "export.zip", PAGES)
    dry = site.run("import", "notion", str(source), "--dry-run")
    assert dry.code == 0
    assert "would be    2 created" in dry.out
    assert "1 of 2 lead somewhere" in dry.out
    assert not list(site.docs.iterdir())
    done = site.run("import", "notion", str(source), "--json")
    report = json.loads(done.out)
    assert (report["pages"], report["outcomes"]) == (2, {"created": 2})
    assert "[DNS](Ops/DNS.md)" in (site.docs / "Ops.md").read_text()
    assert json.loads(site.run("status", "--json").out)["documents"] == 2


def test_a_running_server_imports_and_a_conflict_is_told(site: Site) -> None:
    source = folder_at(site.root / "unpacked", PAGES)
    with serving(site):
        assert site.run("import", "notion", str(source), "--into", "wiki").code == 0
        page = site.docs / "wiki/Ops/DNS.md"
        page.write_text(page.read_text().replace("two", "two here"))
        (source / f"Ops {ID1}/DNS {ID2}.md").write_text(document("DNS", "one\n\ntwo there\n\nthree"))
        again = site.run("import", "notion", str(source), "--into", "wiki")
    assert "conflict    wiki/Ops/DNS.md" in again.out
    assert "two here" in page.read_text()


def test_an_export_that_waits_is_brought_in_by_index(site: Site) -> None:
    (site.root / "export").mkdir()
    zip_at(site.root / "export" / "wiki.zip", PAGES)
    first, second = site.run("index"), site.run("index")
    assert "imported: wiki.zip: pages=2" in first.err
    assert "scanned=2 indexed=2" in first.out
    assert "imported" not in second.err


def test_exports_do_not_come_in_by_themselves_where_that_is_turned_off(site: Site) -> None:
    (site.root / "export").mkdir()
    zip_at(site.root / "export" / "wiki.zip", PAGES)
    site.run("index", changes={"GLYPH_CORPUS__IMPORT_EXPORTS": "false"})
    assert not list(site.docs.iterdir())


def test_documents_that_are_a_raw_export_are_recognised(site: Site) -> None:
    folder_at(site.docs, PAGES)
    assert "glyph import notion" in site.run("index").err


def test_a_tree_apart_is_written_and_not_indexed(site: Site) -> None:
    source = zip_at(site.root / "export.zip", PAGES)
    apart = site.root / "apart"
    assert site.run("import", "notion", str(source), "--into", str(apart)).code == 0
    assert (apart / "Ops/DNS.md").exists()
    assert not list(site.docs.iterdir())


def test_what_is_no_export_is_one_line_and_a_hint(site: Site) -> None:
    done = site.run("import", "notion", str(zip_at(site.root / "x.zip", {"a.txt": "a"})))
    assert done.code == 1
    assert "The export holds no pages." in done.err
    assert "Markdown & CSV" in done.err
    assert site.run("import", "notion", str(site.root / "nothing.zip")).code == 1
