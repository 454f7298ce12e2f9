"""Claude Desktop: text alone, tools alone, over stdio."""

import re

import pytest

from glyph.faces.mcp.shapes import UNTRUSTED
from glyph.ingest.tokens import count_tokens
from tests.faces.clients.claude_desktop import ClaudeDesktop
from tests.faces.clients.listing import DOCUMENTS, OTHER_TESTS
from tests.faces.test_rest_routes import QUESTION, TROUBLESHOOTING

PLACE = re.compile(r"^\[\d+\] (\S.*\.(?:md|txt)):(\d+)-(\d+)$", re.MULTILINE)
WARN_TOKENS = 10_000


def test_the_text_alone_is_a_whole_answer(claude_desktop: ClaudeDesktop) -> None:
    text = claude_desktop.text("search_docs", query=QUESTION)
    for part in ("Route: hybrid.", "Generation ", "indexed at ", "keyword #1", "vector #1", "content hash ", UNTRUSTED):
        assert part in text
    place = PLACE.search(text)
    assert place is not None
    assert place[1] == TROUBLESHOOTING
    read = claude_desktop.text("read_document", path=place[1], start_line=int(place[2]), line_count=10)
    assert f"Lines {place[2]}-" in read


def test_text_of_documents_is_fenced_and_called_data(claude_desktop: ClaudeDesktop) -> None:
    for tool, arguments in (("search_docs", {"query": QUESTION}), ("read_document", {"path": TROUBLESHOOTING})):
        text = claude_desktop.text(tool, **arguments)
        assert UNTRUSTED in text
        assert text.index(UNTRUSTED) < text.index("~~~~text\n")


def test_every_document_is_reached_without_resources(claude_desktop: ClaudeDesktop) -> None:
    listed = claude_desktop.text("list_documents").split("Documents:\n~~~~text\n")[1].split("\n~~~~")[0]
    paths = [path for line in listed.split("\n") if not (path := line.split(" | ")[0]).startswith(OTHER_TESTS)]
    assert len(paths) == DOCUMENTS
    pages = [claude_desktop.text("read_document", path=path) for path in paths]
    assert max(count_tokens(page) for page in pages) < WARN_TOKENS


def test_a_long_document_is_read_to_its_end_by_what_the_text_says(claude_desktop: ClaudeDesktop) -> None:
    seen, start, total = 0, 1, 0
    while start:
        text = claude_desktop.text("read_document", path=TROUBLESHOOTING, start_line=start, line_count=150)
        first, last, total = (
            int(number) for number in re.findall(r"^Lines (\d+)-(\d+) of (\d+)", text, re.MULTILINE)[0]
        )
        seen += last - first + 1
        further = re.search(r"Go on with start_line=(\d+)\.", text)
        start = int(further[1]) if further else 0
    assert seen == total


def test_what_the_prompts_are_for_can_be_done_by_tools(claude_desktop: ClaudeDesktop) -> None:
    found = claude_desktop.text("search_docs", query="restore drill")
    place = PLACE.search(found)
    assert place is not None
    assert "Lines 1-" in claude_desktop.text("read_document", path=place[1])


@pytest.mark.parametrize("sent", ['["docs"]', "docs", ["docs"]])
def test_an_array_that_arrives_as_a_string_is_taken(claude_desktop: ClaudeDesktop, sent: object) -> None:
    assert PLACE.search(claude_desktop.text("search_docs", query="51820", collections=sent))


def test_a_wrong_argument_name_is_understood_and_said(claude_desktop: ClaudeDesktop) -> None:
    assert "`q` was understood as query" in claude_desktop.text("search_docs", q="51820")


def test_the_cursor_in_the_text_goes_on(claude_desktop: ClaudeDesktop) -> None:
    first = claude_desktop.text("search_docs", query="restore the backup", limit=3)
    cursor = re.search(r"cursor=(\S+)$", first, re.MULTILINE)
    assert cursor is not None
    second = claude_desktop.text("search_docs", query="restore the backup", limit=3, cursor=cursor[1])
    assert PLACE.findall(second)
    assert not set(PLACE.findall(first)) & set(PLACE.findall(second))


def test_an_error_is_text_with_a_code_and_a_next_step(claude_desktop: ClaudeDesktop) -> None:
    answer = claude_desktop.call("read_document", {"path": "no/such.md"})
    assert answer.isError
    assert answer.text.startswith("document_not_found: There is no document no/such.md.")
