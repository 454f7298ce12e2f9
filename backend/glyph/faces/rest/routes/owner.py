"""What one process of Glyph asks another over owner.sock; on a port these routes do not exist."""

from collections.abc import Callable
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException

from glyph.app.answers import JobAnswer
from glyph.app.workbench import OwnedWorkbench
from glyph.corpus.notion.pipeline import Order
from glyph.errors import IndexOwned
from glyph.faces.rest.limits import came_by_owner_socket
from glyph.faces.rest.schemas import Body, HealthAnswer

router = APIRouter(include_in_schema=False)

Release = Callable[[], None]


class ImportBody(Body):
    """An export that lies on this machine, named by whoever may read it anyway."""

    source: Path
    into: str = ""
    dry_run: bool = False
    delete_gone: bool = False


@router.post("/owner/import", status_code=202)
def import_from_disk(request: Request, body: ImportBody) -> JobAnswer:
    """Start importing an export by its path: only this user can ask, and could read the file himself."""
    if not came_by_owner_socket(request.scope):
        raise HTTPException(404)
    workbench: OwnedWorkbench = request.app.state.workbench
    order = Order(body.source, body.into, dry_run=body.dry_run, delete_gone=body.delete_gone)
    return JobAnswer(workbench.start_import(order))


@router.post("/owner/release", status_code=202)
def release(request: Request) -> HealthAnswer:
    """Give the index up, where this process only holds it because nobody else did."""
    if not came_by_owner_socket(request.scope):
        raise HTTPException(404)
    give_up: Release | None = request.app.state.release
    if give_up is None:
        raise IndexOwned(
            "This process keeps the index.",
            hint="Stop it, or wait until it has ended, before you start another server.",
        )
    give_up()
    return HealthAnswer(status="releasing")
