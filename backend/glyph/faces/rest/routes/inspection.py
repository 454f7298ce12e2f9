"""The routes that look at the corpus: links, problems, redactions, chunks. Nothing here is unredacted."""

from typing import Annotated

from fastapi import APIRouter, Query

from glyph.app.filing_answers import ChunkList, DocumentLinks, ProblemList, RedactionList
from glyph.domain.document import DocumentPath
from glyph.faces.rest.dependencies import InspectionDependency, PathDependency
from glyph.faces.rest.filing_examples import CHUNKS, LINKS, PROBLEMS, REDACTIONS, answering
from glyph.faces.rest.schemas import PATH_LIMIT_CHARACTERS
from glyph.faces.rest.security import CallerDependency

router = APIRouter(prefix="/v1", tags=["inspection"])

OptionalPath = Annotated[DocumentPath | None, Query(max_length=PATH_LIMIT_CHARACTERS)]


@router.get("/document/links", operation_id="documentLinks", responses=answering(LINKS))
def document_links(path: PathDependency, inspection: InspectionDependency, _caller: CallerDependency) -> DocumentLinks:
    """Return a document's links and whether they lead somewhere, and the links to it with their redacted lines."""
    return inspection.links(path)


@router.get("/problems", operation_id="listProblems", responses=answering(PROBLEMS))
def list_problems(inspection: InspectionDependency, _caller: CallerDependency) -> ProblemList:
    """Return broken links and anchors, and what cannot be read, redacted or indexed."""
    return inspection.problems()


@router.get("/redactions", operation_id="listRedactions", responses=answering(REDACTIONS))
def list_redactions(
    inspection: InspectionDependency,
    _caller: CallerDependency,
    path: OptionalPath = None,
    after: Annotated[str, Query(max_length=PATH_LIMIT_CHARACTERS, description="`next_after` of the page before.")] = "",
) -> RedactionList:
    """Return which rules redact which lines, never the values: of one document, or of 200 documents a page."""
    return inspection.redactions(path=path, after=after)


@router.get("/document/chunks", operation_id="documentChunks", responses=answering(CHUNKS))
def document_chunks(path: PathDependency, inspection: InspectionDependency, _caller: CallerDependency) -> ChunkList:
    """Return a document as the index sees it: its chunks, redacted, with their lines, headings and tokens."""
    return inspection.chunks(path)
