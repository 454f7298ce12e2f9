"""POST /v1/search and /v1/occurrences: what is asked travels in the body, never in an address."""

from fastapi import APIRouter, Request

from glyph.app.answers import OccurrenceList
from glyph.domain.ranking import SearchResult
from glyph.faces.rest.dependencies import WorkbenchDependency
from glyph.faces.rest.metrics import Metrics
from glyph.faces.rest.schemas import OccurrencesBody, SearchBody
from glyph.faces.rest.security import CallerDependency

router = APIRouter(prefix="/v1", tags=["search"])


@router.post("/search", operation_id="search")
def search(
    body: SearchBody, workbench: WorkbenchDependency, _caller: CallerDependency, request: Request
) -> SearchResult:
    """Return the passages that answer a query, best first."""
    result = workbench.search(body.to_request(request.app.state.default_limit))
    measured: Metrics = request.app.state.metrics
    measured.count_search(result)
    return result


@router.post("/occurrences", operation_id="findOccurrences")
def find_occurrences(
    body: OccurrencesBody, workbench: WorkbenchDependency, _caller: CallerDependency
) -> OccurrenceList:
    """Return where each text stands literally in the redacted corpus, in either case."""
    return workbench.occurrences(body.texts)
