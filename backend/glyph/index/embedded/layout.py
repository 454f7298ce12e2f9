"""Where things lie under ``data/index`` and how a generation is named."""

import secrets
import shutil
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from glyph.domain.generation import GenerationId
from glyph.files import make_private_folder

DATABASE = "index.sqlite"
BASE = "base"
MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class GenerationFolder:
    """The files of one generation."""

    root: Path

    @property
    def generation(self) -> GenerationId:
        return GenerationId(self.root.name)

    @property
    def database(self) -> Path:
        return self.root / DATABASE

    @property
    def base(self) -> Path:
        return self.root / BASE

    @property
    def manifest(self) -> Path:
        """Written last: a generation without one was never finished."""
        return self.root / MANIFEST


@dataclass(frozen=True, slots=True)
class IndexFolder:
    """``data/index``: disposable, readable by its owner alone."""

    root: Path

    @property
    def pointer(self) -> Path:
        return self.root / "CURRENT"

    @property
    def generations(self) -> Path:
        return self.root / "generations"

    @property
    def cache(self) -> Path:
        return self.root / "cache"

    @property
    def journal(self) -> Path:
        return self.root / "journal"

    @property
    def problems(self) -> Path:
        return self.root / "problems.json"

    @property
    def owner_lock(self) -> Path:
        return self.root / "OWNER"

    @property
    def owner_socket(self) -> Path:
        return self.root / "owner.sock"

    def generation(self, generation: GenerationId) -> GenerationFolder:
        return GenerationFolder(self.generations / generation)

    def prepare(self) -> None:
        """Create the folders that always exist."""
        for folder in (self.root, self.generations, self.cache):
            make_private_folder(folder)


def remove_files(folder: GenerationFolder) -> None:
    """Remove a generation, its manifest first: what a kill leaves of it was never finished."""
    folder.manifest.unlink(missing_ok=True)
    shutil.rmtree(folder.root, ignore_errors=True)


def new_generation_id(now: datetime) -> GenerationId:
    """Return an id that sorts by time and is never used twice: Chroma caches clients by path."""
    return GenerationId(f"{now:%Y%m%dT%H%M%S.%fZ}-{secrets.token_hex(4)}")
