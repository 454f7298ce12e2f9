"""Hears everything that goes wrong in a browser: whatever nobody expected fails the test that it happened in."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

_LISTEN_FOR_VIOLATIONS = """
addEventListener('securitypolicyviolation', (event) =>
  console.error(`CSP violation: ${event.violatedDirective} ${event.blockedURI}`));
"""
_WITHIN_THE_PAGE = ("data:", "blob:", "about:", "chrome-error:")


@dataclass  # without slots: playwright keeps an attribute of its own on whoever listens
class Complaints:
    """CSP violations, console errors, uncaught exceptions, and requests to anybody but the workbench."""

    origin: str
    heard: list[str] = field(default_factory=list[str])
    _expected: list[str] = field(default_factory=list[str])
    _allowed: list[str] = field(default_factory=list[str])

    def listen(self, context: BrowserContext) -> None:
        """Hear every page that the context has or opens."""
        context.add_init_script(_LISTEN_FOR_VIOLATIONS)
        context.on("page", self._listen_to)
        context.on("request", self._on_request)

    def expect(self, pattern: str) -> None:
        """Take complaints that match the regular expression for what the test is about; one has to come."""
        self._expected.append(pattern)

    def allow(self, pattern: str) -> None:
        """Take complaints that match the regular expression for what may come, depending on who was faster."""
        self._allowed.append(pattern)

    def unexpected(self) -> list[str]:
        """Return the complaints that no expectation matches, and the expectations that no complaint has met."""
        surprises = [one for one in self.heard if not _matches_any(one, self._expected + self._allowed)]
        unmet = [each for each in self._expected if not any(re.search(each, one) for one in self.heard)]
        return surprises + [f"never heard: {each}" for each in unmet]

    def _listen_to(self, page: Page) -> None:
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.heard.append(f"exception: {error}"))

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.heard.append(message.text)

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.origin}/", *_WITHIN_THE_PAGE)):
            self.heard.append(f"request to {request.url}")


def _matches_any(complaint: str, patterns: Sequence[str]) -> bool:
    return any(re.search(pattern, complaint) for pattern in patterns)
