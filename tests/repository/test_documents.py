"""The documents keep up with the code: commands exist, links lead somewhere, every promise names its proof."""

import re
from pathlib import Path

import pytest

from glyph import __version__
from tests.repository.tree import ROOT, beneath, named

PROMISES = 13
DOCUMENTS = [path for path in beneath(ROOT) if path.suffix == ".md" and "corpus" not in path.relative_to(ROOT).parts]
LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_link_leads_to_a_file(document: Path) -> None:
    targets = [match[1] for match in LINK.finditer(document.read_text(encoding="utf-8"))]
    assert [target for target in targets if not (document.parent / target).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_make_target_that_is_named_exists(document: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), flags=re.MULTILINE))
    named_targets = set(re.findall(r"`make ([a-z-]+)", document.read_text(encoding="utf-8")))
    assert named_targets <= targets


def test_the_readme_gives_the_two_commands() -> None:
    assert {"make run", "make test"} <= set(re.findall(r"^(make \w+)", read("README.md"), flags=re.MULTILINE))


def test_every_target_of_the_makefile_is_explained() -> None:
    makefile = read("Makefile")
    phony = re.search(r"^\.PHONY: (.+)$", makefile, flags=re.MULTILINE)
    assert phony
    explained = re.findall(r"^([a-z-]+):.*## .+$", makefile, flags=re.MULTILINE)
    assert sorted(phony[1].split()) == sorted(explained)


def test_every_promise_names_a_test_that_exists_or_says_that_it_is_planned() -> None:
    rows = re.findall(r"^\| (\d+) \| (.+?) \| (.+?) \|$", read("ARCHITECTURE.md"), flags=re.MULTILINE)
    assert [int(number) for number, _, _ in rows] == list(range(1, PROMISES + 1))
    for number, _, proof in rows:
        paths = re.findall(r"`((?:tests|frontend)/[^`]+)`", proof)
        assert paths or "planned" in proof, f"promise {number} names no proof"
        assert [path for path in paths if not (ROOT / path).exists()] == [], f"promise {number}"


def test_every_decision_is_linked_from_the_architecture_and_has_its_three_parts() -> None:
    architecture = read("ARCHITECTURE.md")
    decisions = sorted((ROOT / "docs" / "adr").glob("[0-9]*.md"))
    assert decisions
    for number, decision in enumerate(decisions, start=1):
        assert decision.name.startswith(f"{number:04d}-")
        assert f"docs/adr/{decision.name}" in architecture
        headings = re.findall(r"^## (.+)$", decision.read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert headings[:3] == ["Context", "Decision", "Consequences"], decision.name


def test_the_page_for_coding_agents_stays_short() -> None:
    assert len(read("AGENTS.md").splitlines()) <= 80


def test_one_version_stands_everywhere() -> None:
    assert f"## [{__version__}]" in read("CHANGELOG.md")
    for name in ("frontend/package.json", "frontend/package-lock.json"):
        assert re.search(r'"version": "([^"]+)"', read(name), flags=re.MULTILINE) is not None
        assert re.findall(r'"version": "([^"]+)"', read(name))[0] == __version__, name


def test_the_licence_is_the_one_that_the_package_names() -> None:
    assert read("LICENSE").startswith("MIT License")
    assert 'license = "MIT"' in read("pyproject.toml")
