"""What an installation keeps in ``data/state`` for redaction: its key."""

import secrets
from pathlib import Path

from glyph.app.evidence import Evidence
from glyph.errors import SettingsError
from glyph.files import create_file

KEY_BYTES = 32


class LocalState:
    """Reads and writes the state folder, which is for this user alone."""

    def __init__(self, folder: Path) -> None:
        self._key_file = folder / "key"

    def key(self) -> bytes:
        """Return the key of this installation, made at the first call: nobody else can try out what is hashed under it.

        Raises: SettingsError when its file holds none.
        """
        create_file(self._key_file, f"{secrets.token_hex(KEY_BYTES)}\n".encode(), mode=0o600)
        try:
            key = bytes.fromhex(self._key_file.read_text(encoding="utf-8"))
        except ValueError:
            key = b""
        if len(key) != KEY_BYTES:
            raise SettingsError(
                f"{self._key_file} holds no key.",
                hint="Restore it. Without it, delete it and `redaction-always` beside it, and add those values again.",
            )
        return key

    def evidence(self) -> Evidence:
        """Return what stands for hashes before callers without a session."""
        return Evidence(self.key())
