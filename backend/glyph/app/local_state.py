"""What an installation keeps in ``data/state`` for redaction: its key, and the owner's lists."""

import secrets
from collections.abc import Iterable
from pathlib import Path

from glyph.app.discretion import Discretion
from glyph.app.evidence import Evidence
from glyph.errors import BadRequest, SettingsError
from glyph.files import create_file, make_private_folder, replace_file
from glyph.ingest.redact.policy import RULES_ALONE, KeyedValue, Policy, folded, keyed_value

KEY_BYTES = 32
DIGEST_BYTES = 32


class LocalState:
    """Reads and writes the state folder, which is for this user alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key_file = folder / "key"
        self._always_file = folder / "redaction-always"
        self._never_file = folder / "redaction-never"

    def key(self) -> bytes:
        """Return the key of this installation, made at the first call: nobody else can try out what is hashed under it.

        Raises: SettingsError when its file holds none, or is gone and leaves a list behind that needs it.
        """
        if not self._always_file.exists():
            make_private_folder(self._folder)
            create_file(self._key_file, f"{secrets.token_hex(KEY_BYTES)}\n".encode(), mode=0o600)
        try:
            key = bytes.fromhex(self._key_file.read_text(encoding="utf-8"))
        except (ValueError, FileNotFoundError):
            key = b""
        if len(key) == KEY_BYTES:
            return key
        raise SettingsError(
            f"{self._key_file} holds no key.",
            hint=f"Restore it. Without it, delete it and `{self._always_file.name}`, and add those values again.",
        )

    def discretion(self) -> Discretion:
        """Return what decides what callers without a session are told. Raises: SettingsError, as ``policy``."""
        return Discretion(Evidence(self.key()), self.policy())

    def policy(self) -> Policy:
        """Return the owner's lists. Nothing is written, and there is no key without a list.

        Raises: SettingsError, when a list cannot be read whole: redaction without it would let its values through.
        """
        always, never = self._always(), self._never()
        return Policy(self.key(), always, frozenset(never)) if always or never else RULES_ALONE

    def add_always(self, values: Iterable[str]) -> int:
        """Have values redacted wherever they stand; return how many the list holds now. No value is kept.

        Raises: BadRequest for a value that no list can hold; then nothing changes.
        """
        key = self.key()
        return self._write_always((*self._always(), *(_keyed(value, key) for value in values)))

    def forget_always(self, values: Iterable[str]) -> int:
        """Take values off that list; return how many it holds now. Raises: BadRequest."""
        key = self.key()
        gone = {_keyed(value, key) for value in values}
        return self._write_always(tuple(value for value in self._always() if value not in gone))

    def add_never(self, values: Iterable[str]) -> int:
        """Let values stand wherever rules find them; return how many the list holds now. Raises: BadRequest."""
        return self._write_never((*self._never(), *(_folded(value) for value in values)))

    def forget_never(self, values: Iterable[str]) -> int:
        """Take values off that list; return how many it holds now. Raises: BadRequest."""
        gone = {_folded(value) for value in values}
        return self._write_never(tuple(value for value in self._never() if value not in gone))

    def _always(self) -> tuple[KeyedValue, ...]:
        return tuple(self._parsed(line) for line in self._lines(self._always_file))

    def _never(self) -> tuple[str, ...]:
        return self._lines(self._never_file)

    def _lines(self, file: Path) -> tuple[str, ...]:
        try:
            return tuple(line for line in file.read_text(encoding="utf-8").split("\n") if line)
        except FileNotFoundError:
            return ()
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(f"{file} cannot be read.", hint="Restore it; nothing is redacted by halves.") from error

    def _parsed(self, line: str) -> KeyedValue:
        try:
            length, tag, digest = line.split(" ")
            if len(bytes.fromhex(digest)) == DIGEST_BYTES:
                return KeyedValue(int(length), int(tag, 16), digest)
        except ValueError:
            pass
        raise SettingsError(
            f"{self._always_file} holds a line that is none of its own.",
            hint="Restore it, or delete it and add its values again.",
        )

    def _write_always(self, values: tuple[KeyedValue, ...]) -> int:
        lines = sorted({f"{value.length} {value.tag:04x} {value.digest}" for value in values})
        return self._write(self._always_file, lines)

    def _write_never(self, values: tuple[str, ...]) -> int:
        return self._write(self._never_file, sorted(set(values)))

    def _write(self, file: Path, lines: list[str]) -> int:
        make_private_folder(self._folder)
        replace_file(file, "".join(f"{line}\n" for line in lines).encode(), mode=0o600)
        return len(lines)


def _keyed(value: str, key: bytes) -> KeyedValue:
    try:
        return keyed_value(value, key)
    except ValueError as error:
        raise BadRequest(f"A value {error}.") from None


def _folded(value: str) -> str:
    try:
        return folded(value)
    except ValueError as error:
        raise BadRequest(f"A value {error}.") from None
