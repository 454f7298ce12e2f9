"""`glyph serve` and `glyph mcp`: the two commands that stay."""

import os
import signal
import threading
import time
from contextlib import closing
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from glyph.errors import IndexOwned
from glyph.faces.cli.helping import examples
from glyph.faces.cli.loss import LossWatch
from glyph.faces.cli.output import stderr

if TYPE_CHECKING:
    import uvicorn

    from glyph.faces.cli.holder import Holder
    from glyph.faces.rest.client import RemoteWorkbench
    from glyph.index.owner import OwnerLock
    from glyph.settings import Settings

RELEASE_WAIT_S = 30.0
POLL_S = 0.1

SERVE_EXAMPLES = examples(
    "glyph serve                 # what `make run` starts beside the workbench",
    "glyph serve --port 8770     # another port, this once; GLYPH_API__PORT keeps it",
    "glyph --verbose serve       # and log what happens, on stderr",
)
MCP_EXAMPLES = examples(
    "glyph connect claude-desktop --write    # Claude Desktop starts `glyph mcp` from then on",
    "claude mcp add glyph -- glyph mcp       # so does Claude Code, in this folder",
)


def add_commands(app: typer.Typer) -> None:
    app.command("serve", epilog=SERVE_EXAMPLES)(serve)
    app.command("mcp", epilog=MCP_EXAMPLES)(mcp)


def serve(
    host: Annotated[
        str | None, typer.Option("--host", help="Address to listen on; default from GLYPH_API__HOST.")
    ] = None,
    port: Annotated[int | None, typer.Option("--port", min=1, max=65_535, help="Default from GLYPH_API__PORT.")] = None,
) -> None:
    """Serve REST under /v1 and MCP under /mcp, and own the index."""
    from glyph.settings import load_settings

    end_on_termination()
    settings = load_settings()
    warn_without_documents(settings)
    while serve_until_lost(settings, host or settings.api.host, port or settings.api.port):
        stderr().print("The index folder was removed while Glyph ran: the index is made anew from the documents.")


def warn_without_documents(settings: "Settings") -> None:
    """Say loudly that there is nothing to serve yet: a folder that is mounted later is taken in when it is there."""
    root = settings.corpus.root.resolve()
    if not root.is_dir():
        warning = (
            f"warning: the documents' root {root} is not a folder. Glyph serves what was indexed until it is there."
        )
        stderr().print(f"{warning} Check GLYPH_CORPUS__ROOT.", style="bold red", markup=False)


def serve_until_lost(settings: "Settings", host: str, port: int) -> bool:
    """Own the index and serve until somebody ends it (False), or until the index folder is gone (True)."""
    from glyph.bootstrap import make_http_app, open_workbench
    from glyph.data_folder import index_folder, owner_lock
    from glyph.faces.rest.server import bind_owner_socket, bind_port, make_server

    folder = index_folder(settings)
    with owner_lock(settings) as lock:
        take_index(lock, settings)
        workbench = open_workbench(settings, lock)
        try:
            server = make_server(make_http_app(settings, workbench), workbench.events.close)
            listeners = [bind_port(host, port), bind_owner_socket(folder.owner_socket)]
            workbench.following.start()
            workbench.start_update(rebuild=False)  # what changed while nobody watched
            stderr().print(f"glyph serves http://{host}:{port}", markup=False)
            with LossWatch(lambda: lock.holds() and folder.owner_socket.exists(), partial(end_server, server)) as watch:
                server.run(sockets=listeners)
            return watch.lost
        finally:
            if lock.holds():  # else the socket at the path is somebody else's
                folder.owner_socket.unlink(missing_ok=True)
            workbench.close()


def end_server(server: "uvicorn.Server") -> None:
    """Make a server answer its last requests and return."""
    server.should_exit = True


def end_on_termination() -> None:
    """Let SIGTERM unwind this process like an exit: the default would leave the socket and the job behind.

    The server handles the signal first, answers its last requests, and then raises it again.
    """

    def end(_number: int, _frame: FrameType | None) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, end)


def take_index(lock: "OwnerLock", settings: "Settings") -> None:
    """Own the index, asking a process that only holds it for want of a server to let go.

    It is asked again while it has the index: one that is busy may have taken it back in between.
    Raises: IndexOwned when another server keeps it.
    """
    from glyph.bootstrap import now, remote_workbench

    deadline = time.monotonic() + RELEASE_WAIT_S
    with closing(remote_workbench(settings)) as remote:
        while not lock.try_acquire(now()):
            if time.monotonic() > deadline:
                raise IndexOwned(f"The index is owned by {lock.holder()}, which does not let go.")
            ask_to_release(remote, lock)
            time.sleep(POLL_S)


def ask_to_release(remote: "RemoteWorkbench", lock: "OwnerLock") -> None:
    """Ask the owner to let go. One that does not answer is a command that ends soon, or is letting go.

    Raises: IndexOwned when it keeps the index.
    """
    try:
        remote.ask_to_release()
    except IndexOwned as error:
        if error.code == IndexOwned.code:
            raise IndexOwned(f"The index is owned by {lock.holder()}. {error.message}", hint=error.hint) from error


def mcp() -> None:
    """Serve MCP over stdio, for a client that starts Glyph itself.

    The process that owns the index answers; where there is none, this one becomes it.
    """
    from glyph.bootstrap import local_state, remote_workbench
    from glyph.faces.cli.holder import Holder
    from glyph.faces.mcp.bridge import FollowingWorkbench
    from glyph.faces.mcp.server import make_mcp_server, run_stdio
    from glyph.settings import load_settings

    end_on_termination()
    settings = load_settings()
    with Holder(settings) as holder, closing(remote_workbench(settings)) as remote:
        holder.ensure()
        leave_on_termination(holder)
        run_stdio(make_mcp_server(FollowingWorkbench(remote, holder.ensure), local_state(settings).policy()))


def leave_on_termination(holder: "Holder") -> None:
    """Let SIGTERM give the index up and end the process at once.

    An exit cannot unwind it: the reader of stdin waits on a thread that nothing interrupts.
    """

    def leave() -> None:
        holder.release(cancel=True)
        os._exit(0)

    def start_leaving(_number: int, _frame: FrameType | None) -> None:
        # A handler interrupts the main thread, which may hold what release waits for.
        threading.Thread(target=leave, name="glyph-leaving").start()

    signal.signal(signal.SIGTERM, start_leaving)
