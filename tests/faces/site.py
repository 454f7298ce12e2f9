"""A site of its own for a test: documents, data and secrets in one folder, and the real `glyph` run on them."""

import functools
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx2

from glyph.app.passwords import hash_password

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "corpus" / "docs"
GLYPH = Path(sys.executable).parent / "glyph"

API_TOKEN = "api-token-of-the-test-site-0123456789"
WORKBENCH_TOKEN = "workbench-token-of-the-test-site-0123"
SESSION_SECRET = "session-secret-of-the-test-site-01234"
PASSWORD = "correct-horse-battery-staple"
ORIGIN = "http://127.0.0.1:3000"

COMMAND_LIMIT_S = 120
ATTEMPTS = 600
PAUSE_S = 0.1
STOP_LIMIT_S = 30


@functools.cache
def password_hash() -> str:
    return str(hash_password(PASSWORD))


@dataclass(frozen=True, slots=True)
class Done:
    """A command that has ended."""

    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Site:
    """One folder with documents and data; nothing of the machine's own settings reaches its processes."""

    root: Path

    @property
    def docs(self) -> Path:
        return self.root / "docs"

    @property
    def index(self) -> Path:
        return self.root / "data" / "index"

    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GLYPH_")}
        return kept | {
            "NO_COLOR": "1",
            "GLYPH_CORPUS__ROOT": str(self.docs),
            "GLYPH_CORPUS__EXPORT": str(self.root / "export"),
            "GLYPH_DATA__ROOT": str(self.root / "data"),
            "GLYPH_API__TOKEN": API_TOKEN,
            "GLYPH_WORKBENCH__TOKEN": WORKBENCH_TOKEN,
            "GLYPH_SESSION__SECRET": SESSION_SECRET,
            "GLYPH_SESSION__PASSWORD_HASH": password_hash(),
            "GLYPH_PUBLIC_ORIGIN": ORIGIN,
        }

    def run(
        self,
        *arguments: str,
        stdin: str = "",
        before: tuple[str, ...] = (),
        changes: Mapping[str, str | None] | None = None,
    ) -> Done:
        """Run `glyph` to its end; ``before`` is a command that starts it, ``changes`` set settings or unset them."""
        environment = {**self.environment(), **(changes or {})}
        done = subprocess.run(
            [*before, str(GLYPH), *arguments],
            input=stdin.encode("utf-8"),
            capture_output=True,
            cwd=self.root,
            env={name: value for name, value in environment.items() if value is not None},
            timeout=COMMAND_LIMIT_S,
            start_new_session=True,  # away from the terminal of whoever runs the tests: passwords come from stdin
            check=False,
        )
        return Done(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    def write(self, path: str, text: str) -> str:
        """Put a document on the disk, past Glyph, and return its path."""
        place = self.docs / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
        return path

    def owner(self) -> int:
        """Return the process id that OWNER names."""
        text = (self.index / "OWNER").read_text(encoding="utf-8")
        return int(text.split('"pid":')[1].split(",")[0])


def empty_site(root: Path, documents: Iterable[str] = (), *, model_of: Site | None = None) -> Site:
    """Return a site with copies of these sample documents and no index.

    The embedding model is made ready on first use, which takes seconds; ``model_of`` has one already.
    """
    site = Site(root)
    if model_of is not None:
        shutil.copytree(model_of.index / "cache", site.index / "cache")
    for path in documents:
        site.write(path, (SAMPLE / path).read_text(encoding="utf-8"))
    site.docs.mkdir(parents=True, exist_ok=True)
    return site


def indexed_site(base: Path) -> Site:
    """Return the site of the whole sample corpus beneath ``base``, indexed once for all that ask. Copy it to use it.

    What indexing said stands in `index.out` and `index.err`.
    """
    site = Site(base / "indexed")
    if not site.root.exists():
        site.root.mkdir()
        shutil.copytree(SAMPLE, site.docs)
        done = site.run("--verbose", "index")
        assert done.code == 0, done.err
        (site.root / "index.out").write_text(done.out, encoding="utf-8")
        (site.root / "index.err").write_text(done.err, encoding="utf-8")
    return site


def copied(site: Site, root: Path) -> Site:
    """Return a site of one's own with the same documents and the same index."""
    shutil.copytree(site.root, root)
    return Site(root)


@dataclass(frozen=True, slots=True)
class Server:
    """A running `glyph serve`."""

    site: Site
    port: int
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, headers: dict[str, str] | None = None) -> httpx2.Client:
        """Return a client that shows what ``headers`` say; none shows the API token."""
        shown = {"Authorization": f"Bearer {API_TOKEN}"} if headers is None else headers
        return httpx2.Client(base_url=self.url, headers=shown, timeout=60, trust_env=False)

    def sign_in(self, password: str = PASSWORD) -> httpx2.Response:
        with self.client(workbench_headers()) as workbench:
            return workbench.post("/v1/session", json={"password": password})

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait(STOP_LIMIT_S)


def workbench_headers(session: str | None = None) -> dict[str, str]:
    """Return what the workbench's server shows: its token and, when there is one, a session."""
    headers = {"Authorization": f"Bearer {WORKBENCH_TOKEN}"}
    return headers if session is None else {**headers, "X-Glyph-Session": session}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def owner_client(site: Site) -> httpx2.Client:
    """Return a client on owner.sock, without any token."""
    transport = httpx2.HTTPTransport(uds=str(site.index / "owner.sock"))
    return httpx2.Client(transport=transport, base_url="http://owner", timeout=60)


@contextmanager
def serving(site: Site, *options: str) -> Generator[Server]:
    """Yield a `glyph serve` that is ready and has no job running; it has ended afterwards."""
    with started(site, *options) as server:
        wait_until_settled(server)
        yield server


@contextmanager
def started(site: Site, *options: str) -> Generator[Server]:
    """Yield a `glyph serve` that may not yet answer; it has ended afterwards."""
    port = free_port()
    log = site.root / f"serve-{port}.log"
    with log.open("wb") as stream:
        command = [str(GLYPH), "--verbose", "serve", "--port", str(port), *options]
        process = subprocess.Popen(
            command, cwd=site.root, env=site.environment(), stdin=subprocess.DEVNULL, stdout=stream, stderr=stream
        )
        try:
            yield Server(site, port, process, log)
        finally:
            process.terminate()
            try:
                process.wait(STOP_LIMIT_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(STOP_LIMIT_S)


def wait_until_settled(server: Server) -> None:
    """Return when the server answers searches and no job is running. Fails when it dies or never does."""
    with server.client() as client:
        for _ in range(ATTEMPTS):
            with suppress(httpx2.TransportError):
                ready = client.get("/readyz").status_code == 200
                if ready and client.get("/v1/index").json()["state"] != "building":
                    return
            with suppress(subprocess.TimeoutExpired):
                server.process.wait(PAUSE_S)
                raise AssertionError(f"glyph serve has ended:\n{server.log.read_text(encoding='utf-8')}")
    raise AssertionError(f"glyph serve never became ready:\n{server.log.read_text(encoding='utf-8')}")
