"""Brings a browser for the browser tests, and a display with a keyboard for those that press real keys.

What is on PATH is taken; else Debian's packages are installed as root. Playwright has a browser of its own, too;
without a display the tests that need one are skipped.
"""

import os
import shutil
from pathlib import Path

from tools.console import Failure, main, quietly, say, step, tool

ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LAUNCH_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""For a browser that is driven: it shows loopback pages alone, and asks nobody anything."""
DISPLAY = ("Xvfb", "xdotool")
DEBIAN_RELEASE = Path("/etc/debian_version")


def on_path() -> str | None:
    """Return the browser that PATH offers and that starts."""
    for name in ON_PATH:
        found = shutil.which(name)
        if found and quietly([found, "--version"]).returncode == 0:
            return found
    return None


def from_debian(*packages: str) -> None:
    """Install packages where that is possible: on Debian, as root."""
    # Ubuntu's chromium only asks for a snap; the check afterwards tells.
    if os.geteuid() != 0 or not DEBIAN_RELEASE.exists() or not shutil.which("apt-get"):
        return
    changes = {"DEBIAN_FRONTEND": "noninteractive"}
    step("Reading Debian's package lists", ["apt-get", "update"], changes=changes)
    step(
        f"Installing Debian's {' and '.join(packages)}",
        ["apt-get", "install", "-y", "--no-install-recommends", *packages],
        changes=changes,
    )


def from_playwright() -> str:
    """Install playwright's own build and return the empty name, which means just that one."""
    try:
        step("Installing playwright's chromium", [tool("playwright"), "install", "chromium"])
    except Failure as failure:
        raise Failure(f"{failure}\n\nNo browser for the browser tests: put chromium on PATH.") from failure
    return ""


def browser() -> str:
    """Return the path of a browser, or the empty string for playwright's own."""
    found = on_path()
    if found is None:
        from_debian("chromium")
        found = on_path() or from_playwright()
    # Debian's start script may grumble before it hands over.
    version = quietly([found, "--version"]).stdout.strip().splitlines()[-1] if found else "playwright's chromium"
    say(f"  Browser: {version} ({found or 'its own folder'})")
    return found


def display() -> None:
    """Bring a display server and what presses keys on it."""
    if not all(shutil.which(name) for name in DISPLAY):
        from_debian("xvfb", "xdotool")


def show() -> None:
    browser()
    display()


if __name__ == "__main__":
    main(show)
