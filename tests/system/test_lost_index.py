"""`rm -rf data/index` under a running process costs a rebuild, and never makes two writers."""

import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest

from glyph.bootstrap import now
from glyph.index.owner import OwnerLock
from tests.faces.shapes import SearchAnswer
from tests.faces.site import ATTEMPTS, PAUSE_S, Server, Site, empty_site, serving
from tests.faces.stdio_host import stdio_host


@pytest.fixture
def site(sample: Site, tmp_path: Path) -> Site:
    """A small site: its index is made in seconds."""
    site = empty_site(tmp_path / "site", model_of=sample)
    site.write("lamp.md", "# Lamp\n\nThe lamp glows.\n")
    return site


def in_time(server: Server, holds: Callable[[httpx2.Client], bool]) -> bool:
    """Return whether something comes to hold while the server runs."""
    with server.client() as client:
        for _ in range(ATTEMPTS):
            with suppress(httpx2.TransportError, KeyError):
                if holds(client):
                    return True
            with suppress(subprocess.TimeoutExpired):
                server.process.wait(PAUSE_S)
                return False
    return False


def finds_the_lamp(client: httpx2.Client) -> bool:
    response = client.post("/v1/search", json={"query": "lamp"})
    return response.status_code == 200 and SearchAnswer.model_validate_json(response.content).paths == ["lamp.md"]


def generation_of(client: httpx2.Client) -> object:
    return client.get("/v1/index").json()["generation"]


def test_a_server_whose_index_is_deleted_makes_it_anew(site: Site) -> None:
    with serving(site) as server:
        with server.client() as client:
            before = generation_of(client)
        shutil.rmtree(site.index)
        assert in_time(server, lambda client: generation_of(client) not in (None, before) and finds_the_lamp(client))
        assert site.owner() == server.process.pid
        assert site.run("status", "--json").code == 0
        assert "made anew" in server.log.read_text(encoding="utf-8")
    assert site.run("verify", "--full").code == 0


def test_a_server_whose_socket_is_deleted_listens_again(site: Site) -> None:
    with serving(site) as server:
        (site.index / "owner.sock").unlink()
        assert in_time(server, lambda _: (site.index / "owner.sock").exists())
        assert site.run("status", "--json").code == 0


def test_a_server_leaves_a_folder_alone_that_another_process_owns(site: Site, tmp_path: Path) -> None:
    other = tmp_path / "other"
    with serving(site) as server, OwnerLock(other / "OWNER") as lock:
        assert lock.try_acquire(now())
        site.index.rename(tmp_path / "gone")
        other.rename(site.index)
        assert in_time(server, lambda _: "made anew" in server.log.read_text(encoding="utf-8"))
        assert not any((site.index / name).exists() for name in ("CURRENT", "owner.sock", "journal"))
        assert list((site.index / "generations").glob("*")) == []
        lock.release()
        assert in_time(server, finds_the_lamp)


def test_a_stdio_server_whose_index_is_deleted_goes_on(site: Site) -> None:
    with stdio_host(site) as host:
        assert site.run("index").code == 0
        assert "lamp.md" in host.call("search_docs", query="lamp").text
        shutil.rmtree(site.index)
        answers = (host.call("search_docs", query="lamp").text for _ in range(ATTEMPTS))
        assert any("not_indexed" in answer for answer in answers)
        assert site.run("index").code == 0
        assert "lamp.md" in host.call("search_docs", query="lamp").text
