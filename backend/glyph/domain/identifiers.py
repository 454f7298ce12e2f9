"""How names from machines are written: what ranking and indexing must agree on."""

import re

CAMEL_BORDER = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
SHORTEST_PART = 2


def camel_parts(word: str) -> tuple[str, ...]:
    """Return the parts of a CamelCase word; none when it is not one. Digits stay with their letters.

    A part of one letter is no word: `k8s` and `iPhone` stay whole.
    """
    parts = tuple(CAMEL_BORDER.split(word))
    return parts if len(parts) > 1 and all(len(part) >= SHORTEST_PART for part in parts) else ()
