"""Logs on stderr: an event and its fields, as JSON lines for machines and key=value for people.

Every value goes through redaction and loses its control characters: a path or a reason may hold either.
"""

import json
import logging
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from glyph.errors import GlyphError, SettingsError
from glyph.faces.cli.visible import visible

if TYPE_CHECKING:
    from glyph.ingest.redact.policy import Policy

OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
"""What a record has of itself; everything else came as ``extra``."""
PATHS = frozenset({"path"})
"""Fields that hold the path of a document."""
NOT_SHOWN = "(not shown: redaction failed)"


def configure(level: int) -> None:
    """Log from ``level`` on what Glyph says. Libraries only warn: some of them would log addresses and queries."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(FormOfTheSettings())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("glyph").setLevel(level)


@dataclass(frozen=True, slots=True)
class Shown:
    """Makes values safe to write: by the rules and the owner's lists, or not at all when a list cannot be read."""

    policy: "Policy | None"

    def text(self, value: object) -> str:
        """Return a value as text without secrets."""
        from glyph.ingest.redact.redactor import redact

        return self._redacted(lambda policy: redact(str(value), policy).text.value)

    def path(self, path: object) -> str:
        """Return a path without a name that holds a secret."""
        from glyph.domain.document import DocumentPath
        from glyph.ingest.redact.paths import safe_path

        return self._redacted(lambda policy: safe_path(DocumentPath(str(path)), policy))

    def _redacted(self, redacted: "Callable[[Policy], str]") -> str:
        try:
            return NOT_SHOWN if self.policy is None else redacted(self.policy)
        except GlyphError:
            return NOT_SHOWN

    def field(self, name: str, value: object) -> object:
        """Return a field as JSON may hold it: numbers and booleans as they are, all else as safe text."""
        if value is None or isinstance(value, bool | int | float):
            return value
        return self.path(value) if name in PATHS else self.text(value)

    def fields_of(self, record: logging.LogRecord) -> Mapping[str, object]:
        """Return what came as ``extra``, and the traceback where there is one."""
        found = {name: self.field(name, value) for name, value in vars(record).items() if name not in OWN}
        if record.exc_info:
            found["traceback"] = self.text(logging.Formatter().formatException(record.exc_info))
        return found


class JsonLines(logging.Formatter):
    """One object a line: time, level, logger, event, and the fields. ASCII, so that nothing moves a terminal."""

    def __init__(self, shown: Shown) -> None:
        super().__init__()
        self._shown = shown

    def format(self, record: logging.LogRecord) -> str:
        head = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": self._shown.text(record.getMessage()),
        }
        return json.dumps(
            head | {name: value for name, value in self._shown.fields_of(record).items() if name not in head}
        )


class KeyValues(logging.Formatter):
    """Time, level and event, then ``key=value``; a value with blanks is quoted. A traceback follows on its lines."""

    def __init__(self, shown: Shown) -> None:
        super().__init__()
        self._shown = shown

    def format(self, record: logging.LogRecord) -> str:
        fields = dict(self._shown.fields_of(record))
        traceback = fields.pop("traceback", None)
        clock = f"{datetime.fromtimestamp(record.created).astimezone():%H:%M:%S}"
        event = visible(self._shown.text(record.getMessage()), keep_lines=False)
        line = " ".join(
            [clock, record.levelname, event, *(f"{name}={_quoted(value)}" for name, value in fields.items())]
        )
        return f"{line}\n{visible(str(traceback))}" if traceback else line


def _quoted(value: object) -> str:
    shown = visible(str(value), keep_lines=False)
    return json.dumps(shown, ensure_ascii=False) if not shown or set(shown) & set(' "=') else shown


class FormOfTheSettings(logging.Formatter):
    """One of the two forms, made when the first line is written: most commands write none and need no settings."""

    _form: logging.Formatter | None = None

    def format(self, record: logging.LogRecord) -> str:
        if self._form is None:
            self._form = form_of_the_settings()
        return self._form.format(record)


def form_of_the_settings() -> logging.Formatter:
    """Return the form that the settings ask for; without sound settings or lists no value is shown.

    The command that needs them says what is wrong with them.
    """
    from glyph.bootstrap import local_state
    from glyph.settings import LogSettings, load_settings

    form, shown = LogSettings().format, Shown(None)
    try:
        settings = load_settings()
        form = settings.log.format
        shown = Shown(local_state(settings).policy())
    except SettingsError:
        pass
    is_for_machines = form == "json" or (form == "auto" and not sys.stderr.isatty())
    return JsonLines(shown) if is_for_machines else KeyValues(shown)
