"""manifest.json: a generation's table of contents, written last and never changed."""

from datetime import datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from glyph.domain.generation import Counts, Fingerprint
from glyph.errors import GenerationRejected
from glyph.files import replace_file


class Manifest(BaseModel):
    """What a generation was made with, what it held when it was finished, and its base's checksums."""

    model_config = ConfigDict(frozen=True)

    fingerprint: Fingerprint
    finished_at: datetime
    counts: Counts
    base_checksums: dict[str, str]
    base_vectors: int | None = None
    """How many vectors the base holds; None where that was not written down."""


def write_manifest(file: Path, manifest: Manifest) -> None:
    replace_file(file, manifest.model_dump_json(indent=2).encode("utf-8"), mode=0o600)


def read_manifest(file: Path) -> Manifest:
    """Return a generation's manifest.

    Raises: GenerationRejected when it is damaged.
    """
    try:
        return Manifest.model_validate_json(file.read_bytes())
    except (OSError, ValidationError) as error:
        raise GenerationRejected(f"{file.parent.name} has no readable manifest.") from error
