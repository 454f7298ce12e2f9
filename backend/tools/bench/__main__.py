"""Run the benchmark and write bench/results.json and bench/RESULTS.md.

``--sizes 4000`` for a quick run; ``--corpus DIR`` measures the write path over documents of your own too.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter

from tools.bench.browsing import measure_browsing
from tools.bench.importing import PAGES, Importing
from tools.bench.indexing import Indexing, measure_indexing
from tools.bench.invented import write_corpus
from tools.bench.machine import this_machine
from tools.bench.promises import promises_of
from tools.bench.querying import measure_querying
from tools.bench.rebuilding import REBUILDS, measure_rebuilding
from tools.bench.report import report
from tools.bench.results import Results
from tools.bench.site import temporary_folder
from tools.bench.sizes import Size
from tools.console import ROOT, Failure, main, say

SAMPLE = ROOT / "corpus" / "docs"
INVENTED_DOCUMENTS = 564
SIZES = (4_000, 50_000, 200_000)
ROUNDS = 3

Measured = TypeVar("Measured")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="numbers of chunks, with commas between")
    parser.add_argument("--corpus", type=Path, help="a folder of documents whose write path is measured too")
    parser.add_argument("--rebuilds", type=int, default=REBUILDS, help="how often to rebuild under readers")
    parser.add_argument("--without-browser", action="store_true", help="leave out what needs a browser")
    parser.add_argument("--only-browser", action="store_true", help="measure that part anew beside the results there")
    parser.add_argument("--into", type=Path, default=ROOT / "bench", help="where the results are written")
    return parser.parse_args()


def measured(what: str, measure: Callable[[], Measured]) -> Measured:
    say(f"  {what} …")
    started = time.monotonic()
    result = measure()
    say(f"    done in {time.monotonic() - started:.0f} s")
    return result


def measure_invented() -> Indexing:
    with temporary_folder() as folder:
        write_corpus(folder, INVENTED_DOCUMENTS)
        return measure_indexing(folder, ROUNDS)


def measure_in_child(chunks: int) -> Size:
    """Measure one size in a process of its own."""
    return TypeAdapter(Size).validate_json(in_child("tools.bench.sizes", chunks))


def measure_import_in_child() -> Importing:
    return TypeAdapter(Importing).validate_json(in_child("tools.bench.importing", PAGES))


def in_child(module: str, count: int) -> bytes:
    """Return what a measurement prints in a process of its own: memory that was once taken is not given back."""
    command = [sys.executable, "-m", module, str(count)]
    done = subprocess.run(command, cwd=ROOT / "backend", stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise Failure(f"{module} could not measure {count}; the reason stands above.")
    return done.stdout


def bench() -> None:
    """Measure, and write what there is before the browser's part begins: that one needs the most to go well."""
    chosen = arguments()
    results = kept(chosen.into) if chosen.only_browser else without_browser(chosen)
    if not chosen.only_browser:
        write(chosen.into, results)
    if not chosen.without_browser:
        write(chosen.into, replace(results, browsing=measured("the workbench in a browser", measure_browsing)))


def kept(folder: Path) -> Results:
    """Return the results of the last run."""
    return TypeAdapter(Results).validate_json((folder / "results.json").read_bytes())


def without_browser(chosen: argparse.Namespace) -> Results:
    machine, started = this_machine(), time.monotonic()
    indexing = {
        "sample": measured("full index of the sample corpus", lambda: measure_indexing(SAMPLE, ROUNDS)),
        "invented": measured(f"full index of {INVENTED_DOCUMENTS} invented documents", measure_invented),
    }
    if chosen.corpus:
        corpus = chosen.corpus.resolve()
        indexing["given"] = measured(f"full index of {corpus}", lambda: measure_indexing(corpus, ROUNDS))
    querying = measured("queries over the sample corpus", lambda: measure_querying(SAMPLE))
    sizes = tuple(
        measured(f"the store at {chunks} chunks", lambda chunks=chunks: measure_in_child(chunks))
        for chunks in map(int, chosen.sizes.split(","))
    )
    rebuilding = measured("rebuilds under readers", lambda: measure_rebuilding(SAMPLE, chosen.rebuilds))
    importing = measured(f"an import of {PAGES} pages", measure_import_in_child)
    seconds = round(time.monotonic() - started, 1)
    return Results(machine, seconds, indexing, querying, sizes, rebuilding, importing)


def write(folder: Path, results: Results) -> None:
    """Write both files and say what held."""
    promises = promises_of(results)
    folder.mkdir(exist_ok=True)
    (folder / "results.json").write_bytes(TypeAdapter(Results).dump_json(results, indent=2) + b"\n")
    (folder / "RESULTS.md").write_text(report(results, promises), encoding="utf-8")
    for each in promises:
        say(f"{'holds' if each.holds else 'FAILS'}  {each.name}: {each.measured:g} {each.unit} ({each.bound:g})")
    say(f"\nWritten: {os.path.relpath(folder)}/results.json and RESULTS.md")


if __name__ == "__main__":
    main(bench)
