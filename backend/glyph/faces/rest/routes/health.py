"""Health: needs no token and says nothing about the corpus."""

from fastapi import APIRouter, Response

from glyph.app.answers import IndexState
from glyph.faces.rest.dependencies import AnyWorkbenchDependency
from glyph.faces.rest.schemas import HealthAnswer

router = APIRouter(tags=["health"])


@router.get("/healthz", operation_id="healthz")
def healthz() -> HealthAnswer:
    """Say that the process runs."""
    return HealthAnswer(status="ok")


@router.get("/readyz", operation_id="readyz")
def readyz(workbench: AnyWorkbenchDependency, response: Response) -> HealthAnswer:
    """Say whether searches can be answered; 503 with the reason when not."""
    if workbench.is_ready():
        return HealthAnswer(status="ready")
    response.status_code = 503
    return HealthAnswer(status="not ready", reason=f"The index is {IndexState.EMPTY}: run `glyph index`.")
