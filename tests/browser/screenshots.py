"""`make screenshots`: a picture of every screen, wide and narrow, light and dark, for the guide.

Run from the repository's root as `python -m tests.browser.screenshots`; names of screens after it draw only these.
"""

import io
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, StorageState, expect, sync_playwright

from tests.browser.conftest import PATIENCE_MS
from tests.browser.screens import HEIGHTS, SCREENS, Screen
from tests.browser.site import Site, served, sign_in
from tools.browser import LAUNCH_FLAGS, from_debian, on_path
from tools.console import ROOT, quietly, say

FOLDER = ROOT / "docs" / "guide" / "img"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
COLOURS = 256
"""Those of a theme, and the edges of letters; with half as many the accent fades."""
_HOLD_STILL = r"""() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.cursor { visibility: hidden !important }');
  document.adoptedStyleSheets.push(sheet);
  const still = [
    [/\bjust now\b|\b\d+ min ago\b/g, '2 min ago'],
    [/\d{1,2}\/\d{1,2}\/\d\d, \d{1,2}:\d\d\s[AP]M/g, '3/1/26, 9:00 AM'],
  ];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const inDocument = '[data-testid=editor], [aria-label=Preview], [aria-label="Search results"]';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest(inDocument)) continue;
    const text = still.reduce((text, [changing, fixed]) => text.replace(changing, fixed), node.nodeValue);
    if (text !== node.nodeValue) node.nodeValue = text;
  }
}"""
"""Replaces what another run would show otherwise: ages, times of day, and the blinking cursor."""


def draw_all(browser: Browser, site: Site, wanted: tuple[Screen, ...]) -> None:
    """Draw screens with a browser profile each, so that none sees what another has left open."""
    session = _session(browser, site)
    for screen in wanted:
        for width in screen.widths:
            context = browser.new_context(
                base_url=site.origin,
                viewport={"width": width, "height": HEIGHTS[width]},
                reduced_motion="reduce",
                storage_state=session,
                locale="en-US",
                timezone_id="UTC",
            )
            page = context.new_page()
            screen.show(page, site)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                expect(page.locator("html")).to_have_attribute("data-theme", scheme)
                _keep(_picture(page), FOLDER / f"{screen.name}-{scheme}-{width}.png")
            context.close()
        say(f"  {screen.name}")


def _session(browser: Browser, site: Site) -> StorageState:
    context = browser.new_context(base_url=site.origin)
    sign_in(context.new_page())
    return context.storage_state()


def _picture(page: Page) -> bytes:
    page.evaluate(_HOLD_STILL)
    return page.screenshot(animations="disabled")


def _keep(picture: bytes, file: Path) -> None:
    """Write a picture with few colours: a third of the bytes, and nobody sees the difference."""
    drawn = Image.open(io.BytesIO(picture)).convert("RGB")
    drawn.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


def bring_emoji() -> None:
    """Bring a font for the few emoji of the sample corpus: a browser without one draws boxes."""
    if shutil.which("fc-list") and not quietly(["fc-list", ":lang=und-zsye"]).stdout.strip():
        from_debian("fonts-noto-color-emoji")


def main(names: list[str]) -> int:
    wanted = tuple(screen for screen in SCREENS if not names or screen.name in names)
    bring_emoji()
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=on_path(), args=list(LAUNCH_FLAGS))
        draw_all(browser, site, wanted)
        browser.close()
    total = sum(file.stat().st_size for file in FOLDER.iterdir())
    say(f"{FOLDER.relative_to(ROOT)}: {len(list(FOLDER.iterdir()))} pictures, {total / 1_000_000:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
