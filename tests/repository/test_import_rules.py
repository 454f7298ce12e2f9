"""Who may import whom: the contracts that import-linter reads from pyproject.toml hold."""

from tests.repository.tree import ROOT
from tools.console import quietly, tool


def test_the_contracts_of_the_rooms_hold() -> None:
    done = quietly([tool("lint-imports"), "--no-cache"], cwd=ROOT)
    assert done.returncode == 0, done.stdout
    assert " 0 broken" in done.stdout
