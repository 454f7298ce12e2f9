"""What is logged has fields, for machines and for people, and holds neither secrets nor control characters."""

import json
import logging
from typing import cast

import pytest

from glyph.errors import CorpusUnavailable
from glyph.faces.cli.logs import JsonLines, KeyValues
from tests.faces.site import Site, empty_site

SECRET = "password = Sextant-Marrow-2871-qX"


def record(event: str, **fields: object) -> logging.LogRecord:
    return logging.makeLogRecord(
        {"name": "glyph.test", "levelno": logging.WARNING, "levelname": "WARNING", "msg": event, **fields}
    )


def as_json(one: logging.LogRecord) -> dict[str, object]:
    line = JsonLines().format(one)
    assert line.isascii()
    assert "\n" not in line
    return cast("dict[str, object]", json.loads(line))


def test_a_line_of_json_holds_time_level_logger_event_and_fields() -> None:
    found = as_json(record("job failed", job="a8f3", wait_s=1.5, documents=3, polling=False, reason=None))
    assert str(found.pop("time")).endswith("+00:00")
    assert found == {
        "level": "warning",
        "logger": "glyph.test",
        "event": "job failed",
        "job": "a8f3",
        "wait_s": 1.5,
        "documents": 3,
        "polling": False,
        "reason": None,
    }


def test_people_read_keys_and_values_on_one_line() -> None:
    line = KeyValues().format(record("job failed", job="a8f3", reason="no root\nat all"))
    assert line.partition(" ")[2] == 'WARNING job failed job=a8f3 reason="no root\\\\u000aat all"'


@pytest.mark.parametrize("form", [JsonLines(), KeyValues()], ids=["json", "text"])
def test_no_field_event_or_traceback_shows_a_secret_or_moves_a_terminal(form: logging.Formatter) -> None:
    error = CorpusUnavailable(f"{SECRET}\x1b[31m")
    raised = (type(error), error, error.__traceback__)
    one = record(f"event {SECRET}", path=f"a\x1b]0;x\x07/{SECRET}\u202e.md", exc_info=raised)
    line = form.format(one)
    assert "Sextant-Marrow" not in line
    assert "⟦secret:" in line.encode("ascii", "backslashreplace").decode("unicode_escape")
    assert not set(line) & {"\x1b", "\x07", "\u202e"}
    assert "CorpusUnavailable" in line


@pytest.fixture
def bare(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    return empty_site(tmp_path_factory.mktemp("logs") / "site", model_of=sample)


def test_the_form_follows_the_setting_and_is_json_where_nobody_looks(bare: Site) -> None:
    (bare.docs / "broken.md").write_bytes(b"\xff")
    by_default = bare.run("--verbose", "index").err.splitlines()
    events = [json.loads(line)["event"] for line in by_default if line.startswith("{")]
    assert {"document not indexed", "job done"} <= set(events)
    for_people = bare.run("--verbose", "index", "--rebuild", changes={"GLYPH_LOG__FORMAT": "text"}).err
    assert "WARNING document not indexed path=broken.md code=unreadable_document" in for_people


def test_a_job_that_fails_is_logged_with_its_reason(bare: Site) -> None:
    done = bare.run("--verbose", "index", changes={"GLYPH_CORPUS__ROOT": "nowhere"})
    failed = [json.loads(line) for line in done.err.splitlines() if '"job failed"' in line]
    assert [(one["level"], one["code"]) for one in failed] == [("warning", "corpus_unavailable")]
    assert "is not a readable folder" in failed[0]["reason"]
