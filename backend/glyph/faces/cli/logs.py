"""Logs on stderr: an event and its fields, as JSON lines for machines and key=value for people.

Every value goes through redaction and loses its control characters: a path or a reason may hold either.
"""

import json
import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime

from glyph.errors import GlyphError, SettingsError
from glyph.faces.cli.visible import visible

OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
"""What a record has of itself; everything else came as ``extra``."""


def configure(level: int) -> None:
    """Log from ``level`` on what Glyph says. Libraries only warn: some of them would log addresses and queries."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(FormOfTheSettings())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("glyph").setLevel(level)


def wants_json() -> bool:
    """Return whether logs are for machines: by the setting, else when stderr is no terminal."""
    from glyph.settings import LogSettings, load_settings

    try:
        form = load_settings().log.format
    except SettingsError:  # the command that needs the settings says what is wrong with them
        form = LogSettings().format
    return form == "json" or (form == "auto" and not sys.stderr.isatty())


def safe(value: object) -> str:
    """Return a value as text without secrets."""
    from glyph.ingest.redact.redactor import redact

    try:
        return redact(str(value)).text.value
    except GlyphError:
        return "(not shown: redaction failed)"


def field(value: object) -> object:
    """Return a field as JSON may hold it: numbers and booleans as they are, all else as safe text."""
    return value if value is None or isinstance(value, bool | int | float) else safe(value)


def fields_of(record: logging.LogRecord) -> Mapping[str, object]:
    """Return what came as ``extra``, and the traceback where there is one."""
    found = {name: field(value) for name, value in vars(record).items() if name not in OWN}
    if record.exc_info:
        found["traceback"] = safe(logging.Formatter().formatException(record.exc_info))
    return found


class JsonLines(logging.Formatter):
    """One object a line: time, level, logger, event, and the fields. ASCII, so that nothing moves a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        head = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": safe(record.getMessage()),
        }
        return json.dumps(head | {name: value for name, value in fields_of(record).items() if name not in head})


class KeyValues(logging.Formatter):
    """Time, level and event, then ``key=value``; a value with blanks is quoted. A traceback follows on its lines."""

    def format(self, record: logging.LogRecord) -> str:
        fields = dict(fields_of(record))
        traceback = fields.pop("traceback", None)
        clock = f"{datetime.fromtimestamp(record.created).astimezone():%H:%M:%S}"
        event = visible(safe(record.getMessage()), keep_lines=False)
        line = " ".join(
            [clock, record.levelname, event, *(f"{name}={_quoted(value)}" for name, value in fields.items())]
        )
        return f"{line}\n{visible(str(traceback))}" if traceback else line


def _quoted(value: object) -> str:
    shown = visible(str(value), keep_lines=False)
    return json.dumps(shown, ensure_ascii=False) if not shown or set(shown) & set(' "=') else shown


class FormOfTheSettings(logging.Formatter):
    """One of the two forms, chosen when the first line is written: most commands write none and need no settings."""

    _form: logging.Formatter | None = None

    def format(self, record: logging.LogRecord) -> str:
        if self._form is None:
            self._form = JsonLines() if wants_json() else KeyValues()
        return self._form.format(record)
