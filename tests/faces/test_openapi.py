"""The REST contract: the file that the front end makes its types from is the one that the routes make."""

import json

from glyph.faces.rest.openapi import FILE, openapi_text
from tests.faces.site import Server

ROUTES = {
    "POST /v1/search",
    "POST /v1/occurrences",
    "GET /v1/documents",
    "GET /v1/document",
    "PUT /v1/document",
    "POST /v1/document",
    "DELETE /v1/document",
    "POST /v1/document/move/plan",
    "POST /v1/document/move",
    "GET /v1/document/history",
    "DELETE /v1/document/history",
    "GET /v1/document/version",
    "GET /v1/document/links",
    "GET /v1/document/chunks",
    "GET /v1/trash",
    "POST /v1/trash/restore",
    "DELETE /v1/trash",
    "PUT /v1/asset",
    "GET /v1/asset",
    "GET /v1/problems",
    "GET /v1/redactions",
    "GET /v1/index",
    "POST /v1/index/update",
    "POST /v1/index/rebuild",
    "POST /v1/index/verify",
    "GET /v1/events",
    "GET /v1/jobs",
    "GET /v1/jobs/{job_id}",
    "POST /v1/jobs/{job_id}/cancel",
    "GET /v1/generations",
    "POST /v1/generations/prune",
    "POST /v1/generations/{generation}/activate",
    "POST /v1/import/notion",
    "POST /v1/import/notion/{upload}",
    "GET /v1/import/conflicts",
    "GET /v1/import/conflict",
    "POST /v1/import/conflict/settle",
    "POST /v1/session",
    "DELETE /v1/session",
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
}


def test_the_committed_contract_is_what_the_routes_say() -> None:
    hint = "backend/openapi.json is behind: run `.venv/bin/python -m glyph.faces.rest.openapi`, then `npm run gen`."
    assert FILE.read_text(encoding="utf-8") == openapi_text(), hint


def test_a_server_serves_the_same_contract(served: Server) -> None:
    with served.client({}) as nobody:
        assert nobody.get("/openapi.json").json() == json.loads(openapi_text())


def test_the_contract_names_every_route_and_each_once() -> None:
    paths = json.loads(openapi_text())["paths"]
    operations = [operation["operationId"] for path in paths.values() for operation in path.values()]
    assert {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods} == ROUTES
    assert len(operations) == len(set(operations)) == len(ROUTES)


def test_the_contract_is_read_without_a_page_that_loads_scripts(served: Server) -> None:
    with served.client({}) as nobody:
        assert [nobody.get(page).status_code for page in ("/docs", "/redoc")] == [404, 404]
