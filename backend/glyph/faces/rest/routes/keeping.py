"""The routes of what is kept as raw text, history, trash, images: for a session, and forgetting for this user too."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from glyph.app.answers import SaveResult
from glyph.app.filing_answers import HistoryForgotten, TrashEmptied, TrashList, VersionList, VersionView
from glyph.corpus.assets import SVG
from glyph.faces.rest.dependencies import AssetPathDependency, KeepingDependency, PathDependency, UpkeepDependency
from glyph.faces.rest.filing_examples import CREATED, EMPTIED, TRASH, VERSION, VERSIONS, answering
from glyph.faces.rest.schemas import RestoreBody
from glyph.faces.rest.security import SessionDependency, require_person

router = APIRouter(prefix="/v1", tags=["kept"])

ID_LIMIT_CHARACTERS = 128
ASSET_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
}


@router.get("/document/history", operation_id="documentHistory", responses=answering(VERSIONS))
def document_history(path: PathDependency, keeping: KeepingDependency, _session: SessionDependency) -> VersionList:
    """Return the versions that saves have replaced, newest first."""
    return keeping.history(path)


@router.delete(
    "/document/history",
    operation_id="forgetHistory",
    responses=answering(EMPTIED),
    dependencies=[Depends(require_person)],
)
def forget_history(path: PathDependency, upkeep: UpkeepDependency) -> HistoryForgotten:
    """Remove every former version of a document for good, as after a secret was taken out of it."""
    return upkeep.forget_history(path)


@router.get("/document/version", operation_id="documentVersion", responses=answering(VERSION))
def document_version(
    path: PathDependency,
    version: Annotated[str, Query(alias="id", max_length=ID_LIMIT_CHARACTERS)],
    keeping: KeepingDependency,
    _session: SessionDependency,
) -> VersionView:
    """Return a former version with its raw text. To go back to it, save that text."""
    return keeping.version(path, version)


@router.get("/trash", operation_id="listTrash", responses=answering(TRASH))
def list_trash(keeping: KeepingDependency, _session: SessionDependency) -> TrashList:
    """Return the deleted documents, newest first."""
    return keeping.trash()


@router.post("/trash/restore", operation_id="restoreDocument", responses=answering(CREATED))
def restore_document(body: RestoreBody, keeping: KeepingDependency, _session: SessionDependency) -> SaveResult:
    """Put a deleted document back, never over anything. 409 when something stands there: name another path."""
    return keeping.restore(body.id, body.to)


@router.delete("/trash", operation_id="emptyTrash", responses=answering(EMPTIED))
def empty_trash(
    keeping: KeepingDependency,
    _session: SessionDependency,
    trash_id: Annotated[str | None, Query(alias="id", max_length=ID_LIMIT_CHARACTERS)] = None,
) -> TrashEmptied:
    """Remove one deleted document for good, or all of them."""
    return keeping.empty_trash(trash_id)


@router.get(
    "/asset",
    operation_id="readAsset",
    response_class=Response,
    responses={200: {"description": "The image.", "content": {"image/*": {}}}},
)
def read_asset(path: AssetPathDependency, keeping: KeepingDependency, _session: SessionDependency) -> Response:
    """Return an image. What may hold scripts, SVG, comes as an attachment: a page may draw it, not open it."""
    asset = keeping.asset(path)
    disposition = "attachment" if asset.content_type == SVG else "inline"
    return Response(
        asset.content, media_type=asset.content_type, headers={**ASSET_HEADERS, "Content-Disposition": disposition}
    )
