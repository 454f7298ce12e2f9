"""Serving the application: one uvicorn server over owner.sock and, for `glyph serve`, a port."""

import socket
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from glyph.errors import SettingsError

GRACE_S = 5
BACKLOG = 256


def bind_owner_socket(file: Path) -> socket.socket:
    """Return a listening socket that this user alone can open. The caller owns the index folder.

    Raises: SettingsError when its path is longer than a socket's may be, about a hundred bytes.
    """
    file.unlink(missing_ok=True)  # left behind by an owner that was killed
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(file))
    except OSError as error:
        listener.close()
        raise SettingsError(
            f"The owner cannot listen on {file}: {error}.", hint="Give GLYPH_DATA__ROOT a shorter path."
        ) from error
    file.chmod(0o600)
    listener.listen(BACKLOG)
    return listener


def bind_port(host: str, port: int) -> socket.socket:
    """Return a listening socket on a port.

    Raises: SettingsError when the port is taken or the host is not ours.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise SettingsError(
            f"The API cannot listen on {host}:{port}: {error.strerror}.",
            hint="Stop what listens there, or move Glyph with GLYPH_API__PORT.",
        ) from error
    listener.listen(BACKLOG)
    return listener


class EndingServer(uvicorn.Server):
    """A server that says so before it waits for open connections: streams of events never end by themselves."""

    def __init__(self, config: uvicorn.Config, at_end: Callable[[], None]) -> None:
        super().__init__(config)
        self._at_end = at_end

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._at_end()
        await super().shutdown(sockets)


def make_server(app: ASGIApp, at_end: Callable[[], None]) -> uvicorn.Server:
    """Return a server for ``app`` that writes no access log: paths and queries are the corpus's business."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
    )
    return EndingServer(config, at_end)


class BackgroundServer:
    """A server on a thread of its own, for a process that has something else to do."""

    def __init__(self, app: ASGIApp, listeners: Sequence[socket.socket], at_end: Callable[[], None]) -> None:
        self._server = make_server(app, at_end)
        self._listeners = list(listeners)
        self._thread = threading.Thread(target=self._run, name="glyph-server", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self._server.run(sockets=self._listeners)

    def ask_to_stop(self) -> None:
        """Make the server finish its requests and end; returns at once."""
        self._server.should_exit = True

    def stop(self) -> None:
        """Stop and wait until the last request is answered."""
        self.ask_to_stop()
        self._thread.join(GRACE_S + 1)
