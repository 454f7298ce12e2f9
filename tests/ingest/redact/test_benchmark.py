"""The benchmark of four authors: floors that were measured once and only ever rise.

The generators write token-shaped text, so they run when the test does. Internal addresses
(group ``net``) are no secrets. The figures of one author's set say how the rules fare on
runbooks by a stranger; rules are written for kinds, never for these lines.
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.ingest.redact.makers import redact

GENERATORS = Path(__file__).parents[2] / "redaction_benchmark"


@dataclass(frozen=True)
class Floor:
    """The least share of secrets found whole, and the largest share of harmless records touched."""

    recall: float
    touched: float
    survival: float


FLOORS = {
    "open": Floor(0.995, 0.00, 0.999),
    "home": Floor(0.88, 0.01, 0.993),
    "sre": Floor(0.92, 0.025, 0.976),
    "msp": Floor(0.80, 0.014, 0.996),
}


@pytest.mark.parametrize("author", FLOORS)
def test_recall_and_restraint_do_not_fall(author: str, tmp_path: Path) -> None:
    folder = GENERATORS / author
    subprocess.run([sys.executable, "generate.py", "--out", str(tmp_path)], cwd=folder, check=True, capture_output=True)
    records = [json.loads(line) for line in (tmp_path / f"{author}.jsonl").read_text("utf-8").splitlines()]
    found = secrets = touched = harmless = survived = lookalikes = 0
    for record in records:
        covered = {place for span in redact(record["text"]).spans for place in range(span.start, span.end)}
        for span in record["spans"]:
            if span["group"] != "net" and record["label"] != "net":
                secrets += 1
                found += _letters(record["text"], span) <= covered
        survived += sum(covered.isdisjoint(range(keep["start"], keep["end"])) for keep in record["keep"])
        lookalikes += len(record["keep"])
        if record["label"] != "pos":
            harmless += 1
            touched += bool(covered)
    floor = FLOORS[author]
    assert found / secrets >= floor.recall
    assert touched / harmless <= floor.touched
    assert survived / lookalikes >= floor.survival


def _letters(text: str, span: dict[str, int]) -> set[int]:
    """Return the places of a secret that are not white space or the quoting of a block."""
    return {
        place for place in range(span["start"], span["end"]) if not text[place].isspace() and text[place] not in ">|"
    }
