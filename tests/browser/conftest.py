"""A real workbench and a real Chromium for the browser tests. A test during which a page complains fails."""

from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.browser.complaints import Complaints
from tests.browser.site import Site, served, sign_in
from tools.browser import LAUNCH_FLAGS, on_path

PATIENCE_MS = 15_000
"""How long a page may take for anything: the machine of a test run does other things as well."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Generator[Site]:
    """Serve a copy of the sample corpus until the session ends."""
    with served(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture(scope="package")  # playwright's loop stays open as long: no other test may find it
def playwright() -> Generator[Playwright]:
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Generator[Browser]:
    """Start one real Chromium: the one on PATH, or playwright's own."""
    started = playwright.chromium.launch(executable_path=on_path(), args=list(LAUNCH_FLAGS))
    yield started
    started.close()


@pytest.fixture(autouse=True)
def complaints(site: Site) -> Generator[Complaints]:
    """Fail every test in which a page complains of something that the test did not expect."""
    heard = Complaints(site.origin)
    yield heard
    assert heard.unexpected() == []


@pytest.fixture
def new_context(browser: Browser, site: Site, complaints: Complaints) -> Generator[Callable[[], BrowserContext]]:
    """Return what opens browser profiles that know nothing of one another: wide, dark, and heard."""
    opened: list[BrowserContext] = []

    def open_one() -> BrowserContext:
        context = browser.new_context(
            base_url=site.origin, viewport={"width": 1440, "height": 900}, color_scheme="dark", reduced_motion="reduce"
        )
        complaints.listen(context)
        opened.append(context)
        return context

    yield open_one
    for context in opened:
        context.close()


@pytest.fixture
def context(new_context: Callable[[], BrowserContext]) -> BrowserContext:
    return new_context()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def signed_in(page: Page) -> Page:
    sign_in(page)
    return page
