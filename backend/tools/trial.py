"""A workbench on free ports over a folder of documents: both real servers, with secrets of their own."""

import secrets
import shutil
import socket
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from glyph.app.passwords import hash_password
from tools.console import BUILD_SERVER, ROOT, Failure
from tools.servers import Server, start, stop, wait_until_answering

PASSWORD = "otter-canal-lantern"  # noqa: S105 - of a workbench that lives for minutes


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(data: Path, documents: Path, api_port: int, origin: str) -> dict[str, str]:
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


@contextmanager
def trial(documents: Path, home: Path, settings: Mapping[str, str] | None = None) -> Generator[str]:
    """Serve the documents and yield the workbench's origin; data and logs go beneath ``home``.

    Raises: Failure when node or the built front end is missing, or a server does not come up.
    """
    node = shutil.which("node")
    if node is None or not BUILD_SERVER.exists():
        raise Failure("The front end is not built, or node is not on PATH: make setup")
    api_port, port = free_port(), free_port()
    origin = f"http://127.0.0.1:{port}"
    variables = {**environment(home / "data", documents, api_port, origin), **(settings or {})}
    api = start(_api(variables, home, api_port))
    web = start(_workbench(variables, home, node, port))
    try:
        wait_until_answering([api, web])
        yield origin
    finally:
        stop(web)
        stop(api)


def _api(variables: Mapping[str, str], home: Path, port: int) -> Server:
    command = [str(ROOT / ".venv" / "bin" / "glyph"), "serve"]
    return Server("API", command, variables, home, f"http://127.0.0.1:{port}/readyz", home / "api.log")


def _workbench(variables: Mapping[str, str], home: Path, node: str, port: int) -> Server:
    health_url = f"http://127.0.0.1:{port}/login"
    settings = {**variables, "PORT": str(port)}
    return Server("workbench", [node, str(BUILD_SERVER)], settings, BUILD_SERVER.parent, health_url, home / "web.log")
