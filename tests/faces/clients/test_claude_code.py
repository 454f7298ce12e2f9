"""Claude Code: each behaviour of the host that a server can fail, over HTTP and stdio, in new and old revisions."""

import re

import pytest

from glyph.faces.mcp.shapes import UNTRUSTED, DocumentShape, ListShape, SearchShape
from tests.faces.clients.claude_code import CUT_BYTES, ClaudeCode
from tests.faces.clients.listing import DOCUMENTS, OTHER_TESTS
from tests.faces.test_rest_routes import QUESTION, TROUBLESHOOTING

SEARCH, READ, LIST = "mcp__glyph__search_docs", "mcp__glyph__read_document", "mcp__glyph__list_documents"


def documents(claude_code: ClaudeCode) -> list[str]:
    """Return the paths that the server has listed as resources."""
    return [each.name for each in claude_code.resources if not each.name.startswith(OTHER_TESTS)]


def test_the_server_greets_in_the_revision_that_was_asked_for(claude_code: ClaudeCode) -> None:
    greeting, revision = claude_code.wire.greeting, claude_code.wire.revision
    supported = greeting.get("supportedVersions")
    assert greeting.get("protocolVersion") == revision or (isinstance(supported, list) and revision in supported)


def test_instructions_survive_the_cut_and_open_with_when_to_use_the_server(claude_code: ClaudeCode) -> None:
    assert claude_code.instructions == claude_code.wire.greeting["instructions"]
    assert claude_code.instructions.startswith("Use Glyph for any question about this site's own infrastructure")
    assert re.search(r"It holds \d\d documents in \d+ chunks, indexed at 20\d\d-", claude_code.instructions)
    assert "Collections: docs." in claude_code.instructions


def test_descriptions_survive_the_cut(claude_code: ClaudeCode) -> None:
    assert set(claude_code.tools) == {SEARCH, READ, LIST}
    for name, tool in claude_code.tools.items():
        assert 0 < len(tool.description.encode("utf-8")) < CUT_BYTES
        assert claude_code.described(name) == tool.description


def test_the_search_is_loaded_from_the_start_and_the_others_are_found_by_words(claude_code: ClaudeCode) -> None:
    assert claude_code.loaded == {SEARCH}
    assert READ in claude_code.find_tools("read runbook")
    assert LIST in claude_code.find_tools("list runbooks")
    assert "search_docs" in claude_code.instructions
    assert "read_document" in claude_code.instructions


def test_every_tool_may_be_called_in_plan_mode(claude_code: ClaudeCode) -> None:
    for name, arguments in ((SEARCH, {"query": "51820"}), (READ, {"path": TROUBLESHOOTING}), (LIST, {})):
        assert not claude_code.call(name, arguments, plan_mode=True).is_error


def test_calls_may_be_made_side_by_side(claude_code: ClaudeCode) -> None:
    queries = ["51820", "nmcli", "restore a backup", "zfs scrub", QUESTION, "mqtt", "certificate expired", "vlan trunk"]
    seen = claude_code.call_all(*((SEARCH, {"query": query, "limit": 2}) for query in queries))
    assert [answer.is_error for answer in seen] == [False] * len(queries)
    assert all(SearchShape.model_validate(answer.data).passages for answer in seen)
    assert TROUBLESHOOTING in seen[queries.index(QUESTION)].text


def test_the_structured_form_alone_is_a_whole_answer(claude_code: ClaudeCode) -> None:
    found = SearchShape.model_validate(claude_code.call(SEARCH, {"query": QUESTION}).data)
    assert found.notice == UNTRUSTED
    best = found.passages[0]
    assert best.path == TROUBLESHOOTING
    assert best.quote
    assert best.ranks
    assert best.url.endswith(f"{best.path}#L{best.line_from}-L{best.line_to}")
    lines = best.line_to - best.line_from + 1
    asked = {"path": best.path, "start_line": best.line_from, "line_count": lines}
    read = DocumentShape.model_validate(claude_code.call(READ, asked).data)
    assert (read.line_from, read.line_to, read.notice) == (best.line_from, best.line_to, UNTRUSTED)
    assert all(line in read.text for line in best.quote.split("\n"))


def test_no_answer_is_so_large_that_the_host_warns_or_cuts(claude_code: ClaudeCode) -> None:
    calls: list[tuple[str, dict[str, object]]] = [
        (SEARCH, {"query": "the", "limit": 20}),
        (SEARCH, {"query": QUESTION, "limit": 20}),
        (LIST, {}),
        *((READ, {"path": path, "line_count": 400}) for path in documents(claude_code)),
    ]
    seen = [claude_code.call(name, arguments) for name, arguments in calls]
    assert [answer.text[:80] for answer in seen if answer.warned or answer.cut or answer.is_error] == []


def test_max_tokens_is_a_guarantee_for_what_the_model_sees(claude_code: ClaudeCode) -> None:
    seen = claude_code.call(SEARCH, {"query": QUESTION, "limit": 20, "max_tokens": 900})
    assert seen.tokens <= 900
    assert SearchShape.model_validate(seen.data).next_cursor


def test_an_array_that_arrives_as_a_string_is_taken(claude_code: ClaudeCode) -> None:
    seen = claude_code.call(SEARCH, {"query": "51820", "collections": ["docs"]})
    assert SearchShape.model_validate(seen.data).passages


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        (SEARCH, {"q": "51820"}, "`q` was understood as query"),
        (SEARCH, {"text": "51820", "top_k": 3}, "`top_k` was understood as limit"),
        (READ, {"file": TROUBLESHOOTING}, "`file` was understood as path"),
        (READ, {"path": f"{TROUBLESHOOTING}:3-6"}, "were taken as start_line"),
        (LIST, {"folder": "vpn/"}, "`folder` was understood as path_prefix"),
    ],
)
def test_a_wrong_argument_name_is_understood_and_said(
    claude_code: ClaudeCode, tool: str, arguments: dict[str, object], said: str
) -> None:
    seen = claude_code.call(tool, arguments)
    assert not seen.is_error
    assert said in seen.text


def test_an_unknown_argument_is_refused_with_those_there_are(claude_code: ClaudeCode) -> None:
    seen = claude_code.call(SEARCH, {"query": "51820", "verbosity": "high"})
    assert seen.is_error
    assert seen.text.startswith("bad_arguments: There is no argument `verbosity`. The arguments are: query (required),")


def test_an_error_leads_to_the_next_call(claude_code: ClaudeCode) -> None:
    wrong = claude_code.call(READ, {"path": "wireguard-troubleshooting.md"})
    assert wrong.is_error
    meant = wrong.text.partition("Did you mean ")[2].split(" or ")[0].rstrip("?")
    assert not claude_code.call(READ, {"path": meant}).is_error


def test_pages_are_followed_to_the_end_and_no_passage_comes_twice(claude_code: ClaudeCode) -> None:
    places: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        arguments = {"query": "restore the backup", "limit": 20, **({"cursor": cursor} if cursor else {})}
        page = SearchShape.model_validate(claude_code.call(SEARCH, arguments).data)
        places += [f"{passage.path}:{passage.line_from}" for passage in page.passages]
        cursor = page.next_cursor
    assert len(places) > 20
    assert len(set(places)) == len(places)


def test_a_search_without_a_hit_says_why_and_proves_it(claude_code: ClaudeCode) -> None:
    seen = claude_code.call(SEARCH, {"query": "xyzzyplughzirkon", "path_prefix": "vpm/"})
    notes = " ".join(SearchShape.model_validate(seen.data).notes)
    assert "No document lies under this path_prefix. Did you mean vpn/" in notes
    assert "stands literally nowhere in the corpus (every document was looked through)" in notes


def test_prompts_are_slash_commands(claude_code: ClaudeCode) -> None:
    assert claude_code.commands == ["/mcp__glyph__find_runbook", "/mcp__glyph__walk_through"]
    found = claude_code.run_command(claude_code.commands[0], "question", "which port does the tunnel use")
    assert "which port does the tunnel use" in found
    assert "one step at a time" in claude_code.run_command(claude_code.commands[1], "runbook", TROUBLESHOOTING)


def test_documents_are_listed_as_resources_and_one_that_is_mentioned_is_fenced(claude_code: ClaudeCode) -> None:
    listed = ListShape.model_validate(claude_code.call(LIST, {}).data)
    paths = [entry.path for entry in listed.documents if not entry.path.startswith(OTHER_TESTS)]
    assert documents(claude_code) == paths
    assert len(paths) == DOCUMENTS
    mentioned = claude_code.mention(next(each for each in claude_code.resources if each.name == TROUBLESHOOTING))
    assert UNTRUSTED in mentioned
    assert "~~~~text" in mentioned
