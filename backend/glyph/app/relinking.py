"""Relinking: the text of a document with the targets of some of its links replaced. Pure."""

from collections.abc import Sequence

from glyph.corpus.links import Relink


def with_links(text: str, relinks: Sequence[Relink]) -> str:
    """Return a text with the targets of some of its links replaced."""
    lines = text.split("\n")
    for relink in sorted(relinks, key=lambda one: (one.link.line, one.link.start), reverse=True):
        link = relink.link
        line = lines[link.line - 1]
        lines[link.line - 1] = f"{line[: link.start]}{relink.target}{line[link.end :]}"
    return "\n".join(lines)
