"""Every setting of Glyph. This is the only module that reads the environment."""

from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from glyph.errors import SettingsError

MIN_SECRET_LENGTH = 32
PLACEHOLDERS = ("change-me", "changeme", "replace-me", "placeholder", "your-", "example", "xxxx", "todo")


def refuse_placeholder(secret: SecretStr) -> SecretStr:
    """Return the secret, or refuse one that is a placeholder or too short to be one."""
    value = secret.get_secret_value()
    if value and any(word in value.lower() for word in PLACEHOLDERS):
        raise ValueError("is a placeholder; `glyph password --first-start` writes real secrets into .env")
    if value and any(len(part) < MIN_SECRET_LENGTH for part in value.split(",")):
        raise ValueError(f"must have at least {MIN_SECRET_LENGTH} characters")
    return secret


class CorpusSettings(BaseModel):
    root: Path = Field(
        default=Path("corpus/docs"), description="Folder of the documents: indexed, searched and edited."
    )
    export: Path = Field(default=Path("corpus/export"), description="Folder of raw Notion exports; only ever read.")
    document_limit_bytes: Annotated[int, Field(ge=1_024, le=100_000_000)] = Field(
        default=5_000_000, description="Largest document that is indexed or saved, in bytes."
    )


class DataSettings(BaseModel):
    root: Path = Field(default=Path("data"), description="Folder of the index (disposable) and the state (kept).")


class EmbedSettings(BaseModel):
    provider: Literal["local"] = Field(default="local", description="Who turns text into vectors: the bundled model.")
    threads: Annotated[int, Field(ge=1, le=64)] = Field(default=2, description="Threads the bundled model may use.")


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
        default=SecretStr(""), description="Bearer token of scripts and MCP clients; reads redacted text."
    )
    allowed_hosts: tuple[str, ...] = Field(
        default=("127.0.0.1:*", "localhost:*", "[::1]:*"),
        description="Host headers that are answered, as a JSON list; `:*` allows any port.",
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


class Settings(BaseSettings):
    """Settings from the environment and `.env`; names are `GLYPH_<GROUP>__<FIELD>`."""

    model_config = SettingsConfigDict(
        env_prefix="GLYPH_", env_nested_delimiter="__", env_file=".env", env_file_encoding="utf-8", extra="ignore"
    )

    corpus: CorpusSettings = CorpusSettings()
    data: DataSettings = DataSettings()
    embed: EmbedSettings = EmbedSettings()
    index: IndexSettings = IndexSettings()
    api: ApiSettings = ApiSettings()
    session: SessionSettings = SessionSettings()
    workbench: WorkbenchSettings = WorkbenchSettings()
    search: SearchSettings = SearchSettings()
    public_origin: str = Field(
        default="http://127.0.0.1:3000", description="Address people open the workbench at; other origins are refused."
    )

    @cached_property
    def session_secrets(self) -> tuple[str, ...]:
        """Return the signing secrets, oldest first."""
        return tuple(part for part in self.session.secret.get_secret_value().split(",") if part)


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
