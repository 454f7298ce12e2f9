"""The examination behind `glyph doctor`: gathers what each check needs, in the order in which an operator would look.

What cannot be asked because of what was found before is skipped, and says so.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from glyph.app import doctor, doctor_service
from glyph.app.answers import GenerationEntry, IndexStatus, Verification
from glyph.app.doctor import Diagnosis, Finding, Verdict, failed, skipped
from glyph.app.doctor_service import Ownership
from glyph.bootstrap import connected_workbench, index_folder, local_state, make_embedder, now
from glyph.corpus.sources.folder import Scan
from glyph.documents import document_source
from glyph.domain.document import DocumentPath
from glyph.errors import CorpusUnavailable, GlyphError, JobRunning, NoGeneration, SettingsError
from glyph.faces.cli import probes
from glyph.faces.cli.connect import ANY_ADDRESS, MCP_PATH
from glyph.faces.cli.passwords import ENV_FILE
from glyph.faces.cli.progress import ended
from glyph.index.owner import OwnerLock
from glyph.ingest.redact.paths import safe_path
from glyph.ingest.redact.policy import Policy
from glyph.settings import Settings, load_settings

EMBEDDER_DEADLINE_S = 30.0
"""The bundled model is converted on its first use, which takes seconds."""
FRONTEND = Path("frontend")
BUILD_SERVER = FRONTEND / ".next" / "standalone" / "server.js"
PROBE_TEXT = "which port does the tunnel use"
INDEX_CHECKS = ("index", "base", "integrity", "fingerprint")


def examine() -> Diagnosis:
    """Return every finding."""
    try:
        settings, fault = load_settings(), ""
    except SettingsError as error:
        settings, fault = None, error.message
    known = (
        doctor.python_finding(sys.version_info[:3]),
        doctor.settings_finding(fault),
        doctor.env_file_finding(ENV_FILE),
    )
    return Diagnosis((*known, *(_with_settings(settings) if settings else ())))


def _with_settings(settings: Settings) -> Iterator[Finding]:
    yield doctor.secrets_finding(_missing_secrets(settings))
    yield from _documents(settings)
    data = doctor.data_folder_finding(settings.data.root)
    yield data
    yield doctor.disk_finding(doctor.free_bytes_of(settings.data.root.resolve()), doctor.size_of(settings.data.root))
    owner = None
    if data.verdict is Verdict.OK:
        owner = ownership(settings)
        yield doctor.locks_finding(settings.data.root, now())
        yield doctor_service.owner_finding(owner)
        yield from _index(settings, owner)
        yield doctor_service.embedder_finding(lambda: _width(settings), EMBEDDER_DEADLINE_S)
    else:
        yield from _skipped(("locks", "owner", *INDEX_CHECKS, "embedder"), "The data folder comes first.")
        yield doctor.clock_finding(now(), None)
    yield from _servers(settings, is_owned=owner is not None and owner.is_held)
    yield from _workbench()


def _skipped(checks: Sequence[str], reason: str) -> Iterator[Finding]:
    return (skipped(check, reason) for check in checks)


def _missing_secrets(settings: Settings) -> tuple[str, ...]:
    required = {
        "GLYPH_API__TOKEN": settings.api.token,
        "GLYPH_WORKBENCH__TOKEN": settings.workbench.token,
        "GLYPH_SESSION__SECRET": settings.session.secret,
        "GLYPH_SESSION__PASSWORD_HASH": settings.session.password_hash,
    }
    return tuple(name for name, secret in required.items() if not secret.get_secret_value())


def _documents(settings: Settings) -> Iterator[Finding]:
    root = settings.corpus.root
    scan = _scan(settings, _policy(settings))
    yield doctor.documents_finding(root, scan)
    if scan is not None:
        paths = (*(file.path for file in scan.files), *(problem.path for problem in scan.problems))
        yield doctor.export_finding(paths, settings.corpus.export)


def _policy(settings: Settings) -> Policy | None:
    """Return the owner's lists; None when they cannot be read, which what needs the index says."""
    try:
        return local_state(settings).policy()
    except SettingsError:
        return None


def _scan(settings: Settings, policy: Policy | None) -> Scan | None:
    """Return what lies under the root, without a secret in any name."""

    def shown(path: DocumentPath) -> DocumentPath:
        return DocumentPath("a file that is not named") if policy is None else safe_path(path, policy)

    try:
        scan = document_source(settings).scan()
        files = tuple(replace(file, path=shown(file.path)) for file in scan.files)
        return Scan(files, tuple(replace(problem, path=shown(problem.path)) for problem in scan.problems))
    except CorpusUnavailable:
        return None


def ownership(settings: Settings) -> Ownership:
    """Return who has the index. The lock is taken for a moment where nobody has it."""
    folder = index_folder(settings)
    if not folder.owner_lock.exists():
        return Ownership(is_held=False, answers=False, holder="", socket=folder.owner_socket)
    with OwnerLock(folder.owner_lock) as lock:
        is_held = not lock.try_acquire(now())
        holder = lock.holder()
    answers = is_held and probes.answers_on(folder.owner_socket)
    return Ownership(is_held, answers, holder, folder.owner_socket)


def _index(settings: Settings, owner: Ownership) -> Iterator[Finding]:
    if owner.is_held and not owner.answers:
        yield from _skipped(INDEX_CHECKS, "The owner of the index does not answer.")
        yield doctor.clock_finding(now(), None)
        return
    try:
        status, active, verification = _asked(settings)
    except GlyphError as error:
        yield failed("index", error.message, error.hint)
        yield from _skipped(INDEX_CHECKS[1:], "The index comes first.")
        yield doctor.clock_finding(now(), None)
        return
    yield doctor_service.index_finding(status)
    yield doctor_service.base_finding(status.base if status.generation else None)
    yield doctor_service.integrity_finding(verification)
    yield doctor_service.fingerprint_finding(active, status.embedder)
    yield doctor.clock_finding(now(), status.indexed_at)


def _width(settings: Settings) -> int:
    """Return how many numbers the embedder answers with."""
    return len(make_embedder(settings).embed_query(PROBE_TEXT))


def _asked(settings: Settings) -> tuple[IndexStatus, GenerationEntry | None, Verification | None]:
    with connected_workbench(settings) as workbench:
        active = next((entry for entry in workbench.generations().generations if entry.active), None)
        try:
            job = ended(workbench, workbench.start_verification(full=False), "checking the index")
        except (JobRunning, NoGeneration):
            return workbench.status(), active, None
        return workbench.status(), active, job.verification


def _servers(settings: Settings, *, is_owned: bool) -> Iterator[Finding]:
    host, port = ANY_ADDRESS.get(settings.api.host, settings.api.host), settings.api.port
    visit = probes.visit_health(host, port)
    yield doctor_service.port_finding("api", f"{host}:{port}", "GLYPH_API__PORT", visit, may_be_ours=is_owned)
    visit = probes.visit_mcp(host, port, MCP_PATH, settings.api.token.get_secret_value())
    yield doctor_service.mcp_finding(f"http://{host}:{port}{MCP_PATH}", visit)
    own = settings.workbench.port
    visit = probes.visit_health("127.0.0.1", own)
    yield doctor_service.port_finding("workbench port", f"127.0.0.1:{own}", "GLYPH_WORKBENCH__PORT", visit)


def _workbench() -> Iterator[Finding]:
    """Yield what the workbench needs, where there is one: an installed package alone has none."""
    if not FRONTEND.is_dir():
        yield skipped("workbench", "There is no workbench in this folder: REST, MCP and commands work without.")
        return
    yield doctor_service.node_finding(probes.node_version())
    yield doctor_service.workbench_finding(BUILD_SERVER)
