"""Every screen, wide and narrow, in both themes: nothing serious or critical for axe, and nothing too wide."""

from typing import Literal, TypedDict

import pytest
from playwright.sync_api import Page, expect

from tests.browser.complaints import Complaints
from tests.browser.screens import HEIGHTS, SCREENS, Screen
from tests.browser.site import Site
from tools.console import FRONTEND

pytestmark = pytest.mark.browser

AXE = FRONTEND / "node_modules" / "axe-core" / "axe.min.js"
FIND = """async () => {
  // A change of theme passes from each element to those within it, a moment each.
  while (document.getAnimations().length > 0)
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  // Without a look into style sheets, for which axe would make one of its own: the policy refuses it.
  const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 160)) }));
}"""
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
VIEWS = [(screen, width) for screen in SCREENS for width in screen.widths]


class Finding(TypedDict):
    id: str
    where: list[str]


def findings(page: Page) -> list[Finding]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[Finding] = page.evaluate(FIND)
    return found


@pytest.mark.parametrize(("screen", "width"), VIEWS, ids=[f"{screen.name}-{width}" for screen, width in VIEWS])
def test_every_screen_is_for_everybody(
    signed_in: Page, site: Site, complaints: Complaints, screen: Screen, width: int
) -> None:
    if screen.complaint:
        complaints.expect(screen.complaint)
    signed_in.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    screen.show(signed_in, site)
    for scheme in SCHEMES:
        signed_in.emulate_media(color_scheme=scheme)
        expect(signed_in.locator("html")).to_have_attribute("data-theme", scheme)
        assert findings(signed_in) == [], scheme
        assert signed_in.evaluate(TOO_WIDE) == 0
