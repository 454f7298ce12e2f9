"""The owner's lists: kept in the state folder, obeyed by the index, by readers and by queries."""

from pathlib import Path

import pytest

from glyph.app.local import LocalWorkbench
from glyph.app.local_state import LocalState
from glyph.domain.document import DocumentPath
from glyph.domain.ranking import Mode, Scope, SearchRequest
from glyph.errors import BadRequest, SettingsError
from glyph.ingest.redact.policy import RULES_ALONE
from tests.conftest import SMALL_CORPUS, MakeWorkbench
from tests.fakes.clock import TickingClock
from tests.fakes.index_store import InMemoryStore

DNS = DocumentPath("network/dns.txt")
KEYS = DocumentPath("network/wireguard.md")
LISTED = "cellar"
"""A word of the small corpus that no rule takes for a secret."""
STANDING = "8Jm1nV6Zk3x0Qw9bT2yR5uP7sLd4fGhCaEoIiKjNnMk="
"""A key of the small corpus that a rule finds."""


@pytest.fixture
def state(tmp_path: Path) -> LocalState:
    return LocalState(tmp_path / "state")


def index(workbench: LocalWorkbench) -> None:
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)


def quotes(workbench: LocalWorkbench, query: str) -> str:
    result = workbench.search(SearchRequest(query, Mode.KEYWORD, 5, Scope()))
    return repr((result.query, [hit.quote for hit in result.hits]))


def test_without_a_list_nothing_is_written_and_the_rules_stand_alone(state: LocalState, tmp_path: Path) -> None:
    assert state.policy() == RULES_ALONE
    assert not (tmp_path / "state").exists()


def test_a_listed_value_is_kept_from_readers_from_the_index_and_from_queries(
    state: LocalState, make_workbench: MakeWorkbench
) -> None:
    state.add_always([LISTED])
    workbench = make_workbench(policy=state.policy())
    index(workbench)
    assert LISTED not in workbench.read(DNS, redacted=True).text
    assert LISTED in workbench.read(DNS, redacted=False).text
    found = quotes(workbench, f"server {LISTED}")
    assert "⟦secret:listed⟧" in found
    assert LISTED not in found


def test_a_value_that_is_no_secret_is_read_and_found(state: LocalState, make_workbench: MakeWorkbench) -> None:
    state.add_never([STANDING])
    workbench = make_workbench(policy=state.policy())
    index(workbench)
    assert workbench.read(KEYS, redacted=True).text == SMALL_CORPUS[KEYS]
    assert STANDING in quotes(workbench, STANDING)


def test_a_change_of_the_lists_makes_the_index_anew(
    state: LocalState, make_workbench: MakeWorkbench, clock: TickingClock
) -> None:
    store = InMemoryStore(clock)
    before = make_workbench(store=store)
    index(before)
    state.add_always([LISTED])
    after = make_workbench(store=store, policy=state.policy())
    assert after.indexing.needs_rebuild()
    index(after)
    assert not after.indexing.needs_rebuild()
    assert LISTED not in quotes(after, "server")
    assert [entry.activatable for entry in after.generations().generations] == [True]


def test_lists_grow_and_shrink_and_are_for_this_user_alone(state: LocalState, tmp_path: Path) -> None:
    assert state.add_always([LISTED, "heliotrope"]) == 2
    assert state.add_always([f" {LISTED} "]) == 2
    assert state.add_never(["walrus"]) == 1
    kept = [(file.name, file.stat().st_mode & 0o777) for file in sorted((tmp_path / "state").iterdir())]
    assert kept == [("key", 0o600), ("redaction-always", 0o600), ("redaction-never", 0o600)]
    assert (tmp_path / "state").stat().st_mode & 0o777 == 0o700
    assert LISTED not in (tmp_path / "state" / "redaction-always").read_text(encoding="utf-8")
    policy = LocalState(tmp_path / "state").policy()
    assert (len(policy.always), policy.never) == (2, frozenset({"walrus"}))
    assert state.forget_always([LISTED]) == 1
    assert state.forget_never(["walrus", "never there"]) == 0


def test_a_value_that_no_list_can_hold_changes_nothing(state: LocalState) -> None:
    state.add_always([LISTED])
    before = state.policy()
    for add in (state.add_always, state.add_never):
        with pytest.raises(BadRequest, match="characters"):
            add(["heliotrope", "abc"])
    assert state.policy() == before


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("redaction-always", b"heliotrope\n"),
        ("redaction-always", b"10 00ff abcd\n"),
        ("redaction-always", b"x 00ff " + b"ab" * 32 + b"\n"),
        ("redaction-always", b"\xff\n"),
        ("redaction-never", b"\xff\n"),
    ],
)
def test_a_damaged_list_refuses_to_be_left_out(state: LocalState, tmp_path: Path, name: str, content: bytes) -> None:
    state.add_always([LISTED])
    (tmp_path / "state" / name).write_bytes(content)
    with pytest.raises(SettingsError) as refused:
        state.policy()
    assert name in refused.value.message
    assert "heliotrope" not in refused.value.message


def test_a_list_without_its_key_refuses_to_be_left_out(state: LocalState, tmp_path: Path) -> None:
    state.add_always([LISTED])
    (tmp_path / "state" / "key").unlink()
    with pytest.raises(SettingsError):
        state.policy()
