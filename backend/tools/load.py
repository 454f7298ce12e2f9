"""`python -m tools.load`: sixteen clients that search, read and save at a stated rate, over real HTTP.

Arrivals follow a schedule (open loop): a slow answer does not slow the next question down, and what a client
was late is part of what its question waited. One step for each rate; prints JSON.
"""

import argparse
import json
import os
import random
import secrets
import shutil
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import httpx2

from glyph.app.passwords import hash_password
from tools.bench.measuring import latency
from tools.console import ROOT, aloud, main, say, tool
from tools.servers import Server, check_port_is_free, start, stop, wait_until_answering

CLIENTS = 16
KINDS = ("search", "read", "save")
WEIGHTS = (70, 20, 10)
PORT = 8799
TIMEOUT_S = 30.0
SEED = 2026


@dataclass(frozen=True, slots=True)
class Figures:
    """One kind of request: how many, and milliseconds from when each was due until it was answered."""

    requests: int
    p50_ms: float
    p95_ms: float
    max_ms: float


@dataclass(frozen=True, slots=True)
class Step:
    """What one rate gave."""

    requests_per_second: float
    seconds: float
    clients: int
    statuses: Mapping[str, int]
    kinds: Mapping[str, Figures]


@dataclass(slots=True)
class Noted:
    """What the clients of one step have seen."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    waited_s: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    statuses: Counter[str] = field(default_factory=Counter[str])

    def add(self, kind: str, status: str, waited_s: float) -> None:
        with self.lock:
            self.waited_s[kind].append(waited_s)
            self.statuses[f"{kind} {status}"] += 1


class Client:
    """One client with a connection and a document of its own."""

    def __init__(self, number: int, url: str, token: str, queries: Sequence[str], documents: Sequence[str]) -> None:
        self._http = httpx2.Client(
            base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=TIMEOUT_S, trust_env=False
        )
        self._chance = random.Random(SEED + number)  # noqa: S311 - which request comes next, not a secret
        self._queries = queries
        self._documents = documents
        self._own = f"load/client-{number}.md"
        self._saves = 0
        self._hash = ""

    def open(self) -> None:
        """Read the hash of the document that this client saves."""
        self._hash = str(
            self._http.get("/v1/document", params={"path": self._own}).raise_for_status().json()["content_hash"]
        )

    def ask(self) -> tuple[str, str]:
        """Send the next request; return its kind and status."""
        (kind,) = self._chance.choices(KINDS, WEIGHTS)
        try:
            response = {"search": self._search, "read": self._read, "save": self._save}[kind]()
        except httpx2.TransportError as error:
            return kind, type(error).__name__
        return kind, str(response.status_code)

    def _search(self) -> httpx2.Response:
        # A number of its own makes each query new: what is measured includes its embedding.
        query = f"{self._chance.choice(self._queries)} {self._chance.randrange(10_000)}"
        return self._http.post("/v1/search", json={"query": query, "mode": "hybrid"})

    def _read(self) -> httpx2.Response:
        return self._http.get("/v1/document", params={"path": self._chance.choice(self._documents)})

    def _save(self) -> httpx2.Response:
        self._saves += 1
        text = f"# {self._own}\n\nSaved {self._saves} times: restart the tunnel and look at its counters.\n"
        headers = {"If-Match": f'"{self._hash}"'}
        response = self._http.put("/v1/document", params={"path": self._own}, json={"text": text}, headers=headers)
        if response.is_success:
            self._hash = str(response.json()["content_hash"])
        return response

    def close(self) -> None:
        self._http.close()


def drive(client: Client, offset_s: float, interval_s: float, seconds: float, noted: Noted) -> None:
    """Ask on schedule: first after ``offset_s``, then every ``interval_s``, until ``seconds`` have passed."""
    began_s = time.monotonic()
    due_s = offset_s
    while due_s < seconds:
        time.sleep(max(0.0, began_s + due_s - time.monotonic()))
        kind, status = client.ask()
        noted.add(kind, status, time.monotonic() - began_s - due_s)
        due_s += interval_s


def measure(clients: Sequence[Client], rate: float, seconds: float) -> Step:
    """Return what all clients together see at ``rate`` requests a second."""
    noted, interval_s = Noted(), len(clients) / rate
    threads = [
        threading.Thread(target=drive, args=(client, number / rate, interval_s, seconds, noted))
        for number, client in enumerate(clients)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kinds = {kind: figures(waited_s) for kind, waited_s in noted.waited_s.items() if len(waited_s) > 1}
    return Step(rate, seconds, len(clients), dict(sorted(noted.statuses.items())), kinds)


def figures(waited_s: Sequence[float]) -> Figures:
    waited = latency(waited_s)
    return Figures(len(waited_s), waited.p50_ms, waited.p95_ms, round(max(waited_s) * 1000, 3))


def site_environment(folder: Path, token: str) -> dict[str, str]:
    """Return the settings of a server over a copy of the sample corpus, with a document for each client."""
    docs = folder / "docs"
    shutil.copytree(ROOT / "corpus" / "docs", docs)
    (docs / "load").mkdir()
    for number in range(CLIENTS):
        (docs / "load" / f"client-{number}.md").write_text(f"# Client {number}\n", encoding="utf-8")
    return {
        "GLYPH_CORPUS__ROOT": str(docs),
        "GLYPH_DATA__ROOT": str(folder / "data"),
        "GLYPH_API__TOKEN": token,
        "GLYPH_WORKBENCH__TOKEN": secrets.token_urlsafe(32),
        "GLYPH_SESSION__SECRET": secrets.token_urlsafe(32),
        "GLYPH_SESSION__PASSWORD_HASH": str(hash_password(secrets.token_urlsafe(16))),
    }


def queries() -> tuple[str, ...]:
    """Return the golden queries of the sample corpus."""
    lines = (ROOT / "tests" / "quality" / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(str(json.loads(line)["query"]) for line in lines if line)


def steps(url: str, token: str, rates: Sequence[float], seconds: float) -> list[Step]:
    documents = tuple(
        file.relative_to(ROOT / "corpus" / "docs").as_posix() for file in (ROOT / "corpus" / "docs").rglob("*.md")
    )
    clients = [Client(number, url, token, queries(), documents) for number in range(CLIENTS)]
    try:
        for client in clients:
            client.open()
        return [measure(clients, rate, seconds) for rate in rates]
    finally:
        for client in clients:
            client.close()


def run() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    parser.add_argument("--rates", default="5,10,20,30,40", help="requests a second, one step each")
    parser.add_argument("--seconds", type=float, default=20.0, help="length of a step")
    options = parser.parse_args()
    check_port_is_free("127.0.0.1", PORT, "PORT in backend/tools/load.py")
    token = secrets.token_urlsafe(32)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        changes = site_environment(folder, token)
        if aloud([tool("glyph"), "index"], changes=changes) != 0:
            return 1
        url = f"http://127.0.0.1:{PORT}"
        command = (tool("glyph"), "serve", "--port", str(PORT))
        server = start(Server("API", command, {**os.environ, **changes}, ROOT, f"{url}/readyz", folder / "api.log"))
        try:
            wait_until_answering([server])
            measured = steps(url, token, [float(rate) for rate in options.rates.split(",")], options.seconds)
        finally:
            stop(server)
    say(json.dumps([asdict(step) for step in measured], indent=2))
    return 0 if all(" 5" not in status for step in measured for status in step.statuses) else 1


if __name__ == "__main__":
    main(run)
