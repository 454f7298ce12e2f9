"""owner.sock: how processes of one user talk, without a token and without raw text."""

import stat

from tests.faces.shapes import DocumentView, SearchAnswer, fault_of
from tests.faces.site import Server, owner_client
from tests.faces.test_rest_routes import TROUBLESHOOTING, search


def test_the_socket_and_its_folder_are_for_this_user_alone(served: Server) -> None:
    file = served.site.index / "owner.sock"
    assert stat.S_ISSOCK(file.stat().st_mode)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_the_socket_needs_no_token_and_hands_out_redacted_text_alone(served: Server) -> None:
    with owner_client(served.site) as client:
        view = DocumentView.model_validate_json(client.get("/v1/document", params={"path": TROUBLESHOOTING}).content)
        assert view.redacted
        raw = client.get("/v1/document", params={"path": TROUBLESHOOTING, "view": "raw"})
        assert fault_of(raw, 403).code == "session_required"


def test_the_socket_answers_what_the_port_answers(served: Server) -> None:
    with owner_client(served.site) as by_socket, served.client() as by_port:
        response = by_socket.post("/v1/search", json={"query": "51820"})
        assert SearchAnswer.model_validate_json(response.content) == search(by_port, "51820")


def test_a_server_keeps_the_index_when_asked_to_release_it(served: Server) -> None:
    with owner_client(served.site) as client:
        assert fault_of(client.post("/owner/release"), 409).code == "index_owned"
        assert client.get("/healthz").status_code == 200


def test_a_release_is_unknown_on_the_port_even_with_a_token(served: Server) -> None:
    with served.client() as client:
        assert fault_of(client.post("/owner/release"), 404).code == "no_route"
        assert "/owner/release" not in client.get("/openapi.json").text


def test_the_owner_is_the_process_that_serves(served: Server) -> None:
    assert served.site.owner() == served.process.pid


def test_a_second_server_says_who_has_the_index_and_ends(served: Server) -> None:
    done = served.site.run("serve", "--port", str(served.port + 1))
    assert (done.code, done.out) == (1, "")
    assert f"process {served.process.pid}" in done.err
    with served.client() as client:
        assert client.get("/readyz").status_code == 200
