"""A Notion export of many pages: imported, and imported again.

``python -m tools.bench.importing PAGES`` is a process of its own, so that its peak memory is the import's; it prints
JSON.
"""

import hashlib
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pydantic import TypeAdapter

from glyph.corpus.kept import Bounds
from glyph.corpus.notion.pipeline import Importer, Order
from glyph.corpus.notion.report import ImportReport
from glyph.corpus.opened import CorpusLimits, open_corpus
from tools.bench.exports import write_export
from tools.bench.measuring import peak_memory_mib, timed
from tools.bench.site import temporary_folder

PAGES = 3_000
LIMIT_BYTES = 5_000_000


@dataclass(frozen=True, slots=True)
class Importing:
    """One import and a second one of the same export, which must change no byte. ``resolved`` is a share of links."""

    pages: int
    databases: int
    assets: int
    links: int
    resolved: float
    first_s: float
    again_s: float
    peak_mib: float
    changed_again: int
    failed: int


def measure_importing(pages: int) -> Importing:
    """Return what an import of so many pages takes. To be called in a process that does nothing else."""
    with temporary_folder() as folder:
        source = folder / "export.zip"
        write_export(source, pages)
        before_mib = peak_memory_mib()
        root = folder / "docs"
        root.mkdir()
        importer = _importer(root, folder / "state")
        reports: list[ImportReport] = []
        first_s = timed(lambda: reports.append(importer.run(Order(source))))
        tree = _hashes(root)
        again_s = timed(lambda: reports.append(importer.run(Order(source))))
        first, after = reports[0], _hashes(root)
        return Importing(
            pages=first.pages,
            databases=first.databases,
            assets=first.assets,
            links=first.links.relative,
            resolved=round(first.links.resolved / first.links.relative, 4),
            first_s=round(first_s, 2),
            again_s=round(again_s, 2),
            peak_mib=max(peak_memory_mib(), before_mib),
            changed_again=len(set(tree.items()) ^ set(after.items())),
            failed=len(first.failed),
        )


def _importer(root: Path, state: Path) -> Importer:
    kept = Bounds(50, 500_000_000, 90)
    limits = CorpusLimits(LIMIT_BYTES, LIMIT_BYTES, kept, kept)
    corpus = open_corpus(root, state, limits, lambda: datetime.now(UTC))
    return Importer(root, corpus, state / "imports" / "notion.sqlite", LIMIT_BYTES)


def _hashes(root: Path) -> dict[str, str]:
    files = (file for file in root.rglob("*") if file.is_file())
    return {str(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else PAGES
    print(TypeAdapter(Importing).dump_json(measure_importing(wanted)).decode())
