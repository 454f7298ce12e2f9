"""What goes wrong in a page is heard: without this, no other test here would prove that nothing does."""

import pytest
from playwright.sync_api import Browser

from tests.browser.complaints import Complaints
from tests.browser.site import Site

pytestmark = pytest.mark.browser

GO_WRONG = """async () => {
  console.error('said aloud');
  setTimeout(() => { throw new Error('thrown away'); });
  const image = new Image();
  await new Promise((failed) => { image.onerror = failed; image.src = 'https://canary.invalid/x.png'; });
  await fetch('/nowhere');
}"""


def test_errors_violations_and_failed_answers_are_heard(browser: Browser, site: Site) -> None:
    complaints = Complaints(site.origin)
    with browser.new_context(base_url=site.origin) as context:
        complaints.listen(context)
        page = context.new_page()
        page.goto("/login")
        with page.expect_console_message(lambda message: "404" in message.text):
            page.evaluate(GO_WRONG)
    for said in ("said aloud", "exception: thrown away", "CSP violation: img-src", "status of 404"):
        assert [one for one in complaints.heard if said in one], said


def test_a_request_to_anybody_else_is_heard(browser: Browser, site: Site) -> None:
    complaints = Complaints(site.origin)
    with browser.new_context() as context:
        context.route("**/*", lambda route: route.fulfill(status=200, content_type="text/html", body="<!doctype html>"))
        complaints.listen(context)
        context.new_page().goto("http://localhost:9/")
    assert complaints.unexpected() == ["request to http://localhost:9/"]


def test_what_is_expected_has_to_come_and_what_is_allowed_may() -> None:
    complaints = Complaints("http://127.0.0.1:1", heard=["status of 401", "status of 500"])
    complaints.expect("401")
    complaints.expect("404")
    complaints.allow("403")
    assert complaints.unexpected() == ["status of 500", "never heard: 404"]
