"""REST against its own contract: whatever fits the schema, and much that does not, gets a documented answer.

`pytest tests/faces/test_rest_schema.py --hypothesis-profile=thorough` asks several thousand times.
"""

# pyright: basic
# (the generics of schemathesis are not written out for a strict reader)

from collections.abc import Generator

import pytest
import schemathesis
from schemathesis import Case
from schemathesis.config import SchemathesisConfig

from glyph.faces.rest.openapi import FILE
from tests.faces.site import API_TOKEN, Server, Site, empty_site, serving

DOCUMENTS = ("index.md", "vpn/wireguard-troubleshooting.md")
REFUSALS = (400, 401, 403, 404, 409, 412, 415, 428, 429, 503)
"""What a well-formed request may be told: a path that climbs, a hash of another text, bytes that are no image."""
CONFIG = SchemathesisConfig.from_dict(
    {"checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", *(str(status) for status in REFUSALS)]}}}
)


@pytest.fixture(scope="module")
def small(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server of its own over two documents: what is generated here saves and rebuilds as it likes."""
    site = empty_site(tmp_path_factory.mktemp("schema") / "site", DOCUMENTS, model_of=sample)
    with serving(site) as server:
        yield server


schema = schemathesis.openapi.from_path(FILE, config=CONFIG).exclude(path="/v1/events")
"""Without the stream, which does not end: tests/faces/test_rest_events.py reads it."""


@schema.parametrize()
def test_a_generated_request_gets_a_documented_answer(case: Case, small: Server) -> None:
    case.call_and_validate(base_url=small.url, headers={"Authorization": f"Bearer {API_TOKEN}"})
