"""A desk for every test of the Notion import."""

from pathlib import Path

import pytest

from tests.corpus.notion.exports import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)
