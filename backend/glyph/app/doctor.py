"""The doctor: what a check finds, and the checks of the machine, the settings, the documents and the data folder.

Each check takes plain values and returns its finding; none of them changes anything.
"""

import os
import shutil
import stat
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from glyph.corpus.notion.waiting import raw_names
from glyph.corpus.sources.folder import Scan
from glyph.files import TEMP_PREFIX, TEMP_SUFFIX
from glyph.index.owner import OwnerLock

OLDEST_PYTHON = (3, 11)
OLDEST_NODE = (20, 9)
FOREIGN_ACCESS = 0o077
ROOM_AT_LEAST_BYTES = 500_000_000
"""Room for the model, a log and a database's own files, whatever the index takes."""
MEGABYTE = 1_000_000


class Verdict(StrEnum):
    """What a check found; ``SKIPPED`` when it could not be made, because of what another check says."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found, in a sentence, and what to do about it; no remedy when nothing is to be done."""

    check: str
    verdict: Verdict
    says: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Every check's finding, in the order in which an operator would look."""

    findings: tuple[Finding, ...]

    @property
    def is_healthy(self) -> bool:
        """Return whether nothing has failed; warnings are no failures."""
        return all(finding.verdict is not Verdict.FAILED for finding in self.findings)


def ok(check: str, says: str) -> Finding:
    return Finding(check, Verdict.OK, says)


def warning(check: str, says: str, remedy: str) -> Finding:
    return Finding(check, Verdict.WARNING, says, remedy)


def failed(check: str, says: str, remedy: str) -> Finding:
    return Finding(check, Verdict.FAILED, says, remedy)


def skipped(check: str, says: str) -> Finding:
    return Finding(check, Verdict.SKIPPED, says)


def python_finding(version: Sequence[int]) -> Finding:
    """``version`` begins with major and minor."""
    shown = ".".join(str(part) for part in version[:3])
    if tuple(version[:2]) < OLDEST_PYTHON:
        return failed("python", f"This is Python {shown}.", "Install Python 3.11 or newer and run `make setup`.")
    return ok("python", f"Python {shown}.")


def settings_finding(fault: str) -> Finding:
    """``fault`` is what loading the settings complained of, empty when it did not."""
    if fault:
        return failed("settings", fault, "Correct it in the environment or in .env; .env.example lists every setting.")
    return ok("settings", "Every setting can be read.")


def env_file_finding(file: Path) -> Finding:
    """Return whether secrets in ``.env`` are this user's alone."""
    if not file.exists():
        return ok("env file", f"There is no {file}: settings come from the environment.")
    facts = file.stat()
    if facts.st_mode & FOREIGN_ACCESS:
        mode = stat.S_IMODE(facts.st_mode)
        return failed("env file", f"{file} holds secrets and others may use it (mode {mode:04o}).", f"chmod 600 {file}")
    if not os.access(file, os.R_OK, effective_ids=True):
        return failed("env file", f"{file} cannot be read by this user.", f"chown {os.getuid()} {file}")
    return ok("env file", f"{file} is readable by its owner alone.")


def secrets_finding(missing: Sequence[str]) -> Finding:
    """``missing`` are the names of secrets that are not set; placeholders are refused with the settings."""
    if missing:
        remedy = "glyph password --first-start"
        return failed("secrets", f"Not set: {', '.join(missing)}. `glyph serve` refuses to start.", remedy)
    return ok("secrets", "Tokens, session secret and password are set, and none is a placeholder.")


def clock_finding(now: datetime, newest: datetime | None) -> Finding:
    """``newest`` is the latest time that the index knows of: nothing can have been indexed in the future."""
    if newest is not None and now < newest:
        says = f"The clock says {now:%Y-%m-%d %H:%M}, and the index was changed at {newest:%Y-%m-%d %H:%M} (UTC)."
        return failed("clock", says, "Set the clock (timedatectl set-ntp true): sessions and generations go by it.")
    return ok("clock", f"{now:%Y-%m-%d %H:%M} UTC.")


def documents_finding(root: Path, scan: Scan | None) -> Finding:
    """``scan`` is None when the root could not be read."""
    if scan is None:
        what = "is not there" if not root.exists() else "is no folder" if not root.is_dir() else "cannot be read"
        return failed(
            "documents", f"{root} {what}.", "Set GLYPH_CORPUS__ROOT, mount the folder, or give this user access."
        )
    if not scan.files:
        return warning(
            "documents", f"{root} holds no Markdown or text file.", "Copy documents there, then `glyph index`."
        )
    if scan.problems:
        first = scan.problems[0]
        says = (
            f"{len(scan.files)} documents in {root}; {len(scan.problems)} files cannot be taken, such as {first.path}."
        )
        return warning("documents", says, first.reason)
    return ok("documents", f"{len(scan.files)} documents in {root}.")


def export_finding(paths: Sequence[str], export: Path) -> Finding:
    """Return whether the documents look like a Notion export that nobody has cleaned: ids at the end of names."""
    exported = raw_names(paths)
    if exported:
        says = f"{len(exported)} of {len(paths)} names end in a Notion id, such as {exported[0]}: this is a raw export."
        return failed("export", says, f"Move it to {export} and run `glyph index`, which imports it.")
    return ok("export", "The documents are no raw Notion export.")


def data_folder_finding(root: Path) -> Finding:
    """Return whether the data folder is this user's alone and can be written."""
    if not root.exists():
        return warning("data folder", f"{root} is not there yet.", "glyph index")
    if not root.is_dir():
        return failed(
            "data folder", f"{root} is no folder.", "Move the file away, or set GLYPH_DATA__ROOT to a folder."
        )
    facts = root.stat()
    if facts.st_uid != os.geteuid():
        says = f"{root} belongs to user {facts.st_uid}, and this is user {os.geteuid()}."
        return failed("data folder", says, f"chown -R {os.geteuid()} {root}, or run Glyph as that user.")
    if facts.st_mode & FOREIGN_ACCESS:
        return failed(
            "data folder", f"Others may use {root} (mode {stat.S_IMODE(facts.st_mode):04o}).", f"chmod 700 {root}"
        )
    if not os.access(root, os.W_OK | os.X_OK, effective_ids=True):
        return failed("data folder", f"{root} cannot be written.", f"chmod 700 {root}; is it mounted read-only?")
    return ok("data folder", f"{root} is this user's alone and can be written.")


def locks_finding(folder: Path, now: datetime) -> Finding:
    """Return whether the file system keeps locks: some network and shared folders only pretend to."""
    remedy = "Set GLYPH_DATA__ROOT to a local disk; documents may stay on the network."
    try:
        with (
            tempfile.NamedTemporaryFile(dir=folder, prefix=TEMP_PREFIX, suffix=TEMP_SUFFIX) as stream,
            OwnerLock(Path(stream.name)) as first,
            OwnerLock(Path(stream.name)) as second,
        ):
            held, shut_out = first.try_acquire(now), not second.try_acquire(now)
    except OSError as error:
        return failed("locks", f"A file in {folder} cannot be locked: {error.strerror}.", remedy)
    if not (held and shut_out):
        return failed("locks", f"The file system of {folder} lets two processes hold one lock.", remedy)
    return ok("locks", "The file system keeps locks.")


def disk_finding(free_bytes: int, index_bytes: int) -> Finding:
    """A rebuild writes a second index beside the first."""
    needed = ROOM_AT_LEAST_BYTES + index_bytes
    says = f"{free_bytes // MEGABYTE} MB are free, the index takes {index_bytes // MEGABYTE} MB."
    if free_bytes < index_bytes:
        return failed(
            "disk", says, "Free some space: `glyph generations prune`, or a larger disk for GLYPH_DATA__ROOT."
        )
    if free_bytes < needed:
        return warning("disk", says, f"Keep {needed // MEGABYTE} MB free, so that a rebuild fits.")
    return ok("disk", says)


def size_of(folder: Path) -> int:
    """Return the bytes of a folder's files; those that vanish meanwhile count nothing."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += (Path(place) / name).lstat().st_size
            except FileNotFoundError:
                continue
    return total


def free_bytes_of(folder: Path) -> int:
    """Return the free bytes of the file system that holds ``folder``, which need not exist yet."""
    standing = next(place for place in (folder, *folder.parents) if place.exists())
    return shutil.disk_usage(standing).free
