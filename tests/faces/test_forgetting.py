"""Former versions of a document are forgotten for good: by a session, or by the user whose files they are."""

import httpx2

from tests.faces.shapes import DocumentView, fault_of
from tests.faces.site import Server, Site, owner_client

SECRET = b"Vb7-marlin-sextant"
"""Of this file alone: the server and its history are shared with other tests."""


def saved_twice(served: Server, workbench: httpx2.Client, path: str) -> str:
    """Make a document whose history holds a secret that it has no more."""
    served.site.write(path, f"# One\n\nsecret: {SECRET.decode()}\n")
    view = DocumentView.model_validate_json(workbench.get("/v1/document", params={"path": path}).content)
    headers = {"If-Match": f'"{view.content_hash}"'}
    workbench.put("/v1/document", params={"path": path}, json={"text": "# Two\n"}, headers=headers).raise_for_status()
    assert keeps(served.site, SECRET)
    return path


def keeps(site: Site, text: bytes) -> bool:
    files = (site.root / "data" / "state" / "history").rglob("*")
    return any(text in file.read_bytes() for file in files if file.is_file())


def forget(client: httpx2.Client, path: str) -> httpx2.Response:
    return client.request("DELETE", "/v1/document/history", params={"path": path})


def test_a_session_forgets_the_history_of_a_document_and_its_text_stays(
    served: Server, workbench: httpx2.Client
) -> None:
    path = saved_twice(served, workbench, "scratch/forgotten.md")
    assert forget(workbench, path).raise_for_status().json() == {"removed": 1}
    assert not keeps(served.site, SECRET)
    assert workbench.get("/v1/document/history", params={"path": path}).json()["versions"] == []
    assert (served.site.docs / path).read_text(encoding="utf-8") == "# Two\n"
    assert forget(workbench, path).json() == {"removed": 0}


def test_the_api_token_forgets_nothing_and_owner_sock_may(
    served: Server, script: httpx2.Client, workbench: httpx2.Client
) -> None:
    path = saved_twice(served, workbench, "scratch/kept.md")
    assert fault_of(forget(script, path), 403).code == "session_required"
    assert keeps(served.site, SECRET)
    with owner_client(served.site) as owner:
        assert fault_of(owner.get("/v1/document/history", params={"path": path}), 403).code == "session_required"
        assert forget(owner, path).json() == {"removed": 1}


def test_the_command_forgets_with_consent_alone(served: Server, workbench: httpx2.Client) -> None:
    path = saved_twice(served, workbench, "scratch/by-command.md")
    refused = served.site.run("history", "forget", path)
    assert (refused.code, refused.out) == (2, "")
    assert "--yes" in refused.err
    assert keeps(served.site, SECRET)
    assert served.site.run("history", "forget", path, "--yes").out == "removed=1\n"
    assert served.site.run("history", "forget", path, "--yes", "--json").out == '{"removed":0}\n'
    assert served.site.run("history", "forget", "../a.md", "--yes").code == 1
