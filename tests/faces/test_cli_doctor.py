"""The doctor on real sites: sound, served, broken in one way or another. It never changes what it looks at."""

import threading
from collections.abc import Generator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from glyph.app.doctor import Diagnosis, Verdict
from glyph.bootstrap import now
from glyph.index.owner import OwnerLock
from tests.faces.site import Done, Server, Site, empty_site, free_port
from tests.faces.terminal import on_a_terminal


@pytest.fixture
def ports() -> dict[str, str | None]:
    """Settings that name two ports on which nobody listens."""
    return {"GLYPH_API__PORT": str(free_port()), "GLYPH_WORKBENCH__PORT": str(free_port())}


def verdicts(done: Done) -> Mapping[str, Verdict]:
    diagnosis = TypeAdapter(Diagnosis).validate_json(done.out)
    assert done.code == (0 if diagnosis.is_healthy else 1)
    return {finding.check: finding.verdict for finding in diagnosis.findings}


def test_a_sound_site_is_healthy_and_nothing_in_it_changes(own_site: Site, ports: dict[str, str | None]) -> None:
    before = {path: path.stat().st_mtime_ns for path in own_site.docs.rglob("*")}
    done = own_site.run("doctor", changes=ports)
    assert done.code == 0, done.out
    assert done.err == "Nothing is wrong.\n"
    assert "failed" not in done.out
    assert "->" not in done.out
    assert {path: path.stat().st_mtime_ns for path in own_site.docs.rglob("*")} == before
    assert own_site.run("verify").code == 0


def test_beside_a_running_server_the_server_is_asked(served: Server) -> None:
    ports: dict[str, str | None] = {"GLYPH_API__PORT": str(served.port), "GLYPH_WORKBENCH__PORT": str(free_port())}
    found = verdicts(served.site.run("doctor", "--json", changes=ports))
    assert {found[check] for check in ("owner", "integrity", "api", "mcp", "fingerprint", "embedder")} == {Verdict.OK}
    other_token = {**ports, "GLYPH_API__TOKEN": "another-token-than-the-server-has-read"}
    assert verdicts(served.site.run("doctor", "--json", changes=other_token))["mcp"] is Verdict.FAILED


def test_a_setting_that_cannot_be_read_is_the_finding_and_not_the_end_of_the_doctor(own_site: Site) -> None:
    done = own_site.run("doctor", changes={"GLYPH_API__PORT": "none"})
    assert done.code == 1
    assert "GLYPH_API__PORT" in done.out
    assert done.out.startswith("ok       python")
    assert "Traceback" not in done.err


def test_a_new_site_is_told_what_to_do_and_gets_no_data_folder(tmp_path: Path, ports: dict[str, str | None]) -> None:
    site = empty_site(tmp_path / "new")
    done = site.run("doctor", changes=ports | {"GLYPH_SESSION__SECRET": None})
    assert done.code == 1
    assert "-> glyph password --first-start" in done.out
    assert "-> glyph index" in done.out
    assert not (site.root / "data").exists()


def test_an_owner_that_does_not_answer_is_named_and_nobody_waits_for_it(
    own_site: Site, ports: dict[str, str | None]
) -> None:
    with OwnerLock(own_site.index / "OWNER") as lock:
        assert lock.try_acquire(now())
        found = verdicts(own_site.run("doctor", "--json", changes=ports))
    assert (found["owner"], found["index"]) == (Verdict.FAILED, Verdict.SKIPPED)


def test_an_index_behind_its_documents_warns_and_a_base_whose_checksums_do_not_hold_fails(
    own_site: Site, ports: dict[str, str | None]
) -> None:
    own_site.write("new.md", "# New\n\nThe lamp glows.\n")
    [segment] = own_site.index.glob("generations/*/base/*/data_level0.bin")
    segment.write_bytes(b"damage" + segment.read_bytes()[6:])
    found = verdicts(own_site.run("doctor", "--json", changes=ports))
    assert (found["index"], found["integrity"]) == (Verdict.WARNING, Verdict.FAILED)


@pytest.fixture
def stranger() -> Generator[int]:
    """The port of a server that is not Glyph."""
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_ports_of_somebody_else_fail(tmp_path: Path, stranger: int) -> None:
    taken: dict[str, str | None] = {"GLYPH_API__PORT": str(stranger), "GLYPH_WORKBENCH__PORT": str(stranger)}
    found = verdicts(empty_site(tmp_path / "new").run("doctor", "--json", changes=taken))
    assert {found[check] for check in ("api", "mcp", "workbench port")} == {Verdict.FAILED}


def test_a_glyph_of_another_data_folder_is_not_taken_for_ours(tmp_path: Path, served: Server) -> None:
    changes: dict[str, str | None] = {"GLYPH_API__PORT": str(served.port)}
    done = empty_site(tmp_path / "new").run("doctor", changes=changes)
    assert "Another Glyph, with a data folder of its own," in done.out


def test_on_a_terminal_verdicts_have_colours(tmp_path: Path, ports: dict[str, str | None]) -> None:
    written = on_a_terminal(empty_site(tmp_path / "new"), "doctor", changes=ports)
    assert "\x1b[32mok" in written
    assert "\x1b[33mwarning" in written
    plain = on_a_terminal(empty_site(tmp_path / "plain"), "doctor", changes=ports | {"NO_COLOR": "1"})
    assert "\x1b[3" not in plain
