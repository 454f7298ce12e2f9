"""The index routes: status, update, rebuild, verify, jobs."""

from typing import Annotated

from fastapi import APIRouter, Query

from glyph.app.answers import IndexStatus, JobAnswer, JobList
from glyph.faces.rest.dependencies import UpkeepDependency, WorkbenchDependency
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


@router.post("/index/verify", operation_id="verifyIndex", status_code=202)
def verify_index(
    upkeep: UpkeepDependency,
    _caller: CallerDependency,
    full: Annotated[bool, Query(description="Derive every chunk again, too.")] = False,  # noqa: FBT002 - a query parameter
) -> JobAnswer:
    """Start proving that the index equals the documents; nothing is mended. Follow the job."""
    return JobAnswer(upkeep.start_verification(full=full))


@router.post("/jobs/{job_id}/cancel", operation_id="cancelJob")
def cancel_job(job_id: str, upkeep: UpkeepDependency, _caller: CallerDependency) -> JobAnswer:
    """Tell a job to stop at its next document."""
    return JobAnswer(upkeep.cancel(job_id))


@router.get("/jobs", operation_id="listJobs")
def list_jobs(upkeep: UpkeepDependency, _caller: CallerDependency) -> JobList:
    """Return the last jobs, newest first."""
    return upkeep.all_jobs()


@router.get("/jobs/{job_id}", operation_id="readJob")
def read_job(job_id: str, workbench: WorkbenchDependency, _caller: CallerDependency) -> JobAnswer:
    """Return a job as it stands."""
    return JobAnswer(workbench.job(job_id))
