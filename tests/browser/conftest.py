"""A real workbench for the browser tests: the API, the built front end and a real Chromium, on free ports."""

import shutil
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tools.browser import LAUNCH_FLAGS, on_path
from tools.trial import PASSWORD, trial

ROOT = Path(__file__).parents[2]
PATIENCE_MS = 15_000
"""How long a page may take for anything: the machine of a test run does other things as well."""
LISTEN_FOR_VIOLATIONS = """
addEventListener('securitypolicyviolation', (event) =>
  console.error(`CSP violation: ${event.violatedDirective} ${event.blockedURI}`));
"""


@dataclass(frozen=True, slots=True)
class Site:
    """A running workbench and the folder of its documents."""

    origin: str
    documents: Path


@dataclass  # without slots: playwright keeps an attribute of its own on whoever listens
class Complaints:
    """What the page said went wrong: CSP violations, console errors, uncaught exceptions."""

    heard: list[str] = field(default_factory=list[str])

    def listen(self, page: Page) -> None:
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.heard.append(str(error)))

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.heard.append(message.text)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Generator[Site]:
    """Serve a copy of the sample corpus until the session ends."""
    home = tmp_path_factory.mktemp("site")
    documents = home / "docs"
    shutil.copytree(ROOT / "corpus" / "docs", documents)
    with trial(documents, home) as origin:
        yield Site(origin, documents)


@pytest.fixture(scope="package")  # playwright's loop stays open as long: no other test may find it
def browser() -> Generator[Browser]:
    """Start one real Chromium: the one on PATH, or playwright's own."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=on_path(), args=list(LAUNCH_FLAGS))
        yield started
        started.close()


@pytest.fixture
def context(browser: Browser, site: Site) -> Generator[BrowserContext]:
    """Open a browser profile of its own, wide and dark."""
    opened = browser.new_context(
        base_url=site.origin, viewport={"width": 1440, "height": 900}, color_scheme="dark", reduced_motion="reduce"
    )
    opened.add_init_script(LISTEN_FOR_VIOLATIONS)
    yield opened
    opened.close()


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def page(context: BrowserContext, complaints: Complaints) -> Page:
    """Open a page whose complaints are heard."""
    opened = context.new_page()
    complaints.listen(opened)
    return opened


def sign_in(page: Page, address: str = "/") -> None:
    """Sign in, and come out at the address that was asked for."""
    page.goto(address)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("contentinfo", name="Status bar").wait_for()


@pytest.fixture
def signed_in(page: Page) -> Page:
    sign_in(page)
    return page
