"""Holding the index for as long as nobody with a better claim asks for it: `glyph index` and `glyph mcp`."""

import threading
from types import TracebackType
from typing import TYPE_CHECKING, Self

from glyph.bootstrap import acquire_or_reach, index_folder, make_owner_app, open_workbench, owner_lock
from glyph.errors import GlyphError
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

    def ensure(self) -> None:
        """Return when an owner answers.

        Raises: IndexOwned.
        """
        with self._changing:
            if self._server is not None:
                return
            lock = owner_lock(self._settings)
            if acquire_or_reach(lock, self._settings):
                self._hold(lock)

    def _hold(self, lock: OwnerLock) -> None:
        try:
            self._workbench = open_workbench(self._settings)
            app = make_owner_app(self._settings, self._workbench, None if self._keeps else self._release_soon)
            listeners = [bind_owner_socket(self._folder.owner_socket)]
            self._server = BackgroundServer(app, listeners, self._workbench.events.close)
        except (GlyphError, OSError):
            lock.release()
            raise
        self._lock = lock

    def _release_soon(self) -> None:
        # The request that asks for it is answered by the server that ends: another thread has to end it.
        threading.Thread(target=self.release, name="glyph-release").start()

    def release(self, *, cancel: bool = False) -> None:
        """Give the index up, after the running job, or telling it to stop. Idempotent."""
        with self._changing:
            server, workbench, lock = self._server, self._workbench, self._lock
            self._server = self._workbench = self._lock = None
        if server is None or workbench is None or lock is None:
            return
        server.stop()
        if not cancel:
            workbench.jobs.join()
        workbench.close()
        self._folder.owner_socket.unlink(missing_ok=True)
        lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release(cancel=kind is not None)
