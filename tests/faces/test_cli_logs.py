"""What is logged has fields, for machines and for people, and holds neither secrets nor control characters."""

import json
import logging
from pathlib import Path
from typing import cast

import pytest

from glyph.errors import CorpusUnavailable
from glyph.faces.cli.logs import JsonLines, KeyValues, Shown
from glyph.ingest.redact.policy import RULES_ALONE, Policy, keyed_value
from tests.faces.site import Site, empty_site

SHOWN = Shown(RULES_ALONE)
SECRET = "password = Sextant-Marrow-2871-qX"


def record(event: str, **fields: object) -> logging.LogRecord:
    return logging.makeLogRecord(
        {"name": "glyph.test", "levelno": logging.WARNING, "levelname": "WARNING", "msg": event, **fields}
    )


def as_json(one: logging.LogRecord) -> dict[str, object]:
    line = JsonLines(SHOWN).format(one)
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
    line = KeyValues(SHOWN).format(record("job failed", job="a8f3", reason="no root\nat all"))
    assert line.partition(" ")[2] == 'WARNING job failed job=a8f3 reason="no root\\\\u000aat all"'


@pytest.mark.parametrize("form", [JsonLines(SHOWN), KeyValues(SHOWN)], ids=["json", "text"])
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


def test_a_listed_value_and_a_name_with_a_secret_are_not_logged() -> None:
    shown = Shown(Policy(bytes(32), (keyed_value("heliotrope", bytes(32)),)))
    one = record("saved heliotrope", path="vpn/password-Tr4verse-Kx82qL/heliotrope.md", reason="heliotrope is gone")
    for form in (JsonLines(shown), KeyValues(shown)):
        line = form.format(one)
        assert "heliotrope" not in line
        assert "Tr4verse" not in line


def test_without_the_owners_lists_no_value_is_logged() -> None:
    line = JsonLines(Shown(None)).format(record("event", reason="anything", documents=3))
    assert "anything" not in line
    assert '"documents": 3' in line


def test_a_list_that_cannot_be_read_leaves_the_log_without_values(tmp_path: Path) -> None:
    site = empty_site(tmp_path / "site", ["index.md"])
    state = site.root / "data" / "state"
    state.mkdir(parents=True)
    (state / "redaction-always").write_text("no line of its own\n", encoding="utf-8")
    done = site.run("--verbose", "index")
    assert done.code == 1
    assert "redaction-always" in done.err
