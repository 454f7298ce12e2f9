"""The REST contract as one JSON text; `python -m glyph.faces.rest.openapi` writes it to backend/openapi.json.

The front end generates its types from that file, and a test holds it to the routes.
"""

import json
import sys
from contextlib import closing
from pathlib import Path

from glyph.app.discretion import Discretion
from glyph.app.evidence import Evidence
from glyph.corpus.notion.uploads import Uploads
from glyph.faces.rest.app import RestOptions, create_app
from glyph.faces.rest.client import RemoteWorkbench
from glyph.ingest.redact.policy import RULES_ALONE

FILE = Path(__file__).resolve().parents[3] / "openapi.json"


def openapi_text() -> str:
    """Return the OpenAPI document of REST; no server and no index is needed for it."""
    options = RestOptions(
        allowed_hosts=(),
        public_origin="",
        default_limit=1,
        body_limit_bytes=1,
        concurrent_requests=1,
        discretion=Discretion(Evidence(b""), RULES_ALONE),
        uploads=Uploads(Path("uploads")),
        upload_limit_bytes=1,
    )
    with closing(RemoteWorkbench(Path("owner.sock"))) as nobody:
        document = create_app(nobody, None, options).openapi()
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def write() -> None:
    """Write the document to backend/openapi.json."""
    FILE.write_text(openapi_text(), encoding="utf-8")
    sys.stderr.write(f"{FILE} written\n")


if __name__ == "__main__":
    write()
