"""Linking: what becomes of one link of one page (C12), and how many of them led somewhere."""

import re
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal
from urllib.parse import urlsplit

from glyph.corpus.notion.identity import PageId
from glyph.corpus.notion.resolving import Found, Resolver, relative_target, unresolved_id

ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|#|\?")
NOTION_PAGE = re.compile(
    r"https?://(?:[\w-]+\.)?notion\.(?:so|site)/(?:[^\s?#]*[/-])?(?P<id>[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})(?:[?#]\S*)?",
    re.IGNORECASE,
)
BROKEN_JOIN = re.compile(r"https?://(?:www\.)?notion\.so(?![/?#:]|$)")
SIGNATURE = re.compile(
    r"[?&](?:X-Amz-(?:Signature|Credential|Security-Token)|AWSAccessKeyId|Signature)=", re.IGNORECASE
)
DATA_LIMIT = 1_024


class Unresolved(StrEnum):
    """Why a link leads nowhere in the cleaned tree."""

    PAGE = "unresolved_page"
    DATABASE = "unresolved_database"
    ASSET = "unresolved_asset"
    NOTION = "notion_address"
    BROKEN = "broken_join"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a link: another ``target``, its ``text`` alone, an ``autolink``, or other words (``replace``)."""

    kind: Literal["target", "text", "autolink", "replace"]
    value: str = ""


@dataclass(slots=True)
class LinkTally:
    """The links of one page: how many were relative, how many of those were found, and what became of the others."""

    relative: int = 0
    resolved: int = 0
    unresolved: Counter[Unresolved] = field(default_factory=Counter[Unresolved])
    embedded: int = 0

    def flags(self) -> dict[str, bool]:
        """Return what a page is flagged with for its links."""
        return {
            "embedded_image": self.embedded > 0,
            **{kind.value: self.unresolved[kind] > 0 for kind in Unresolved if kind is not Unresolved.NOTION},
        }


@dataclass(slots=True)
class Linker:
    """Judges the links of one page, which lies in ``folder`` of the export and goes to ``out``.

    Without a resolver the page is a cleaned one, whose relative links are final.
    """

    resolver: Resolver | None
    folder: str
    out: str
    tally: LinkTally = field(default_factory=LinkTally)

    def knows(self, target: str) -> bool:
        """Return whether a relative target leads somewhere."""
        return self.resolver is not None and self.resolver.find(self.folder, target) is not None

    def to_source(self, path: str) -> str:
        """Return the link to a file of the export, by its logical path."""
        found = None if self.resolver is None else self.resolver.at(path)
        assert found, "a page of the export has a place"
        return relative_target(self.out, Found(found))

    def judge(self, target: str, label: str, *, is_image: bool) -> Verdict:
        """Return what becomes of a link, and count it."""
        if target.startswith("data:"):
            return self._embedded(target)
        if BROKEN_JOIN.match(target):
            return self._unresolved(Unresolved.BROKEN, Verdict("text"))
        if ABSOLUTE.match(target):
            return self._absolute(target, label, is_image=is_image)
        return self._relative(target)

    def _embedded(self, target: str) -> Verdict:
        if len(target) <= DATA_LIMIT:
            return Verdict("target", target)
        self.tally.embedded += 1
        return Verdict("replace", f"[embedded image, {round(len(target) * 3 / 4 / 1024)} KB]")

    def _absolute(self, target: str, label: str, *, is_image: bool) -> Verdict:
        page = NOTION_PAGE.fullmatch(target)
        if page and self.resolver:
            place = self.resolver.of_id(PageId(page["id"].replace("-", "").lower()))
            if place is not None:
                return Verdict("target", relative_target(self.out, Found(place)))
            self.tally.unresolved[Unresolved.NOTION] += 1
        plain = unsigned(target)
        if label in (target, plain) and not is_image and plain.startswith(("http://", "https://")):
            return Verdict("autolink", plain)
        return Verdict("target", plain)

    def _relative(self, target: str) -> Verdict:
        if self.resolver is None:
            return Verdict("target", target)
        self.tally.relative += 1
        found = self.resolver.find(self.folder, target)
        if found is not None:
            self.tally.resolved += 1
            return Verdict("target", relative_target(self.out, found))
        lost = unresolved_id(target)
        if lost is None:
            return self._unresolved(Unresolved.ASSET, Verdict("text"))
        kind = Unresolved.DATABASE if lost[1] == "csv" else Unresolved.PAGE
        return self._unresolved(kind, Verdict("target", f"https://www.notion.so/{lost[0]}"))

    def _unresolved(self, kind: Unresolved, verdict: Verdict) -> Verdict:
        self.tally.unresolved[kind] += 1
        return verdict


def unsigned(address: str) -> str:
    """Return an address without the query of a signed link, which carries credentials and expires."""
    if not SIGNATURE.search(address):
        return address
    parts = urlsplit(address)
    return parts._replace(query="", fragment="").geturl()
