"""The guide's pictures: all of them are there, all of them are used, and together they stay small."""

import re

from tests.browser.screens import SCREENS
from tools.console import ROOT

GUIDE = ROOT / "docs" / "guide"
PICTURES = GUIDE / "img"
LIMIT_BYTES = 4_000_000
DARK = r'<source media="\(prefers-color-scheme: dark\)" srcset="img/([^"]+)">'
LIGHT = r'<img (?:width="195" )?alt="[^"]+" src="img/([^"]+)">'
PAIR = re.compile(rf"{DARK}\s*{LIGHT}")
DRAWN = sorted(
    f"{screen.name}-{scheme}-{width}.png"
    for screen in SCREENS
    for width in screen.widths
    for scheme in ("light", "dark")
)


def used() -> list[str]:
    pages = [page.read_text(encoding="utf-8") for page in sorted(GUIDE.glob("*.md"))]
    return [name for page in pages for name in re.findall(r'(?:src|srcset)="img/([^"]+)"', page)]


def test_every_screen_is_drawn_wide_and_narrow_in_both_themes() -> None:
    assert sorted(file.name for file in PICTURES.iterdir()) == DRAWN


def test_every_picture_stands_in_the_guide_once() -> None:
    assert sorted(used()) == DRAWN


def test_every_picture_says_what_it_shows_and_has_both_themes() -> None:
    pairs = [pair for page in GUIDE.glob("*.md") for pair in PAIR.findall(page.read_text(encoding="utf-8"))]
    assert len(pairs) == len(DRAWN) / 2
    assert [light for dark, light in pairs if dark != light.replace("-light-", "-dark-")] == []


def test_the_pictures_stay_small() -> None:
    assert sum(file.stat().st_size for file in PICTURES.iterdir()) <= LIMIT_BYTES
