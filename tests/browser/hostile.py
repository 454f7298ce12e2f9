"""Hostile documents: what would run, load, submit or overwrite something if a page took text for markup.

``payloads.jsonl`` holds one payload a line with its family. ``{n}`` stands for a number of its own, where two payloads
of a document would otherwise meet. What a payload runs is ``alert(1)``; what it loads has "canary" in its address.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from playwright.sync_api import ConsoleMessage, Dialog, Page, Request

PAYLOADS = Path(__file__).with_name("payloads.jsonl")
APART = frozenset({"front matter", "file name", "document title", "query"})
"""Families that are no part of a document's body."""
PAYLOADS_A_DOCUMENT = 75
_CANARIES = """
for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'])
  window[name] = (...said) => console.error(`CANARY ${name} ${said}`);
"""


class Payload(TypedDict):
    family: str
    text: str


def payloads() -> list[Payload]:
    """Return the battery, in its order."""
    return [json.loads(line) for line in PAYLOADS.read_text(encoding="ascii").splitlines()]


def of(family: str) -> list[str]:
    return [payload["text"] for payload in payloads() if payload["family"] == family]


def bodies() -> list[str]:
    """Return what may stand in a document's body, each with a number of its own."""
    inside = [payload["text"] for payload in payloads() if payload["family"] not in APART]
    return [text.replace("{n}", str(number)) for number, text in enumerate(inside)]


def write_documents(folder: Path) -> dict[str, list[int]]:
    """Write the battery into documents; return those with a body of payloads, with the payloads' numbers.

    A payload stands beneath a heading of its own: where that heading is drawn, nothing before it has swallowed it.
    """
    folder.mkdir()
    cases = list(enumerate(bodies()))
    documents: dict[str, list[int]] = {}
    for start in range(0, len(cases), PAYLOADS_A_DOCUMENT):
        some = cases[start : start + PAYLOADS_A_DOCUMENT]
        name = f"body-{start}.md"
        _write(folder / name, "\n\n".join(["# Payloads", *(f"## Case {number}\n\n{text}" for number, text in some)]))
        documents[name] = [number for number, _ in some]
    for number, text in enumerate(of("front matter")):
        _write(folder / f"front-{number}.md", f"{text}\n\n## Case {number}\n")
        documents[f"front-{number}.md"] = [number]
    for number, title in enumerate(of("document title")):
        _write(folder / f"title-{number}.md", f"# {title}\n\nA canary sings beneath a hostile title.\n")
    for name in of("file name"):
        _write(folder / name, "# Named\n\nA canary sings in a file with a hostile name. [gone](<canary <b>.md>)\n")
    return documents


def _write(file: Path, text: str) -> None:
    file.write_text(f"{text}\n", encoding="utf-8")


@dataclass  # without slots: playwright keeps an attribute of its own on whoever listens
class Watch:
    """What a page did that only a payload can have made it do: run, ask, load, or open a frame."""

    seen: list[str] = field(default_factory=list[str])

    def over(self, page: Page) -> None:
        page.add_init_script(_CANARIES)
        page.on("dialog", self._on_dialog)
        page.on("console", self._on_console)
        page.on("request", self._on_request)
        page.on("frameattached", lambda frame: self.seen.append(f"frame {frame.url}"))

    def _on_dialog(self, dialog: Dialog) -> None:
        self.seen.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.text.startswith("CANARY"):
            self.seen.append(message.text)

    def _on_request(self, request: Request) -> None:
        # The query of a search and the name of a document are data, and reach the API as such.
        if "canary" in request.url and not re.search("/api/v1/(search|document)", request.url):
            self.seen.append(f"request {request.url}")


def outlawed(page: Page, within: str = "body", *, reading: bool = False) -> list[str]:
    """Return every element, attribute and address beneath a selector that no text may bring about.

    ``reading``: hold it to what a preview is made of, and not just to what is dangerous anywhere.
    """
    found: list[str] = page.evaluate(_INSPECT, [within, reading])
    return found


def overwritten(page: Page) -> list[str]:
    """Return the properties of the document that an element's name or id has taken the place of."""
    found: list[str] = page.evaluate(_CLOBBERED)
    return found


def number_of_cases(page: Page, numbers: Sequence[int]) -> int:
    """Return how many of the payloads' headings are drawn."""
    drawn: int = page.evaluate(
        "(numbers) => numbers.filter((n) => document.getElementById(`heading-case-${n}`)).length", list(numbers)
    )
    return drawn


_INSPECT = r"""([within, reading]) => {
  const tags = new Set((
    'article div p h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tr th td em strong s code pre a hr br ' +
    'span img input sup details summary figure figcaption button svg path small').split(' '));
  const attributes = new Set((
    'class href title target rel tabindex type checked disabled readonly start role alt loading ' +
    'viewBox width height fill fill-rule clip-rule d focusable').split(' '));
  const deadly = new Set(
    'script iframe frame frameset object embed applet base portal fencedframe form link meta style math'.split(' '));
  const shapes = {
    id: /^(heading|footnote)-/,
    style: /^text-align: ?(left|center|right);?$/,
    src: /^\/api\/v1\/asset\?path=/,
  };
  const strange = ({ name, value }) => {
    if (shapes[name]) return !shapes[name].test(value);
    return !attributes.has(name) && !/^(aria|data)-/.test(name);
  };
  const leads = (element, { name, value }) => {
    if (!/^(xlink:)?href$|^src$|^action$|^formaction$|^srcdoc$|^data$|^poster$|^background$/.test(name)) return false;
    if (!URL.canParse(value, location.href)) return true;
    const address = new URL(value, location.href);
    if (/^https?:\/\/|^mailto:/i.test(value)) return element.localName !== 'a' || element.rel !== 'noreferrer noopener';
    return address.origin !== location.origin;
  };
  // Next's own; none of them makes the page look or do otherwise.
  const inHead = (element) => element.matches('head > :is(link:not([rel=stylesheet]), meta:not([http-equiv]))');
  const chunk = new RegExp(`^${location.origin}/_next/static/`);
  // A form's own property of that name may be a field of it.
  const attributesOf = Object.getOwnPropertyDescriptor(Element.prototype, 'attributes').get;
  const found = [];
  for (const element of document.querySelectorAll(`${within} *`)) {
    const tag = element.localName;
    const ours = element.nonce || chunk.test(element.src ?? element.href) || inHead(element);
    if (reading ? !tags.has(tag) : deadly.has(tag) && !ours && !(tag === 'form' && !element.hasAttribute('action')))
      found.push(element.outerHTML.slice(0, 200));
    for (const attribute of attributesOf.call(element)) {
      const { name, value } = attribute;
      if (/^on/i.test(name) || leads(element, attribute) || (reading && strange(attribute)))
        found.push(`<${tag} ${name}=${value}>`);
    }
  }
  return found;
}"""

_CLOBBERED = """() => [
  ['cookie', typeof document.cookie === 'string'],
  ['createElement', typeof document.createElement === 'function'],
  ['getElementById', typeof document.getElementById === 'function'],
  ['location', document.location === window.location],
  ['body', document.body instanceof HTMLBodyElement],
  ['forms', document.forms instanceof HTMLCollection],
  ['trustedTypes', 'createPolicy' in (window.trustedTypes ?? {})],
  ['an id of the text', document.querySelector('#createElement, [name=createElement]') === null],
  ['Object.prototype', {}.polluted === undefined],
].filter(([, sound]) => !sound).map(([name]) => name)"""
