"""list_documents: one page of the tree, its folders with their numbers, and how to go on."""

import difflib
from collections import Counter
from collections.abc import Sequence

from glyph.app.answers import DocumentEntry
from glyph.app.workbench import Workbench
from glyph.domain.document import CollectionName
from glyph.domain.ranking import Scope
from glyph.faces.mcp.arguments import ListArguments
from glyph.faces.mcp.budget import PAGE_TOKENS, most_that_fit, tokens_of
from glyph.faces.mcp.cursors import Cursor, mark_of, read_cursor, write_cursor
from glyph.faces.mcp.errors import BadCursor
from glyph.faces.mcp.shapes import EntryShape, FolderShape, ListShape, shortened
from glyph.faces.mcp.texts import list_text
from glyph.faces.mcp.understanding import Understood
from glyph.ingest.tokens import count_tokens

ENTRIES = 200
FOLDERS = 40
FOLDER_TOKENS = 2_000
HINT_CHARACTERS = 500
TITLE_CHARACTERS = 120
SUGGESTED = 5
NOTHING = "No document lies there."


def list_answer(workbench: Workbench, understood: Understood[ListArguments]) -> ListShape:
    """Return a page of the documents under a prefix, in path order.

    Raises: BadCursor, and what the workbench raises.
    """
    asked = understood.arguments
    collections = (CollectionName(asked.collection),) if asked.collection else ()
    documents = workbench.documents(Scope(collections, asked.path_prefix)).documents
    question = (asked.path_prefix, asked.collection)
    shown = shown_before(documents, asked.cursor, question) if asked.cursor else 0
    folders = folders_beneath(documents, asked.path_prefix)
    named = folders[:FOLDERS]
    named = named[: most_that_fit(len(named), lambda count: weight_of(named[:count]) <= FOLDER_TOKENS)]
    notes = list(understood.notes)
    if not documents:
        notes.append(f"{NOTHING} {folder_hint(workbench, asked.path_prefix)}".rstrip())
    if len(named) < len(folders):
        notes.append(f"{len(folders) - len(named)} further folders are not named: narrow path_prefix.")
    page = documents[shown : shown + ENTRIES]

    def shape(count: int) -> ListShape:
        last = shown + count
        goes_on = last < len(documents) and count > 0
        following = Cursor(last, ENTRIES, mark_of(documents[last - 1].path)) if goes_on else None
        return ListShape(
            notes=notes,
            total=len(documents),
            folders=named,
            documents=[entry_shape(entry) for entry in page[:count]],
            next_cursor=write_cursor(following, *question) if following else None,
        )

    return shape(most_that_fit(len(page), lambda count: tokens_of(shape(count), list_text) <= PAGE_TOKENS))


def shown_before(documents: Sequence[DocumentEntry], cursor: str, question: tuple[str, ...]) -> int:
    """Return how many documents stand before a page: up to the one that ended the page before.

    Raises: BadCursor, also when that document has gone.
    """
    read = read_cursor(cursor, *question)
    if 0 < read.shown <= len(documents) and mark_of(documents[read.shown - 1].path) == read.mark:
        return read.shown
    places = [number for number, entry in enumerate(documents, start=1) if mark_of(entry.path) == read.mark]
    if len(places) != 1:
        raise BadCursor("The documents have changed since the first page.")
    return places[0]


def folders_beneath(documents: Sequence[DocumentEntry], prefix: str) -> list[FolderShape]:
    """Return the folders right beneath a prefix, each with the number of documents in it at any depth."""
    base = prefix.rpartition("/")[0]
    start = len(base) + 1 if base else 0
    counted = Counter(
        entry.path[: entry.path.index("/", start) + 1] for entry in documents if "/" in entry.path[start:]
    )
    return [FolderShape(path=path, documents=count) for path, count in sorted(counted.items())]


def weight_of(folders: Sequence[FolderShape]) -> int:
    return sum(count_tokens(folder.model_dump_json()) for folder in folders)


def folder_hint(workbench: Workbench, prefix: str) -> str:
    """Return which folders a prefix may have meant."""
    documents = workbench.documents(Scope()).documents
    parents = {entry.path.rpartition("/")[0] for entry in documents}
    folders = sorted({f"{parent}/" for parent in parents if parent})
    wanted = prefix.strip("/").lower()
    named = [folder for folder in folders if wanted and wanted in folder.lower()]
    alike = difflib.get_close_matches(f"{wanted}/", folders, n=SUGGESTED, cutoff=0.5)
    found = list(dict.fromkeys([*named, *alike]))[:SUGGESTED]
    if found:
        return shortened(f"Did you mean {' or '.join(found)}?", HINT_CHARACTERS)
    tops = sorted({f"{folder.partition('/')[0]}/" for folder in folders})[:FOLDERS]
    return shortened(f"The folders are: {', '.join(tops)}.", HINT_CHARACTERS) if tops else ""


def entry_shape(entry: DocumentEntry) -> EntryShape:
    return EntryShape(
        path=entry.path,
        title=shortened(entry.title, TITLE_CHARACTERS),
        size_kib=-(-entry.size_bytes // 1_024),
        changed=f"{entry.modified_at:%Y-%m-%d}",
        state=entry.state,
    )
