"""What every route asks for: the workbench and the defaults of this process."""

from typing import Annotated

from fastapi import Depends, Query, Request

from glyph.app.file_ports import Filing, Importing, Inspection, Keeping
from glyph.app.keyed_filing import KeyedFiling
from glyph.app.keyed_workbench import KeyedWorkbench
from glyph.app.workbench import OwnedWorkbench, Upkeep, Workbench
from glyph.domain.document import DocumentPath
from glyph.faces.rest.schemas import PATH_LIMIT_CHARACTERS
from glyph.faces.rest.security import CallerDependency


def workbench_of(request: Request) -> Workbench:
    workbench: OwnedWorkbench = request.app.state.workbench
    return workbench


def workbench_for(request: Request, caller: CallerDependency) -> Workbench:
    """Return the workbench as this caller may see it: without a session, nothing in it gives a secret away."""
    workbench: OwnedWorkbench = request.app.state.workbench
    return workbench if caller.may_read_raw else KeyedWorkbench(workbench, request.app.state.discretion)


def upkeep_of(request: Request) -> Upkeep:
    workbench: OwnedWorkbench = request.app.state.workbench
    return workbench


def files_for(request: Request, caller: CallerDependency) -> OwnedWorkbench | KeyedFiling:
    """Return what files documents and looks at them, as this caller may see it."""
    workbench: OwnedWorkbench = request.app.state.workbench
    return workbench if caller.may_read_raw else KeyedFiling(workbench, request.app.state.discretion)


def keeping_of(request: Request) -> Keeping:
    workbench: OwnedWorkbench = request.app.state.workbench
    return workbench


def importing_of(request: Request) -> Importing:
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


AnyWorkbenchDependency = Annotated[Workbench, Depends(workbench_of)]
WorkbenchDependency = Annotated[Workbench, Depends(workbench_for)]
UpkeepDependency = Annotated[Upkeep, Depends(upkeep_of)]
FilingDependency = Annotated[Filing, Depends(files_for)]
ImportingDependency = Annotated[Importing, Depends(importing_of)]
KeepingDependency = Annotated[Keeping, Depends(keeping_of)]
InspectionDependency = Annotated[Inspection, Depends(files_for)]
PathDependency = Annotated[DocumentPath, Depends(path_of)]
AssetPathDependency = Annotated[DocumentPath, Depends(asset_path_of)]
