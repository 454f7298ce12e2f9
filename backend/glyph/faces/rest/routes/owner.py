"""What one process of Glyph asks another over owner.sock; on a port these routes do not exist."""

from collections.abc import Callable

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException

from glyph.errors import IndexOwned
from glyph.faces.rest.limits import came_by_owner_socket
from glyph.faces.rest.schemas import HealthAnswer

router = APIRouter(include_in_schema=False)

Release = Callable[[], None]


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
