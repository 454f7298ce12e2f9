"""The process in which one document is parsed: it has limits of its own and ends with its answer.

Parsers of foreign bytes are the likeliest place for a hang, a crash or worse. Here they have no secret in their
environment, no file but what they have open, and their memory and time are bounded by the system.
"""

import json
import resource
import sys
from collections.abc import Callable
from dataclasses import asdict

from glyph.ingest.load.limits import ParserLimits, ParserRefused
from glyph.ingest.load.loader import LoadedText

Parser = Callable[[bytes, ParserLimits], LoadedText]


def parser_of(name: str) -> Parser:
    """Return a parser by its name; its libraries are imported now."""
    if name == "pdf":
        from glyph.ingest.load.pdf import pdf_text

        return pdf_text
    if name == "docx":
        from glyph.ingest.load.word import word_text

        return word_text
    from glyph.ingest.load.webpage import webpage_text

    return webpage_text


def bound(limits: ParserLimits) -> None:
    """Bound what this process may use. The parent has the clock; seconds of the processor end it without one."""
    seconds = int(limits.timeout_s) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def answer(name: str, content: bytes, limits: ParserLimits) -> dict[str, object]:
    """Return what a parser makes of a document, or why it makes nothing of it."""
    try:
        return asdict(parser_of(name)(content, limits))
    except ParserRefused as error:
        return {"reason": error.reason, "hint": error.hint}
    except MemoryError:
        return {"reason": "needs more memory than it is given", "hint": "Split it, or raise GLYPH_LOAD__MEMORY_BYTES."}
    except RecursionError:
        return {"reason": "is nested too deep to be read", "hint": "Save it again from the program it comes from."}


def main() -> None:
    name, limits = sys.argv[1], ParserLimits(**json.loads(sys.argv[2]))
    bound(limits)
    made = answer(name, sys.stdin.buffer.read(), limits)
    sys.stdout.write(json.dumps(made))


if __name__ == "__main__":
    main()
