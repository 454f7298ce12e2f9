"""Documents for the tests of loaders: fixtures made by real writers, and bytes that no writer makes."""

import io
import zipfile
import zlib
from datetime import UTC, datetime
from pathlib import Path

from glyph.domain.document import DEFAULT_COLLECTION, DocumentFile, DocumentPath, SourceDocument, hash_content

FIXTURES = Path(__file__).parents[2] / "fixtures/formats"
DOCUMENT_XML = "word/document.xml"


def document(content: bytes, path: str = "a.md") -> SourceDocument:
    file = DocumentFile(DocumentPath(path), DEFAULT_COLLECTION, len(content), datetime(2026, 1, 1, tzinfo=UTC))
    return SourceDocument(file, content, hash_content(content))


def fixture(name: str) -> SourceDocument:
    return document((FIXTURES / name).read_bytes(), name)


def docx_with(parts: dict[str, bytes]) -> bytes:
    """Return a DOCX by pandoc in which some parts are replaced or added."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(FIXTURES / "handbook-pandoc.docx") as original,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as changed,
    ):
        for name in original.namelist():
            changed.writestr(name, parts.get(name, original.read(name)))
        for name in parts.keys() - set(original.namelist()):
            changed.writestr(name, parts[name])
    return made.getvalue()


def pdf_of(pages: list[str], *, filters: str = "", packed: bytes | None = None) -> bytes:
    """Return a PDF with a line of Helvetica on each page; ``packed`` is the first page's stream under ``filters``."""
    numbers = [4 + 2 * place for place in range(len(pages))]
    kids = " ".join(f"{number} 0 R" for number in numbers)
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        3: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    }
    for place, (number, text) in enumerate(zip(numbers, pages, strict=True)):
        is_packed = place == 0 and packed is not None
        stream = packed if is_packed and packed else f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET".encode()
        objects[number] = (
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>"
            f" /Contents {number + 1} 0 R >>"
        ).encode()
        head = f"<< /Length {len(stream)}{filters if is_packed else ''} >>\nstream\n".encode()
        objects[number + 1] = head + stream + b"\nendstream"
    return with_table(objects)


def with_table(objects: dict[int, bytes]) -> bytes:
    content, places = b"%PDF-1.7\n", dict[int, int]()
    for number, body in objects.items():
        places[number] = len(content)
        content += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    rows = "".join(f"{places[number]:010d} 00000 n \n" for number in sorted(places))
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}"
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(content)}\n%%EOF\n"
    return content + table.encode() + trailer.encode()


def bomb(size_bytes: int) -> bytes:
    """Return blanks, compressed twice: a few kilobytes for gigabytes."""
    inner, outer = zlib.compressobj(9), zlib.compressobj(9)
    chunk = b" " * 1_000_000
    packed = b"".join(outer.compress(inner.compress(chunk)) for _ in range(size_bytes // len(chunk)))
    return packed + outer.compress(inner.flush()) + outer.flush()
