"""A server from its start to its end: it follows the documents, and leaves nothing behind when it is told to end."""

import signal
from collections.abc import Generator
from pathlib import Path

import httpx2
import pytest

from tests.faces.shapes import SearchAnswer
from tests.faces.site import ATTEMPTS, STOP_LIMIT_S, Server, Site, empty_site, serving, started, wait_until_settled


@pytest.fixture
def site(sample: Site, tmp_path: Path) -> Site:
    site = empty_site(tmp_path / "site", ["vpn/wireguard-troubleshooting.md"], model_of=sample)
    site.write("lamp.md", "# Lamp\n\nThe lamp glows.\n")
    return site


@pytest.fixture
def server(site: Site) -> Generator[Server]:
    with serving(site) as running:
        yield running


def paths_of(client: httpx2.Client, word: str) -> list[str]:
    answer = client.post("/v1/search", json={"query": word, "mode": "keyword"})
    return SearchAnswer.model_validate_json(answer.content).paths


def found_in_time(client: httpx2.Client, word: str, paths: list[str]) -> bool:
    return any(paths_of(client, word) == paths for _ in range(ATTEMPTS * 2))


def test_what_other_tools_do_to_the_documents_is_followed(server: Server) -> None:
    with server.client() as client:
        server.site.write("new.md", "# New\n\nA xylophone.\n")
        assert found_in_time(client, "xylophone", ["new.md"])
        (server.site.docs / "new.md").rename(server.site.docs / "vpn/moved.md")
        assert found_in_time(client, "xylophone", ["vpn/moved.md"])
        (server.site.docs / "vpn").rename(server.site.docs / "tunnels")
        assert found_in_time(client, "xylophone", ["tunnels/moved.md"])
        (server.site.docs / "tunnels/moved.md").unlink()
        assert found_in_time(client, "xylophone", [])


def left_behind(site: Site) -> set[str]:
    """Return what an ended server must not leave."""
    unfinished = [
        folder for folder in (site.index / "generations").iterdir() if not (folder / "manifest.json").exists()
    ]
    temporary = [*site.docs.rglob(".glyph-*"), *site.index.rglob(".glyph-*")]
    files = [site.index / name for name in ("owner.sock", "journal") if (site.index / name).exists()]
    return {place.name for place in (*files, *unfinished, *temporary)}


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_server_that_is_told_to_end_ends_within_seconds_and_leaves_nothing(
    site: Site, number: signal.Signals, code: int
) -> None:
    with serving(site) as server:
        server.process.send_signal(number)
        assert server.process.wait(STOP_LIMIT_S / 2) == code
    assert left_behind(site) == set()
    assert site.run("verify").code == 0


def test_a_server_that_is_told_to_end_during_a_rebuild_drops_it(site: Site) -> None:
    with started(site) as server:
        wait_until_settled(server)
        with server.client() as client:
            before = client.get("/v1/generations").json()
            assert client.post("/v1/index/rebuild").status_code == 202
        server.process.terminate()
        assert server.process.wait(STOP_LIMIT_S / 2) == 0
    assert left_behind(site) == set()
    with serving(site) as again, again.client() as client:
        assert client.get("/v1/generations").json() == before
