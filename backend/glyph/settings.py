"""Every setting of Glyph. This is the only module that reads the environment."""

import re
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from pydantic_settings import SettingsError as SettingsSourceError

from glyph.errors import SettingsError
from glyph.loader_settings import LoadSettings
from glyph.setting_values import KEY_PLACEHOLDERS, refuse_loop, refuse_placeholder

BODY_FACTOR = 3
"""A text grows by JSON escapes; three times its limit is more than any real document needs."""


class CorpusSettings(BaseModel):
    root: Path = Field(
        default=Path("corpus/docs"), description="Folder of the documents: indexed, searched and edited."
    )
    export: Path = Field(default=Path("corpus/export"), description="Folder of raw Notion exports; only ever read.")
    import_exports: bool = Field(
        default=True, description="Import what lies in the folder of exports by itself when it is new or has changed."
    )
    import_into: str = Field(
        default="", description="Folder beneath the documents' root that such exports go to; empty means the root."
    )
    document_limit_bytes: Annotated[int, Field(ge=1_024, le=100_000_000)] = Field(
        default=5_000_000, description="Largest Markdown or text file that is indexed or saved, in bytes."
    )
    formats: tuple[Literal["html", "pdf", "docx", "csv"], ...] = Field(
        default=("html", "pdf", "docx", "csv"),
        description="Formats that are read, and never written, beside Markdown and text, as a JSON list.",
    )
    asset_limit_bytes: Annotated[int, Field(ge=1_024, le=100_000_000)] = Field(
        default=10_000_000, description="Largest image that is stored or shown, in bytes."
    )
    upload_limit_bytes: Annotated[int, Field(ge=1_024, le=10_000_000_000)] = Field(
        default=1_000_000_000, description="Largest export that is taken over REST, in bytes."
    )
    watch: Literal["auto", "poll", "off"] = Field(
        default="auto",
        description="How `glyph serve` notices what other tools change: `auto` by events of the system, `poll` by "
        "looking every second (network file systems), `off` by scans alone.",
    )
    scan_minutes: Annotated[float, Field(ge=0, le=1_440)] = Field(
        default=10.0, description="Minutes between full scans of the documents while `glyph serve` runs; 0 means none."
    )

    _no_loop = field_validator("root", "export")(refuse_loop)


class DataSettings(BaseModel):
    root: Path = Field(
        default=Path("data"),
        description="Folder of the index (disposable) and the state (kept: local key, redaction lists, sessions).",
    )

    _no_loop = field_validator("root")(refuse_loop)


class HistorySettings(BaseModel):
    versions: Annotated[int, Field(ge=0, le=10_000)] = Field(
        default=50, description="Former versions kept of each document that is saved; 0 keeps none."
    )
    size_bytes: Annotated[int, Field(ge=0)] = Field(
        default=500_000_000, description="Bytes of former versions kept in all; the oldest go first."
    )
    days: Annotated[int, Field(ge=1, le=36_500)] = Field(default=90, description="Days a former version is kept.")


class TrashSettings(BaseModel):
    entries: Annotated[int, Field(ge=1, le=100_000)] = Field(
        default=500, description="Deleted documents kept; the oldest go first."
    )
    size_bytes: Annotated[int, Field(ge=1)] = Field(
        default=500_000_000, description="Bytes of deleted documents kept in all; a larger one cannot be deleted."
    )
    days: Annotated[int, Field(ge=1, le=36_500)] = Field(default=30, description="Days a deleted document is kept.")


class EmbedSettings(BaseModel):
    provider: Literal["local", "openai"] = Field(
        default="local",
        description="Who turns text into vectors: `local`, the bundled model, or `openai`, any OpenAI-compatible API.",
    )
    threads: Annotated[int, Field(ge=1, le=64)] = Field(default=2, description="Threads the bundled model may use.")
    base_url: str = Field(
        default="", description="Address of the embeddings API, usually ending in /v1; empty means OpenAI's own."
    )
    api_key: SecretStr = Field(
        default=SecretStr(""), description="Key of the embeddings API; a server of your own may need none."
    )
    model: Annotated[str, Field(min_length=1, max_length=200)] = Field(
        default="text-embedding-3-small", description="Model of the embeddings API; another one means a rebuild."
    )
    dimensions: Annotated[int, Field(ge=0, le=8_192)] = Field(
        default=0, description="Width to ask the embeddings API for; 0 leaves it to the model, as most servers need."
    )
    document_prefix: Annotated[str, Field(max_length=300)] = Field(
        default="", description="What the model wants before a document, such as 'search_document: '; quote it in .env."
    )
    query_prefix: Annotated[str, Field(max_length=300)] = Field(
        default="", description="What the model wants before a query, such as 'search_query: '; quote it in .env."
    )
    batch_texts: Annotated[int, Field(ge=1, le=2_048)] = Field(
        default=32, description="Most texts in one request to the embeddings API."
    )
    batch_tokens: Annotated[int, Field(ge=128, le=300_000)] = Field(
        default=16_000, description="Most tokens in one request to the embeddings API."
    )
    window_tokens: Annotated[int, Field(ge=128, le=32_000)] = Field(
        default=440,
        description="Most tokens of one text for the embeddings API; 440 fits models that read 512 word pieces.",
    )
    tokens_per_minute: Annotated[int, Field(ge=0, le=1_000_000_000)] = Field(
        default=0, description="Tokens the embeddings API allows in a minute; 0 means no limit."
    )
    timeout_s: Annotated[float, Field(ge=1, le=3_600)] = Field(
        default=120.0, description="Seconds one batch of documents may take, its retries and waits included."
    )
    query_timeout_s: Annotated[float, Field(ge=0.1, le=60)] = Field(
        default=3.0, description="Seconds a query waits for its vector before search answers by keywords alone."
    )

    @field_validator("base_url")
    @classmethod
    def _is_plain_address(cls, value: str) -> str:
        """Refuse what is no http address, and a password in it, which would end in logs."""
        address = urlsplit(value)
        if value and (address.scheme not in {"http", "https"} or not address.hostname):
            raise ValueError("must be an http or https address")
        if "@" in address.netloc:
            raise ValueError("must not hold a user or password; put the key into GLYPH_EMBED__API_KEY")
        return value

    @field_validator("api_key")
    @classmethod
    def _is_key(cls, secret: SecretStr) -> SecretStr:
        """Refuse a placeholder, and what no HTTP header can carry. Keys of one's own server may be short."""
        value = secret.get_secret_value()
        if any(word in value.lower() for word in KEY_PLACEHOLDERS):
            raise ValueError("is a placeholder; leave it empty if the server needs no key")
        if not re.fullmatch(r"[!-~]*", value):
            raise ValueError("must be ASCII without spaces")
        return secret


class IndexSettings(BaseModel):
    store: Literal["embedded"] = Field(
        default="embedded", description="Where the index lives: SQLite and Chroma on this machine."
    )
    keep: Annotated[int, Field(ge=1, le=20)] = Field(
        default=2, description="Generations kept, the active one included."
    )


class ApiSettings(BaseModel):
    host: str = Field(default="127.0.0.1", description="Address the API listens on; keep it on loopback.")
    port: Annotated[int, Field(ge=1, le=65_535)] = Field(default=8765, description="Port of the API.")
    token: SecretStr = Field(
        default=SecretStr(""),
        description="Bearer token of scripts and MCP clients; reads redacted text, and over REST may write documents.",
    )
    allowed_hosts: tuple[str, ...] = Field(
        default=("127.0.0.1:*", "localhost:*", "[::1]:*"),
        description="Host headers that are answered, as a JSON list; `:*` allows any port.",
    )
    concurrent_requests: Annotated[int, Field(ge=1, le=1_000)] = Field(
        default=64, description="Requests worked on at once; more are answered 429 with Retry-After."
    )

    _no_placeholder = field_validator("token")(refuse_placeholder)


class SessionSettings(BaseModel):
    secret: SecretStr = Field(
        default=SecretStr(""),
        description="Secrets that sign sessions, comma-separated, oldest first; the last one signs.",
    )
    password_hash: SecretStr = Field(
        default=SecretStr(""), description="Hash of the workbench's password; `glyph password` writes it."
    )

    _no_placeholder = field_validator("secret")(refuse_placeholder)


class WorkbenchSettings(BaseModel):
    token: SecretStr = Field(
        default=SecretStr(""),
        description="Token the workbench's server shows the API; grants nothing without a session.",
    )
    port: Annotated[int, Field(ge=1, le=65_535)] = Field(default=3000, description="Port of the workbench.")

    _no_placeholder = field_validator("token")(refuse_placeholder)


class SearchSettings(BaseModel):
    limit: Annotated[int, Field(ge=1, le=50)] = Field(
        default=10, description="Passages in an answer when none is asked for."
    )
    similarity_floor: Annotated[float, Field(ge=-1.0, le=1.0)] = Field(
        default=-1.0,
        description="Cosine below which nothing counts as near; -1 takes the model's own: 0.2 for the bundled one.",
    )


class LogSettings(BaseModel):
    format: Literal["auto", "json", "text"] = Field(
        default="auto",
        description="Form of the logs on stderr: `json` for machines, `text` for people, `auto`: text on a terminal.",
    )


class Settings(BaseSettings):
    """Settings from the environment and `.env`; names are `GLYPH_<GROUP>__<FIELD>`."""

    model_config = SettingsConfigDict(
        env_prefix="GLYPH_",
        env_nested_delimiter="__",
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,  # an empty path would be the working folder
        extra="ignore",
    )

    corpus: CorpusSettings = CorpusSettings()
    load: LoadSettings = LoadSettings()
    data: DataSettings = DataSettings()
    history: HistorySettings = HistorySettings()
    trash: TrashSettings = TrashSettings()
    embed: EmbedSettings = EmbedSettings()
    index: IndexSettings = IndexSettings()
    api: ApiSettings = ApiSettings()
    session: SessionSettings = SessionSettings()
    workbench: WorkbenchSettings = WorkbenchSettings()
    search: SearchSettings = SearchSettings()
    log: LogSettings = LogSettings()
    public_origin: str = Field(
        default="",
        description="Address people open the workbench at; other origins are refused. Empty: loopback at its port.",
    )

    @property
    def body_limit_bytes(self) -> int:
        """Return the most bytes that a request may carry: a document with its JSON escapes, or an image."""
        return max(self.corpus.document_limit_bytes * BODY_FACTOR, self.corpus.asset_limit_bytes)

    def require_server_secrets(self) -> None:
        """Raise SettingsError when a secret is missing without which a server's port would be open to everybody."""
        required = {
            "GLYPH_API__TOKEN": self.api.token,
            "GLYPH_WORKBENCH__TOKEN": self.workbench.token,
            "GLYPH_SESSION__SECRET": self.session.secret,
            "GLYPH_SESSION__PASSWORD_HASH": self.session.password_hash,
        }
        missing = [name for name, secret in required.items() if not secret.get_secret_value()]
        if missing:
            raise SettingsError(
                f"{', '.join(missing)}: not set.", hint="`glyph password --first-start` writes them into .env."
            )

    @model_validator(mode="after")
    def _find_the_workbench(self) -> Self:
        """Take the workbench's own address where no other is given, so that moving its port moves both."""
        if not self.public_origin:
            self.public_origin = f"http://127.0.0.1:{self.workbench.port}"
        return self

    @cached_property
    def session_secrets(self) -> tuple[str, ...]:
        """Return the signing secrets, oldest first."""
        parts = (part.strip() for part in self.session.secret.get_secret_value().split(","))
        return tuple(part for part in parts if part)


def load_settings() -> Settings:
    """Return the settings of this process.

    Raises: SettingsError, naming the first setting that is wrong and never showing a value.
    """
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = "GLYPH_" + "__".join(str(part).upper() for part in first["loc"])
        raise SettingsError(f"{name}: {first['msg'].removeprefix('Value error, ')}.") from None
    except SettingsSourceError as error:  # what should be JSON is none; the message names the group alone
        raise SettingsError(f"A GLYPH_ setting cannot be read: {error}.") from None
    except UnicodeDecodeError as error:
        raise SettingsError(f".env is not UTF-8 text (byte {error.start}).", hint="Save .env as UTF-8.") from None
    except OSError as error:
        raise SettingsError(f".env cannot be read: {error.strerror}.", hint="Check its owner and mode.") from None
