"""What a child process does for a generation: copy the rows of another one, or prove and finish it.

All of it would hold the interpreter's lock for seconds in the process that answers queries.
"""

import os
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, TypeAdapter

from glyph.domain.generation import Counts, Fingerprint
from glyph.errors import GenerationRejected, IndexUnusable
from glyph.files import sync_folder
from glyph.index.embedded import database
from glyph.index.embedded.base import BaseRows, build, file_checksums, load_chroma, verify
from glyph.index.embedded.child import Child, ChildFailed, serve
from glyph.index.embedded.layout import GenerationFolder
from glyph.index.embedded.validate import check_vectors, validate
from glyph.index.store import Pulse, steady

MODULE = "glyph.index.embedded.building"
COPY, FINISH = "copy", "finish"
FINGERPRINT = TypeAdapter(Fingerprint)


class Finished(BaseModel):
    """What a finished generation holds, and the checksums of its base."""

    model_config = ConfigDict(frozen=True)

    counts: Counts
    vectors: int
    base_checksums: dict[str, str]


def copy_in_child(source: Path, folder: GenerationFolder, fingerprint: Fingerprint, pulse: Pulse = steady) -> None:
    """Put a copy of another generation's database in place of this one's.

    Raises: IndexUnusable when what was copied is damaged; or what ``pulse`` raises.
    """
    with closing(_child(COPY, folder, fingerprint, str(source.resolve()))) as child:
        child.begin()
        try:
            child.answer(pulse)
        except ChildFailed as error:
            raise IndexUnusable(f"The rows cannot be copied: {error}") from error


def finisher(folder: GenerationFolder, fingerprint: Fingerprint) -> Child:
    """Return a child that waits to finish a generation, with all that it needs for it imported."""
    return _child(FINISH, folder, fingerprint)


def finish_in_child(child: Child, pulse: Pulse = steady) -> Finished:
    """Have a ``finisher`` validate its generation, build the base and make all of it durable; return what there is.

    Raises: GenerationRejected, with what the child said last; or what ``pulse`` raises.
    """
    with closing(child):
        child.begin()
        load_chroma()  # this process opens the base next; importing takes about as long as the child does
        try:
            return Finished.model_validate_json(child.answer(pulse))
        except ChildFailed as error:
            raise GenerationRejected(f"The generation could not be finished: {error}") from error


def _child(deed: str, folder: GenerationFolder, fingerprint: Fingerprint, *more: str) -> Child:
    arguments = [deed, str(folder.root.resolve()), FINGERPRINT.dump_json(fingerprint).decode(), *more]
    return Child(MODULE, arguments, cwd=folder.root)


def main(arguments: Sequence[str]) -> str:
    """Do what the parent asked for and return the answer."""
    deed, root, fingerprint, *more = arguments
    folder, made_with = GenerationFolder(Path(root)), FINGERPRINT.validate_json(fingerprint)
    if deed == COPY:
        copy(Path(more[0]), folder, made_with)
        return ""
    return finish(folder, made_with).model_dump_json()


def copy(source: Path, folder: GenerationFolder, fingerprint: Fingerprint) -> None:
    """Put one state of the rows in ``source`` in place of the folder's database, without free pages.

    Raises: IndexUnusable; GenerationRejected when a vector is damaged.
    """
    database.remove(folder.database)
    folder.database.touch(mode=0o600)  # into an empty file, or it would be made readable to others
    with database.connected(source) as connection:
        connection.execute("VACUUM INTO ?", (str(folder.database),))
    with database.connected(folder.database) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        check_vectors(connection, fingerprint)


def finish(folder: GenerationFolder, fingerprint: Fingerprint) -> Finished:
    """Validate the rows, build and verify the base of them, and make both durable.

    Raises: GenerationRejected, IndexUnusable.
    """
    with database.connected(folder.database) as connection:
        validate(connection, fingerprint)
        rows = base_rows(connection, fingerprint.dimensions)
        build(folder.base, rows)
        verify(folder.base, rows)
        counts = database.settle(connection)
    sync_files(folder.root)
    return Finished(counts=counts, vectors=len(rows.ids), base_checksums=dict(file_checksums(folder.base)))


def base_rows(connection: sqlite3.Connection, dimensions: int) -> BaseRows:
    """Return every vector under its id in the base: ``<chunk id>:<window>``."""
    (count,) = connection.execute("SELECT count(*) FROM vectors").fetchone()
    matrix = np.empty((count, dimensions), dtype=np.float32)
    ids: list[str] = []
    rows = connection.execute(
        "SELECT chunk_id || ':' || window, vector FROM vectors JOIN chunks ON chunks.row = vectors.chunk"
        " ORDER BY vectors.row"
    )
    for place, (window_id, blob) in enumerate(rows):
        ids.append(window_id)
        matrix[place] = np.frombuffer(blob, dtype=np.float32)
    return BaseRows(tuple(ids), matrix)


def sync_files(root: Path) -> None:
    """Make every file and name beneath ``root`` durable."""
    for folder, _, names in os.walk(root):
        for name in names:
            with (Path(folder) / name).open("rb") as stream:
                os.fsync(stream.fileno())
        sync_folder(Path(folder))


if __name__ == "__main__":
    if sys.argv[1] == FINISH:
        load_chroma()
    serve(main)
