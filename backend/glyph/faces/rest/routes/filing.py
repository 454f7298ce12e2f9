"""The routes that make, move and remove files. The API token may use them: nothing here answers with raw text."""

from typing import Annotated

from fastapi import APIRouter, Body, Header

from glyph.app.answers import SaveResult
from glyph.app.filing_answers import AssetResult, ChangedDocument, DeleteResult, MovePlan, MoveResult
from glyph.domain.document import ContentHash
from glyph.faces.rest.dependencies import AssetPathDependency, FilingDependency, PathDependency
from glyph.faces.rest.filing_examples import ASSET_STORED, CREATED, DELETED, MOVE_PLAN, MOVED, answering
from glyph.faces.rest.routes.documents import IF_MATCH, opened_hash
from glyph.faces.rest.schemas import CreateBody, MoveBody, MovePlanBody
from glyph.faces.rest.security import CallerDependency

router = APIRouter(prefix="/v1", tags=["files"])

IfMatch = Annotated[str | None, Header(alias="If-Match", json_schema_extra={"pattern": IF_MATCH.pattern})]


@router.post("/document", operation_id="createDocument", status_code=201, responses=answering(CREATED, status=201))
def create_document(body: CreateBody, filing: FilingDependency, _caller: CallerDependency) -> SaveResult:
    """Create a document, with the folders it needs, and index it. 409 when its path, or a twin of it, is taken."""
    return filing.create(body.path, body.text)


@router.post("/document/move/plan", operation_id="planMove", responses=answering(MOVE_PLAN))
def plan_move(body: MovePlanBody, filing: FilingDependency, _caller: CallerDependency) -> MovePlan:
    """Show what a move would do, line by line and redacted. Nothing is changed."""
    return filing.plan_move(body.path, body.to, rewrite_links=body.rewrite_links)


@router.post("/document/move", operation_id="moveDocument", responses=answering(MOVED))
def move_document(
    body: MoveBody, filing: FilingDependency, _caller: CallerDependency, if_match: IfMatch = None
) -> MoveResult:
    """Move a document and its images, and rewrite the links that its plan has shown.

    412 when the document has changed, or other links would be rewritten than those that were shown;
    409 when something stands at the new path. Then nothing has changed.
    """
    documents = tuple(ChangedDocument(one.path, ContentHash(one.content_hash)) for one in body.documents)
    return filing.move(
        body.path, body.to, opened_hash=opened_hash(if_match), rewrite_links=body.rewrite_links, documents=documents
    )


@router.delete("/document", operation_id="deleteDocument", responses=answering(DELETED))
def delete_document(
    path: PathDependency, filing: FilingDependency, _caller: CallerDependency, if_match: IfMatch = None
) -> DeleteResult:
    """Put a document into the trash. 412 with the current hash when the file changed meanwhile."""
    return filing.delete(path, opened_hash=opened_hash(if_match))


@router.put("/asset", operation_id="storeAsset", status_code=201, responses=answering(ASSET_STORED, status=201))
def store_asset(
    path: AssetPathDependency,
    content: Annotated[
        bytes, Body(min_length=1, media_type="application/octet-stream", description="The image itself.")
    ],
    filing: FilingDependency,
    _caller: CallerDependency,
) -> AssetResult:
    """Store a new image in the folder of its document: `vpn/wireguard.assets/` for `vpn/wireguard.md`.

    Its bytes must be an image of the kind its name says. Nothing is overwritten: 409 when another image is there.
    """
    return filing.store_asset(path, content)
