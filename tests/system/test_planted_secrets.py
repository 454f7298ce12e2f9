"""The planted secrets: after the whole sample corpus was indexed and asked through every face, none is found again."""

import base64
import json
import urllib.parse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol, cast

import pytest
import re2  # pyright: ignore[reportMissingTypeStubs]
from pydantic import BaseModel

from tests.faces.sdk_hosts import Calls, over_http
from tests.faces.shapes import DocumentList, HitsLine, SearchAnswer
from tests.faces.site import ROOT, Server, Site

SHORTEST_ALIGNED = 6


class Planted(BaseModel):
    path: str
    kind: str
    value: str


def planted() -> tuple[Planted, ...]:
    lines = (ROOT / "tests" / "data" / "planted_secrets.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(Planted.model_validate_json(line) for line in lines)


def spellings(value: str) -> Iterator[bytes]:
    """Yield the bytes in which a value may stand: plain, escaped, percent-encoded, within base64 at each alignment."""
    raw = value.encode("utf-8")
    yield raw
    yield json.dumps(value)[1:-1].encode("ascii")
    yield json.dumps(value, ensure_ascii=False)[1:-1].encode("utf-8")
    yield urllib.parse.quote(value, safe="").encode("ascii")
    for offset in range(3):
        whole = base64.b64encode(b"\0" * offset + raw)
        aligned = whole[(4 if offset else 0) : (len(raw) + offset) // 3 * 4]
        if len(aligned) > SHORTEST_ALIGNED:
            yield aligned
            yield aligned.translate(bytes.maketrans(b"+/", b"-_"))


class Match(Protocol):
    def group(self) -> bytes: ...


class Compiled(Protocol):
    def finditer(self, text: bytes) -> Iterator[Match]: ...


def compiled(literals: Iterable[bytes]) -> Compiled:
    """Return a pattern that finds any of the literals in one pass, in linear time."""
    options = re2.Options()  # pyright: ignore[reportUnknownMemberType]
    options.encoding = cast("object", re2.Options.Encoding.LATIN1)  # pyright: ignore[reportUnknownMemberType]
    options.max_mem = 1 << 30
    escaped = [cast("bytes", re2.escape(literal)) for literal in literals]  # pyright: ignore[reportUnknownMemberType]
    return cast("Compiled", re2.compile(b"|".join(escaped), options))  # pyright: ignore[reportUnknownMemberType]


class Finder:
    """Finds every spelling of every planted value in bytes, in one pass."""

    def __init__(self, secrets: tuple[Planted, ...]) -> None:
        self._kinds = {spelling: f"{one.kind} of {one.path}" for one in secrets for spelling in spellings(one.value)}
        self._pattern = compiled(sorted(self._kinds, key=len, reverse=True))

    def found_in(self, content: bytes) -> set[str]:
        """Return which planted values stand in ``content``, by kind and document, never by value."""
        return {self._kinds[match.group()] for match in self._pattern.finditer(content)}


SECRETS = planted()
QUESTIONS = {f"{one.path} {one.kind}": (one.path, one.kind.replace("-", " ")) for one in SECRETS}


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder(SECRETS)


@pytest.fixture(scope="module")
def lengths(system: Server) -> dict[str, int]:
    """The documents that the sample corpus has, each with its number of lines."""
    with system.client() as client:
        listed = DocumentList.model_validate_json(client.get("/v1/documents").content)
    paths = [entry.path for entry in listed.documents if not entry.path.startswith("scratch/")]
    return {path: (system.site.docs / path).read_text(encoding="utf-8").count("\n") + 1 for path in paths}


def test_the_finder_finds_every_planted_value_in_the_corpus_itself(sample: Site, finder: Finder) -> None:
    for one in SECRETS:
        content = (sample.docs / one.path).read_bytes()
        assert one.value.encode("utf-8") in content, f"{one.kind} of {one.path}"
        assert finder.found_in(content)


def test_the_finder_finds_a_value_in_each_spelling(finder: Finder) -> None:
    value = SECRETS[0].value
    for text in (value, urllib.parse.quote(value, safe=""), json.dumps({"a": value})):
        assert finder.found_in(text.encode("utf-8"))
    for before in ("", "x", "xx"):
        assert finder.found_in(base64.b64encode(f"{before}{value} and more".encode()))


def test_no_byte_of_the_index_folder_holds_a_planted_secret(sample: Site, finder: Finder) -> None:
    files = [place for place in sample.index.rglob("*") if place.is_file()]
    assert {place.name for place in files} >= {"index.sqlite", "manifest.json", "CURRENT"}
    assert any(place.name.startswith("embeddings-") for place in files)
    found = {place.relative_to(sample.index).as_posix(): finder.found_in(place.read_bytes()) for place in files}
    assert {place: kinds for place, kinds in found.items() if kinds} == {}


def test_rest_answers_the_api_token_without_a_planted_secret(
    system: Server, lengths: dict[str, int], finder: Finder
) -> None:
    found: set[str] = set()
    with system.client() as client:
        found |= finder.found_in(client.get("/v1/documents").content + client.get("/v1/index").content)
        for path in lengths:
            found |= finder.found_in(client.get("/v1/document", params={"path": path}).raise_for_status().content)
        for path, words in QUESTIONS.values():
            body = {"query": words, "path_prefix": path, "limit": 50}
            found |= finder.found_in(client.post("/v1/search", json=body).raise_for_status().content)
    assert found == set()


def test_mcp_answers_without_a_planted_secret(system: Server, lengths: dict[str, int], finder: Finder) -> None:
    pages: Calls = {
        f"{path}:{start}": ("read_document", {"path": path, "start_line": start, "line_count": 100})
        for path, lines in lengths.items()
        for start in range(1, lines, 100)
    }
    searches: Calls = {
        name: ("search_docs", {"query": words, "path_prefix": path, "limit": 20})
        for name, (path, words) in QUESTIONS.items()
    }
    calls: Calls = {**pages, **searches, "list": ("list_documents", {})}
    conversation = over_http(system, calls)
    found = {name: finder.found_in(conversation.text(name).encode("utf-8")) for name in calls}
    assert {name: kinds for name, kinds in found.items() if kinds} == {}


def test_the_command_line_answers_without_a_planted_secret(system: Server, finder: Finder, tmp_path: Path) -> None:
    queries = tmp_path / "queries.jsonl"
    lines = (json.dumps({"id": words, "query": words}) for words in sorted({words for _, words in QUESTIONS.values()}))
    queries.write_text("\n".join(lines), encoding="utf-8")
    found = system.site.run("search", "--queries", str(queries))
    assert all(HitsLine.model_validate_json(line).hits for line in found.out.splitlines())
    redacted = system.site.run("redact", "--jsonl", stdin="\n".join(corpus_lines(system.site)))
    said = found.out + found.err + redacted.out + redacted.err + system.site.run("status").out
    assert finder.found_in(said.encode("utf-8")) == set()


def corpus_lines(site: Site) -> Iterator[str]:
    for place in sorted(site.docs.rglob("*.md")):
        name = place.relative_to(site.docs).as_posix()
        yield json.dumps({"id": name, "text": place.read_text(encoding="utf-8")}, ensure_ascii=False)


def test_a_secret_in_a_question_comes_back_redacted(system: Server) -> None:
    secret = "Sextant-Marrow-2871-qX"
    with system.client() as client:
        response = client.post("/v1/search", json={"query": f"login fails with password = {secret}"})
    answer = SearchAnswer.model_validate_json(response.content)
    assert secret not in response.text
    assert "⟦secret:" in answer.query


def test_no_log_holds_a_planted_secret(system: Server, sample: Site, finder: Finder) -> None:
    indexing = (sample.root / "index.err").read_bytes()
    serving = system.log.read_bytes()
    assert b"job done" in indexing
    assert finder.found_in(indexing + serving) == set()
