"""`glyph redact` and `glyph chunk`: what the index would see, without an index."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel, ValidationError

from glyph.corpus.sources.folder import FolderSource
from glyph.domain.chunk import Chunk
from glyph.domain.document import DocumentPath
from glyph.errors import BadRequest, UnreadableDocument
from glyph.faces.cli.output import print_line, print_text, stdout
from glyph.settings import load_settings


class TextLine(BaseModel):
    """One line of `glyph redact --jsonl`."""

    id: str
    text: str


def add_commands(app: typer.Typer) -> None:
    app.command("redact")(redact)
    app.command("chunk")(chunk)


def read_text(file: str) -> str:
    """Return a file's text, or standard input's for ``-``.

    Raises: UnreadableDocument.
    """
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return content.decode("utf-8")
    except OSError as error:
        raise UnreadableDocument(f"{file} cannot be read: {error.strerror}.", hint="Check the path.") from error
    except UnicodeDecodeError as error:
        raise UnreadableDocument(f"{file} is not UTF-8 text (byte {error.start}).") from None


def redact(
    file: Annotated[str, typer.Argument(help="A file, or - for standard input.")] = "-",
    spans: Annotated[
        bool, typer.Option("--spans", help="Print where secrets stand, as JSON, instead of the text.")
    ] = False,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="JSON lines {id, text} in, {id, text, spans} out.")] = False,
) -> None:
    """Replace every secret by a marker."""
    from glyph.ingest.redact.redactor import redact as redact_text

    text = read_text(file)
    if jsonl:
        for line in redacted_lines(text.split("\n")):
            print_line(line)
        return
    redaction = redact_text(text)
    if spans:
        print_line(json.dumps([[span.start, span.end, span.rule] for span in redaction.spans]))
    else:
        print_text(redaction.text.value)


def redacted_lines(lines: Iterable[str]) -> Iterable[str]:
    """Yield each JSON line redacted; offsets are code points of the input text."""
    from glyph.ingest.redact.redactor import redact as redact_text

    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = TextLine.model_validate_json(line)
        except ValidationError:
            raise BadRequest(f'Line {number} is not {{"id": …, "text": …}}.') from None
        redaction = redact_text(record.text)
        spans = [[span.start, span.end, span.rule] for span in redaction.spans]
        yield json.dumps({"id": record.id, "text": redaction.text.value, "spans": spans}, ensure_ascii=False)


def chunk(
    file: Annotated[Path, typer.Argument(help="A Markdown or text file.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines, one a chunk.")] = False,
) -> None:
    """Show a file's chunks as the index sees them."""
    from glyph.ingest.pipeline import prepare

    limit_bytes = load_settings().corpus.document_limit_bytes
    folder = file.absolute().parent
    document = FolderSource(folder, limit_bytes).read(DocumentPath(file.name))
    for each in prepare(document).chunks:
        if as_json:
            print_line(chunk_line(each))
        else:
            heading = " > ".join(each.heading_path) or "(no heading)"
            stdout().print(f"{each.line_from}-{each.line_to}  {each.tokens} tokens  {heading}", markup=False)


def chunk_line(each: Chunk) -> str:
    """Return a chunk as one line of JSON."""
    return json.dumps(
        {
            "id": each.chunk_id,
            "heading_path": each.heading_path,
            "line_from": each.line_from,
            "line_to": each.line_to,
            "tokens": each.tokens,
            "text": each.text.value,
        },
        ensure_ascii=False,
    )
