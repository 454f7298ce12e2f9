"""All that one run measured."""

from collections.abc import Mapping
from dataclasses import dataclass

from tools.bench.browsing import Browsing
from tools.bench.importing import Importing
from tools.bench.indexing import Indexing
from tools.bench.machine import Machine
from tools.bench.querying import Querying
from tools.bench.rebuilding import Rebuilding
from tools.bench.sizes import Size


@dataclass(frozen=True, slots=True)
class Results:
    """One run: ``indexing`` by the name of its corpus, ``sizes`` in the order they were asked for.

    ``browsing`` is None when the run was told to leave the browser out.
    """

    machine: Machine
    seconds: float
    indexing: Mapping[str, Indexing]
    querying: Querying
    sizes: tuple[Size, ...]
    rebuilding: Rebuilding
    importing: Importing
    browsing: Browsing | None = None
