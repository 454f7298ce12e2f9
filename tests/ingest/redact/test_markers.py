"""A save must not write markers where the file holds secrets."""

from glyph.ingest.redact.markers import markers_in, new_markers, without_markers

TEXT = "a ⟦secret:password⟧ b ⟦secret:token⟧ c ⟦secret:password⟧"


def test_markers_are_listed_in_order_with_repeats() -> None:
    assert markers_in(TEXT) == ("⟦secret:password⟧", "⟦secret:token⟧", "⟦secret:password⟧")
    assert markers_in("⟦secret:⟧ ⟦secret:Not A Kind⟧ ⟦other⟧") == ()


def test_a_marker_counts_as_new_when_the_stored_text_holds_it_less_often() -> None:
    assert new_markers(TEXT, stored=TEXT) == ()
    assert new_markers(TEXT, stored="⟦secret:password⟧ ⟦secret:token⟧") == ("⟦secret:password⟧",)
    assert new_markers("plain", stored=TEXT) == ()


def test_a_text_can_be_had_without_its_markers() -> None:
    assert without_markers(TEXT) == "a  b  c "
