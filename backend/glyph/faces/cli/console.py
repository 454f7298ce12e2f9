"""The console of the command line: what it is given to print is shown, and never obeyed."""

from typing import TextIO, TypedDict, Unpack

from rich.console import Console, HighlighterType, JustifyMethod, OverflowMethod
from rich.style import Style
from rich.text import Text

from glyph.faces.cli.visible import visible


class RenderOptions(TypedDict, total=False):
    """What rich passes along with a string."""

    style: str | Style
    justify: JustifyMethod | None
    overflow: OverflowMethod | None
    emoji: bool | None
    markup: bool | None
    highlight: bool | None
    highlighter: HighlighterType | None


class VisibleConsole(Console):
    """Prints strings on one line each, every control character spelt out: file names may hold any."""

    def __init__(self, stream: TextIO, width: int | None = None) -> None:
        super().__init__(file=stream, soft_wrap=True, highlight=False, emoji=False, width=width)

    def render_str(self, text: str, **options: Unpack[RenderOptions]) -> Text:
        """Return a string as rich prints it; every string that is printed passes here, and those in tables."""
        return super().render_str(visible(text, keep_lines=False), **options)
