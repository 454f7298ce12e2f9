"""What a parser may spend on one document; whatever passes one of these limits is no document of a runbook."""

from dataclasses import dataclass


class ParserRefused(Exception):
    """A document that a parser cannot or may not read. Stays between a parser and the process that asked it."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


@dataclass(frozen=True, slots=True)
class ParserLimits:
    """Seconds and bytes of memory for a parser, pages of a PDF, characters of text, and what an archive may hold.

    ``expanded_bytes`` is what all its entries give, ``ratio`` how much more than they take.
    """

    timeout_s: float = 60.0
    memory_bytes: int = 1_000_000_000
    pages: int = 2_000
    characters: int = 5_000_000
    expanded_bytes: int = 200_000_000
    entries: int = 5_000
    ratio: int = 100
