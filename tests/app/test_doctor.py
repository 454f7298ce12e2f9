"""The doctor's checks, one failing case after the other: what is found, and that a remedy is named."""

import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

from glyph.app import doctor, doctor_service
from glyph.app.answers import GenerationEntry, IndexState, IndexStatus, Verification
from glyph.app.doctor import Diagnosis, Finding, Verdict
from glyph.app.doctor_service import Ownership, Visit
from glyph.corpus.sources.folder import FolderSource, Scan
from glyph.domain.document import DocumentPath, Problem
from glyph.domain.generation import BaseState, Fingerprint, GenerationId
from glyph.errors import EmbedderFailed
from tests.unprivileged import unprivileged

NOW = datetime(2026, 1, 14, 8, 15, tzinfo=UTC)
MEGABYTE = 1_000_000
NOBODY = Visit(listening=False, status=None, is_glyph=False)
STRANGER = Visit(listening=True, status=404, is_glyph=False)
GLYPH = Visit(listening=True, status=200, is_glyph=True)


def wrong(finding: Finding, verdict: Verdict = Verdict.FAILED) -> str:
    """Return what a finding says, having seen that it is one and names a remedy."""
    assert finding.verdict is verdict, finding
    assert finding.remedy
    assert finding.says.endswith((".", ")"))
    return finding.says


def fine(finding: Finding) -> str:
    assert finding.verdict is Verdict.OK, finding
    assert finding.remedy == ""
    return finding.says


def test_a_python_that_is_too_old_fails() -> None:
    assert "3.10.4" in wrong(doctor.python_finding((3, 10, 4)))
    assert fine(doctor.python_finding(sys.version_info[:3]))


def test_settings_that_cannot_be_read_fail_with_what_is_wrong() -> None:
    assert "GLYPH_API__PORT" in wrong(doctor.settings_finding("GLYPH_API__PORT: should be a number."))
    assert fine(doctor.settings_finding(""))


def test_secrets_that_others_may_read_fail(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    assert "environment" in fine(doctor.env_file_finding(file))
    file.write_text("GLYPH_API__TOKEN=x\n", encoding="utf-8")
    file.chmod(0o640)
    finding = doctor.env_file_finding(file)
    assert "0640" in wrong(finding)
    assert finding.remedy == f"chmod 600 {file}"
    file.chmod(0o600)
    assert fine(doctor.env_file_finding(file))


def test_secrets_that_are_not_set_fail_by_name() -> None:
    assert "GLYPH_API__TOKEN" in wrong(doctor.secrets_finding(["GLYPH_API__TOKEN"]))
    assert fine(doctor.secrets_finding([]))


def test_a_clock_behind_the_index_fails() -> None:
    assert wrong(doctor.clock_finding(NOW, NOW + timedelta(hours=1)))
    assert fine(doctor.clock_finding(NOW, NOW - timedelta(hours=1)))
    assert fine(doctor.clock_finding(NOW, None))


def test_documents_that_are_not_there_or_no_folder_fail(tmp_path: Path) -> None:
    assert "is not there" in wrong(doctor.documents_finding(tmp_path / "docs", None))
    file = tmp_path / "file"
    file.touch()
    assert "is no folder" in wrong(doctor.documents_finding(file, None))
    assert "cannot be read" in wrong(doctor.documents_finding(tmp_path, None))


def test_an_empty_root_and_files_that_cannot_be_taken_are_warnings(tmp_path: Path) -> None:
    empty = FolderSource(tmp_path, 100).scan()
    assert "no Markdown" in wrong(doctor.documents_finding(tmp_path, empty), Verdict.WARNING)
    (tmp_path / "a.md").write_text("# A\n", encoding="utf-8")
    assert fine(doctor.documents_finding(tmp_path, FolderSource(tmp_path, 100).scan()))
    (tmp_path / "large.md").write_text("x" * 200, encoding="utf-8")
    partly = FolderSource(tmp_path, 100).scan()
    assert "large.md" in wrong(doctor.documents_finding(tmp_path, partly), Verdict.WARNING)


def test_a_raw_notion_export_fails_and_a_stray_id_does_not() -> None:
    ids = [f"Runbook {number:032x}.md" for number in range(3)]
    assert "raw export" in wrong(doctor.export_finding([*ids, "own.md"], Path("corpus/export")))
    assert fine(doctor.export_finding([ids[0], "own.md", "other.md"], Path("corpus/export")))
    assert fine(doctor.export_finding([], Path("corpus/export")))


def test_a_data_folder_that_others_may_use_or_that_is_none_fails(tmp_path: Path) -> None:
    root = tmp_path / "data"
    assert wrong(doctor.data_folder_finding(root), Verdict.WARNING)
    root.mkdir(mode=0o755)
    root.chmod(0o755)
    assert "0755" in wrong(doctor.data_folder_finding(root))
    root.chmod(0o700)
    assert fine(doctor.data_folder_finding(root))
    root.rmdir()
    root.touch()
    assert "is no folder" in wrong(doctor.data_folder_finding(root))


def test_a_data_folder_of_another_user_or_without_write_access_fails(tmp_path: Path) -> None:
    with unprivileged(tmp_path):
        assert "belongs to user 0" in wrong(doctor.data_folder_finding(Path("/usr")))
        tmp_path.chmod(0o500)
        assert "cannot be written" in wrong(doctor.data_folder_finding(tmp_path))
        tmp_path.chmod(0o700)


def test_settings_of_another_user_fail(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.touch(mode=0o600)
    with unprivileged(tmp_path):
        file.chmod(0o000)
        assert "cannot be read" in wrong(doctor.env_file_finding(file))


def test_a_file_system_without_locks_or_without_room_for_a_file_fails(tmp_path: Path) -> None:
    assert fine(doctor.locks_finding(tmp_path, NOW))
    assert list(tmp_path.iterdir()) == []
    assert wrong(doctor.locks_finding(tmp_path / "gone", NOW))


def test_a_disk_that_a_rebuild_would_fill_warns_and_one_that_is_full_fails() -> None:
    assert wrong(doctor.disk_finding(100 * MEGABYTE, 200 * MEGABYTE))
    assert wrong(doctor.disk_finding(600 * MEGABYTE, 200 * MEGABYTE), Verdict.WARNING)
    assert fine(doctor.disk_finding(701 * MEGABYTE, 200 * MEGABYTE))


def test_the_size_of_a_folder_and_the_room_around_one_that_does_not_exist(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").write_bytes(b"12345")
    assert doctor.size_of(tmp_path) == 5
    assert doctor.size_of(tmp_path / "gone") == 0
    assert doctor.free_bytes_of(tmp_path / "gone" / "deeper") > 0


def owned(*, is_held: bool, answers: bool, socket: Path) -> Finding:
    return doctor_service.owner_finding(Ownership(is_held, answers, "process 7", socket))


def test_an_owner_that_does_not_answer_fails_and_a_socket_left_behind_warns(tmp_path: Path) -> None:
    socket = tmp_path / "owner.sock"
    assert "process 7" in fine(owned(is_held=True, answers=True, socket=socket))
    assert "process 7" in wrong(owned(is_held=True, answers=False, socket=socket))
    assert fine(owned(is_held=False, answers=False, socket=socket))
    socket.touch()
    assert "left behind" in wrong(owned(is_held=False, answers=False, socket=socket), Verdict.WARNING)


def status(
    state: IndexState = IndexState.READY, *, pending: int = 0, unembedded: int = 0, problems: tuple[Problem, ...] = ()
) -> IndexStatus:
    generation = None if state is IndexState.EMPTY else GenerationId("g")
    return IndexStatus(
        state, generation, NOW, 3, 9, 1, pending, unembedded, problems, BaseState.OK, "model", version="1"
    )


def test_an_index_that_is_not_there_fails_and_one_that_is_behind_warns() -> None:
    assert fine(doctor_service.index_finding(status()))
    assert fine(doctor_service.index_finding(status(IndexState.BUILDING, pending=2)))
    assert wrong(doctor_service.index_finding(status(IndexState.EMPTY)))
    assert "2 documents behind" in wrong(doctor_service.index_finding(status(pending=2)), Verdict.WARNING)
    assert "keyword search alone" in wrong(doctor_service.index_finding(status(unembedded=2)), Verdict.WARNING)
    broken = Problem(DocumentPath("bytes.md"), "It is no text.")
    assert "bytes.md" in wrong(doctor_service.index_finding(status(problems=(broken,))), Verdict.WARNING)


def test_an_index_that_is_not_sound_in_itself_fails() -> None:
    def verified(*faults: str) -> Verification:
        return Verification(GenerationId("g"), full=False, documents=3, chunks=9, differences=(), faults=faults)

    assert wrong(doctor_service.integrity_finding(verified("The base is damaged.", "x"))) == "The base is damaged."
    assert fine(doctor_service.integrity_finding(verified()))
    assert doctor_service.integrity_finding(None).verdict is Verdict.SKIPPED


def test_a_base_that_is_missing_warns_because_exact_search_answers() -> None:
    for state in (BaseState.DAMAGED, BaseState.MISSING):
        assert state in wrong(doctor_service.base_finding(state), Verdict.WARNING)
    assert fine(doctor_service.base_finding(BaseState.OK))
    assert fine(doctor_service.base_finding(BaseState.BUILDING))
    assert doctor_service.base_finding(None).verdict is Verdict.SKIPPED


def entry(*, activatable: bool) -> GenerationEntry:
    made = Fingerprint(2, "r1", "c1", "other-model", 384)
    return GenerationEntry(
        GenerationId("g"), active=True, activatable=activatable, indexed_at=NOW, documents=1, chunks=1, redactions=0,
        base=BaseState.OK, fingerprint=made,
    )  # fmt: skip


def test_an_index_of_another_model_fails_and_names_both() -> None:
    says = wrong(doctor_service.fingerprint_finding(entry(activatable=False), "this-model"))
    assert "other-model" in says
    assert "this-model" in says
    assert fine(doctor_service.fingerprint_finding(entry(activatable=True), "this-model"))
    assert doctor_service.fingerprint_finding(None, "this-model").verdict is Verdict.SKIPPED


def test_an_embedder_that_fails_or_does_not_answer_in_time_fails() -> None:
    def refuse() -> int:
        raise EmbedderFailed("The key was refused.", hint="Set GLYPH_EMBED__API_KEY.")

    assert wrong(doctor_service.embedder_finding(refuse, deadline_s=30)) == "The key was refused."
    hanging = threading.Event()

    def hang() -> int:
        hanging.wait()
        return 384

    try:
        assert "not answered" in wrong(doctor_service.embedder_finding(hang, deadline_s=0.01))
    finally:
        hanging.set()
    assert "384" in fine(doctor_service.embedder_finding(lambda: 384, deadline_s=30))


def test_a_port_that_somebody_else_has_fails_also_when_it_is_another_glyph() -> None:
    def port(visit: Visit, *, may_be_ours: bool = True) -> Finding:
        return doctor_service.port_finding("api", "127.0.0.1:8765", "GLYPH_API__PORT", visit, may_be_ours=may_be_ours)

    assert "free" in fine(port(NOBODY))
    assert fine(port(GLYPH))
    assert "Something else" in wrong(port(STRANGER))
    assert "Another Glyph" in wrong(port(GLYPH, may_be_ours=False))


def test_an_mcp_endpoint_that_refuses_the_token_or_says_nothing_fails() -> None:
    url = "http://127.0.0.1:8765/mcp"
    assert doctor_service.mcp_finding(url, NOBODY).verdict is Verdict.SKIPPED
    assert fine(doctor_service.mcp_finding(url, GLYPH))
    assert "token" in wrong(doctor_service.mcp_finding(url, Visit(listening=True, status=401, is_glyph=False)))
    assert "404" in wrong(doctor_service.mcp_finding(url, STRANGER))
    assert "nothing" in wrong(doctor_service.mcp_finding(url, Visit(listening=True, status=None, is_glyph=False)))


def test_no_node_an_old_one_and_a_workbench_that_is_not_built_fail(tmp_path: Path) -> None:
    assert wrong(doctor_service.node_finding(None))
    assert "18.2.0" in wrong(doctor_service.node_finding((18, 2, 0)))
    assert fine(doctor_service.node_finding((20, 9, 0)))
    server = tmp_path / "server.js"
    assert wrong(doctor_service.workbench_finding(server))
    server.touch()
    assert fine(doctor_service.workbench_finding(server))


def test_a_warning_is_no_failure() -> None:
    good, doubtful = doctor.ok("a", "A."), doctor.warning("b", "B.", "Do it.")
    assert Diagnosis((good, doubtful, doctor.skipped("c", "C."))).is_healthy
    assert not Diagnosis((good, doctor.failed("d", "D.", "Do it."))).is_healthy
    assert not Diagnosis(
        (doctor.documents_finding(Path("gone"), Scan((), ())), doctor.failed("d", "D.", "Do."))
    ).is_healthy
