"""The size of an answer: what a client hands to a model, counted in tokens, in whichever form is longer."""

import json
from collections.abc import Callable
from typing import TypeVar

from glyph.faces.mcp.shapes import Shape, plain_form
from glyph.ingest.tokens import count_tokens

Answer = TypeVar("Answer", bound=Shape)

PAGE_TOKENS = 8_000
"""Most tokens of an answer. Clients warn at 10,000 of their own, and their tokenizers cut finer than ours."""
LEAST_TOKENS = 500
"""Least that may be asked for: what stands around the passages, and an ordinary one."""


def tokens_of(answer: Answer, text_of: Callable[[Answer], str]) -> int:
    """Return the tokens of an answer's text form or of its structured form, whichever has more."""
    structured = json.dumps(plain_form(answer), ensure_ascii=False)
    return max(count_tokens(text_of(answer)), count_tokens(structured))


def most_that_fit(limit: int, fits: Callable[[int], bool]) -> int:
    """Return the largest number from 0 to ``limit`` that fits; whatever is below one that fits must fit too."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low
