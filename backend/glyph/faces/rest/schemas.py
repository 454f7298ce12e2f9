"""Bodies that REST accepts, and the few it answers that are not the workbench's own shapes."""

from typing import Annotated

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr

from glyph.app.answers import Job
from glyph.app.questions import QUERY_LIMIT_CHARACTERS
from glyph.domain.document import CollectionName, DocumentPath
from glyph.domain.ranking import Mode, Scope, SearchRequest

PATH_LIMIT_CHARACTERS = 4_096


def require_number(value: object) -> object:
    """Refuse what pydantic would make a number of. A strict field would refuse 5.0 too, an integer to JSON Schema."""
    if isinstance(value, bool | str):
        raise ValueError("Input should be a number")  # noqa: TRY004 - what pydantic takes
    return value


class Body(BaseModel):
    """A request body: an unknown field is an error, so that a misspelt one is never ignored."""

    model_config = ConfigDict(extra="forbid")


class SearchBody(Body):
    """A question to the corpus."""

    query: Annotated[
        str, Field(min_length=1, max_length=QUERY_LIMIT_CHARACTERS, examples=["my VPN stopped routing traffic"])
    ]
    mode: Annotated[Mode, Field(description="`auto` lets the router choose.")] = Mode.AUTO
    limit: Annotated[
        Annotated[int, Field(ge=1, le=50)] | None,
        BeforeValidator(require_number),
        Field(description="Passages at most."),
    ] = None
    collections: Annotated[tuple[CollectionName, ...], Field(max_length=50)] = ()
    path_prefix: Annotated[str, Field(max_length=PATH_LIMIT_CHARACTERS, examples=["vpn/"])] = ""

    def to_request(self, default_limit: int) -> SearchRequest:
        """Return the question as the workbench takes it."""
        scope = Scope(self.collections, self.path_prefix)
        return SearchRequest(self.query, self.mode, self.limit or default_limit, scope)


class OccurrencesBody(Body):
    """Texts to be looked for as they stand."""

    texts: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=QUERY_LIMIT_CHARACTERS)], ...],
        Field(min_length=1, max_length=10, examples=[["51820", "wg0"]]),
    ]


class SaveBody(Body):
    """The whole new text of a document."""

    text: str


DocumentPathField = Annotated[
    DocumentPath, Field(min_length=1, max_length=PATH_LIMIT_CHARACTERS, examples=["vpn/wireguard-troubleshooting.md"])
]


class CreateBody(Body):
    """A document that is to be there."""

    path: DocumentPathField
    text: str = ""


class MovePlanBody(Body):
    """A move that is to be shown."""

    path: DocumentPathField
    to: DocumentPathField
    rewrite_links: Annotated[bool, Field(strict=True, description="Rewrite the links to the document and from it.")] = (
        True
    )


class PlannedDocument(Body):
    """A document whose links a plan has shown, and the version that was looked at."""

    path: DocumentPathField
    content_hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class MoveBody(MovePlanBody):
    """A move that is to be made, with the documents that its plan has named."""

    documents: Annotated[
        tuple[PlannedDocument, ...], Field(max_length=100_000, description="The plan's `documents`, as they were.")
    ] = ()


class RestoreBody(Body):
    """A deleted document that is to come back."""

    id: Annotated[str, Field(max_length=64, examples=["20260301T101500.000000Z-1f2e3d4c"])]
    to: Annotated[DocumentPathField | None, Field(description="Another path than the one it had.")] = None


class PasswordBody(Body):
    """The workbench's password."""

    password: Annotated[SecretStr, Field(min_length=1, max_length=512)]


class SessionAnswer(BaseModel):
    """A new session: the token goes into the workbench's cookie."""

    token: str
    expires_at: AwareDatetime


class ErrorBody(BaseModel):
    """What went wrong and what to do."""

    code: Annotated[str, Field(examples=["stale_document"])]
    message: str
    hint: str
    detail: dict[str, str] | None = None


class ErrorAnswer(BaseModel):
    """The one shape of every error."""

    error: ErrorBody


class ImportAnswer(BaseModel):
    """An import under way; ``upload`` is what a dry run is confirmed by."""

    job: Job
    upload: Annotated[str, Field(examples=["0f1e2d3c4b5a69788796a5b4c3d2e1f0"])]


class HealthAnswer(BaseModel):
    """Whether the process runs (`/healthz`) or can answer searches (`/readyz`)."""

    status: Annotated[str, Field(examples=["ok"])]
    reason: str | None = None
