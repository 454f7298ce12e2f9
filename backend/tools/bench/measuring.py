"""How things are measured: in turn with their baseline, so that a busy moment hits both and the ratio stands."""

import re
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MEGABYTE = 1_000_000
Ask = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds of one way to ask, over every query and round."""

    p50_ms: float
    p95_ms: float


def latency(samples_s: Sequence[float]) -> Latency:
    """Return median and 95th percentile of at least two samples in seconds."""
    cuts = statistics.quantiles(samples_s, n=20, method="inclusive")
    return Latency(round(statistics.median(samples_s) * 1000, 3), round(cuts[18] * 1000, 3))


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that ``work`` takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def interleaved(ways: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Do everything in turn, ``rounds`` times, and return the seconds of each way."""
    samples: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, work in ways.items():
            samples[way].append(timed(work))
    return samples


def asked(ways: Mapping[str, Ask], queries: Sequence[str], rounds: int) -> dict[str, Latency]:
    """Ask every query in every way, in turn; once for warmth, then ``rounds`` times."""
    samples: dict[str, list[float]] = {way: [] for way in ways}
    for query in queries:
        for ask in ways.values():
            ask(query)
    for _ in range(rounds):
        for query in queries:
            for way, ask in ways.items():
                samples[way].append(timed(lambda ask=ask, query=query: ask(query)))
    return {way: latency(values) for way, values in samples.items()}


def peak_memory_mib(process: int | str = "self") -> float:
    """Return the peak resident size of a process that lives. What its parent held before it began is not counted."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    (kibibytes,) = re.findall(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE) or ("0",)
    return round(int(kibibytes) / 1024, 1)


class ChildrenWatch:
    """A pulse that notes the peak resident size of this process's children while they live."""

    def __init__(self) -> None:
        self.peak_mib = 0.0

    def __call__(self) -> None:
        for children in Path("/proc/self/task").glob("*/children"):
            for child in children.read_text(encoding="ascii").split():
                with suppress(FileNotFoundError, ProcessLookupError):
                    self.peak_mib = max(self.peak_mib, peak_memory_mib(child))


def size_mb(folder: Path) -> float:
    """Return what the files beneath a folder hold, in 10^6 bytes."""
    return round(sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / MEGABYTE, 2)


def ratio(subject: float, baseline: float) -> float:
    return round(subject / baseline, 3)
