"""Hundreds of hostile payloads, drawn by the real preview and the panels, and none of them does anything."""

import re
import shutil
from collections.abc import Generator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, Route, expect

from glyph.corpus.paths import is_document_path
from tests.browser.hostile import (
    PAYLOADS_A_DOCUMENT,
    Watch,
    bodies,
    number_of_cases,
    of,
    outlawed,
    overwritten,
    payloads,
    write_documents,
)
from tests.browser.site import ROOT, Site

pytestmark = pytest.mark.browser

FOLDER = "hostile"
MARKDOWN_IT = ROOT / "frontend" / "node_modules" / "markdown-it" / "dist" / "browser" / "markdown-it.umd.min.js"
DRAW_UNSAFELY = """(texts) => {
  const renderer = markdownit({ html: true, linkify: true });
  renderer.validateLink = () => true;
  const { body } = document; // Some payloads take the place of what is needed here.
  const { createElement } = Document.prototype;
  for (const [number, text] of texts.entries()) {
    const box = body.appendChild(createElement.call(document, 'div'));
    box.id = `unsafe-${number}`;
    box.innerHTML = renderer.render(text);
  }
}"""


@pytest.fixture(scope="module")
def documents(site: Site) -> Generator[dict[str, list[int]]]:
    """Put the battery among the documents for as long as this module runs."""
    yield write_documents(site.documents / FOLDER)
    shutil.rmtree(site.documents / FOLDER)


def test_the_battery_is_large_and_every_payload_stands_in_it_once() -> None:
    battery = [(payload["family"], payload["text"]) for payload in payloads()]
    assert len(battery) == len(set(battery))
    assert len(battery) >= 300


@pytest.fixture
def watch(signed_in: Page) -> Generator[Watch]:
    """Fail the test when the signed-in page does anything that a payload asked for."""
    watch = Watch()
    watch.over(signed_in)
    yield watch
    assert watch.seen == []
    assert overwritten(signed_in) == []


def test_a_preview_that_took_text_for_markup_would_be_found_out(browser: Browser, site: Site) -> None:
    """The same payloads in a careless renderer, on a page without a policy: what the other tests look for is there."""
    context = browser.new_context(base_url=site.origin)
    context.route(re.compile("canary"), lambda route: route.fulfill(status=204))
    context.route("**/unsafe", _serve_an_empty_page)
    page, watch = context.new_page(), Watch()
    watch.over(page)
    page.goto("/unsafe")
    page.add_script_tag(path=MARKDOWN_IT)
    with page.expect_console_message(lambda message: message.text.startswith("CANARY")):
        page.evaluate(DRAW_UNSAFELY, bodies())
    live = [number for number in range(len(bodies())) if outlawed(page, f"#unsafe-{number}", reading=True)]
    assert len(live) >= 300
    assert {kind.split()[0] for kind in watch.seen} >= {"CANARY", "request", "frame"}
    assert {"cookie", "createElement", "getElementById"} <= set(overwritten(page))
    context.close()


@pytest.mark.usefixtures("watch")
def test_no_payload_does_anything_in_the_preview(signed_in: Page, site: Site, documents: dict[str, list[int]]) -> None:
    preview = signed_in.get_by_role("region", name="Preview")
    for name, numbers in documents.items():
        signed_in.goto(f"/d/{FOLDER}/{name}")
        expect(preview.locator(f"#heading-case-{numbers[-1]}")).to_be_attached()
        assert number_of_cases(signed_in, numbers) == len(numbers)
        assert outlawed(signed_in, "[aria-label=Preview]", reading=True) == []
        assert outlawed(signed_in, "html") == []
        assert signed_in.url == f"{site.origin}/d/{FOLDER}/{name}"


@pytest.mark.usefixtures("documents", "watch")
def test_hostile_placeholders_are_filled_in_and_copied_as_text(signed_in: Page, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    signed_in.goto(f"/d/{FOLDER}/{_document_with('<javascript:alert>')}")
    block = signed_in.get_by_role("figure").filter(has_text="open <javascript:alert>")
    block.get_by_role("button", name="Fill in").click()
    form = signed_in.get_by_role("dialog", name="Fill in before copying")
    form.get_by_label("javascript:alert").fill('"><img src=x onerror=alert(1)> $& $1')
    assert outlawed(signed_in, "html") == []
    form.get_by_role("button", name="Copy").click()
    expect(form).to_have_count(0)
    assert signed_in.evaluate("navigator.clipboard.readText()") == 'open "><img src=x onerror=alert(1)> $& $1'


@pytest.mark.usefixtures("documents", "watch")
def test_no_payload_does_anything_in_quotes_and_queries(signed_in: Page) -> None:
    signed_in.keyboard.press("Control+Shift+F")
    results = signed_in.get_by_role("list", name="Search results")
    for query in of("query"):
        with signed_in.expect_response(_of_a_search_by_meaning):
            signed_in.get_by_label("Search the corpus").fill(query)
        expect(results.locator("mark").first).to_be_visible()
        assert outlawed(signed_in, "html") == []


@pytest.mark.usefixtures("documents", "watch")
def test_no_payload_does_anything_in_names_titles_and_problems(signed_in: Page) -> None:
    for name in filter(is_document_path, of("file name")):
        signed_in.keyboard.press("Control+p")
        signed_in.keyboard.type(name)
        signed_in.keyboard.press("Enter")
        expect(signed_in.get_by_role("tab", selected=True)).to_contain_text(name)
    for view in ("Outline", "Index", "Explorer"):
        signed_in.get_by_role("button", name=view, exact=True).first.click()
        expect(signed_in.get_by_role("heading", name=view).first).to_be_visible()
        assert outlawed(signed_in, "html") == []
    signed_in.keyboard.press("Control+p")
    signed_in.keyboard.type("img src")
    expect(signed_in.get_by_role("option", name=f"{of('document title')[0]} {FOLDER}/").first).to_be_visible()
    assert outlawed(signed_in, "html") == []


def _serve_an_empty_page(route: Route) -> None:
    route.fulfill(status=200, content_type="text/html", body="<!doctype html><title>Unsafe</title>")


def _of_a_search_by_meaning(response: Response) -> bool:
    return response.url.endswith("/api/v1/search") and '"mode":"auto"' in (response.request.post_data or "")


def _document_with(text: str) -> str:
    number = next(number for number, body in enumerate(bodies()) if text in body)
    return f"body-{number - number % PAYLOADS_A_DOCUMENT}.md"
