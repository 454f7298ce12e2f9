"""The document routes: list, read, save. Paths travel in the query string."""

import re
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Query

from glyph.app.answers import DocumentList, DocumentView, SaveResult
from glyph.domain.document import CollectionName, ContentHash
from glyph.domain.ranking import Scope
from glyph.errors import SessionRequired
from glyph.faces.rest.dependencies import PathDependency, WorkbenchDependency
from glyph.faces.rest.errors import PreconditionRequired
from glyph.faces.rest.schemas import PATH_LIMIT_CHARACTERS, SaveBody
from glyph.faces.rest.security import CallerDependency

router = APIRouter(prefix="/v1", tags=["documents"])

IF_MATCH = re.compile(r'^"([0-9a-f]{64})"$')


@router.get("/documents", operation_id="listDocuments")
def list_documents(
    workbench: WorkbenchDependency,
    _caller: CallerDependency,
    prefix: Annotated[str, Query(max_length=PATH_LIMIT_CHARACTERS)] = "",
    collection: Annotated[CollectionName | None, Query()] = None,
) -> DocumentList:
    """Return the document tree, in path order."""
    collections = (collection,) if collection else ()
    return workbench.documents(Scope(collections, prefix))


@router.get("/document", operation_id="readDocument")
def read_document(
    path: PathDependency,
    workbench: WorkbenchDependency,
    caller: CallerDependency,
    view: Annotated[
        Literal["raw", "redacted"] | None, Query(description="Default: raw with a session, else redacted.")
    ] = None,
    line_from: Annotated[int | None, Query(alias="from", ge=1)] = None,
    line_count: Annotated[int | None, Query(alias="count", ge=1, le=100_000)] = None,
) -> DocumentView:
    """Return a document's text. Raw text needs a session."""
    if view == "raw" and not caller.may_read_raw:
        raise SessionRequired("The raw text of a document needs a session.")
    redacted = view == "redacted" or not caller.may_read_raw
    return workbench.read(path, redacted=redacted, line_from=line_from, line_count=line_count)


@router.put("/document", operation_id="saveDocument")
def save_document(
    path: PathDependency,
    body: SaveBody,
    workbench: WorkbenchDependency,
    _caller: CallerDependency,
    if_match: Annotated[str | None, Header(json_schema_extra={"pattern": IF_MATCH.pattern})] = None,
) -> SaveResult:
    """Save a document and index it. 412 with the current hash when the file changed meanwhile."""
    return workbench.save(path, body.text, opened_hash=opened_hash(if_match))


def opened_hash(if_match: str | None) -> ContentHash:
    """Return the content hash of an If-Match header.

    Raises: PreconditionRequired.
    """
    found = IF_MATCH.fullmatch(if_match or "")
    if found is None:
        raise PreconditionRequired("A change needs the content hash the document was opened with.")
    return ContentHash(found[1])
