"""A generation: one complete index build, what it was made with and what it holds."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType

GenerationId = NewType("GenerationId", str)
"""``<UTC time>-<random>``, unique for ever: a path is never used twice."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What a generation was made with. Two generations compare only under one fingerprint."""

    format: int
    redaction: str
    chunking: str
    embedder: str
    dimensions: int
    """Zero when no embedder had ever answered: such a generation holds no vectors at all."""


class BaseState(StrEnum):
    """How far the vector base can be trusted; without it exact search answers."""

    OK = "ok"
    BUILDING = "building"
    MISSING = "missing"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a generation holds."""

    documents: int
    chunks: int
    redactions: int
    unembedded: int = 0
    """Documents whose vectors are pending: keyword search alone finds them."""


@dataclass(frozen=True, slots=True)
class GenerationSummary:
    """A generation as status shows it."""

    generation: GenerationId
    fingerprint: Fingerprint
    indexed_at: datetime
    counts: Counts
    base: BaseState
