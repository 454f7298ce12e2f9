"""GET /metrics: numbers for Prometheus, in its text format. Needs the API token: counts tell of the corpus."""

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from glyph.faces.rest.dependencies import UpkeepDependency
from glyph.faces.rest.metrics import Metrics
from glyph.faces.rest.security import CallerDependency

router = APIRouter(tags=["health"])


@router.get(
    "/metrics", operation_id="metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}}
)
def metrics(request: Request, upkeep: UpkeepDependency, _caller: CallerDependency) -> Response:
    """Return requests, searches and the state of the index as counters and gauges."""
    measured: Metrics = request.app.state.metrics
    return Response(measured.text(upkeep.recent_status()), media_type=CONTENT_TYPE_LATEST)
