"""What a client is told before it asks, made from the index as it is at that moment."""

from glyph.app.workbench import Workbench
from glyph.domain.ranking import Scope
from glyph.errors import GlyphError
from glyph.faces.mcp.texts import instructions_text

UNKNOWN = "Glyph cannot say what it holds right now: {message} {hint}"


def collections_of(workbench: Workbench) -> tuple[str, ...]:
    """Return the names of the collections that hold documents; none when the corpus cannot be listed."""
    try:
        documents = workbench.documents(Scope()).documents
    except GlyphError:  # a list of tools without names is better than no list of tools
        return ()
    return tuple(sorted({entry.collection for entry in documents}))


def instructions_of(workbench: Workbench) -> str:
    """Return the server's instructions; what keeps it from answering stands in them."""
    try:
        return instructions_text(workbench.status(), collections_of(workbench))
    except GlyphError as error:
        return UNKNOWN.format(message=error.message, hint=error.hint)
