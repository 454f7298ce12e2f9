"""How busy the page's main thread was: processor time, which what else the machine does leaves alone."""

from collections.abc import Callable
from typing import TypedDict, cast

from playwright.sync_api import Page


class _Metric(TypedDict):
    name: str
    value: float


class MainThread:
    """The processor time of the page's main thread since the page began: scripts, style, layout and painting."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._ask("Performance.enable", {"timeDomain": "threadTicks"})

    def busy_s(self) -> float:
        found = cast("list[_Metric]", self._ask("Performance.getMetrics", {})["metrics"])
        return next(metric["value"] for metric in found if metric["name"] == "TaskDuration")

    def _ask(self, method: str, params: dict[str, str]) -> dict[str, object]:
        send = cast("Callable[[str, dict[str, str]], dict[str, object]]", self._session.send)  # pyright: ignore[reportUnknownMemberType]
        return send(method, params)

    def close(self) -> None:
        self._session.detach()
