"""Every document as a resource, for clients that let people pick one: listed page by page, read like read_document."""

import mcp_types as types

from glyph.app.answers import DocumentEntry
from glyph.app.workbench import Workbench
from glyph.domain.ranking import Scope
from glyph.faces.mcp.addresses import SCHEME, address_of, path_of
from glyph.faces.mcp.arguments import ReadArguments
from glyph.faces.mcp.cursors import Cursor, mark_of, write_cursor
from glyph.faces.mcp.errors import BadArguments
from glyph.faces.mcp.listing import TITLE_CHARACTERS, shown_before
from glyph.faces.mcp.reading import read_answer
from glyph.faces.mcp.shapes import shortened
from glyph.faces.mcp.texts import document_text
from glyph.faces.mcp.understanding import understand

PAGE = 100
QUESTION = "resources"
MIME_TYPE = "text/plain"
TEMPLATE = types.ResourceTemplate(
    uri_template=f"{SCHEME}///{{+path}}",
    name="runbook",
    title="A runbook",
    description="A runbook by its path, redacted, with line numbers.",
    mime_type=MIME_TYPE,
)


def list_resources(workbench: Workbench, cursor: str | None) -> types.ListResourcesResult:
    """Return a page of the documents, in path order.

    Raises: BadCursor, CorpusUnavailable.
    """
    documents = workbench.documents(Scope()).documents
    shown = shown_before(documents, cursor, (QUESTION,)) if cursor else 0
    last = min(shown + PAGE, len(documents))
    following = Cursor(last, PAGE, mark_of(documents[last - 1].path)) if last < len(documents) else None
    return types.ListResourcesResult(
        resources=[resource_of(entry) for entry in documents[shown:last]],
        next_cursor=write_cursor(following, QUESTION) if following else None,
    )


def resource_of(entry: DocumentEntry) -> types.Resource:
    return types.Resource(
        uri=address_of(entry.path),
        name=entry.path,
        title=shortened(entry.title, TITLE_CHARACTERS),
        description=f"Runbook of the collection {entry.collection}, changed {entry.modified_at:%Y-%m-%d}.",
        mime_type=MIME_TYPE,
    )


def read_resource(workbench: Workbench, address: str) -> types.ReadResourceResult:
    """Return a document's first page, with where to go on.

    Raises: BadArguments, and what the workbench raises.
    """
    if not address.startswith(SCHEME):
        raise BadArguments("This is no address of a runbook.", hint=f"Addresses look like {SCHEME}///folder/name.md.")
    answer = read_answer(workbench, understand(ReadArguments, {"path": path_of(address)}))
    contents = types.TextResourceContents(uri=address, mime_type=MIME_TYPE, text=document_text(answer))
    return types.ReadResourceResult(contents=[contents])
