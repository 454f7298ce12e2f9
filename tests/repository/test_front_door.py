"""The scripts behind the Makefile, with small processes in the place of the real servers."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from glyph.settings import ApiSettings, Settings, WorkbenchSettings
from tests.repository.tree import ROOT
from tools import suite
from tools.console import Failure
from tools.locked_uv import locked_uv, requirement
from tools.servers import (
    Server,
    check_port_is_free,
    refuse_the_dead,
    start,
    stop,
    stopped_at_the_end,
    wait_until_answering,
    watch,
)
from tools.stamps import digest, files_beneath, is_current, mark
from tools.surroundings import surroundings, workbench_environment

ANSWERING = "import http.server as h; h.HTTPServer(('127.0.0.1', {port}), h.SimpleHTTPRequestHandler).serve_forever()"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def server(folder: Path, code: str, port: int = 9) -> Server:
    return Server(
        name="sample",
        command=[sys.executable, "-c", code],
        environment={"PATH": os.environ["PATH"]},
        cwd=folder,
        health_url=f"http://127.0.0.1:{port}/",
        log=folder / "logs" / "sample.log",
    )


def test_a_server_is_up_once_it_answers_and_gone_once_it_is_stopped(tmp_path: Path) -> None:
    port = free_port()
    running = start(server(tmp_path, ANSWERING.format(port=port), port))
    try:
        wait_until_answering([running], timeout_s=30)
        with pytest.raises(Failure, match=rf"Port {port} (.|\n)*GLYPH_API__PORT"):
            check_port_is_free("127.0.0.1", port, "GLYPH_API__PORT")
    finally:
        stop(running)
    check_port_is_free("127.0.0.1", port, "GLYPH_API__PORT")


def test_a_server_that_dies_is_reported_with_the_end_of_its_log(tmp_path: Path) -> None:
    running = start(server(tmp_path, "raise SystemExit('no such setting')"))
    running.process.wait()
    with pytest.raises(Failure, match=r"exit code 1(.|\n)*no such setting"):
        refuse_the_dead([running])


def test_when_one_server_dies_the_other_is_stopped(tmp_path: Path) -> None:
    port = free_port()
    lasting = start(server(tmp_path, ANSWERING.format(port=port), port))
    wait_until_answering([lasting], timeout_s=30)
    dying = start(server(tmp_path, "raise SystemExit(3)"))
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    try:
        with pytest.raises(Failure, match="exit code 3"), stopped_at_the_end([lasting, dying]):
            watch([lasting, dying])
    finally:
        for number, handler in zip((signal.SIGINT, signal.SIGTERM, signal.SIGHUP), before, strict=True):
            signal.signal(number, handler)
    assert lasting.process.returncode == -signal.SIGTERM


def test_a_log_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    running = start(server(tmp_path, "print('x')"))
    running.process.wait()
    assert running.server.log.stat().st_mode & 0o077 == 0


def test_a_stamp_holds_until_a_file_or_a_fact_changes(tmp_path: Path) -> None:
    source = tmp_path / "a.ts"
    source.write_text("1", encoding="utf-8")
    built = tmp_path / "built"
    built.mkdir()
    first = digest(files_beneath(tmp_path, without=frozenset({"built"})), "v20")
    assert not is_current(built, first)
    mark(built, first)
    assert is_current(built, digest(files_beneath(tmp_path, without=frozenset({"built"})), "v20"))
    assert not is_current(built, digest([source], "v22"))
    source.write_text("2", encoding="utf-8")
    assert not is_current(built, digest([source], "v20"))


def test_uv_is_installed_as_the_lock_file_names_it() -> None:
    version, hashes = locked_uv(ROOT / "uv.lock")
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    assert hashes
    assert all(one.startswith("sha256:") for one in hashes)
    assert requirement(ROOT / "uv.lock").startswith(f"uv=={version} --hash=sha256:")


def test_the_public_origin_follows_the_port_unless_it_is_set() -> None:
    moved = Settings(_env_file=None, workbench=WorkbenchSettings(port=3100))  # pyright: ignore[reportCallIssue]
    assert surroundings(moved).public_origin == "http://127.0.0.1:3100"
    named = Settings(_env_file=None, public_origin="https://docs.lan")  # pyright: ignore[reportCallIssue]
    assert surroundings(named).public_origin == "https://docs.lan"


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("127.0.0.1", "http://127.0.0.1:8765"),
        ("0.0.0.0", "http://127.0.0.1:8765"),  # noqa: S104 - nothing is bound
        ("::", "http://[::1]:8765"),
        ("::1", "http://[::1]:8765"),
    ],
)
def test_the_api_is_reached_on_loopback_wherever_it_listens(host: str, origin: str) -> None:
    listening = Settings(_env_file=None, api=ApiSettings(host=host))  # pyright: ignore[reportCallIssue]
    assert surroundings(listening).api_origin == origin


def test_the_workbench_is_given_only_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOMETHING_PRIVATE", "x")
    token = SecretStr("w" * 32)
    settings = Settings(_env_file=None, workbench=WorkbenchSettings(token=token))  # pyright: ignore[reportCallIssue]
    given = workbench_environment(settings, surroundings(settings))
    assert given["GLYPH_WORKBENCH__TOKEN"] == token.get_secret_value()
    assert given["HOSTNAME"] == "127.0.0.1"
    assert {name for name in given if name.startswith("GLYPH_")} == {
        "GLYPH_API__ORIGIN",
        "GLYPH_WORKBENCH__TOKEN",
        "GLYPH_SESSION__SECRET",
        "GLYPH_PUBLIC_ORIGIN",
        "GLYPH_CORPUS__DOCUMENT_LIMIT_BYTES",
    }
    assert "SOMETHING_PRIVATE" not in given


def test_a_skipped_test_fails_ci_and_an_empty_run_fails_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    suite.refuse_skipped("pytest", ran=3, skipped=1)
    with pytest.raises(Failure, match="ran no test"):
        suite.refuse_skipped("pytest", ran=0, skipped=0)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(Failure, match="skipped 1 test"):
        suite.refuse_skipped("pytest", ran=3, skipped=1)


def test_a_junit_report_is_counted(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text('<testsuites><testsuite tests="5" skipped="2"/></testsuites>', encoding="utf-8")
    assert suite.count_pytest(report) == (5, 2)


def test_make_alone_lists_every_target() -> None:
    shown = subprocess.run(
        ["make", "-s"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True
    ).stdout
    for target in ("setup", "run", "dev", "check", "test", "bench"):
        assert f"make {target}" in shown
