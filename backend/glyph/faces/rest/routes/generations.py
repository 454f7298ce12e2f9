"""The generation routes: list, activate, prune."""

from typing import Annotated

from fastapi import APIRouter, Path

from glyph.app.answers import GenerationList, JobAnswer
from glyph.domain.generation import GenerationId
from glyph.faces.rest.dependencies import UpkeepDependency
from glyph.faces.rest.security import CallerDependency

router = APIRouter(prefix="/v1/generations", tags=["index"])

ID_LIMIT_CHARACTERS = 64


@router.get("", operation_id="listGenerations")
def list_generations(upkeep: UpkeepDependency, _caller: CallerDependency) -> GenerationList:
    """Return the finished generations, newest first."""
    return upkeep.generations()


@router.post("/prune", operation_id="pruneGenerations")
def prune_generations(upkeep: UpkeepDependency, _caller: CallerDependency) -> GenerationList:
    """Remove the generations that are not kept and return those that are left."""
    return upkeep.prune()


@router.post("/{generation}/activate", operation_id="activateGeneration", status_code=202)
def activate_generation(
    generation: Annotated[str, Path(max_length=ID_LIMIT_CHARACTERS)],
    upkeep: UpkeepDependency,
    _caller: CallerDependency,
) -> JobAnswer:
    """Start bringing a generation up to date and making it the active one; follow the job."""
    return JobAnswer(upkeep.start_activation(GenerationId(generation)))
