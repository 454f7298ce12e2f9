"""What redaction hands on: text without its secrets, and where they stood."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NewType

RuleId = NewType("RuleId", str)
"""Kebab-case name of the rule that found a secret; it is also the kind inside the marker."""

MARKER_OPEN = "⟦secret:"
MARKER_CLOSE = "⟧"


def marker(rule: RuleId) -> str:
    """Return what stands in a secret's place: its kind, never its length or a hash of it."""
    return f"{MARKER_OPEN}{rule}{MARKER_CLOSE}"


@dataclass(frozen=True, slots=True)
class Span:
    """Where a secret stood: code points of the original text, ``end`` exclusive."""

    start: int
    end: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class RedactedText:
    """Text in which every known secret is a marker; as many lines as the original.

    Only ``ingest.redact`` makes one from raw text, and only the index reads one back: because a
    ``Chunk`` accepts nothing else, "redact first" is a type. A test lists the modules that may
    call this constructor.
    """

    value: str

    def lines(self, first: int, last: int) -> "RedactedText":
        """Return lines ``first`` to ``last`` (1-based, inclusive) without the final line end."""
        return RedactedText("\n".join(self.value.split("\n")[first - 1 : last]))

    def part(self, start: int, end: int) -> "RedactedText":
        """Return the characters from ``start`` up to ``end``."""
        return RedactedText(self.value[start:end])

    @staticmethod
    def joined(texts: "Sequence[RedactedText]") -> "RedactedText":
        """Return texts as one, each beginning a new line."""
        return RedactedText("\n".join(text.value for text in texts))


@dataclass(frozen=True, slots=True)
class Redaction:
    """The outcome of redacting one text: the text, and every span in order of its start.

    ``standing`` are the places that rules took for secrets and the owner's list of what is none let stand.
    """

    text: RedactedText
    spans: tuple[Span, ...]
    standing: tuple[Span, ...] = ()
