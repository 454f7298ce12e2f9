"""Hostile input to every MCP tool: an answer or an error that a model can read, never a crash, never a secret."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from pydantic import JsonValue

from glyph.errors import GlyphError
from glyph.faces.mcp.budget import PAGE_TOKENS
from glyph.faces.mcp.resources import list_resources, read_resource
from glyph.faces.mcp.tools import TOOLS, FaceTool
from glyph.ingest.tokens import count_tokens
from tests.corpus.test_paths import HARMLESS, HOSTILE
from tests.faces.desk import Desk, Told
from tests.faces.hostile import CANARY, seeded, tabled
from tests.faces.site import ROOT

SEED, CASES = 20_260_728, 150
CODES = {
    "bad_arguments", "bad_cursor", "bad_path", "bad_request", "document_not_found", "heading_not_found",
    "max_tokens_too_small", "unknown_tool",
}  # fmt: skip


def properties(tool: FaceTool) -> list[str]:
    return list(tool.arguments.model_fields)


def sound(told: Told, sent: dict[str, JsonValue]) -> None:
    """Fail when an answer is a crash, speaks of the program, is too long, or gives a secret back."""
    text = told.text
    assert "Traceback" not in text, sent
    assert ".py" not in text or not told.result.is_error, sent
    assert CANARY not in f"{text}{told.result.structured_content}", sent
    assert count_tokens(text) <= PAGE_TOKENS
    if told.result.is_error:
        assert text.partition(":")[0] in CODES, (sent, text)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_each_argument_may_be_anything(desk: Desk, tool: FaceTool) -> None:
    for sent in tabled(properties(tool)):
        sound(desk.ask(tool.name, **sent), sent)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_any_arguments_may_come_together(desk: Desk, tool: FaceTool) -> None:
    for sent in seeded(properties(tool), seed=SEED, count=CASES):
        sound(desk.ask(tool.name, **sent), sent)


@pytest.mark.parametrize("name", ["", " ", "\0", "search_docs ", "SEARCH_DOCS", "__class__", CANARY, "x" * 10_000])
def test_a_tool_of_any_name_is_answered(desk: Desk, name: str) -> None:
    sound(desk.ask(name), {"name": name})


class OutsideWatch:
    """What was opened outside of a site. An audit hook stays for good, so it is told when to listen."""

    def __init__(self) -> None:
        self.allowed: tuple[str, ...] | None = None
        self.seen: list[str] = []

    def hook(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.allowed is None or event not in {"open", "os.listdir", "os.scandir"}:
            return
        path = arguments[0]
        if isinstance(path, str | bytes | Path) and not self._is_inside(event, os.fsdecode(path)):
            self.seen.append(f"{event} {path!s}")

    def _is_inside(self, event: str, path: str) -> bool:
        """Return whether a path is allowed, or one component of it: folders are opened one beneath the other."""
        is_component = event == "open" and "/" not in path and path not in {"..", "."}
        return is_component or path.startswith(self.allowed or ())


WATCH = OutsideWatch()


@pytest.fixture(scope="module", autouse=True)
def hooked() -> None:
    with suppress(RuntimeError):
        sys.addaudithook(WATCH.hook)


@contextmanager
def nothing_outside(site: Path) -> Generator[None]:
    """Fail when something beyond a site, and what Python itself reads, is opened meanwhile."""
    WATCH.seen.clear()
    WATCH.allowed = (str(site), sys.prefix, sys.base_prefix, str(ROOT / "backend"))
    try:
        yield
    finally:
        WATCH.allowed = None
    assert WATCH.seen == []


@pytest.fixture
def site(inside_root: Path) -> Path:
    return inside_root


def test_the_watch_sees_what_is_opened_outside(tmp_path: Path, site: Path) -> None:
    (tmp_path / "x").write_text("x", encoding="utf-8")
    with pytest.raises(AssertionError), nothing_outside(site):
        (tmp_path / "x").read_text(encoding="utf-8")


def test_no_hostile_path_leads_outside_by_any_tool(desk: Desk, site: Path) -> None:
    with nothing_outside(site):
        for path in HOSTILE:
            read = desk.ask("read_document", path=path)
            assert read.result.is_error
            assert read.error.partition(":")[0] in {"bad_path", "bad_arguments", "document_not_found"}, path
            for told in (
                desk.ask("list_documents", path_prefix=path or "nowhere"),
                desk.ask("search_docs", query="51820", limit=1, path_prefix=path or "nowhere"),
            ):
                sound(told, {"path_prefix": path})


def test_no_hostile_address_is_a_resource(desk: Desk, site: Path) -> None:
    addresses = [f"{scheme}{path}" for path in HOSTILE for scheme in ("glyph:///", "glyph://", "file:///", "")]
    with nothing_outside(site):
        for address in addresses:
            with pytest.raises(GlyphError) as refused:
                read_resource(desk.workbench, address)
            assert refused.value.code in {"bad_path", "bad_arguments", "document_not_found"}, address


@pytest.mark.parametrize("path", HARMLESS)
def test_a_harmless_path_that_is_not_there_is_not_found(desk: Desk, path: str) -> None:
    assert desk.ask("read_document", path=path).error.startswith("document_not_found: ")


@pytest.mark.parametrize("cursor", ["", "x", "\0", "\ud800", "1-100-abcdef-0123456789", "9" * 10_000])
def test_no_cursor_breaks_the_list_of_resources(desk: Desk, cursor: str) -> None:
    with suppress(GlyphError):
        assert list_resources(desk.workbench, cursor).resources
