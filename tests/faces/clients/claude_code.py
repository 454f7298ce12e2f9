"""A host that treats a server as Claude Code does, so far as a server can notice.

Sources: its documentation and changelog, and issues of its public tracker (anthropics/claude-code 79944, 55677, 76238).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from glyph.ingest.tokens import count_tokens
from tests.faces.clients.listing import Listed, Resource, Tool, pages
from tests.faces.clients.wire import Request, Wire, result_of
from tests.faces.stdio_host import ToolAnswer

PREFIX = "mcp__glyph__"
CUT_BYTES = 2_048
WARN_TOKENS, CUT_TOKENS = 10_000, 25_000


class NotAllowed(Exception):
    """Plan mode offers only tools that say that they read."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the model sees of a call."""

    text: str
    is_error: bool
    tokens: int

    @property
    def warned(self) -> bool:
        return self.tokens > WARN_TOKENS

    @property
    def cut(self) -> bool:
        return self.tokens > CUT_TOKENS

    @property
    def data(self) -> dict[str, JsonValue]:
        """Return the answer as the JSON that it is."""
        data: dict[str, JsonValue] = json.loads(self.text)
        return data


class ClaudeCode:
    """Greets, lists everything at once, and shows its model no more than the real one does."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.tools = {
            f"{PREFIX}{tool.name}": tool for tool in map(Tool.model_validate, pages(wire, "tools/list", "tools"))
        }
        self.commands = [
            f"/{PREFIX}{Listed.model_validate(prompt).name}" for prompt in pages(wire, "prompts/list", "prompts")
        ]
        self.resources = [Resource.model_validate(each) for each in pages(wire, "resources/list", "resources")]

    @property
    def instructions(self) -> str:
        return cut(str(self.wire.greeting.get("instructions", "")))

    def described(self, name: str) -> str:
        return cut(self.tools[name].description)

    @property
    def loaded(self) -> set[str]:
        """Return the tools whose schema the model has from the start; of the others it knows the name."""
        return {name for name, tool in self.tools.items() if tool.always_loaded}

    def find_tools(self, words: str) -> set[str]:
        """Return the deferred tools that a search of the model for words brings up."""
        wanted = words.lower().split()
        shown = {name: f"{name} {self.described(name)}".lower() for name in self.tools}
        return {name for name, text in shown.items() if all(word in text for word in wanted)}

    def call(self, name: str, arguments: Mapping[str, object], *, plan_mode: bool = False) -> Seen:
        (seen,) = self.call_all((name, arguments), plan_mode=plan_mode)
        return seen

    def call_all(self, *calls: tuple[str, Mapping[str, object]], plan_mode: bool = False) -> list[Seen]:
        """Call several tools at once, as is done with tools that only read.

        Raises: NotAllowed.
        """
        read_only = all(self.tools[name].annotations.readOnlyHint for name, _ in calls)
        if not read_only and (plan_mode or len(calls) > 1):
            raise NotAllowed
        requests: list[Request] = [
            ("tools/call", {"name": self.tools[name].name, "arguments": as_models_send(arguments)})
            for name, arguments in calls
        ]
        return [shown(ToolAnswer.model_validate(result_of(message))) for message in self.wire.ask(*requests)]

    def run_command(self, command: str, argument: str, value: str) -> str:
        """Return the text that a slash command puts before the model."""
        name = command.removeprefix(f"/{PREFIX}")
        result = result_of(self.wire.ask(("prompts/get", {"name": name, "arguments": {argument: value}}))[0])
        return json.dumps(result["messages"], ensure_ascii=False)

    def mention(self, resource: Resource) -> str:
        """Return what `@glyph:<uri>` puts before the model."""
        return json.dumps(result_of(self.wire.ask(("resources/read", {"uri": resource.uri}))[0]), ensure_ascii=False)


def cut(text: str) -> str:
    """Return what is left of a description or of instructions."""
    return text.encode("utf-8")[:CUT_BYTES].decode("utf-8", "ignore")


def as_models_send(arguments: Mapping[str, object]) -> dict[str, object]:
    """Return arguments as models are prone to send them: arrays as JSON in a string."""
    return {name: json.dumps(value) if isinstance(value, list) else value for name, value in arguments.items()}


def shown(answer: ToolAnswer) -> Seen:
    """Return what of an answer reaches the model: the structured form when there is one, and then no text at all."""
    text = answer.text
    if answer.structuredContent is not None:
        text = json.dumps(answer.structuredContent, ensure_ascii=False)
    return Seen(text, answer.isError, count_tokens(text))
