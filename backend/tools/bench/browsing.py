"""What a person at the workbench waits for: the production build and both real servers in a real browser."""

import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request, sync_playwright

from tools.bench.invented import SEED, Language
from tools.bench.keys import Typing, measure_typing
from tools.bench.large import Large, measure_large
from tools.bench.machine import Machine, this_machine
from tools.bench.measuring import MEGABYTE
from tools.bench.site import temporary_folder
from tools.bench.tree import Scrolling, measure_scrolling
from tools.bench.vectors import meaningless_vectors
from tools.browser import LAUNCH_FLAGS, on_path
from tools.console import ROOT, Failure
from tools.trial import PASSWORD, environment, free_port, trial

DOCUMENTS = 5_000
FOLDERS = 100
WORDS_A_NOTE = 12
TYPED_KB = (10, 50, 200)
LARGE_KB = 4_990
"""Just below what is accepted, so that what is typed can be saved."""
PATIENCE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Browsing:
    """``first_load_mb`` counts what came over the wire, in 10^6 bytes; ``typing`` is by the size of its document.

    ``machine`` is its own: this part of a run can be renewed alone.
    """

    machine: Machine
    browser: str
    documents: int
    first_load_mb: float
    typing: tuple[Typing, ...]
    large: Large
    scrolling: Scrolling


def measure_browsing() -> Browsing:
    """Measure everything in one browser, over 5,000 small documents and a few large ones.

    Raises: Failure when no browser is on PATH.
    """
    executable = on_path()
    if executable is None:
        raise Failure("No browser on PATH for the front end's figures: put chromium there, or run --without-browser.")
    with temporary_folder() as home:
        write_documents(home / "docs")
        with meaningless_vectors() as settings:
            index(home / "docs", home / "data", settings)
            with trial(home / "docs", home, settings) as origin, started(executable) as browser:
                return _measured(browser, origin)


@contextmanager
def started(executable: str) -> Generator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(LAUNCH_FLAGS))
        yield browser
        browser.close()


def write_documents(root: Path) -> None:
    """Write the notes, and one document of each size that is typed in or opened."""
    language = Language(SEED + 2)
    for number in range(DOCUMENTS):
        file = root / f"area{number % FOLDERS:03}" / f"note{number:05}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# Note {number}\n\n{language.paragraph(WORDS_A_NOTE)}\n", encoding="utf-8")
    for kilobytes in (*TYPED_KB, LARGE_KB):
        (root / f"runbook-{kilobytes}k.md").write_text(runbook(language, kilobytes * 1_000), encoding="utf-8")


def runbook(language: Language, size_bytes: int) -> str:
    """Return Markdown of about this size as runbooks have it: headings, prose, lists, a table and a block of code."""
    parts = [f"# Runbook of {size_bytes} bytes\n"]
    written = 0
    while written < size_bytes:
        words = language.sentence_words(8)
        part = (
            f"## {' '.join(words[:3]).title()}\n\n{language.paragraph(60)}\n\n"
            f"- **{words[3]}** with `{words[4]}`\n- [{words[5]}](runbook-10k.md)\n\n"
            f"| {words[6]} | {words[7]} |\n|---|---|\n| {words[0]} | 51820 |\n\n"
            f"```bash\nsystemctl restart {words[1]}.service\n```\n"
        )
        parts.append(part)
        written += len(part)
    return "\n".join(parts)[:size_bytes]


def index(documents: Path, data: Path, settings: Mapping[str, str]) -> None:
    """Index beforehand, so that nothing is indexed while the browser is measured."""
    variables = {**environment(data, documents, free_port(), "http://127.0.0.1"), **settings}
    command = [str(ROOT / ".venv" / "bin" / "glyph"), "index"]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"The documents could not be indexed.\n{done.stderr}")


def _measured(browser: Browser, origin: str) -> Browsing:
    page = browser.new_context(base_url=origin, viewport={"width": 1440, "height": 900}).new_page()
    page.set_default_timeout(PATIENCE_MS)
    machine, first_load_mb = this_machine(), measure_first_load(page)
    return Browsing(
        machine=machine,
        browser=browser.version,
        documents=DOCUMENTS,
        first_load_mb=first_load_mb,
        typing=tuple(measure_typing(page, f"runbook-{kilobytes}k.md", kilobytes) for kilobytes in TYPED_KB),
        large=measure_large(page, f"runbook-{LARGE_KB}k.md", LARGE_KB / 1_000),
        scrolling=measure_scrolling(page),
    )


def measure_first_load(page: Page) -> float:
    """Return what signing in with a document open brings over the wire, in 10^6 bytes, headers and workers included."""
    finished: list[Request] = []

    def keep(request: Request) -> None:
        finished.append(request)

    page.on("requestfinished", keep)
    page.goto("/d/runbook-10k.md")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_test_id("editor").locator(".view-lines").first.wait_for()
    page.get_by_role("region", name="Preview").get_by_role("heading").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.remove_listener("requestfinished", keep)
    # The list of 5,000 documents is the corpus, not the workbench.
    loaded = [request.sizes() for request in finished if urlsplit(request.url).path != "/api/v1/documents"]
    return round(sum(one["responseBodySize"] + one["responseHeadersSize"] for one in loaded) / MEGABYTE, 3)
