"""The house style of what tests/architecture does not see: scripts, suppressions, all texts of the repository."""

import ast
import re

import pytest

from tests.repository.tree import PACKAGE, modules, texts

LONGEST_MODULE = 300
MODULES = list(modules())
SCRIPTS = [(name, source) for name, source in MODULES if name.startswith("backend/tools/")]
# Written so that this file does not match itself.
WORKPLACE = re.compile(r"/wor[k]/(main|shared)|/tm[p]/glyph/|\.librar[y]/")
REGISTRIES = re.compile(r"pyp[i]\.org|pythonhoste[d]|npmj[s]\.(org|com)|docke[r]\.io")
BARE = re.compile(r"#\s*(noqa(?!: [A-Z]+\d+(, ?[A-Z]+\d+)*\s+\S+)|type: ignore|pyright: ignore(?!\[))")


@pytest.mark.parametrize(("name", "source"), SCRIPTS, ids=[name for name, _ in SCRIPTS])
def test_a_script_is_one_idea_and_says_which(name: str, source: str) -> None:
    assert len(source.splitlines()) <= LONGEST_MODULE, name
    assert ast.get_docstring(ast.parse(source)), f"{name} has no docstring"


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_the_repository_names_no_place_of_the_machine_it_was_written_on() -> None:
    assert [name for name, text in texts() if WORKPLACE.search(text)] == []


def test_only_the_lock_file_names_where_packages_come_from() -> None:
    # A runbook of the sample corpus may speak of publishing packages.
    named = [name for name, text in texts() if REGISTRIES.search(text) and not name.startswith("corpus/")]
    assert named == []


def test_a_suppressed_finding_says_which_and_why() -> None:
    offenders = [
        f"{name}:{number}"
        for name, source in MODULES
        for number, line in enumerate(source.splitlines(), start=1)
        if BARE.search(line)
    ]
    assert offenders == []
