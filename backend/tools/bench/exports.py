"""An invented Notion export: as many pages as asked for, with every quirk that real exports have, as often as they do.

Seeded, so that every run makes the same. It is packed as Notion packs it: a zip with two parts.
"""

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from tools.bench.invented import SEED, Language

UUID = "5e1f0a52-3b6c-4d7e-8f90-a1b2c3d4e5f6"
BIRTH = "2f46d7d7e05f81"
"""Ids of pages that were born together begin alike."""
STEM_LENGTH = 50
REPLACED = re.compile(r'[/\\:*?"<>|.]')
AS_JAVASCRIPT = "#&(),'!+@/-_.~*;:=$"
"""What encodeURI leaves bare in a link."""
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(200)
ODD_TITLES = (
    *("./gradlew {}", "settings.gradle {}", "C# {}", "#letstalk {}", "Error Messages (Toasts?) {}", "100% done {}"),
    *(
        "회의록 {}",
        "상태 점검 {}",
        "重启服务 {}",
        "Überwachung {}",
        "Fire 🔥 {}",
        "[old] {} & co",
        "@December 1, 2024 {}",
    ),
)
QUIRKS = (
    "<aside>\n💡\n\nBack up **etcd** first: {w}.\n\n</aside>",
    "<aside>\n⚠️ {w} <node-ip>\n</aside>",
    '<aside>\n<img src="https://www.notion.so/icons/x.svg" alt="x" width="40px" /> {w}\n</aside>',
    "- {w}\n    \n    ```bash\n    # a comment\n    nmcli\u00a0con up {w}\n    \n    ```",
    "- parent {w}\n    - \n- next",
    "## \n\n### **{w}**\n\n    body of a toggle\n\n        deeper {w}",
    "**{w} **and ** {w}** or **** and **프로세스(Process)**로",
    "| a | b |\n| --- | --- |\n| {w} | one\ntwo |\n| 3 | 4 |",
    "ssh <user>@<node-ip> `<kept>` a<br>b <version>{w}</version>",
    "$$\nx ** y ** <z>\n$$\n\nand $a < b$ {w}",
    "```jsx\nkubectl get pods # {w}\n\n```\n\n```Plain text\n{w}\n```",
    "[https://example.test/{w}](https://example.test/{w})",
    "![image](https://f.s3.amazonaws.com/{w}.png?X-Amz-Credential=AK&X-Amz-Signature=0a1b)",
    "{w}  \nnext line\u00a0with\u200b odd blanks\u2028and a separator   \n\n\n\n# Heading one again\n\n#### Deep",
    "[gone](https://www.notion.soassets/{w}.png) [top](https://www.notion.so)",
)


@dataclass(slots=True)
class Leaf:
    """One page of the invented workspace: where it lies, with ids in every name."""

    page_id: str
    title: str
    folder: str
    in_database: bool = False
    links: list[str] = field(default_factory=list[str])

    @property
    def stem(self) -> str:
        plain = " ".join(REPLACED.sub(" ", self.title).split())
        return f"{plain[:STEM_LENGTH]} {self.page_id}"

    @property
    def path(self) -> str:
        return f"{self.folder}{self.stem}.md"


class Workspace:
    """Pages in a tree up to six folders deep, a tenth of them in databases."""

    def __init__(self, pages: int) -> None:
        self.language = Language(SEED + 7)
        self.random = self.language.random
        self.pages: list[Leaf] = []
        self.databases: list[Leaf] = []
        while len(self.pages) < pages:
            self._grow()

    def _grow(self) -> None:
        number = len(self.pages)
        parents = [page for page in self.pages[-400:] if not page.in_database and page.folder.count("/") < 6]
        parent = self.random.choice(parents) if parents and number % 40 else None
        folder = f"{parent.folder}{parent.stem}/" if parent else ""
        if number % 100 == 50:
            self._grow_database(folder)
        else:
            self.pages.append(Leaf(self._id(), self._title(number), folder))

    def _grow_database(self, folder: str) -> None:
        name = "Untitled" if len(self.databases) % 5 == 0 else f"Hosts {len(self.databases)}"
        database = Leaf(self._id(), name, folder)
        self.databases.append(database)
        for row in range(10):
            title = "web" if row in (3, 4) else f"{self._words(2)} {row}"
            self.pages.append(Leaf(self._id(), title, f"{folder}{database.stem}/", in_database=True))

    def _id(self) -> str:
        return BIRTH + "".join(self.random.choices("0123456789abcdef", k=18))

    def _words(self, count: int) -> str:
        return " ".join(self.language.sentence_words(count))

    def _title(self, number: int) -> str:
        if number % 22 == 0:
            return f"Runbook for {self._words(12)}"
        if number % 30 == 0:
            return "Untitled" if number % 60 else "제목 없음"
        if number % 9 == 0:
            return ODD_TITLES[number % len(ODD_TITLES)].format(number)
        return self._words(self.random.randint(1, 4)).capitalize()

    def text(self, page: Leaf, number: int) -> str:
        """Return a page as Notion writes it; one in five has no body."""
        head = f"# {page.title}\n\n"
        if page.in_database or number % 2 == 0:
            status = self.random.choice(("Done", "In progress", "완료"))
            head += f"Status: {status}\n#: {number}\nDue: June {number % 28 + 1}, 2025 6:10 AM\n"
            head += "생성 일시: 2026년 4월 17일 오후 5:34\n\n"
        if number % 5 == 3:
            return head
        quirk = QUIRKS[number % len(QUIRKS)].replace("{w}", self._words(1))
        parts = [self.language.paragraph(60), quirk, *self._linked(page, number), self.language.paragraph(40)]
        if number % 500 == 77:
            parts.append(f"![big](data:image/png;base64,{'QUJD' * 30_000})")
        return head + "\n\n".join(parts) + "\n"

    def _linked(self, page: Leaf, number: int) -> Iterator[str]:
        for _ in range(3):
            other = self.random.choice(self.pages)
            yield f"See [{other.title}]({self._target(page, other.path)})."
        if number % 6 == 0 and self.databases:
            yield f"[hosts]({self._target(page, self.random.choice(self.databases).path[:-3] + '.csv')})"
        if number % 4 == 1:
            yield f"![shot_(6).png]({self._target(page, page.path[:-3] + '/shot_(6).png')})"
        if number % 33 == 0:
            yield f"[old](Old%20page%20{'9' * 24}{number:08x}.md) or [asset](gone%20{number}.pdf)"
        if number % 33 == 1:
            yield f"[a view](Hosts%20{'8' * 24}{number:08x}.csv)"

    def _target(self, page: Leaf, path: str) -> str:
        depth = page.folder.count("/")
        return quote("../" * depth + path, safe=AS_JAVASCRIPT)

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield every file by its name in the export; a third of the names that are not ASCII are decomposed."""
        for number, page in enumerate(self.pages):
            form = "NFD" if number % 3 == 0 else "NFC"
            yield unicodedata.normalize(form, page.path), self.text(page, number).encode()
            if number % 4 == 1:
                yield f"{page.path[:-3]}/shot_(6).png", PICTURE + number.to_bytes(4, "big")
        for database in self.databases:
            yield from self._tables(database)

    def _tables(self, database: Leaf) -> Iterator[tuple[str, bytes]]:
        rows = [page for page in self.pages if page.folder == f"{database.folder}{database.stem}/"]
        lines = [f'{number},"{row.title}",Done,"a\nb | c"' for number, row in enumerate(rows)]
        complete = "\ufeff#,Name,Status,Notes\r\n" + "\r\n".join(lines) + "\r\n"
        view = "\ufeffName\r\n" + "\r\n".join(f'"{row.title}"' for row in rows) + "\r\n"
        yield f"{database.path[:-3]}_all.csv", complete.encode()
        yield f"{database.path[:-3]}.csv", view.encode()


def write_export(place: Path, pages: int) -> int:
    """Write an export of so many pages as one zip with two parts; return how many files it holds."""
    files = list(Workspace(pages).files())
    parts = (files[::2], files[1::2])
    with zipfile.ZipFile(place, "w", zipfile.ZIP_STORED) as outer:
        for number, part in enumerate(parts, start=1):
            outer.writestr(f"ExportBlock-{UUID}-Part-{number}.zip", _packed(part))
    return len(files)


def _packed(files: list[tuple[str, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"Export-{UUID}/index.html", "<ul></ul>")
        for name, content in files:
            archive.writestr(f"Export-{UUID}/{name}", content)
            if name.endswith(".md") and len(content) % 97 == 0:
                archive.writestr(f"__MACOSX/Export-{UUID}/._{name.rpartition('/')[2]}", bytes(120))
    return buffer.getvalue()
