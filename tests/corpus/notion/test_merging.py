"""Three-way merge: what holds of any three texts."""

from hypothesis import given
from hypothesis import strategies as st

from glyph.corpus.notion.merging import Outcome, decide, merged

LINES = st.lists(st.sampled_from(["a", "b", "c", "", "- x", "```"]), max_size=12).map("\n".join)
EDIT = st.tuples(st.integers(0, 39), st.sampled_from(["insert", "replace", "delete"]))
BASE = [f"line {number}" for number in range(40)]


def edited(edits: list[tuple[int, str]], mark: str) -> list[str]:
    lines = list(BASE)
    for place, deed in sorted(edits, reverse=True):
        if deed == "insert":
            lines.insert(place, f"{mark} {place}")
        elif deed == "replace":
            lines[place] = f"{mark} {place}"
        else:
            del lines[place]
    return lines


@given(LINES, LINES)
def test_a_side_that_changed_nothing_yields_to_the_other(base: str, other: str) -> None:
    assert merged(base, base, other) == other
    assert merged(base, other, base) == other
    assert merged(base, other, other) == other


@given(LINES, LINES, LINES)
def test_the_sides_may_be_exchanged(base: str, ours: str, theirs: str) -> None:
    assert merged(base, ours, theirs) == merged(base, theirs, ours)


@given(
    st.lists(EDIT, max_size=4, unique_by=lambda edit: edit[0]),
    st.lists(EDIT, max_size=4, unique_by=lambda edit: edit[0]),
)
def test_a_merge_holds_what_both_sides_wrote_and_nothing_that_one_removed(
    ours: list[tuple[int, str]], theirs: list[tuple[int, str]]
) -> None:
    left, right = edited(ours, "ours"), edited(theirs, "theirs")
    result = merged("\n".join(BASE), "\n".join(left), "\n".join(right))
    if result is None:
        assert any(abs(mine[0] - other[0]) <= 2 for mine in ours for other in theirs)
        return
    lines = set(result.split("\n"))
    base = set(BASE)
    assert (set(left) | set(right)) - base <= lines
    assert lines & base == set(left) & set(right) & base


def test_changes_that_touch_are_a_conflict() -> None:
    assert merged("a\nb\nc", "A\nb\nc", "a\nB\nc") is None
    assert merged("a\nb\nc", "A\nb\nc", "a\nb\nC") == "A\nb\nC"
    assert merged("a\nb", "a\nours\nb", "a\ntheirs\nb") is None


def test_what_was_removed_here_is_not_written_again() -> None:
    assert decide("a", None, "a").outcome is Outcome.REMOVED
    assert decide("a", None, "b").outcome is Outcome.CONFLICT
    assert decide(None, None, "b").text == "b"
    assert decide(None, "a", "b").outcome is Outcome.CONFLICT
