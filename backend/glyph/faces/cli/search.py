"""`glyph search`: one query, or a file of them in one process."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel, ValidationError

from glyph.app.workbench import Workbench
from glyph.bootstrap import connected_workbench
from glyph.domain.document import CollectionName
from glyph.domain.ranking import Mode, Passage, Scope, SearchRequest, SearchResult
from glyph.errors import BadRequest
from glyph.faces.cli.output import print_json, print_line, print_search
from glyph.settings import load_settings


class QueryLine(BaseModel):
    """One line of `--queries`."""

    id: str
    query: str


class HitsLine(BaseModel):
    """The answer to one line of `--queries`."""

    id: str
    hits: tuple[Passage, ...]


def add_commands(app: typer.Typer) -> None:
    app.command("search")(search)


def search(
    query: Annotated[str | None, typer.Argument(help="A question, or the literal to find.")] = None,
    mode: Annotated[Mode, typer.Option("--mode", help="Which rankers answer.")] = Mode.AUTO,
    limit: Annotated[int | None, typer.Option("--limit", min=1, max=50, help="Passages at most.")] = None,
    collection: Annotated[
        list[str] | None, typer.Option("--collection", help="Only this collection; repeatable.")
    ] = None,
    path: Annotated[str, typer.Option("--path", help="Only paths that begin so.")] = "",
    explain: Annotated[bool, typer.Option("--explain", help="Show the route and each ranker's contribution.")] = False,
    queries: Annotated[Path | None, typer.Option("--queries", help="JSON lines {id, query}; answers in order.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON.")] = False,
) -> None:
    """Find passages in the documents."""
    if (query is None) == (queries is None):
        raise typer.BadParameter("Give a query, or --queries FILE.")
    settings = load_settings()
    scope = Scope(tuple(CollectionName(name) for name in collection or ()), path)
    frame = SearchRequest(query or "", mode, limit or settings.search.limit, scope)
    with connected_workbench(settings) as workbench:
        if queries is not None:
            for answer in answer_all(workbench, read_queries(queries), frame):
                print_line(answer.model_dump_json())
            return
        result = workbench.search(frame)
    if as_json:
        print_json(result, SearchResult)
    else:
        print_search(result, explain=explain)


def read_queries(file: Path) -> Iterator[QueryLine]:
    """Yield the queries of a file of JSON lines.

    Raises: BadRequest, naming the first line that is not one.
    """
    try:
        lines = file.read_text(encoding="utf-8").split("\n")  # JSON may hold the other ends of lines
    except OSError as error:
        raise BadRequest(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadRequest(f"{file} is not UTF-8 text (byte {error.start}).") from None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield QueryLine.model_validate_json(line)
        except ValidationError:
            raise BadRequest(f'{file}:{number} is not {{"id": …, "query": …}}.') from None


def answer_all(workbench: Workbench, lines: Iterable[QueryLine], frame: SearchRequest) -> Iterator[HitsLine]:
    """Yield the answer to each query, in order."""
    for line in lines:
        request = SearchRequest(line.query, frame.mode, frame.limit, frame.scope)
        yield HitsLine(id=line.id, hits=workbench.search(request).hits)
