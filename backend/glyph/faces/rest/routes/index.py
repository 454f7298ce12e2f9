"""The index routes: status, update, rebuild, jobs."""

from fastapi import APIRouter

from glyph.app.answers import IndexStatus, JobAnswer
from glyph.faces.rest.dependencies import WorkbenchDependency
from glyph.faces.rest.security import CallerDependency

router = APIRouter(prefix="/v1", tags=["index"])


@router.get("/index", operation_id="indexStatus")
def index_status(workbench: WorkbenchDependency, _caller: CallerDependency) -> IndexStatus:
    """Return how fresh the index is and what it holds."""
    return workbench.status()


@router.post("/index/update", operation_id="updateIndex", status_code=202)
def update_index(workbench: WorkbenchDependency, _caller: CallerDependency) -> JobAnswer:
    """Start bringing the index up to date; follow the job."""
    return JobAnswer(workbench.start_update(rebuild=False))


@router.post("/index/rebuild", operation_id="rebuildIndex", status_code=202)
def rebuild_index(workbench: WorkbenchDependency, _caller: CallerDependency) -> JobAnswer:
    """Start a new generation from the documents; the former one answers meanwhile."""
    return JobAnswer(workbench.start_update(rebuild=True))


@router.get("/jobs/{job_id}", operation_id="readJob")
def read_job(job_id: str, workbench: WorkbenchDependency, _caller: CallerDependency) -> JobAnswer:
    """Return a job as it stands."""
    return JobAnswer(workbench.job(job_id))
