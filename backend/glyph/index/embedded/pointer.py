"""CURRENT: one line that names the active generation, and swings whole."""

from glyph.domain.generation import GenerationId
from glyph.files import replace_file
from glyph.index.embedded.layout import IndexFolder


def read_pointer(folder: IndexFolder) -> GenerationId | None:
    """Return the active generation's id; None when nothing was activated or what it names is gone."""
    if not folder.pointer.exists():
        return None
    generation = GenerationId(folder.pointer.read_text(encoding="utf-8", errors="replace").strip("\0 \n"))
    return generation if folder.generation(generation).manifest.exists() else None


def swing_pointer(folder: IndexFolder, generation: GenerationId) -> None:
    """Make ``generation`` the active one; durable when the call returns."""
    replace_file(folder.pointer, f"{generation}\n".encode(), mode=0o600)
