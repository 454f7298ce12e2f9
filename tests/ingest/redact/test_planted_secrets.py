"""Nothing that was planted in the sample corpus comes through redaction."""

import json
from pathlib import Path

import pytest

from tests.ingest.redact.makers import redact

ROOT = Path(__file__).parents[3]
DOCUMENTS = ROOT / "corpus" / "docs"
PLANTED = [json.loads(line) for line in (ROOT / "tests/data/planted_secrets.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("path", sorted({entry["path"] for entry in PLANTED}))
def test_no_planted_secret_of_a_document_survives(path: str) -> None:
    redacted = redact((DOCUMENTS / path).read_text("utf-8")).text.value
    assert [entry["kind"] for entry in PLANTED if entry["path"] == path and entry["value"] in redacted] == []


def test_redaction_touches_little_else_in_the_sample_corpus() -> None:
    planted: dict[str, list[str]] = {}
    for entry in PLANTED:
        planted.setdefault(entry["path"], []).append(entry["value"])
    extra = [
        (path.name, span.rule)
        for path in DOCUMENTS.rglob("*.md")
        for text in [path.read_text("utf-8")]
        for span in redact(text).spans
        for value in [text[span.start : span.end]]
        if not any(
            value in known or known in value for known in planted.get(path.relative_to(DOCUMENTS).as_posix(), [])
        )
    ]
    assert len(extra) <= 4, extra
