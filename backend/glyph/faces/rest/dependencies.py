"""What every route asks for: the workbench and the defaults of this process."""

from typing import Annotated

from fastapi import Depends, Query, Request

from glyph.app.workbench import Filing, Inspection, Keeping, OwnedWorkbench, Upkeep, Workbench
from glyph.domain.document import DocumentPath
from glyph.faces.rest.schemas import PATH_LIMIT_CHARACTERS


def workbench_of(request: Request) -> Workbench:
    workbench: OwnedWorkbench = request.app.state.workbench
    return workbench


def upkeep_of(request: Request) -> Upkeep:
    workbench: OwnedWorkbench = request.app.state.workbench
    return workbench


def filing_of(request: Request) -> Filing:
    workbench: OwnedWorkbench = request.app.state.workbench
    return workbench


def keeping_of(request: Request) -> Keeping:
    workbench: OwnedWorkbench = request.app.state.workbench
    return workbench


def inspection_of(request: Request) -> Inspection:
    workbench: OwnedWorkbench = request.app.state.workbench
    return workbench


def path_of(
    path: Annotated[
        str, Query(min_length=1, max_length=PATH_LIMIT_CHARACTERS, examples=["vpn/wireguard-troubleshooting.md"])
    ],
) -> DocumentPath:
    return DocumentPath(path)


def asset_path_of(
    path: Annotated[
        str, Query(min_length=1, max_length=PATH_LIMIT_CHARACTERS, examples=["vpn/wireguard.assets/map.png"])
    ],
) -> DocumentPath:
    return DocumentPath(path)


WorkbenchDependency = Annotated[Workbench, Depends(workbench_of)]
UpkeepDependency = Annotated[Upkeep, Depends(upkeep_of)]
FilingDependency = Annotated[Filing, Depends(filing_of)]
KeepingDependency = Annotated[Keeping, Depends(keeping_of)]
InspectionDependency = Annotated[Inspection, Depends(inspection_of)]
PathDependency = Annotated[DocumentPath, Depends(path_of)]
AssetPathDependency = Annotated[DocumentPath, Depends(asset_path_of)]
