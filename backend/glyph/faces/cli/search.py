"""`glyph search`: one query, or a file of them in one process."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from glyph.domain.ranking import Mode, Scope, SearchRequest, SearchResult
from glyph.errors import BadRequest
from glyph.faces.cli.helping import examples, folders_of, near, question
from glyph.faces.cli.output import print_json, print_line, print_search, stderr

if TYPE_CHECKING:
    from glyph.app.workbench import Workbench
    from glyph.faces.cli.lines import HitsLine, QueryLine

SEARCH_EXAMPLES = examples(
    "glyph search 51820                                  # a literal: found as it stands",
    'glyph search "my VPN stopped routing traffic"       # a symptom: by words and by meaning',
    "glyph search nmcli --path network/ --limit 3        # only beneath a folder",
    "glyph search 'restore a dump' --explain             # which ranker put what where, and why",
    "glyph search 'restore a dump' --json                # for a script",
    "glyph search --queries queries.jsonl                # one JSON line per query, in one process",
)


def add_commands(app: typer.Typer) -> None:
    app.command("search", epilog=SEARCH_EXAMPLES)(search)


def search(
    query: Annotated[str | None, typer.Argument(help="A question, or the literal to find.")] = None,
    mode: Annotated[Mode, typer.Option("--mode", help="Which rankers answer; auto looks at the query.")] = Mode.AUTO,
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
    from glyph.bootstrap import connected_workbench
    from glyph.domain.document import CollectionName
    from glyph.settings import load_settings

    settings = load_settings()
    scope = Scope(tuple(CollectionName(name) for name in collection or ()), path)
    frame = SearchRequest(query or "", mode, limit or settings.search.limit, scope)
    with connected_workbench(settings) as workbench:
        if queries is not None:
            for answer in answer_all(workbench, read_queries(queries), frame):
                print_line(answer.model_dump_json())
            return
        result = workbench.search(frame)
        doubt = "" if as_json or result.hits else doubt_about(path, workbench)
    if as_json:
        print_json(result, SearchResult)
        return
    print_search(result, explain=explain)
    if doubt:
        stderr().print(doubt, markup=False)


def doubt_about(path_prefix: str, workbench: "Workbench") -> str:
    """Return what is wrong with a path prefix beneath which nothing was found; empty when documents lie there."""
    if not path_prefix or workbench.documents(Scope((), path_prefix)).documents:
        return ""
    paths = [document.path for document in workbench.documents(Scope()).documents]
    suggestions = near(path_prefix, (*folders_of(paths), *paths))
    return f"No document's path begins with {path_prefix}. {question(suggestions)}".rstrip()


def read_queries(file: Path) -> Iterator["QueryLine"]:
    """Yield the queries of a file of JSON lines.

    Raises: BadRequest, naming the first line that is not one.
    """
    from pydantic import ValidationError

    from glyph.faces.cli.lines import QueryLine

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


def answer_all(workbench: "Workbench", lines: Iterable["QueryLine"], frame: SearchRequest) -> Iterator["HitsLine"]:
    """Yield the answer to each query, in order."""
    from glyph.faces.cli.lines import HitsLine

    for line in lines:
        request = SearchRequest(line.query, frame.mode, frame.limit, frame.scope)
        yield HitsLine(id=line.id, hits=workbench.search(request).hits)
