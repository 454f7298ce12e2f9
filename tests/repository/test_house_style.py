"""The house style, as far as a machine can see it."""

import ast
import re

import pytest

from tests.repository.tree import PACKAGE, modules, texts

LONGEST_MODULE = 300
MODULES = list(modules())
MAY_MAKE_REDACTED_TEXT = re.compile(
    r"backend/glyph/(domain/redaction|ingest/redact/\w+|ingest/chunk|index/embedded/\w+)\.py"
)
"""Redaction makes it, the domain and the chunker cut it, the index reads it back; nothing else may vouch for a text."""
READS_THE_ENVIRONMENT = re.compile(r"\bos\.(environ|getenv|putenv)\b")
# Written so that this file does not match itself.
WORKPLACE = re.compile(r"/wor[k]/(main|shared)|/tm[p]/glyph/|\.librar[y]/")
REGISTRIES = re.compile(r"pyp[i]\.org|pythonhoste[d]|npmj[s]\.(org|com)|docke[r]\.io")


@pytest.mark.parametrize(("name", "source"), MODULES, ids=[name for name, _ in MODULES])
def test_a_module_is_one_idea_and_says_which(name: str, source: str) -> None:
    assert len(source.splitlines()) <= LONGEST_MODULE, name
    if not name.endswith("__init__.py") or source.strip():
        assert ast.get_docstring(ast.parse(source)), f"{name} has no docstring"


def test_only_redaction_and_the_index_make_redacted_text() -> None:
    makers = [name for name, source in MODULES if re.search(r"\bRedactedText\(", source)]
    assert makers
    assert [name for name in makers if not MAY_MAKE_REDACTED_TEXT.fullmatch(name)] == []


def test_only_settings_reads_the_environment() -> None:
    readers = [
        name for name, source in MODULES if name.startswith("backend/glyph/") and READS_THE_ENVIRONMENT.search(source)
    ]
    assert [name for name in readers if name != "backend/glyph/settings.py"] == []


def test_every_package_folder_is_a_package() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_the_repository_names_no_place_of_the_machine_it_was_written_on() -> None:
    assert [name for name, text in texts() if WORKPLACE.search(text)] == []


def test_only_the_lock_file_names_where_packages_come_from() -> None:
    # A runbook of the sample corpus may speak of publishing packages.
    named = [name for name, text in texts() if REGISTRIES.search(text) and not name.startswith("corpus/")]
    assert named == []


def test_a_suppressed_finding_says_which_and_why() -> None:
    bare = re.compile(r"#\s*(noqa(?!: [A-Z]+\d+(, ?[A-Z]+\d+)*\s+\S+)|type: ignore|pyright: ignore(?!\[))")
    offenders = [
        f"{name}:{number}"
        for name, source in MODULES
        for number, line in enumerate(source.splitlines(), start=1)
        if bare.search(line)
    ]
    assert offenders == []
