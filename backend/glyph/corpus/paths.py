"""What a document path may look like, decided before any file is touched."""

import os
import re
import unicodedata
from pathlib import Path, PurePosixPath

from glyph.domain.document import DocumentPath
from glyph.errors import BadDocumentPath

EDITABLE_SUFFIXES = (".md", ".txt")
READ_ONLY_SUFFIXES = (".html", ".htm", ".pdf", ".docx", ".csv")
SUFFIXES = (*EDITABLE_SUFFIXES, *READ_ONLY_SUFFIXES)
IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg")
OFFICE_LOCK = "~$"
"""What Word puts beside a document that it has open begins with this: it is no document."""
ASSETS_SUFFIX = ".assets"
"""The folder ``<name>.assets`` beside a document holds its images, and no documents."""
PART_LIMIT_BYTES = 255
PATH_LIMIT_BYTES = 1_024
FORBIDDEN = re.compile(r'[\x00-\x1f\x7f\\:*?"<>|]')
LOOKALIKES = re.compile("[\u2024\u2215\u2044\uff0e\uff0f\uff3c\u29f8\u202a-\u202e\u2066-\u2069\u200b-\u200f\ufeff]")
"""Characters that only look like a dot or a slash, and those that turn or hide what is read."""
DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)


def parse_document_path(text: str) -> DocumentPath:
    """Return ``text`` as a document path in NFC.

    Raises: BadDocumentPath, saying what is wrong, without echoing the text.
    """
    normal = unicodedata.normalize("NFC", text)
    fault = _fault(normal)
    if fault:
        raise BadDocumentPath(f"The path {fault}.")
    return DocumentPath(normal)


def parse_asset_path(text: str) -> DocumentPath:
    """Return ``text`` as the path of an image beneath the root, in NFC.

    Raises: BadDocumentPath, without echoing the text.
    """
    normal = unicodedata.normalize("NFC", text)
    fault = _fault(normal, IMAGE_SUFFIXES)
    if fault:
        raise BadDocumentPath(f"The path {fault}.", hint="Name an image by its path beneath the documents' root.")
    return DocumentPath(normal)


def parse_folder_path(text: str) -> str:
    """Return ``text`` as the path of a folder of documents, in NFC; empty for the root itself.

    Raises: BadDocumentPath, without echoing the text.
    """
    path = text.strip().strip("/")
    if not path or path == ".":
        return ""
    try:
        found = parse_document_path(f"{path}/folder.md")
    except BadDocumentPath as error:
        raise BadDocumentPath(error.message, hint="Name a folder beneath the documents' root.") from None
    if lies_among_assets(found):
        raise BadDocumentPath("The folder is kept for images.", hint="Choose another folder.")
    return found.rpartition("/")[0]


def is_document_path(text: str) -> bool:
    """Return whether ``text`` is a document path as it stands, already in NFC."""
    return unicodedata.is_normalized("NFC", text) and _fault(text) is None


def is_asset_path(text: str) -> bool:
    """Return whether ``text`` is the path of an image as it stands, already in NFC."""
    return unicodedata.is_normalized("NFC", text) and _fault(text, IMAGE_SUFFIXES) is None


def is_editable(path: str) -> bool:
    """Return whether a path names a document that is written here, and not only read."""
    return path.endswith(EDITABLE_SUFFIXES)


def is_same_kind(path: str, to: str) -> bool:
    """Return whether a document stays what it is at another path: a PDF does not become text by its name."""
    return is_editable(path) == is_editable(to) and (is_editable(path) or suffix_of(path) == suffix_of(to))


def suffix_of(path: str) -> str:
    """Return the end of a document's name that tells its format.

    Files from other systems come in capitals, so formats that are only read are known by those, too.
    """
    suffix = f".{path.rpartition('.')[2]}"
    return suffix.lower() if suffix.lower() in READ_ONLY_SUFFIXES else suffix


def folded(text: str) -> str:
    """Return a name as file systems see it that know neither case nor Unicode forms."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def assets_folder(path: DocumentPath) -> str:
    """Return the folder of a document's images: ``vpn/a.md`` has ``vpn/a.assets``."""
    return f"{path.rpartition('.')[0]}{ASSETS_SUFFIX}"


def lies_among_assets(path: str) -> bool:
    """Return whether a path leads into a folder that is kept for images."""
    return any(folded(part).endswith(ASSETS_SUFFIX) for part in path.split("/")[:-1])


def _fault(path: str, suffixes: tuple[str, ...] = SUFFIXES) -> str | None:
    if not path or path.startswith("/"):
        return "is not relative to the documents' root"
    if FORBIDDEN.search(path) or LOOKALIKES.search(path):
        return "holds a character that document paths do not have"
    if "%" in path:
        return "holds a percent sign, which would be read as an escape"
    if not _encodes(path) or len(path.encode("utf-8")) > PATH_LIMIT_BYTES:
        return f"is longer than {PATH_LIMIT_BYTES} bytes or not valid Unicode"
    if suffix_of(path) not in suffixes:
        return f"does not end in {', '.join(suffixes)}"
    return next((fault for part in path.split("/") if (fault := _part_fault(part))), None)


def _encodes(path: str) -> bool:
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _part_fault(part: str) -> str | None:
    if part in ("", ".", ".."):
        return "has an empty part, `.` or `..`"
    if part.startswith("."):
        return "has a hidden part"
    if part.startswith(OFFICE_LOCK):
        return "names the lock file of an office program"
    if part != part.strip() or part.endswith("."):
        return "has a part that begins or ends with a blank, or ends with a dot"
    if len(part.encode("utf-8")) > PART_LIMIT_BYTES:
        return f"has a part longer than {PART_LIMIT_BYTES} bytes"
    return "names a device" if DEVICES.fullmatch(part) else None


def place_beneath(root: Path, path: DocumentPath) -> Path:
    """Return where a document lies.

    Raises: BadDocumentPath when a link on the way leads outside the root.
    """
    place = root.joinpath(*PurePosixPath(path).parts)
    if not is_beneath(root, place):
        raise BadDocumentPath("The path leads outside the documents' root.")
    return place


def is_beneath(root: Path, place: Path) -> bool:
    """Return whether ``place`` is inside ``root`` once every link is followed; a loop of links counts as inside."""
    return Path(os.path.realpath(place)).is_relative_to(os.path.realpath(root))
