"""Loaders that parse in a child process, one for each document, which is ended when it passes its limits."""

import json
import os
import subprocess
import sys
import threading
import unicodedata
from dataclasses import asdict
from typing import IO, Literal

from pydantic import BaseModel, ValidationError

from glyph.domain.document import SourceDocument
from glyph.errors import UnreadableDocument
from glyph.ingest.load.limits import ParserLimits
from glyph.ingest.load.loader import LoadedText

ParserName = Literal["pdf", "docx", "html"]
MOST_BYTES_A_CHARACTER = 12
"""What JSON makes of one: two escapes of six bytes."""
AT_ONCE = 2
"""Each may take all the memory of its limit."""


class ChildAnswer(BaseModel):
    """What a child says: a text, or a reason why there is none."""

    text: str = ""
    title: str = ""
    pages: tuple[int, ...] = ()
    reason: str = ""
    hint: str = ""


class BoundedLoader:
    """Satisfies ``load.loader.Loader`` for one format by asking a parser in a child process.

    Loaders that share their ``places`` have no more children at once than there are places.
    """

    def __init__(
        self, parser: ParserName, limits: ParserLimits, places: threading.BoundedSemaphore | None = None
    ) -> None:
        self._parser = parser
        self._limits = limits
        self._places = places or threading.BoundedSemaphore(AT_ONCE)

    def load(self, document: SourceDocument) -> LoadedText:
        path = document.file.path
        if not document.content:
            raise UnreadableDocument(f"{path} is an empty file.", hint="Save or copy it again.")
        with self._places:
            found = self._asked(document)
        if found.reason:
            raise UnreadableDocument(f"{path} {found.reason}.", hint=found.hint)
        text = unicodedata.normalize("NFC", found.text).replace("\0", "").replace("\r\n", "\n")
        return LoadedText(text, unicodedata.normalize("NFC", found.title), found.pages)

    def _asked(self, document: SourceDocument) -> ChildAnswer:
        """Return the answer of a child, or one in its name when it gives none."""
        command = [sys.executable, "-P", "-m", "glyph.ingest.load.child", self._parser]
        late = threading.Event()
        with subprocess.Popen(  # noqa: S603 - the command is our own module
            [*command, json.dumps(asdict(self._limits))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # a traceback quotes what it was working on
            env={"PYTHONPATH": os.pathsep.join(sys.path)},
        ) as child:
            assert child.stdin
            assert child.stdout
            clock = threading.Timer(self._limits.timeout_s, _end, (child, late))
            feeder = threading.Thread(target=_feed, args=(child.stdin, document.content), daemon=True)
            clock.start()
            feeder.start()
            try:
                said = child.stdout.read(self._limits.characters * MOST_BYTES_A_CHARACTER)
            finally:
                child.kill()  # it has said all that is read of it
                clock.cancel()
                feeder.join()
        if late.is_set():
            return ChildAnswer(
                reason=f"takes longer than {self._limits.timeout_s:g} seconds to read",
                hint="Split it, or raise GLYPH_LOAD__TIMEOUT_S.",
            )
        return _understood(said)


def _end(child: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    child.kill()


def _feed(pipe: IO[bytes], content: bytes) -> None:
    """Hand a document to a child; one that has ended wants no more of it."""
    try:
        with pipe:
            pipe.write(content)
    except BrokenPipeError:
        return


def _understood(said: bytes) -> ChildAnswer:
    try:
        return ChildAnswer.model_validate_json(said)
    except ValidationError:
        return ChildAnswer(
            reason="makes its parser fail: it is damaged, or needs more memory than it is given",
            hint="Save it again from the program it comes from, or raise GLYPH_LOAD__MEMORY_BYTES.",
        )
