"""`glyph eval`: a run prints, writes its page, and is compared with another."""

from pathlib import Path

import pytest
from pydantic import TypeAdapter

from glyph.domain.ranking import Mode
from glyph.evaluation.comparing import Comparison
from glyph.evaluation.runner import Evaluation
from tests.faces.site import Site, copied

QUERIES = """\
{"id": "port", "query": "51820", "slice": "literal", "expected": [{"path": "vpn/wireguard-site-to-site.md"}]}
{"id": "slow", "query": "the router is slow after lunch", "slice": "a [bold] and long name of a slice",
 "expected": [{"path": "network/nowhere.md"}], "forbidden": [{"path": "vpn/openvpn-retirement.md", "heading": "No"}]}
""".replace(",\n ", ", ")


@pytest.fixture(scope="module")
def site(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    alone = copied(sample, tmp_path_factory.mktemp("eval") / "site")
    (alone.root / "golden.jsonl").write_text(QUERIES, encoding="utf-8")
    return alone


@pytest.fixture(scope="module")
def measured(site: Site) -> Path:
    """Return the file of a run's JSON; its page is beside it."""
    done = site.run("eval", "run", str(site.root / "golden.jsonl"), "--json", "--html", str(site.root / "run.html"))
    assert done.code == 0, done.err
    (site.root / "run.json").write_text(done.out, encoding="utf-8")
    return site.root / "run.json"


def test_a_run_prints_one_line_of_json_and_writes_its_page(measured: Path) -> None:
    evaluation = TypeAdapter(Evaluation).validate_json(measured.read_bytes())
    assert evaluation.queries == len(evaluation.answers) == 2
    assert measured.read_text(encoding="utf-8").count("\n") == 1
    page = measured.with_suffix(".html").read_text(encoding="utf-8")
    assert "<title>Search quality: golden.jsonl</title>" in page
    assert "the router is slow after lunch" in page


def test_a_run_for_people_cuts_no_slice_to_the_width_of_the_terminal(site: Site) -> None:
    done = site.run("eval", "run", str(site.root / "golden.jsonl"))
    assert done.code == 0, done.err
    assert done.out.count("a [bold] and long name of a slice") == len(Mode)


def test_a_run_compared_with_itself_has_changed_nothing(site: Site, measured: Path) -> None:
    done = site.run("eval", "compare", str(measured), str(measured))
    assert done.code == 0, done.err
    assert "auto: MRR +0.0000, 95 % interval +0.0000 to +0.0000; 0 better, 0 worse" in done.out
    compared = site.run("eval", "compare", str(measured), str(measured), "--json")
    assert TypeAdapter(Comparison).validate_json(compared.out).queries == 2


def test_a_page_that_cannot_be_written_ends_with_1(site: Site) -> None:
    done = site.run("eval", "run", str(site.root / "golden.jsonl"), "--html", str(site.root / "no folder" / "run.html"))
    assert (done.code, done.out) == (1, "")
    assert "cannot be written" in done.err


def test_what_is_no_run_is_not_compared(site: Site, measured: Path) -> None:
    done = site.run("eval", "compare", str(measured), str(site.root / "golden.jsonl"))
    assert (done.code, done.out) == (1, "")
    assert "is not what `glyph eval run --json` prints" in done.err
