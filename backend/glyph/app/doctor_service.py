"""The doctor's checks of what runs: who owns the index, the index itself, the embedder, the servers."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from glyph.app.answers import GenerationEntry, IndexState, IndexStatus, Verification
from glyph.app.doctor import OLDEST_NODE, Finding, failed, ok, skipped, warning
from glyph.domain.generation import BaseState
from glyph.errors import GlyphError

UNAUTHORIZED = 401


@dataclass(frozen=True, slots=True)
class Ownership:
    """Who has the index: whether a process holds the lock, whether one answers on the socket, and their traces."""

    is_held: bool
    answers: bool
    holder: str
    socket: Path


def owner_finding(found: Ownership) -> Finding:
    if found.is_held and found.answers:
        return ok("owner", f"The index is owned by {found.holder}, which answers.")
    if found.is_held:
        says = f"The index is owned by {found.holder}, which does not answer on {found.socket}."
        return failed("owner", says, "Wait if it has just started; else end that process and start Glyph again.")
    if found.socket.exists():
        return warning(
            "owner", f"{found.socket} was left behind by a process that is gone.", "The next start removes it."
        )
    return ok("owner", "No process owns the index; each command takes it for as long as it runs.")


def index_finding(status: IndexStatus) -> Finding:
    """Return whether there is an index and whether it is what the documents say."""
    if status.state is IndexState.EMPTY:
        return failed("index", "Nothing has been indexed yet.", "glyph index")
    if status.state is IndexState.BUILDING:
        return ok("index", f"It is being built: {status.documents} documents answer meanwhile.")
    if status.problems:
        first = status.problems[0]
        says = f"{len(status.problems)} documents could not be indexed, such as {first.path}: {first.reason}"
        return warning("index", says, "`glyph status` lists them; mend the files, then `glyph index`.")
    if status.pending:
        return warning("index", f"It is {status.pending} documents behind.", "glyph index")
    if status.unembedded:
        says = f"{status.unembedded} documents have no vectors: keyword search alone finds them."
        return warning("index", says, "See the embedder below, then `glyph index`.")
    return ok("index", f"Fresh: {status.documents} documents, {status.chunks} chunks.")


def base_finding(base: BaseState | None) -> Finding:
    """Return whether vectors are found fast; None where there is no index."""
    if base is None:
        return skipped("base", "There is no index yet.")
    if base is BaseState.OK:
        return ok("base", "The vector base answers.")
    if base is BaseState.BUILDING:
        return ok("base", "The vector base is being built; exact search answers meanwhile.")
    says = f"The vector base is {base}: exact search answers, and slower."
    return warning("base", says, "`glyph serve` builds it anew in the background; `glyph index` does so at once.")


def integrity_finding(verification: Verification | None) -> Finding:
    """Return whether the index is sound in itself; ``verification`` is None where a job stood in its way."""
    if verification is None:
        return skipped("integrity", "A job is running, or there is no index; ask again when it has ended.")
    if verification.faults:
        return failed("integrity", verification.faults[0], "`glyph index` mends the base; `glyph index --rebuild` all.")
    return ok("integrity", "Counts, checksums and search structures are those that were built.")


def fingerprint_finding(active: GenerationEntry | None, embedder: str) -> Finding:
    """Return whether the active generation was made with what the settings say today."""
    if active is None:
        return skipped("fingerprint", "There is no index to compare.")
    if not active.activatable:
        made = active.fingerprint
        says = (
            f"The index was made with {made.embedder}, redaction {made.redaction}, chunking {made.chunking};"
            f" the settings say {embedder}, or Glyph is another version."
        )
        return failed("fingerprint", says, "glyph index --rebuild, or set GLYPH_EMBED__… as it was.")
    return ok("fingerprint", "The index was made with the model and the rules of today.")


def embedder_finding(embed: Callable[[], int], deadline_s: float) -> Finding:
    """``embed`` makes one vector and returns its width; it may hang, and is left behind then."""
    widths: list[int] = []
    faults: list[GlyphError] = []

    def attempt() -> None:
        try:
            widths.append(embed())
        except GlyphError as error:
            faults.append(error)

    thread = threading.Thread(target=attempt, name="glyph-doctor", daemon=True)
    thread.start()
    thread.join(deadline_s)
    if faults:
        return failed("embedder", faults[0].message, faults[0].hint)
    if not widths:
        remedy = "Check GLYPH_EMBED__BASE_URL and the network; keyword search answers meanwhile."
        return failed("embedder", f"It has not answered within {deadline_s:.0f} s.", remedy)
    return ok("embedder", f"It answers, with {widths[0]} numbers.")


@dataclass(frozen=True, slots=True)
class Visit:
    """What came of asking a port of this machine; ``status`` is None when nobody listens or answers in time."""

    listening: bool
    status: int | None
    is_glyph: bool


def port_finding(name: str, address: str, setting: str, visit: Visit, *, may_be_ours: bool = True) -> Finding:
    """Return whether a port is free or ours. A Glyph there is not ours when nobody owns our index."""
    if not visit.listening:
        return ok(name, f"Nobody listens on {address}; it is free.")
    if visit.is_glyph and may_be_ours:
        return ok(name, f"Glyph answers on {address}.")
    who = "Another Glyph, with a data folder of its own," if visit.is_glyph else "Something else"
    return failed(name, f"{who} listens on {address}.", f"Stop it, or set {setting} to another port.")


def mcp_finding(url: str, visit: Visit) -> Finding:
    """``visit`` is the answer to a greeting with the token of the settings."""
    if not visit.listening:
        return skipped("mcp", f"No server runs, so nobody answers on {url}; `glyph mcp` needs none.")
    if visit.status == UNAUTHORIZED:
        says = f"{url} does not take the token of these settings."
        return failed("mcp", says, "Restart `glyph serve`: it read another GLYPH_API__TOKEN when it started.")
    if not visit.is_glyph:
        says = f"{url} answers {visit.status or 'nothing'} to an MCP client."
        return failed("mcp", says, "Read the server's log (data/logs/api.log with `make run`) and restart it.")
    return ok("mcp", f"{url} greets an MCP client.")


def node_finding(version: tuple[int, ...] | None) -> Finding:
    """``version`` is None when there is no Node."""
    remedy = "Install Node 20.9 or newer, then `make setup`."
    if version is None:
        return failed("node", "There is no Node on PATH: the workbench cannot start.", remedy)
    shown = ".".join(str(part) for part in version)
    if version[:2] < OLDEST_NODE:
        return failed("node", f"This is Node {shown}.", remedy)
    return ok("node", f"Node {shown}.")


def workbench_finding(server: Path) -> Finding:
    """``server`` is the file that a build of the workbench makes."""
    if not server.exists():
        return failed("workbench", f"The workbench is not built: there is no {server}.", "make setup")
    return ok("workbench", "The workbench is built.")
