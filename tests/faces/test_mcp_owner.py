"""`glyph mcp` over stdio: somebody always answers, and stdout belongs to the protocol."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from tests.faces.shapes import SearchAnswer
from tests.faces.site import STOP_LIMIT_S, Server, Site, empty_site, serving, started, wait_until_settled
from tests.faces.stdio_host import Message, StdioHost, stdio_host
from tests.faces.test_rest_routes import QUESTION, TROUBLESHOOTING


def finds_the_runbook(host: StdioHost) -> bool:
    answer = host.call("search_docs", query=QUESTION)
    return not answer.isError and TROUBLESHOOTING in answer.text


def test_every_line_on_stdout_is_protocol_also_when_it_logs(served: Server) -> None:
    with stdio_host(served.site, "--verbose") as host:
        host.call("search_docs", query=QUESTION)
        host.call("read_document", path="no/such.md")
        host.call("list_documents")
        code = host.end()
        messages = [Message.model_validate_json(line) for line in host.lines]
    assert code == 0
    assert [message.id for message in messages if message.method is None] == [1, 2, 3, 4]
    assert all(message.jsonrpc == "2.0" for message in messages)


def test_it_answers_through_the_server_that_owns_the_index(served: Server) -> None:
    with stdio_host(served.site) as host:
        greeted = json.loads(host.lines[0])["result"]
        assert greeted["serverInfo"]["name"] == "glyph"
        assert greeted["instructions"].startswith("Use Glyph")
        assert finds_the_runbook(host)
        assert served.site.owner() == served.process.pid
        assert host.end() == 0


def test_two_of_them_go_on_when_the_serving_owner_is_killed_and_one_owns_the_index(own_site: Site) -> None:
    with serving(own_site) as server, stdio_host(own_site) as first, stdio_host(own_site) as second:
        server.kill()
        assert finds_the_runbook(first)
        assert finds_the_runbook(second)
        assert own_site.owner() == first.process.pid
        first.process.kill()
        first.process.wait(STOP_LIMIT_S)
        assert finds_the_runbook(second)
        assert own_site.owner() == second.process.pid


def test_it_owns_the_index_when_nobody_does_and_a_server_takes_it_over(own_site: Site) -> None:
    with stdio_host(own_site) as host:
        assert finds_the_runbook(host)
        assert own_site.owner() == host.process.pid
        found = own_site.run("search", QUESTION, "--json")  # a command meanwhile asks the owner
        assert SearchAnswer.model_validate_json(found.out).paths[0] == TROUBLESHOOTING
        with started(own_site) as server:
            wait_until_settled(server)
            assert own_site.owner() == server.process.pid
            assert finds_the_runbook(host)
            assert host.process.poll() is None
        assert finds_the_runbook(host)
        assert own_site.owner() == host.process.pid
        assert host.end() == 0


def test_without_an_index_the_model_is_told_to_have_one_made(tmp_path: Path, sample: Site) -> None:
    site = empty_site(tmp_path, model_of=sample)
    site.write("lamp.md", "# Lamp\n\nThe lamp glows.\n")
    with stdio_host(site) as host:
        answer = host.call("search_docs", query="lamp")
        assert answer.isError
        assert "not_indexed" in answer.text
        assert "glyph index" in answer.text
        indexed = site.run("index")
        assert (indexed.code, indexed.err) == (0, "")
        assert "lamp.md" in host.call("search_docs", query="lamp").text


def test_a_query_never_stands_in_the_log(served: Server) -> None:
    with stdio_host(served.site, "--verbose") as host:
        host.call("search_docs", query="zirconquartz-in-a-question", top_k="zirconquartz-in-a-value")
        host.call("search_docs", query="zirconquartz-in-a-question")
        host.end()
        log = host.log.read_text(encoding="utf-8")
    assert "zirconquartz" not in log
    assert "zirconquartz" not in served.log.read_text(encoding="utf-8")


def test_ten_of_them_answer_at_once_through_one_owner_and_go_on_when_it_dies(own_site: Site) -> None:
    with ExitStack() as stack:
        with serving(own_site) as server:
            hosts = [stack.enter_context(stdio_host(own_site)) for _ in range(10)]
            with ThreadPoolExecutor(len(hosts)) as pool:
                assert list(pool.map(finds_the_runbook, hosts)) == [True] * len(hosts)
            assert own_site.owner() == server.process.pid
            server.kill()
        with ThreadPoolExecutor(len(hosts)) as pool:
            assert list(pool.map(finds_the_runbook, hosts)) == [True] * len(hosts)
        assert own_site.owner() in {host.process.pid for host in hosts}


GARBAGE = [
    b"", b"{", b"null", b"[]", b"x", b"\xff\xfe\x00", b"[" * 50_000, b"print('x')", b'{"jsonrpc": "2.0"}',
    b'{"jsonrpc": "2.0", "id": 99, "method": 7}', b'{"jsonrpc": "2.0", "id": 98, "method": "nope"}',
    b'{"jsonrpc": "2.0", "method": "notifications/nope"}', b'{"jsonrpc": "2.0", "id": 97, "result": {}}',
    b'{"jsonrpc": "2.0", "id": 96, "method": "tools/call", "params": 7}',
    b'{"jsonrpc": "2.0", "id": 95, "method": "tools/call", "params": {"name": "search_docs"}}',
]  # fmt: skip


def test_garbage_on_stdin_is_survived_and_stdout_stays_protocol(served: Server) -> None:
    with stdio_host(served.site, "--verbose") as host:
        assert host.process.stdin is not None
        for line in GARBAGE:
            host.process.stdin.write(line + b"\n")
        host.process.stdin.flush()
        assert finds_the_runbook(host)
        assert host.end() == 0
        assert all(json.loads(line)["jsonrpc"] == "2.0" for line in host.lines)
