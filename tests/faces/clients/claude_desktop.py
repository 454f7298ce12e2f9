"""A host that treats a server as Claude Desktop does: stdio, text alone, and tools as the model's only way in.

Its model can reach neither resources nor prompts by itself; both are for people to pick.
"""

from collections.abc import Mapping

from tests.faces.clients.listing import Tool, pages
from tests.faces.clients.wire import Wire, result_of
from tests.faces.stdio_host import ToolAnswer


class ClaudeDesktop:
    """Lists the tools and shows its model the text blocks of what they answer."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.tools = {tool.name: tool for tool in map(Tool.model_validate, pages(wire, "tools/list", "tools"))}

    def call(self, name: str, arguments: Mapping[str, object]) -> ToolAnswer:
        """Return an answer without what this host does not look at."""
        result = result_of(self.wire.ask(("tools/call", {"name": name, "arguments": dict(arguments)}))[0])
        return ToolAnswer.model_validate({key: value for key, value in result.items() if key != "structuredContent"})

    def text(self, name: str, **arguments: object) -> str:
        """Return the text of an answer that must be no error."""
        answer = self.call(name, arguments)
        assert not answer.isError, answer.text
        return answer.text
