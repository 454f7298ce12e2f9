"""Invented exports, packed as Notion and others pack them, and a desk that imports them twice."""

import io
import stat
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from glyph.corpus.kept import Bounds
from glyph.corpus.notion.archive import Limits, source_hash
from glyph.corpus.notion.manifest import Manifest, open_manifest
from glyph.corpus.notion.pipeline import Importer, Order
from glyph.corpus.notion.report import ImportReport
from glyph.corpus.opened import Corpus, CorpusLimits, open_corpus
from tests.fakes.clock import TickingClock

ID1, ID2, ID3, ID4, ID5 = (f"2f46d7d7e05f81{number:02x}a0b1c2d3e4f5{number:04x}0000"[:32] for number in range(1, 6))
ID9 = "9" * 32
UUID = "0f0e0d0c-1111-2222-3333-444455556666"
DOCUMENT_LIMIT = 1_000_000

Files = Mapping[str, str | bytes]


def as_bytes(content: str | bytes) -> bytes:
    return content.encode("utf-8") if isinstance(content, str) else content


def zipped(files: Files) -> bytes:
    """Return a zip with these files, the flag for UTF-8 set where Notion sets it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, as_bytes(content))
    return buffer.getvalue()


def zip_at(place: Path, files: Files) -> Path:
    place.write_bytes(zipped(files))
    return place


def folder_at(place: Path, files: Files) -> Path:
    for name, content in files.items():
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(as_bytes(content))
    return place


def link_entry(name: str) -> zipfile.ZipInfo:
    """Return a zip entry that is a symbolic link."""
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


@dataclass
class Desk:
    """A documents' root and a state folder, and the importer over both."""

    place: Path
    limits: Limits = field(default_factory=Limits)

    @property
    def root(self) -> Path:
        return self.place / "docs"

    @property
    def manifest_file(self) -> Path:
        return self.place / "state" / "imports" / "notion.sqlite"

    def corpus(self) -> Corpus:
        self.root.mkdir(exist_ok=True)
        kept = Bounds(50, 10_000_000, 90)
        limits = CorpusLimits(DOCUMENT_LIMIT, DOCUMENT_LIMIT, kept, kept)
        return open_corpus(self.root, self.place / "state", limits, TickingClock())

    def importer(self) -> Importer:
        return Importer(self.root, self.corpus(), self.manifest_file, DOCUMENT_LIMIT, limits=self.limits)

    def run(self, source: Path, *, dry_run: bool = False, delete_gone: bool = False, into: str = "") -> ImportReport:
        """Import once; the export must be what it was before."""
        before = source_hash(source)
        report = self.importer().run(Order(source, into, dry_run=dry_run, delete_gone=delete_gone))
        assert source_hash(source) == before
        return report

    def twice(self, source: Path, into: str = "") -> ImportReport:
        """Import, and prove that a second import changes no byte; return the first report."""
        first = self.run(source, into=into)
        tree, manifest = self.tree(), self.manifest_file.read_bytes()
        second = self.run(source, into=into)
        assert self.tree() == tree
        assert self.manifest_file.read_bytes() == manifest
        assert not second.changed
        return first

    def imported(self, files: Files) -> ImportReport:
        """Import a zip of these files twice and return the first report."""
        return self.twice(zip_at(self.place / "export.zip", files))

    def tree(self) -> dict[str, bytes]:
        return {
            file.relative_to(self.root).as_posix(): file.read_bytes()
            for file in sorted(self.root.rglob("*"))
            if file.is_file()
        }

    def text(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def body(self, path: str) -> str:
        """Return a document without its front matter."""
        text = self.text(path)
        return text.split("\n---\n\n", 1)[1] if text.startswith("---\n") else text

    def manifest(self, tree: str = "") -> Manifest:
        return open_manifest(self.manifest_file, tree, read_only=True)


def document(title: str, body: str = "") -> str:
    """Return a page as Notion writes it."""
    return f"# {title}\n\n{body}\n" if body else f"# {title}\n"
