"""What a run was made on: figures of two machines never compare, and figures of two commits only with care."""

import os
import platform
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version

from tools.console import quietly


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine, the versions, the commit and the time of a run."""

    cores: int
    load_1_min: float
    system: str
    python: str
    sqlite: str
    chroma: str
    numpy: str
    onnxruntime: str
    commit: str
    time: str


def this_machine() -> Machine:
    return Machine(
        cores=len(os.sched_getaffinity(0)),
        load_1_min=round(os.getloadavg()[0], 2),
        system=platform.platform(),
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        chroma=version("chromadb"),
        numpy=version("numpy"),
        onnxruntime=version("onnxruntime"),
        commit=_commit(),
        time=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _commit() -> str:
    """Return the commit that is checked out, marked when files differ from it."""
    found = quietly(["git", "describe", "--always", "--dirty", "--abbrev=12"])
    return found.stdout.strip() if found.returncode == 0 else "unknown"
