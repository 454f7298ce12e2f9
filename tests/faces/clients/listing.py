"""What a host learns of a server when it connects, read page by page and with every key that it has to know."""

from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tests.faces.clients.wire import Wire, result_of

DOCUMENTS = 71
"""How many the sample corpus has."""
OTHER_TESTS = "scratch/"
"""Where other tests put documents of theirs into the served corpus, and take them away again."""


class Listed(BaseModel):
    """Something that a server lists. Other keys are none of a host's business."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    name: str
    description: str = ""


class Annotations(BaseModel):
    readOnlyHint: bool = False  # noqa: N815 - the protocol's own name
    destructiveHint: bool = True  # noqa: N815 - the protocol's own name


class Tool(Listed):
    """A tool, with defaults as the protocol has them: what says nothing may write."""

    annotations: Annotations = Annotations()
    input_schema: dict[str, JsonValue] = Field(alias="inputSchema")
    meta: dict[str, JsonValue] = Field(alias="_meta", default={})

    @property
    def always_loaded(self) -> bool:
        return self.meta.get("anthropic/alwaysLoad") is True


class Resource(Listed):
    uri: str


def pages(wire: Wire, method: str, key: str) -> Iterator[JsonValue]:
    """Yield everything that a method lists, following cursors."""
    params: dict[str, object] = {}
    while True:
        result = result_of(wire.ask((method, params))[0])
        listed = result[key]
        assert isinstance(listed, list)
        yield from listed
        if "nextCursor" not in result:
            return
        params = {"cursor": result["nextCursor"]}
