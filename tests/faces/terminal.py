"""A terminal for a command: what a person would see of it, colours and all."""

import os
import pty
import struct
import subprocess
import termios
from collections.abc import Mapping
from fcntl import ioctl

from tests.faces.site import COMMAND_LIMIT_S, GLYPH, Site

ROWS, COLUMNS = 40, 120


def on_a_terminal(site: Site, *arguments: str, changes: Mapping[str, str | None] | None = None) -> str:
    """Run `glyph` with stdout and stderr on a terminal that knows colours; return all that it wrote there."""
    environment = {**site.environment(), "NO_COLOR": None, "TERM": "xterm-256color", **(changes or {})}
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    process = subprocess.Popen(
        [str(GLYPH), *arguments],
        cwd=site.root,
        env={name: value for name, value in environment.items() if value is not None},
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    written = _read_until_closed(ours)
    process.wait(COMMAND_LIMIT_S)
    return written.decode("utf-8").replace("\r\n", "\n")


def _read_until_closed(descriptor: int) -> bytes:
    parts: list[bytes] = []
    with os.fdopen(descriptor, "rb", buffering=0) as stream:
        while True:
            try:
                part = stream.read(65_536)
            except OSError:  # Linux ends a terminal that nobody has open any more like this
                break
            if not part:
                break
            parts.append(part)
    return b"".join(parts)
