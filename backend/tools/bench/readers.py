"""Threads that ask without a pause while something else goes on."""

import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle

from glyph.domain.ranking import SearchResult

Search = Callable[[str], SearchResult]
Check = Callable[[SearchResult], bool]


def agrees(_: SearchResult) -> bool:
    return True


@dataclass(slots=True)
class Readers:
    """What was seen: seconds of every answer, errors by their kind, and answers that were not of one piece."""

    samples_s: list[float] = field(default_factory=list[float])
    errors: list[str] = field(default_factory=list[str])
    mixed: int = 0

    def extend(self, other: "Readers") -> None:
        self.samples_s += other.samples_s
        self.errors += other.errors
        self.mixed += other.mixed


def ask_until(done: threading.Event, search: Search, queries: Sequence[str], check: Check) -> Readers:
    """Ask one query after another until ``done``, and at least once."""
    seen = Readers()
    for query in cycle(queries):
        if done.is_set() and (seen.samples_s or seen.errors):
            return seen
        try:
            started = time.perf_counter()
            result = search(query)
            seen.samples_s.append(time.perf_counter() - started)
            seen.mixed += not check(result)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is counted here
            seen.errors.append(f"{type(error).__name__}: {error}")
    return seen


@contextmanager
def reading(threads: int, search: Search, queries: Sequence[str], check: Check = agrees) -> Generator[Readers]:
    """Have ``threads`` threads ask while the body runs; what they saw is complete when it has ended."""
    done, seen = threading.Event(), Readers()
    with ThreadPoolExecutor(threads, thread_name_prefix="reader") as pool:
        shifted = [[*queries[first:], *queries[:first]] for first in range(threads)]
        running = [pool.submit(ask_until, done, search, queries_of_one, check) for queries_of_one in shifted]
        try:
            yield seen
        finally:
            done.set()
        for each in running:
            seen.extend(each.result())
