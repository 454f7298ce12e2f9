"""Holding the index for as long as nobody with a better claim asks for it: `glyph index` and `glyph mcp`."""

import threading
from types import TracebackType
from typing import TYPE_CHECKING, Self

from glyph.bootstrap import acquire_or_reach, index_folder, make_owner_app, open_workbench, owner_lock
from glyph.errors import GlyphError
from glyph.faces.cli.loss import LossWatch
from glyph.faces.rest.server import BackgroundServer, bind_owner_socket
from glyph.index.owner import OwnerLock
from glyph.settings import Settings

if TYPE_CHECKING:
    from glyph.app.local import LocalWorkbench


class Holder:
    """Makes sure that somebody answers on owner.sock: another process, or else this one.

    ``glyph serve`` may ask this process to let go, unless it ``keeps`` the index for as long as it runs;
    whoever needs the index next calls ``ensure`` again.
    """

    def __init__(self, settings: Settings, *, keeps: bool = False) -> None:
        self._settings = settings
        self._keeps = keeps
        self._folder = index_folder(settings)
        self._changing = threading.Lock()
        self._lock: OwnerLock | None = None
        self._workbench: LocalWorkbench | None = None
        self._server: BackgroundServer | None = None
        self._watch: LossWatch | None = None

    @property
    def lost(self) -> bool:
        """Return whether the index folder was removed under this process."""
        return self._watch is not None and self._watch.lost

    def ensure(self) -> None:
        """Return when an owner answers.

        Raises: IndexOwned.
        """
        if self._watch is not None and not self._watch.finds_it_whole():
            self.release(cancel=True)
        with self._changing:
            if self._server is not None:
                return
            lock = owner_lock(self._settings)
            if acquire_or_reach(lock, self._settings):
                self._hold(lock)

    def _hold(self, lock: OwnerLock) -> None:
        try:
            workbench = self._workbench = open_workbench(self._settings, lock)
            app = make_owner_app(self._settings, workbench, None if self._keeps else self._release_soon)
            self._server = BackgroundServer(app, [bind_owner_socket(self._folder.owner_socket)], workbench.events.close)
        except (GlyphError, OSError):
            lock.release()
            raise
        self._lock = lock
        self._watch = LossWatch(
            lambda: lock.holds() and self._folder.owner_socket.exists(), lambda: self.release(cancel=True)
        )
        self._watch.start()
        if not self._keeps:
            self._follow(workbench)

    def _follow(self, workbench: "LocalWorkbench") -> None:
        """Keep the index to the documents, as a server would; making a first one is left to those who ask for it."""
        workbench.following.start()
        if workbench.indexing.indexed:
            workbench.start_catching_up()

    def _release_soon(self) -> None:
        # The request that asks for it is answered by the server that ends: another thread has to end it.
        threading.Thread(target=self.release, name="glyph-release").start()

    def release(self, *, cancel: bool = False) -> None:
        """Give the index up, after the job that somebody asked for, or telling it to stop. Idempotent."""
        with self._changing:
            server, workbench, lock, watch = self._server, self._workbench, self._lock, self._watch
            self._server = self._workbench = self._lock = None
        if server is None or workbench is None or lock is None or watch is None:
            return
        watch.stop()
        server.stop()
        workbench.following.stop()
        if not cancel:
            workbench.jobs.settle()
        workbench.close()
        if lock.holds():  # else the socket at the path is somebody else's
            self._folder.owner_socket.unlink(missing_ok=True)
        lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release(cancel=kind is not None)
