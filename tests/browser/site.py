"""A whole workbench for a browser: both real servers over a copy of the sample corpus."""

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from tools.console import ROOT
from tools.trial import PASSWORD, trial


@dataclass(frozen=True, slots=True)
class Site:
    """A running workbench and the folder of its documents."""

    origin: str
    documents: Path


@contextmanager
def served(home: Path) -> Generator[Site]:
    """Serve a copy of the sample corpus, with its data in ``home``, until the block ends."""
    documents = home / "docs"
    shutil.copytree(ROOT / "corpus" / "docs", documents)
    with trial(documents, home) as origin:
        yield Site(origin, documents)


def sign_in(page: Page, address: str = "/") -> None:
    """Sign in, and come out at the address that was asked for."""
    page.goto(address)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("contentinfo", name="Status bar").wait_for()
