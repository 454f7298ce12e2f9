"""What a process does to its files, seen from outside: nothing is replaced, the interpreter reports its own calls."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

Step = tuple[str, str]


@contextmanager
def file_steps() -> Generator[list[Step]]:
    """Yield the durable steps that this thread takes meanwhile: ("fsync", path) and ("replace", target), in order."""
    steps: list[Step] = []

    def see(frame: FrameType, event: str, called: object) -> None:
        if event != "c_call":
            return
        if called is os.fsync:
            steps.append(("fsync", str(Path(f"/proc/self/fd/{_descriptor(frame)}").readlink())))
        elif called is os.replace:
            steps.append(("replace", str(frame.f_locals["target"])))

    former = sys.getprofile()
    sys.setprofile(see)
    try:
        yield steps
    finally:
        sys.setprofile(former)


def _descriptor(frame: FrameType) -> int:
    """Return what is synced by the calling function: its stream or its descriptor."""
    stream = frame.f_locals.get("stream")
    return frame.f_locals["descriptor"] if stream is None else stream.fileno()
