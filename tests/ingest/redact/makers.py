"""Invented secrets, drawn from a seed when a test runs, so that no token stands in the source."""

import base64
import random
import string
from dataclasses import dataclass, field

from glyph.domain.redaction import Redaction
from glyph.ingest.redact import redact as redact_by
from glyph.ingest.redact.policy import RULES_ALONE


def redact(text: str) -> Redaction:
    """Return a text as the rules alone redact it."""
    return redact_by(text, RULES_ALONE)


UPPER, LOWER, DIGITS = string.ascii_uppercase, string.ascii_lowercase, string.digits
ALNUM = UPPER + LOWER + DIGITS
URL64 = ALNUM + "-_"
HEX = "0123456789abcdef"
HASH64 = "./" + ALNUM


@dataclass
class Maker:
    """Draws values; two makers of one seed draw the same."""

    seed: int = 7
    dice: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)  # noqa: S311  the values protect nothing

    def text(self, size: int, alphabet: str = ALNUM) -> str:
        """Return ``size`` letters, with a capital, a small letter and a digit when the alphabet has them."""
        kinds = [set(alphabet) & set(kind) for kind in (UPPER, LOWER, DIGITS)]
        while True:
            drawn = "".join(self.dice.choice(alphabet) for _ in range(size))
            if size < 6 or all(not kind or kind & set(drawn) for kind in kinds):
                return drawn

    def hex(self, size: int) -> str:
        """Return hex digits."""
        return self.text(size, HEX)

    def base64(self, size_bytes: int) -> str:
        """Return that many random bytes as base64."""
        return base64.b64encode(self.dice.randbytes(size_bytes)).decode()

    def password(self) -> str:
        """Return what a password generator returns."""
        return self.text(7) + "!" + self.text(8)

    def word_password(self) -> str:
        """Return what people choose: a word and a number."""
        return self.dice.choice(["kettle", "Marmot", "juniper", "Falcon"]) + str(self.dice.randint(110, 9899))

    def pin(self, size: int = 6) -> str:
        """Return digits that are no year and no famous sequence."""
        return "7" + self.text(size - 1, DIGITS)

    def key_body(self, lines: int = 5, size: int = 64) -> list[str]:
        """Return the lines between the BEGIN and END lines of a private key."""
        return [self.text(size, ALNUM + "+/") for _ in range(lines)] + [self.text(22) + "=="]

    def uuid(self) -> str:
        """Return a random UUID."""
        return "-".join(self.hex(size) for size in (8, 4, 4, 4, 12))


def begin(kind: str) -> str:
    """Return the first line of a private key block."""
    return "-----" + f"BEGIN {kind}-----"


def end(kind: str) -> str:
    """Return its last line."""
    return "-----" + f"END {kind}-----"
