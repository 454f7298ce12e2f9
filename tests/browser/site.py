"""A whole workbench on free ports: the API, the built front end, and a copy of the sample corpus."""

import secrets
import shutil
import socket
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from glyph.app.passwords import hash_password
from tools.servers import Server, start, stop, wait_until_answering

ROOT = Path(__file__).parents[2]
STANDALONE = ROOT / "frontend" / ".next" / "standalone" / "server.js"
PASSWORD = "otter-canal-lantern"


@dataclass(frozen=True, slots=True)
class Site:
    """A running workbench and the folder of its documents."""

    origin: str
    documents: Path


@contextmanager
def served(home: Path) -> Generator[Site]:
    """Serve a copy of the sample corpus, with its data in ``home``, until the block ends."""
    documents = home / "docs"
    shutil.copytree(ROOT / "corpus" / "docs", documents)
    api_port, port = _free_port(), _free_port()
    origin = f"http://127.0.0.1:{port}"
    variables = _environment(home / "data", documents, api_port, origin)
    glyph, node = ROOT / ".venv" / "bin" / "glyph", shutil.which("node")
    assert node is not None, "node is not on PATH"
    assert STANDALONE.exists(), "the front end is not built: make setup"
    api = start(
        Server("API", [str(glyph), "serve"], variables, home, f"http://127.0.0.1:{api_port}/readyz", home / "api.log")
    )
    web = start(
        Server(
            "workbench",
            [node, str(STANDALONE)],
            {**variables, "PORT": str(port)},
            STANDALONE.parent,
            f"{origin}/login",
            home / "web.log",
        )
    )
    try:
        wait_until_answering([api, web])
        yield Site(origin, documents)
    finally:
        stop(web)
        stop(api)


def sign_in(page: Page, address: str = "/") -> None:
    """Sign in, and come out at the address that was asked for."""
    page.goto(address)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("contentinfo", name="Status bar").wait_for()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _environment(data: Path, documents: Path, api_port: int, origin: str) -> dict[str, str]:
    """Return the variables both servers share; each takes what it knows."""
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": str(data),
        "GLYPH_CORPUS__ROOT": str(documents),
        "GLYPH_DATA__ROOT": str(data),
        "GLYPH_API__PORT": str(api_port),
        "GLYPH_API__ORIGIN": f"http://127.0.0.1:{api_port}",
        "GLYPH_API__TOKEN": secrets.token_urlsafe(32),
        "GLYPH_WORKBENCH__TOKEN": secrets.token_urlsafe(32),
        "GLYPH_SESSION__SECRET": secrets.token_urlsafe(32),
        "GLYPH_SESSION__PASSWORD_HASH": str(hash_password(PASSWORD)),
        "GLYPH_PUBLIC_ORIGIN": origin,
        "NODE_ENV": "production",
        "NEXT_TELEMETRY_DISABLED": "1",
        "HOSTNAME": "127.0.0.1",
    }
