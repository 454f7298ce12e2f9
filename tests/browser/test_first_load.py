"""How much a first visit with a document open brings over the wire: everything, workers included, as compressed."""

from pathlib import PurePosixPath
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.site import sign_in

pytestmark = pytest.mark.browser

LIMIT_BYTES = 1_300_000
DOCUMENT = "/d/vpn/wireguard-troubleshooting.md"


class Traffic:
    """The bytes of every finished request of a page and of its workers, headers included."""

    def __init__(self, page: Page) -> None:
        self._finished: list[Request] = []
        page.on("requestfinished", self._keep)

    def _keep(self, request: Request) -> None:
        self._finished.append(request)

    def bytes_by_name(self) -> dict[str, int]:
        """Return the bytes per file, the largest first."""
        sizes: dict[str, int] = {}
        for request in self._finished:
            name = PurePosixPath(urlsplit(request.url).path).name or "/"
            measured = request.sizes()
            sizes[name] = sizes.get(name, 0) + measured["responseBodySize"] + measured["responseHeadersSize"]
        return dict(sorted(sizes.items(), key=lambda entry: -entry[1]))


def test_a_first_load_with_editor_and_preview_stays_within_its_bytes(page: Page) -> None:
    traffic = Traffic(page)
    sign_in(page, DOCUMENT)
    expect(page.get_by_test_id("editor").locator(".view-lines").first).to_be_visible()
    expect(page.get_by_role("region", name="Preview").get_by_role("heading").first).to_be_visible()
    page.get_by_test_id("editor").locator(".view-lines").first.click()
    page.wait_for_load_state("networkidle")
    loaded = traffic.bytes_by_name()
    assert len(page.workers) == 1, "only the preview has a worker: Monaco's is fetched for a comparison"
    assert sum(loaded.values()) <= LIMIT_BYTES, loaded
