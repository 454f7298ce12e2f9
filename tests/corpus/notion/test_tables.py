"""Databases: their rows as a table, linked to the pages they are."""

import pytest

from tests.corpus.notion.exports import ID1, ID2, ID3, ID4, Desk, Files, document

BOM = "\ufeff"


def database(desk: Desk, csv: str, rows: Files, *, complete: str | None = None, folder: str = f"Hosts {ID1}") -> str:
    """Import a database with its row pages and return its body."""
    files = {f"Hosts {ID1}.csv": csv, **{f"{folder}/{name}": text for name, text in rows.items()}}
    if complete is not None:
        files[f"Hosts {ID1}_all.csv"] = complete
    desk.imported(files)
    return desk.body("Hosts.md")


@pytest.mark.parametrize("folder", [f"Hosts {ID1}", "Hosts"])
def test_rows_are_linked_to_their_pages(desk: Desk, folder: str) -> None:
    rows = {f"web-01 {ID2}.md": document("web-01"), f"db {ID3}.md": document("db")}
    body = database(desk, f"{BOM}Name,Role\r\nweb-01,front\r\ndb,store\r\n", rows, folder=folder)
    expected = "| Name | Role |\n| --- | --- |\n| [web-01](Hosts/web-01.md) | front |\n| [db](Hosts/db.md) | store |\n"
    assert body == f"# Hosts\n\n{expected}"


def test_the_complete_file_is_taken_and_the_view_is_not(desk: Desk) -> None:
    body = database(desk, "Name\nweb\n", {}, complete="Name,Port\nweb,443\ndb,5432\n")
    assert "| web | 443 |" in body
    assert "| db | 5432 |" in body
    assert set(desk.tree()) == {"Hosts.md"}


def test_the_title_need_not_be_the_first_column(desk: Desk) -> None:
    rows = {f"web {ID2}.md": document("web"), f"db {ID3}.md": document("db")}
    assert "| 1 | [web](Hosts/web.md) |" in database(desk, "#,Name\n1,web\n2,db\n", rows)


def test_a_title_is_found_by_the_name_that_notion_makes_of_it(desk: Desk) -> None:
    rows = {f"gradlew {ID2}.md": document("./gradlew"), f"a b  {ID3}.md": document("a: b")}
    body = database(desk, 'Name\n./gradlew\n"a: b"\n', rows)
    assert "[./gradlew](Hosts/gradlew.md)" in body
    assert "[a: b](Hosts/a%20b.md)" in body


def test_a_title_that_several_pages_have_stays_text_and_is_counted(desk: Desk) -> None:
    files = {
        f"Hosts {ID1}.csv": "Name\nweb\nlost\n",
        f"Hosts {ID1}/web {ID2}.md": document("web"),
        f"Hosts {ID1}/Web {ID3}.md": document("Web"),
    }
    report = desk.imported(files)
    assert "| web |\n| lost |" in desk.body("Hosts.md")
    assert (report.databases, report.rows, report.unlinked_rows) == (1, 2, 2)


def test_cells_stay_on_one_line_and_relations_become_links(desk: Desk) -> None:
    rows = {f"web {ID2}.md": document("web"), f"db (a) {ID3}.md": document("db (a)")}
    uses = f"db (a) (Hosts%20{ID1}/db%20(a)%20{ID3}.md), web (Hosts%20{ID1}/web%20{ID2}.md)"
    csv = f'Name,Uses,Notes\nweb,"{uses}","a | b\n<node> & c"\n'
    body = database(desk, csv, rows)
    assert "[db (a)](Hosts/db%20%28a%29.md), [web](Hosts/web.md)" in body
    assert r"a \| b<br>\<node> & c" in body


def test_ragged_rows_and_equal_names_do_no_harm(desk: Desk) -> None:
    body = database(desk, "Name,A,A\nx,1\ny,1,2,3\n\n", {})
    assert "| Name | A | A |  |\n| --- | --- | --- | --- |\n| x | 1 |  |  |\n| y | 1 | 2 | 3 |" in body


def test_links_reach_a_database_by_either_ending(desk: Desk) -> None:
    links = f"[a](Hosts%20{ID1}.csv) [b](Hosts%20{ID1}.md) [c](Hosts%20{ID1}_all.csv)"
    desk.imported(
        {
            f"Hosts {ID1}.csv": "Name\nx\n",
            f"Hosts {ID1}_all.csv": "Name\nx\n",
            f"Home {ID4}.md": document("Home", links),
        }
    )
    assert "[a](Hosts.md) [b](Hosts.md) [c](Hosts.md)" in desk.text("Home.md")


def test_columns_of_the_database_confirm_the_properties_of_its_rows(desk: Desk) -> None:
    database(desk, "Name,Port\nweb,443\n", {f"web {ID2}.md": "# web\n\nPort: 443\n\nbody\n"})
    assert desk.body("Hosts/web.md") == "# web\n\nbody\n"
    assert '  - "Port": "443"' in desk.text("Hosts/web.md")


def test_a_page_and_a_database_of_one_id_both_come_in(desk: Desk) -> None:
    desk.imported({f"Hosts {ID1}.md": document("Hosts", "intro"), f"Hosts {ID1}.csv": "Name\nx\n"})
    assert len(desk.tree()) == 2
    assert {"intro" in text.decode() for text in desk.tree().values()} == {True, False}


def test_a_csv_without_an_id_is_an_attachment(desk: Desk) -> None:
    desk.imported({f"P {ID1}.md": document("P", "[f](P/f.csv)"), "P/f.csv": "a,b\n"})
    assert desk.tree()["P/f.csv"] == b"a,b\n"
