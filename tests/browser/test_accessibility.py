"""No serious or critical finding of axe on any screen, in both themes."""

from pathlib import Path
from typing import TypedDict

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
FIND = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 160)) }));
}"""


class Finding(TypedDict):
    id: str
    where: list[str]


def findings(page: Page) -> list[Finding]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[Finding] = page.evaluate(FIND)
    return found


def test_the_login_is_clean(page: Page) -> None:
    page.goto("/login")
    expect(page.get_by_label("Password")).to_be_visible()
    assert findings(page) == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_view_is_clean(signed_in: Page, scheme: str) -> None:
    signed_in.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    signed_in.goto("/d/vpn/wireguard-troubleshooting.md#L20")
    expect(signed_in.get_by_test_id("editor").locator(".view-lines").first).to_be_visible()
    expect(signed_in.get_by_role("region", name="Preview").get_by_role("heading").first).to_be_visible()
    found = {"document": findings(signed_in)}
    for view in ("Search", "Outline", "Index"):
        signed_in.get_by_role("button", name=view, exact=True).first.click()
        if view == "Search":
            signed_in.get_by_label("Search the corpus").fill("wireguard 51820")
            expect(signed_in.get_by_text("keyword + meaning:")).to_be_visible()
        found[view] = findings(signed_in)
    signed_in.get_by_role("button", name="As the index sees it").click()
    expect(signed_in.get_by_role("list", name="Chunks")).to_be_visible()
    found["chunks"] = findings(signed_in)
    signed_in.keyboard.press("Control+/")
    found["shortcuts"] = findings(signed_in)
    signed_in.keyboard.press("Escape")
    signed_in.keyboard.press("Control+p")
    found["quick open"] = findings(signed_in)
    assert {screen: what for screen, what in found.items() if what} == {}


def test_a_phone_is_clean(signed_in: Page) -> None:
    signed_in.set_viewport_size({"width": 390, "height": 844})
    signed_in.goto("/d/vpn/wireguard-troubleshooting.md")
    expect(signed_in.get_by_role("region", name="Preview").get_by_role("heading").first).to_be_visible()
    assert findings(signed_in) == []
