"""Ctrl-C and SIGTERM at any moment: an end with the right code, no traceback, and nothing left behind."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faces.shapes import SearchAnswer
from tests.faces.site import ATTEMPTS, GLYPH, PAUSE_S, STOP_LIMIT_S, Site, empty_site, owner_client, started
from tests.faces.stdio_host import stdio_host
from tests.fakes.embeddings_server import Answer, EmbeddingsServer

INTERRUPTED_IMPORT = """
import sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "glyph.faces.cli.main":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
from glyph.faces.cli.start import run
run()
"""
"""Ctrl-C as it comes to somebody who is quick: while the command is still being imported."""


@pytest.fixture
def site(sample: Site, tmp_path: Path) -> Site:
    site = empty_site(tmp_path / "site", model_of=sample)
    site.write("lamp.md", "# Lamp\n\nThe lamp glows.\n")
    return site


def test_an_interrupt_during_the_imports_ends_quietly() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED_IMPORT], capture_output=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize(
    ("number", "code", "name"), [(signal.SIGINT, 130, b"Ctrl-C"), (signal.SIGTERM, 143, b"SIGTERM")]
)
def test_an_interrupted_index_ends_quietly_and_leaves_a_sound_index(
    site: Site, number: signal.Signals, code: int, name: bytes
) -> None:
    with EmbeddingsServer() as server:
        server.will_always(Answer(hangs=True))
        environment = site.environment() | {
            "GLYPH_EMBED__PROVIDER": "openai",
            "GLYPH_EMBED__BASE_URL": server.url,
        }
        process = subprocess.Popen(
            [str(GLYPH), "index"], cwd=site.root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert comes_true(lambda: bool(server.asked))
        process.send_signal(number)
        _, said = process.communicate(timeout=STOP_LIMIT_S * 4)
    assert process.returncode == code
    assert b"indexing stops at its next document and what it did before stays." in said
    assert said.endswith(b"glyph: stopped by " + name + b".\n")
    assert b"Traceback" not in said
    assert b"Exception ignored" not in said
    assert site.run("index").code == 0
    assert site.run("verify").code == 0


def comes_true(holds: Callable[[], bool]) -> bool:
    pause = subprocess.Popen(["sleep", str(ATTEMPTS * PAUSE_S)])
    try:
        for _ in range(ATTEMPTS):
            if holds():
                return True
            try:
                pause.wait(PAUSE_S)
            except subprocess.TimeoutExpired:
                continue
    finally:
        pause.kill()
        pause.wait()
    return False


def test_a_stdio_server_that_owns_the_index_follows_the_documents(site: Site) -> None:
    assert site.run("index").code == 0
    site.write("before.md", "# Before\n\nA harpsichord.\n")  # while nobody watched
    with stdio_host(site) as host:
        assert comes_true(lambda: "before.md" in host.call("search_docs", query="harpsichord").text)
        site.write("new.md", "# New\n\nA xylophone.\n")
        assert comes_true(lambda: "new.md" in host.call("search_docs", query="xylophone").text)
        assert host.end() == 0


def test_a_stdio_server_ends_on_sigterm_and_leaves_nothing(site: Site) -> None:
    assert site.run("index").code == 0
    with stdio_host(site) as host:
        assert (site.index / "owner.sock").exists()
        host.process.send_signal(signal.SIGTERM)
        host.process.wait(STOP_LIMIT_S)
        assert host.process.returncode == 0
        assert not (site.index / "owner.sock").exists()
        assert "Traceback" not in host.log.read_text(encoding="utf-8")


def test_a_server_without_its_documents_says_so_loudly_and_serves(site: Site) -> None:
    assert site.run("index").code == 0
    site.docs.rename(site.root / "unmounted")
    with started(site) as server:
        assert comes_true((site.index / "owner.sock").exists)
        with owner_client(site) as client:
            answer = client.post("/v1/search", json={"query": "lamp"})
            assert SearchAnswer.model_validate_json(answer.content).paths == ["lamp.md"]
        said = server.log.read_text(encoding="utf-8")
    assert f"warning: the documents' root {site.docs} is not a folder" in said
    assert '"job failed"' in said
    assert "Traceback" not in said
