"""`glyph redact` and `glyph chunk`: what the index would see, without an index."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from glyph.errors import BadRequest, DocumentNotFound, SettingsError, UnreadableDocument
from glyph.faces.cli.helping import examples, near_files, question
from glyph.faces.cli.output import print_line, print_rows, print_text, stderr

if TYPE_CHECKING:
    from glyph.domain.chunk import Chunk
    from glyph.ingest.redact.policy import Policy

REDACT_EXAMPLES = examples(
    "glyph redact corpus/docs/vpn/wireguard-site-to-site.md    # a document as the index and models see it",
    "journalctl -u nginx | glyph redact                        # anything, before it is pasted somewhere",
    "glyph redact --spans notes.md                             # where the secrets stand, as JSON",
    "glyph redact --jsonl < texts.jsonl                        # many texts in one process",
)
CHUNK_EXAMPLES = examples(
    "glyph chunk corpus/docs/vpn/wireguard-site-to-site.md           # its lines, tokens and headings",
    "glyph chunk corpus/docs/vpn/wireguard-site-to-site.md --json    # with id and text, a JSON line a chunk",
)
CHUNK_COLUMNS = ("lines", "size", "heading")


def add_commands(app: typer.Typer) -> None:
    app.command("redact", epilog=REDACT_EXAMPLES)(redact)
    app.command("chunk", epilog=CHUNK_EXAMPLES)(chunk)


def read_text(file: str) -> str:
    """Return a file's text, or standard input's for ``-``.

    Raises: UnreadableDocument.
    """
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return content.decode("utf-8")
    except OSError as error:
        hint = suggestion_for(Path(file)) or "Check the path."
        raise UnreadableDocument(f"{file} cannot be read: {error.strerror}.", hint=hint) from error
    except UnicodeDecodeError as error:
        raise UnreadableDocument(f"{file} is not UTF-8 text (byte {error.start}).") from None


def suggestion_for(file: Path) -> str:
    """Return the question which file was meant, when one that does not exist is like another; empty else."""
    from glyph.bootstrap import local_state
    from glyph.domain.document import DocumentPath
    from glyph.ingest.redact.paths import safe_path
    from glyph.settings import load_settings

    if file.exists():
        return ""
    try:
        settings = load_settings()
        policy = local_state(settings).policy()
    except SettingsError:  # what is wrong with the settings is not what was asked
        return ""
    found = near_files(file, settings.corpus.root, settings.corpus.document_limit_bytes)
    return question([one for one in found if safe_path(DocumentPath(one), policy) == one])


def redact(
    file: Annotated[str, typer.Argument(help="A file, or - for standard input.")] = "-",
    spans: Annotated[
        bool, typer.Option("--spans", help="Print where secrets stand, as JSON, instead of the text.")
    ] = False,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="JSON lines {id, text} in, {id, text, spans} out.")] = False,
) -> None:
    """Replace every secret by a marker."""
    from glyph.bootstrap import local_state
    from glyph.ingest.redact.redactor import redact as redact_text
    from glyph.settings import load_settings

    policy = local_state(load_settings()).policy()
    text = read_text(file)
    if jsonl:
        for line in redacted_lines(text.split("\n"), policy):
            print_line(line)
        return
    redaction = redact_text(text, policy)
    if redaction.standing:
        stderr().print(f"{len(redaction.standing)} left as they are: the list of what is no secret holds them.")
    if spans:
        print_line(json.dumps([[span.start, span.end, span.rule] for span in redaction.spans]))
    else:
        print_text(redaction.text.value)


def redacted_lines(lines: Iterable[str], policy: "Policy") -> Iterable[str]:
    """Yield each JSON line redacted; offsets are code points of the input text."""
    from pydantic import ValidationError

    from glyph.faces.cli.lines import TextLine
    from glyph.ingest.redact.redactor import redact as redact_text

    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = TextLine.model_validate_json(line)
        except ValidationError:
            raise BadRequest(f'Line {number} is not {{"id": …, "text": …}}.') from None
        redaction = redact_text(record.text, policy)
        spans = [[span.start, span.end, span.rule] for span in redaction.spans]
        yield json.dumps({"id": record.id, "text": redaction.text.value, "spans": spans}, ensure_ascii=False)


def chunk(
    file: Annotated[Path, typer.Argument(help="A document of any format that is read.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines, one a chunk.")] = False,
) -> None:
    """Show a file's chunks as the index sees them."""
    chunks = chunks_of(file)
    if as_json:
        for each in chunks:
            print_line(chunk_line(each))
    else:
        print_rows(CHUNK_COLUMNS, [chunk_cells(each) for each in chunks])


def chunks_of(file: Path) -> tuple["Chunk", ...]:
    """Return the chunks of a file that need not be a document of the corpus.

    Raises: DocumentNotFound with near files in its hint, UnreadableDocument, RedactionFailed.
    """
    from glyph.bootstrap import local_state
    from glyph.documents import document_source, make_loader
    from glyph.domain.document import DocumentPath
    from glyph.ingest.pipeline import prepare
    from glyph.settings import load_settings

    settings = load_settings()
    source, policy = document_source(settings, file.absolute().parent), local_state(settings).policy()
    try:
        return prepare(source.read(DocumentPath(file.name)), policy, make_loader(settings)).chunks
    except DocumentNotFound as error:
        raise DocumentNotFound(error.message, hint=suggestion_for(file) or error.hint) from None


def chunk_cells(each: "Chunk") -> tuple[str, ...]:
    heading = " > ".join(each.heading_path) or "(no heading)"
    place = f"page {each.page}: " if each.page else ""
    return f"{place}{each.line_from}-{each.line_to}", f"{each.tokens} tokens", heading


def chunk_line(each: "Chunk") -> str:
    """Return a chunk as one line of JSON: its text with the lines ``above`` and ``below`` that it repeats."""
    return json.dumps(
        {
            "id": each.chunk_id,
            "heading_path": each.heading_path,
            "line_from": each.line_from,
            "line_to": each.line_to,
            **({"page": each.page} if each.page else {}),
            "tokens": each.tokens,
            "text": each.whole.value,
            "above": each.above.value if each.above else None,
            "below": each.below.value if each.below else None,
        },
        ensure_ascii=False,
    )
