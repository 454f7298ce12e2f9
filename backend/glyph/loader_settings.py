"""The settings of loaders: what reading one document may cost, whatever somebody has put into it."""

from typing import Annotated

from pydantic import BaseModel, Field


class LoadSettings(BaseModel):
    file_limit_bytes: Annotated[int, Field(ge=1_024, le=2_000_000_000)] = Field(
        default=50_000_000, description="Largest HTML, PDF, DOCX or CSV file that is read, in bytes."
    )
    text_limit_characters: Annotated[int, Field(ge=1_000, le=100_000_000)] = Field(
        default=5_000_000, description="Most text that one such file may give, in characters."
    )
    page_limit: Annotated[int, Field(ge=1, le=100_000)] = Field(
        default=2_000, description="Most pages of a PDF that is read."
    )
    timeout_s: Annotated[float, Field(ge=1, le=3_600)] = Field(
        default=60.0, description="Seconds that reading one HTML, PDF or DOCX file may take."
    )
    memory_bytes: Annotated[int, Field(ge=256_000_000)] = Field(
        default=1_000_000_000, description="Memory that reading one such file may take, in bytes; two are read at once."
    )
    expanded_limit_bytes: Annotated[int, Field(ge=1_000_000)] = Field(
        default=200_000_000, description="What the archive in a DOCX may expand to, in bytes."
    )
    entry_limit: Annotated[int, Field(ge=10)] = Field(default=5_000, description="Most files in the archive of a DOCX.")
    ratio_limit: Annotated[int, Field(ge=2)] = Field(
        default=100, description="How many times its size the archive of a DOCX may expand to."
    )
