"""Saves of the whole system: a power cut loses none of them, and of several writers none overwrites another."""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import pytest

from glyph.app.local_state import LocalState
from glyph.corpus.sources.folder import FolderSource
from glyph.ingest.pipeline import prepare
from glyph.ingest.redact.policy import RULES_ALONE
from tests.faces.shapes import DocumentView, IndexStatus, SaveResult, SearchAnswer
from tests.faces.site import API_TOKEN, Server, Site, serving, workbench_headers

WRITERS = 8


def read(client: httpx2.Client, path: str) -> DocumentView:
    return DocumentView.model_validate_json(
        client.get("/v1/document", params={"path": path}).raise_for_status().content
    )


def put(client: httpx2.Client, path: str, text: str, opened_hash: str) -> httpx2.Response:
    headers = {"If-Match": f'"{opened_hash}"'}
    return client.put("/v1/document", params={"path": path}, json={"text": text}, headers=headers)


def indexed_chunks(site: Site) -> set[str]:
    """Return the ids of all chunks of the active generation; nobody may own the index."""
    generation = (site.index / "CURRENT").read_text(encoding="utf-8").strip()
    database = site.index / "generations" / generation / "index.sqlite"
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return {str(row[0]) for row in connection.execute("SELECT chunk_id FROM chunks")}


def chunks_of_the_corpus(docs: Path) -> set[str]:
    """Return the ids of all chunks that the files on the disk have."""
    source = FolderSource(docs, 5_000_000)
    return {
        chunk.chunk_id for file in source.scan().files for chunk in prepare(source.read(file.path), RULES_ALONE).chunks
    }


def test_a_kill_amid_saves_loses_none_that_was_answered_and_the_index_comes_to_equal_the_files(own_site: Site) -> None:
    pages = [Page(own_site.write(f"scratch/{number}.md", "# Page\n\nSave 0.\n")) for number in range(4)]
    with serving(own_site) as server:
        token = str(server.sign_in().raise_for_status().json()["token"])
        writers = [threading.Thread(target=save_until_killed, args=(server, token, page)) for page in pages]
        for writer in writers:
            writer.start()
        assert all(page.underway.wait(60) for page in pages)
        server.kill()
        for writer in writers:
            writer.join(60)
    for page in pages:
        text = (own_site.docs / page.path).read_text(encoding="utf-8")
        assert text in (page_text(page.answered), page_text(page.answered + 1))
    check_after_restart(own_site, found_in={page.path for page in pages})


@dataclass(slots=True)
class Page:
    """A document under one writer: how many of its saves were answered."""

    path: str
    answered: int = 0
    underway: threading.Event = field(default_factory=threading.Event)


def page_text(number: int) -> str:
    return f"# Page\n\nThe zirconquartz clock shows save {number}.\n"


def save_until_killed(server: Server, token: str, page: Page) -> None:
    """Save on and on, until nobody answers any more; say so when some are done."""
    with server.client(workbench_headers(token)) as client:
        try:
            while page.answered < 10_000:
                opened = read(client, page.path)
                response = put(client, page.path, page_text(page.answered + 1), opened.content_hash)
                assert SaveResult.model_validate_json(response.content).index.status == "indexed"
                page.answered += 1
                if page.answered == 5:
                    page.underway.set()
        except httpx2.TransportError:
            return


def check_after_restart(site: Site, *, found_in: set[str]) -> None:
    """Assert that a new server brings the index to what the files hold, and finds it."""
    with serving(site) as server, server.client() as client:
        status = IndexStatus.model_validate_json(client.get("/v1/index").content)
        assert (status.state, status.pending, status.problems) == ("ready", 0, [])
        answer = client.post("/v1/search", json={"query": "zirconquartz clock", "limit": 4})
        assert set(SearchAnswer.model_validate_json(answer.content).paths) == found_in
    assert indexed_chunks(site) == chunks_of_the_corpus(site.docs)


def test_of_eight_writers_on_one_document_none_loses_a_save(system: Server, pytestconfig: pytest.Config) -> None:
    saves = int(pytestconfig.getoption("--saves") or 0)
    path = system.site.write("scratch/shared.md", "# Shared\n")
    with system.client() as client:
        first = read(client, path).content_hash
    accepted: list[tuple[str, str, str]] = []
    statuses: list[int] = []
    together = threading.Barrier(WRITERS)

    def write(writer: int) -> None:
        with system.client() as client:
            together.wait(60)
            for number in range(saves):
                opened = read(client, path)
                line = f"- writer {writer}, save {number}"
                response = put(client, path, f"{opened.text}{line}\n", opened.content_hash)
                statuses.append(response.status_code)
                if response.status_code == 200:
                    new = SaveResult.model_validate_json(response.content).content_hash
                    accepted.append((opened.content_hash, new, line))

    run_together([lambda writer=writer: write(writer) for writer in range(WRITERS)])
    assert len(statuses) == WRITERS * saves
    assert set(statuses) <= {200, 412}
    check_chain(first, accepted)
    assert len(accepted) >= saves
    lines = (system.site.docs / path).read_text(encoding="utf-8").splitlines()[1:]
    assert sorted(lines) == sorted(line for _, _, line in accepted)
    with system.client() as client:
        assert read(client, path).indexed
    kept = former_versions(system, path)
    assert kept == [opened for opened, _ in in_order(first, accepted)][-len(kept) :]


def former_versions(system: Server, path: str) -> list[str]:
    """Return the former versions of a document, oldest first, as a caller without a session knows their hashes."""
    with system.client(workbench_headers(str(system.sign_in().json()["token"]))) as client:
        versions = client.get("/v1/document/history", params={"path": path}).raise_for_status().json()["versions"]
    evidence = LocalState(system.site.root / "data" / "state").discretion().evidence
    return [evidence.content_hash(version["content_hash"]) for version in reversed(versions)]


def run_together(deeds: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=deed) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(1_200)
    assert not any(thread.is_alive() for thread in threads)


def in_order(first: str, accepted: list[tuple[str, str, str]]) -> list[tuple[str, str]]:
    """Return the accepted saves from the first text on: the hash each opened, and the one it wrote."""
    following = {opened: new for opened, new, _ in accepted}
    steps: list[tuple[str, str]] = []
    reached = first
    while reached in following:
        steps.append((reached, following[reached]))
        reached = following[reached]
    return steps


def check_chain(first: str, accepted: list[tuple[str, str, str]]) -> None:
    """Assert that the accepted saves follow one another: each opened what the one before it wrote."""
    assert len({opened for opened, _, _ in accepted}) == len(accepted), "two saves were accepted on one opened text"
    assert len(in_order(first, accepted)) == len(accepted)


def test_the_api_token_may_save_what_holds_no_secret(system: Server) -> None:
    path = system.site.write("scratch/by-script.md", "# Script\n\nOld.\n")
    with system.client({"Authorization": f"Bearer {API_TOKEN}"}) as client:
        opened = read(client, path)
        assert put(client, path, "# Script\n\nNew.\n", opened.content_hash).status_code == 200
