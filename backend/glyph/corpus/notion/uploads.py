"""Uploads: exports that came over REST and lie on the disk until they are imported or another one comes."""

import re
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NewType

from glyph.errors import NotKept
from glyph.files import make_private_folder

UploadId = NewType("UploadId", str)
UPLOAD_ID = re.compile(r"[0-9a-f]{32}")
SUFFIX = ".zip"
PRIVATE = 0o600


@dataclass(frozen=True, slots=True)
class Uploads:
    """Keeps the last upload, and no other: an export is raw text, secrets included."""

    folder: Path

    @contextmanager
    def receiving(self) -> Generator[tuple[UploadId, BinaryIO]]:
        """Yield the id of a new upload and where its bytes go; what is not received whole is not kept."""
        make_private_folder(self.folder)
        self.clear()
        upload = UploadId(secrets.token_hex(16))
        place = self.folder / f"{upload}{SUFFIX}"
        place.touch(mode=PRIVATE, exist_ok=False)
        try:
            with place.open("wb") as stream:
                yield upload, stream
        except BaseException:
            place.unlink(missing_ok=True)
            raise

    def path_of(self, upload: str) -> Path:
        """Return where an upload lies.

        Raises: NotKept.
        """
        place = self.folder / f"{upload}{SUFFIX}"
        if not UPLOAD_ID.fullmatch(upload) or not place.is_file():
            raise NotKept("There is no such upload.", hint="Send the export again: the last one alone is kept.")
        return place

    def clear(self) -> None:
        """Remove every upload."""
        for place in self.folder.glob(f"*{SUFFIX}") if self.folder.is_dir() else ():
            place.unlink(missing_ok=True)
