"""Examples of answers for the contract of the routes about files; a test holds them to the answers' shapes."""

from collections.abc import Mapping

Example = Mapping[str, object]

HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
OTHER_HASH = "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"
PATH = "vpn/wireguard-troubleshooting.md"
NEW_PATH = "network/vpn/wireguard.md"
OTHER_PATH = "index.md"
MOMENT = "2026-03-01T10:15:00Z"
TRASH_ID = "20260301T101500.000000Z-1f2e3d4c"
VERSION_ID = f"20260301T101500.000000Z-{HASH}"

INDEXED: Example = {
    "status": "indexed",
    "reason": None,
    "chunks": 4,
    "redactions": 1,
    "generation": "20260301T090000Z-5c1d2e3f",
}
REMOVED: Example = {**INDEXED, "status": "removed", "chunks": 0, "redactions": 0}
CREATED: Example = {"path": PATH, "content_hash": HASH, "index": INDEXED}
MOVE_PLAN: Example = {
    "path": PATH,
    "to": NEW_PATH,
    "content_hash": HASH,
    "documents": [{"path": OTHER_PATH, "content_hash": OTHER_HASH}],
    "changes": [
        {
            "path": OTHER_PATH,
            "line": 12,
            "before": f"- [Tunnel down]({PATH})",
            "after": f"- [Tunnel down]({NEW_PATH})",
        }
    ],
}
MOVED: Example = {
    "path": NEW_PATH,
    "from_path": PATH,
    "content_hash": HASH,
    "index": INDEXED,
    "rewritten": [{"path": OTHER_PATH, "content_hash": OTHER_HASH, "index": INDEXED}],
    "failed": [],
}
DELETED: Example = {"path": PATH, "trash_id": TRASH_ID, "index": REMOVED}
ASSET_STORED: Example = {
    "path": "vpn/wireguard-troubleshooting.assets/packet-path.png",
    "content_type": "image/png",
    "size_bytes": 48213,
    "content_hash": HASH,
}
VERSION_ENTRY: Example = {"id": VERSION_ID, "content_hash": HASH, "size_bytes": 2048, "kept_at": MOMENT}
VERSIONS: Example = {"path": PATH, "versions": [VERSION_ENTRY]}
VERSION: Example = {"path": PATH, "version": VERSION_ENTRY, "text": "# WireGuard\n"}
TRASH: Example = {
    "entries": [
        {"id": TRASH_ID, "path": PATH, "content_hash": HASH, "size_bytes": 2048, "kept_at": MOMENT, "images": 1}
    ]
}
EMPTIED: Example = {"removed": 1}
LINKS: Example = {
    "path": PATH,
    "outgoing": [
        {"line": 30, "target": "../dns/split.md#zones", "path": "dns/split.md", "anchor": "zones", "state": "ok"}
    ],
    "backlinks": [
        {"path": OTHER_PATH, "title": "Runbooks", "line": 12, "anchor": "", "text": f"- [Tunnel down]({PATH})"}
    ],
}
PROBLEMS: Example = {
    "problems": [
        {
            "kind": "broken_link",
            "path": OTHER_PATH,
            "line": 14,
            "target": "vpn/openvpn.md",
            "reason": "The document that the link names is not there.",
        }
    ]
}
REDACTIONS: Example = {
    "documents": [{"path": PATH, "content_hash": HASH, "redactions": [{"rule": "wireguard-private-key", "line": 12}]}],
    "next_after": None,
}

CHUNKS: Example = {
    "path": PATH,
    "chunks": [
        {
            "heading_path": ["WireGuard", "No handshake"],
            "line_from": 12,
            "line_to": 19,
            "tokens": 84,
            "text": "PrivateKey = ⟦secret:wireguard-private-key⟧",
            "above": None,
            "below": None,
        }
    ],
}


def answering(example: Example, *, status: int = 200) -> dict[int | str, dict[str, object]]:
    """Return what a route's contract says of its answer, with the example."""
    return {status: {"content": {"application/json": {"example": example}}}}
