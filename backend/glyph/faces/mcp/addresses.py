"""Addresses of documents as resources: `glyph:///vpn/wireguard.md`, percent-encoded."""

from urllib.parse import quote, unquote

from glyph.domain.document import DocumentPath

SCHEME = "glyph:"


def address_of(path: DocumentPath) -> str:
    """Return a document's address."""
    return f"{SCHEME}///{quote(path)}"


def path_of(address: str) -> DocumentPath:
    """Return the path in an address, or the text itself when it is none. Nothing is decoded twice."""
    if not address.startswith(SCHEME):
        return DocumentPath(address)
    return DocumentPath(unquote(address.removeprefix(SCHEME).lstrip("/")))
