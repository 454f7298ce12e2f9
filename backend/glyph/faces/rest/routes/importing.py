"""The routes of imports: an export comes as the body of a request, is looked at, then brought in as a job."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool

from glyph.app.answers import JobAnswer
from glyph.app.import_answers import ConflictList, ConflictView
from glyph.corpus.notion.pipeline import Order
from glyph.corpus.notion.uploads import UploadId, Uploads
from glyph.errors import BadRequest
from glyph.faces.rest.dependencies import ImportingDependency, PathDependency
from glyph.faces.rest.schemas import PATH_LIMIT_CHARACTERS, ImportAnswer
from glyph.faces.rest.security import CallerDependency, SessionDependency

router = APIRouter(prefix="/v1/import", tags=["import"])

UPLOAD_ROUTE = "/v1/import/notion"
ZIP = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
Into = Annotated[
    str, Query(max_length=PATH_LIMIT_CHARACTERS, description="Folder beneath the root.", examples=["wiki"])
]
DryRun = Annotated[bool, Query(description="Report what would be done, and write nothing.")]
DeleteGone = Annotated[bool, Query(description="Put what the export no longer holds into the trash.")]


@router.post(
    "/notion",
    operation_id="importNotion",
    status_code=202,
    openapi_extra={"requestBody": {"required": True, "content": ZIP}},
)
async def import_notion(
    request: Request,
    importing: ImportingDependency,
    _caller: CallerDependency,
    into: Into = "",
    dry_run: DryRun = True,  # noqa: FBT002 - a query parameter
    delete_gone: DeleteGone = False,  # noqa: FBT002 - a query parameter
) -> ImportAnswer:
    """Take a Notion export (a zip, as the body) and start a dry run, or the import itself; follow the job.

    The upload is kept until it has been imported or another one comes: confirm a dry run by its id.
    """
    uploads: Uploads = request.app.state.uploads
    upload = await _received(request, uploads)
    order = Order(uploads.path_of(upload), into, dry_run=dry_run, delete_gone=delete_gone, discard=True)
    job = await run_in_threadpool(importing.start_import, order)
    return ImportAnswer(job=job, upload=upload)


async def _received(request: Request, uploads: Uploads) -> UploadId:
    with uploads.receiving() as (upload, stream):
        size_bytes = 0
        async for block in request.stream():
            size_bytes += len(block)
            await run_in_threadpool(stream.write, block)
        if not size_bytes:
            raise BadRequest("The body is empty.", hint="Send the zip that Notion gave as the body.")
    return upload


@router.post("/notion/{upload}", operation_id="confirmImport", status_code=202)
def confirm_import(
    request: Request,
    upload: str,
    importing: ImportingDependency,
    _caller: CallerDependency,
    into: Into = "",
    dry_run: DryRun = False,  # noqa: FBT002 - a query parameter
    delete_gone: DeleteGone = False,  # noqa: FBT002 - a query parameter
) -> JobAnswer:
    """Import an export that was uploaded for a dry run; follow the job."""
    uploads: Uploads = request.app.state.uploads
    order = Order(uploads.path_of(upload), into, dry_run=dry_run, delete_gone=delete_gone, discard=True)
    return JobAnswer(importing.start_import(order))


@router.get("/conflicts", operation_id="listConflicts")
def list_conflicts(importing: ImportingDependency, _session: SessionDependency) -> ConflictList:
    """Return the documents that were changed in the same place here and in an export."""
    return importing.conflicts()


@router.get("/conflict", operation_id="readConflict")
def read_conflict(path: PathDependency, importing: ImportingDependency, _session: SessionDependency) -> ConflictView:
    """Return what the export says of a document in conflict, and the text that both sides began with."""
    return importing.conflict(path)


@router.post("/conflict/settle", operation_id="settleConflict")
def settle_conflict(path: PathDependency, importing: ImportingDependency, _session: SessionDependency) -> ConflictList:
    """Say that a document holds what it should: the export's text counts as seen. Save the document first."""
    return importing.settle_conflict(path)
