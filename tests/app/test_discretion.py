"""Discretion judges a path by its letters alone, and retells what happened for those who see some documents only."""

import pytest

from glyph.app.answers import Change, DocumentChanged
from glyph.app.discretion import Discretion
from glyph.app.evidence import Evidence
from glyph.domain.document import DocumentPath, hash_content
from glyph.errors import BadDocumentPath, PathTaken
from glyph.ingest.redact.policy import RULES_ALONE, Policy, keyed_value

SHOWN, OTHER = DocumentPath("vpn/a.md"), DocumentPath("vpn/b.md")
HIDDEN, HIDDEN_TOO = DocumentPath("wifi-password-Kettle4711.md"), DocumentPath("password-Kettle4711/a.md")
EVIDENCE = Evidence(bytes(32))
DISCRETION = Discretion(EVIDENCE, RULES_ALONE)
HASH = hash_content(b"x")


def test_a_path_with_a_secret_in_a_name_is_refused_without_saying_which() -> None:
    DISCRETION.require(SHOWN, OTHER)
    for path in (HIDDEN, HIDDEN_TOO):
        with pytest.raises(BadDocumentPath) as refused:
            DISCRETION.require(SHOWN, path)
        assert "Kettle4711" not in f"{refused.value.message} {refused.value.hint}"


def test_the_owners_list_counts_for_names() -> None:
    listed = Discretion(EVIDENCE, Policy(bytes(32), (keyed_value("heliotrope", bytes(32)),)))
    assert DISCRETION.shows(DocumentPath("heliotrope.md"))
    assert not listed.shows(DocumentPath("heliotrope.md"))


@pytest.mark.parametrize(
    ("happened", "told"),
    [
        (DocumentChanged(SHOWN, Change.SAVED, HASH), DocumentChanged(SHOWN, Change.SAVED, EVIDENCE.content_hash(HASH))),
        (DocumentChanged(SHOWN, Change.GONE_FROM_DISK), DocumentChanged(SHOWN, Change.GONE_FROM_DISK)),
        (DocumentChanged(OTHER, Change.MOVED, None, SHOWN), DocumentChanged(OTHER, Change.MOVED, None, SHOWN)),
        (DocumentChanged(OTHER, Change.MOVED, None, HIDDEN), DocumentChanged(OTHER, Change.CREATED)),
        (DocumentChanged(HIDDEN, Change.MOVED, HASH, SHOWN), DocumentChanged(SHOWN, Change.DELETED)),
        (DocumentChanged(HIDDEN, Change.MOVED, HASH, HIDDEN_TOO), None),
        (DocumentChanged(HIDDEN, Change.CHANGED_ON_DISK, HASH), None),
    ],
)
def test_an_event_is_told_as_it_looks_from_without(happened: DocumentChanged, told: DocumentChanged | None) -> None:
    assert DISCRETION.change(happened) == told


def test_a_refusal_names_what_stands_in_the_way_only_where_it_may() -> None:
    with pytest.raises(PathTaken, match="is no folder"), DISCRETION.refusals():
        raise PathTaken(f"{OTHER} is no folder.", standing=OTHER)
    with pytest.raises(PathTaken) as refused, DISCRETION.refusals():
        raise PathTaken(f"{HIDDEN} differs.", hint=f"Use {HIDDEN}.", standing=HIDDEN)
    assert "Kettle4711" not in f"{refused.value.message} {refused.value.hint}"
