"""REST against its own contract: whatever fits the schema, and much that does not, gets a documented answer.

Asked twice: as a script with the API token, and as the workbench's server with a session, to which files, history and
trash answer. `pytest tests/faces/test_rest_schema.py --hypothesis-profile=thorough` asks several thousand times, and
prints how many answers there were of each status.
"""

# pyright: basic
# (the generics of schemathesis are not written out for a strict reader)

import sys
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field

import pytest
import schemathesis
from schemathesis import Case
from schemathesis.config import SchemathesisConfig

from glyph.faces.rest.openapi import FILE
from tests.faces.site import API_TOKEN, Server, Site, empty_site, serving, workbench_headers

DOCUMENTS = ("index.md", "vpn/wireguard-troubleshooting.md")
REFUSALS = (400, 401, 403, 404, 409, 412, 415, 428, 429, 503)
"""What a well-formed request may be told: a path that climbs, a hash of another text, bytes that are no image."""
CONFIG = SchemathesisConfig.from_dict(
    {"checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", *(str(status) for status in REFUSALS)]}}}
)
LONGEST_ADDRESS = 60_000
"""Characters; no parameter that fits the schema makes a longer one."""
REFUSED_BY_THE_SERVER = (400, 414)
"""What the HTTP server itself says to a longer one that is too much for it, in its own words."""
ENDS_SESSIONS = "/v1/session"
"""The session that asks would be ended, or made by a password that nobody guesses: the API token asks it alone."""


@dataclass(slots=True)
class Asked:
    """A server of its own over two documents: what is generated here saves and rebuilds as it likes."""

    server: Server
    session: str
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)

    def ask(self, case: Case, caller: str, headers: dict[str, str]) -> None:
        response = case.call(base_url=self.server.url, headers=headers)
        self.statuses[caller, response.status_code] += 1
        if len(str(response.request.url)) > LONGEST_ADDRESS and response.status_code in REFUSED_BY_THE_SERVER:
            return
        case.validate_response(response, headers=headers)


@pytest.fixture(scope="module")
def asked(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Generator[Asked]:
    site = empty_site(tmp_path_factory.mktemp("schema") / "site", DOCUMENTS, model_of=sample)
    with serving(site) as server:
        asked = Asked(server, str(server.sign_in().raise_for_status().json()["token"]))
        yield asked
    for (caller, status), count in sorted(asked.statuses.items()):
        sys.stdout.write(f"{caller} {status}: {count}\n")


schema = schemathesis.openapi.from_path(FILE, config=CONFIG).exclude(path="/v1/events")
"""Without the stream, which does not end: tests/faces/test_rest_events.py reads it."""


@schema.parametrize()
def test_a_generated_request_gets_a_documented_answer(case: Case, asked: Asked) -> None:
    asked.ask(case, "token", {"Authorization": f"Bearer {API_TOKEN}"})


@schema.exclude(path=ENDS_SESSIONS).parametrize()
def test_a_generated_request_of_a_session_gets_a_documented_answer(case: Case, asked: Asked) -> None:
    asked.ask(case, "session", workbench_headers(asked.session))
