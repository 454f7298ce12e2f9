"""Starts a server, waits until it answers, and stops it with everything it started."""

import contextlib
import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NoReturn

from tools.console import Failure

START_TIMEOUT_S = 120
STOP_TIMEOUT_S = 15
POLL_S = 0.2
LAST_LINES = 20


@dataclass(frozen=True, slots=True)
class Server:
    """What to start: ``health_url`` answers 2xx once it is up; its output goes to ``log``."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    cwd: Path
    health_url: str
    log: Path


@dataclass(frozen=True, slots=True)
class Running:
    server: Server
    process: subprocess.Popen[bytes]


def check_port_is_free(host: str, port: int, setting: str) -> None:
    """Refuse a port that somebody listens on.

    Raises: Failure naming the port and the setting that moves it.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Failure(
                f"Port {port} on {host} is not free ({error.strerror}).\n"
                f"Stop what listens there, or set {setting} to another port, in .env or for once: "
                f"{setting}={port + 1} make run"
            ) from error


def start(server: Server) -> Running:
    """Start a server in a session of its own, so that Ctrl-C reaches only the script, which then stops it in order."""
    server.log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(server.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as log:
        process = subprocess.Popen(
            list(server.command),
            cwd=server.cwd,
            env=dict(server.environment),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return Running(server, process)


def stop(running: Running) -> None:
    """End a server: politely, and after fifteen seconds by force, with its whole process group."""
    if running.process.poll() is None:
        running.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            running.process.wait(STOP_TIMEOUT_S)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(running.process.pid, signal.SIGKILL)
    running.process.wait()


def answers(url: str) -> bool:
    """Return whether a server on this machine answers 2xx; no proxy of the environment is asked."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False


def wait_until_answering(running: Sequence[Running], *, timeout_s: float = START_TIMEOUT_S) -> None:
    """Return once every server answers.

    Raises: Failure when one dies or is not up in time, with the last lines of its log.
    """
    deadline = time.monotonic() + timeout_s
    missing = list(running)
    while missing:
        refuse_the_dead(running)
        missing = [one for one in missing if not answers(one.server.health_url)]
        if missing and time.monotonic() > deadline:
            name = missing[0].server.name
            raise Failure(f"The {name} did not answer within {timeout_s:.0f} s.\n{last_lines(missing[0].server.log)}")
        if missing:
            time.sleep(POLL_S)


def refuse_the_dead(running: Sequence[Running]) -> None:
    """Raise Failure, with the last lines of its log, when a server has ended by itself."""
    for one in running:
        code = one.process.poll()
        if code is not None:
            raise Failure(f"The {one.server.name} ended (exit code {code}).\n{last_lines(one.server.log)}")


def watch(running: Sequence[Running]) -> NoReturn:
    """Wait for as long as every server lives; raises Failure when one dies."""
    while True:
        refuse_the_dead(running)
        time.sleep(POLL_S)


def last_lines(log: Path) -> str:
    """Return the end of a log, indented under its path."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").rstrip().splitlines()[-LAST_LINES:]
    except OSError:
        lines = []
    return "\n".join([f"Last lines of {log}:", *(f"  {line}" for line in lines or ["(nothing)"])])


@contextlib.contextmanager
def stopped_at_the_end(running: Sequence[Running]) -> Generator[None]:
    """Stop every server of the list when the block ends, however it ends: last started, first stopped."""
    _treat_as_interrupt(signal.SIGTERM, signal.SIGHUP)
    try:
        yield
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)  # a second Ctrl-C must not leave a server behind
        for one in reversed(running):
            stop(one)


def _treat_as_interrupt(*numbers: signal.Signals) -> None:
    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    for number in numbers:
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup means it
            signal.signal(number, interrupt)
