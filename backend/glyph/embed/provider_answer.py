"""What a provider of the embeddings API answered: vectors, or why not.

A provider may repeat the texts it was sent in its errors, so nothing it says is passed on: it is
read for what it means and put into sentences of our own.
"""

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from math import isfinite

import numpy as np
from pydantic import BaseModel, ValidationError

from glyph.embed.attempts import AttemptFailed
from glyph.embed.embedder import Vectors

TRIES_WHEN_LIMITED = 8
"""Waits of .5 to 30 s, a minute in all: as long as a provider's window."""
TRIES_WHEN_FAILING = 5
"""Waits of .5 to 4 s: as long as a server takes to start again."""
QUOTA_CODES = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
# The wordings of OpenAI, vLLM, Ollama, Text Embeddings Inference, llama.cpp and DashScope.
_OVERSIZED = re.compile(
    r"too (long|large|big|many (tokens|inputs))|context (length|size|window)|batch size"
    r"|(less|fewer|more|larger) than \d+ (tokens|inputs)|max\w*( \w+){0,4} (tokens|length)",
    re.IGNORECASE,
)
_TOO_LARGE_FOR_THE_RATE = re.compile(r"request too large", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer with a status that is no success; ``codes`` are the error's own code and type."""

    status: int
    codes: frozenset[str]
    text: str
    headers: Mapping[str, str]


class _Row(BaseModel):
    index: int
    embedding: str | list[float]


class _Reply(BaseModel):
    data: list[_Row]


def vectors_in(body: bytes, *, rows: int, width: int | None, host: str) -> Vectors:
    """Return the vectors of an answer in the order of the texts, float32 of length 1.

    Raises: AttemptFailed, when it is no embeddings answer, or has not ``rows`` rows of ``width``
    finite numbers (any one width when None).
    """
    answered = sorted(_parsed(body, host).data, key=lambda row: row.index)
    if [row.index for row in answered] != list(range(rows)):
        raise AttemptFailed(f"{host} answered {rows} texts with {len(answered)} vectors, or numbered them wrongly.")
    vectors = [_numbers(row, host) for row in answered]
    widths = {len(vector) for vector in vectors}
    if widths != {width or len(vectors[0])}:
        raise AttemptFailed(_wrong_width(widths, width, host))
    return _of_length_one(np.stack(vectors), host)


def why(refusal: Refusal, host: str) -> AttemptFailed:
    """Return what a refusal means."""
    status = refusal.status
    if status == 402 or refusal.codes & QUOTA_CODES:
        return AttemptFailed(f"The quota at {host} is used up: check the account's plan and billing.")
    if is_oversized(refusal):
        return AttemptFailed(
            f"{host} finds a short text too long ({status}): lower GLYPH_EMBED__WINDOW_TOKENS.", oversized=True
        )
    if status == 429:
        return _limited(wait_asked_for(refusal.headers), host)
    if status in {408, 409, 425} or status >= 500:
        return AttemptFailed(
            f"{host} failed to answer ({status}): try again, or look at its own log.",
            tries=TRIES_WHEN_FAILING,
            wait_s=wait_asked_for(refusal.headers),
        )
    return AttemptFailed(_refused(status, host))


def is_oversized(refusal: Refusal) -> bool:
    """Return whether fewer or shorter texts may be taken. llama.cpp says so with status 500."""
    if refusal.status == 413:
        return True
    if refusal.status == 429:
        return _TOO_LARGE_FOR_THE_RATE.search(refusal.text) is not None
    return refusal.status in {400, 422, 500} and _OVERSIZED.search(refusal.text) is not None


def wait_asked_for(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that the headers ask to wait, None when they do not say."""
    for name, unit_s in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        seconds = _number(headers.get(name, ""))
        if seconds is not None:
            return seconds * unit_s
    return _seconds_between(headers.get("date", ""), headers.get("retry-after", ""))


def _limited(wait_s: float | None, host: str) -> AttemptFailed:
    asks = "" if wait_s is None else f" and asks to wait {wait_s:.0f} s"
    return AttemptFailed(
        f"{host} limits the rate (429){asks}: wait, or set GLYPH_EMBED__TOKENS_PER_MINUTE to its limit.",
        tries=TRIES_WHEN_LIMITED,
        wait_s=wait_s,
    )


def _refused(status: int, host: str) -> str:
    if status in {401, 403}:
        return f"{host} refuses the API key ({status}): check GLYPH_EMBED__API_KEY."
    if status == 404:
        return f"{host} knows no such model or address (404): check GLYPH_EMBED__MODEL and GLYPH_EMBED__BASE_URL."
    if status < 400:
        return f"{host} answers from elsewhere ({status}): set GLYPH_EMBED__BASE_URL to the final address."
    return f"{host} refuses the request ({status}): check GLYPH_EMBED__MODEL and GLYPH_EMBED__DIMENSIONS."


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) and number >= 0 else None


def _seconds_between(date: str, later: str) -> float | None:
    """Return the seconds between two dates of one answer, so that no clock of ours matters."""
    try:
        return max(0.0, (parsedate_to_datetime(later) - parsedate_to_datetime(date)).total_seconds())
    except (ValueError, TypeError):  # one of them is no date, or only one names its zone
        return None


def _parsed(body: bytes, host: str) -> _Reply:
    try:
        return _Reply.model_validate_json(body)
    except ValidationError:  # it quotes the body, which may quote the texts
        pass
    raise AttemptFailed(
        f"{host} answered with something that is not embeddings: check GLYPH_EMBED__BASE_URL, which often ends in /v1."
    )


def _numbers(row: _Row, host: str) -> Vectors:
    if isinstance(row.embedding, list):
        return np.asarray(row.embedding, dtype=np.float32)
    try:
        return np.frombuffer(base64.b64decode(row.embedding, validate=True), dtype="<f4").astype(np.float32)
    except (binascii.Error, ValueError):
        raise AttemptFailed(f"{host} answered with vectors that cannot be read: it cannot be relied on.") from None


def _wrong_width(widths: set[int], width: int | None, host: str) -> str:
    found = ", ".join(str(one) for one in sorted(widths))
    if width is None:
        return f"{host} answered with vectors of different widths ({found}): it cannot be relied on."
    return (
        f"{host} answered with {found} dimensions where {width} were expected: correct GLYPH_EMBED__DIMENSIONS, or, if"
        " the model behind this name has changed, delete the folder cache of the index and rebuild."
    )


def _of_length_one(vectors: Vectors, host: str) -> Vectors:
    """Return the rows scaled to length 1, reckoned in float64: squares of large numbers overflow float32."""
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        raise AttemptFailed(f"{host} answered with a vector that has no direction (NaN, infinite or zero).")
    return (vectors / lengths).astype(np.float32)
