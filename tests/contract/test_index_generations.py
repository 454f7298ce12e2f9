"""What the ports IndexStore and Staging promise of generations, on the embedded store and on the fake."""

from dataclasses import replace

import numpy as np
import pytest

from glyph.domain.document import DocumentPath
from glyph.domain.generation import GenerationId
from glyph.domain.ranking import Scope
from glyph.errors import GenerationRejected, NoGeneration
from glyph.index.store import IndexStore
from tests.conftest import FIRST_CONTENT, SECOND_CONTENT
from tests.contract.conftest import Kit
from tests.contract.index_questions import found, near
from tests.fakes.documents import FINGERPRINT, ids_of, make_document, paths_of, unit, with_vectors

RESTORE, DNS, WIREGUARD = FIRST_CONTENT
EVERYWHERE = Scope()


# Generations


def test_an_empty_store_has_no_generation(empty_store: IndexStore) -> None:
    assert empty_store.generations() == ()
    with pytest.raises(NoGeneration), empty_store.reader():
        pass
    with pytest.raises(NoGeneration):
        empty_store.update([DNS], ())


def test_generations_come_newest_first(kit: Kit) -> None:
    assert [summary.generation for summary in kit.store.generations()] == [kit.second, kit.first]


def test_a_generation_that_nobody_knows_cannot_be_activated(kit: Kit) -> None:
    with pytest.raises(GenerationRejected):
        kit.store.activate(GenerationId("20260101T000000.000000Z-00000000"))
    with kit.store.reader() as reader:
        assert reader.summary.generation == kit.first


def test_a_staged_generation_is_invisible_and_cannot_be_activated_unfinished(kit: Kit) -> None:
    staging = kit.store.stage(FINGERPRINT)
    staging.put([DNS])
    assert list(staging.documents()) == ["network/dns.md"]
    assert staging.generation not in {summary.generation for summary in kit.store.generations()}
    with pytest.raises(GenerationRejected):
        kit.store.activate(staging.generation)
    with kit.store.reader() as reader:
        assert reader.summary.generation == kit.first
    staging.discard()


def test_what_is_put_or_deleted_after_finishing_is_there_after_activation(empty_store: IndexStore) -> None:
    staging = empty_store.stage(FINGERPRINT)
    staging.put([DNS, WIREGUARD])
    staging.finish()
    later = make_document("later.md", "saved while the base was built")
    staging.put([later])
    staging.delete([DNS.prepared.document.path])
    empty_store.activate(staging.generation)
    with empty_store.reader() as reader:
        assert list(reader.documents()) == ["later.md", "network/wireguard.md"]
        assert found(reader, "zone") == []
        assert near(reader, "saved while the base was built")[0] == ids_of(later)[0]
        assert ids_of(DNS)[0] not in near(reader, "the zone is served by the name server")


def test_staging_a_document_again_replaces_it(store: IndexStore) -> None:
    staging = store.stage(FINGERPRINT)
    staging.put([DNS])
    changed = make_document("network/dns.md", "one", "two")
    staging.put([changed])
    assert staging.documents()[DocumentPath("network/dns.md")] == changed.prepared.document
    staging.delete([DocumentPath("network/dns.md")])
    assert staging.documents() == {}
    staging.discard()


def test_vectors_of_the_wrong_width_are_rejected_and_nothing_changes(kit: Kit) -> None:
    staging = kit.store.stage(FINGERPRINT)
    staging.put([with_vectors(DNS, np.stack([unit(1.0, dimensions=8)]))])
    with pytest.raises(GenerationRejected):
        staging.finish()
    staging.discard()
    staging.discard()
    assert [summary.generation for summary in kit.store.generations()] == [kit.second, kit.first]


def test_an_older_generation_can_be_activated_again(kit: Kit) -> None:
    kit.store.activate(kit.second)
    kit.store.activate(kit.first)
    with kit.store.reader() as reader:
        assert list(reader.documents()) == paths_of(FIRST_CONTENT)


def test_pruning_keeps_the_newest_and_the_active_one(kit: Kit) -> None:
    assert kit.store.prune(2) == ()
    assert kit.store.prune(1) == ()  # the older one is the active one
    kit.store.activate(kit.second)
    assert kit.store.prune(1) == (kit.first,)
    assert [summary.generation for summary in kit.store.generations()] == [kit.second]


def test_pruning_keeps_a_generation_that_is_read_until_its_reader_has_left(kit: Kit) -> None:
    with kit.store.reader():
        kit.store.activate(kit.second)
        assert kit.store.prune(1) == ()
    kit.store.prune(1)
    assert [summary.generation for summary in kit.store.generations()] == [kit.second]


def test_a_staged_generation_is_neither_pruned_nor_counted(kit: Kit) -> None:
    kit.store.activate(kit.second)
    staging = kit.store.stage(FINGERPRINT)
    staging.put([DNS])
    assert kit.store.prune(2) == ()
    assert list(staging.documents()) == ["network/dns.md"]
    staging.discard()


# Finishing, reopening, rebasing, pruning


class Enough(Exception):
    """What a pulse raises that wants the work to end."""


def test_a_pulse_that_raises_ends_the_finishing_and_the_staging_can_be_discarded(kit: Kit) -> None:
    def stop() -> None:
        raise Enough

    staging = kit.store.stage(FINGERPRINT)
    staging.put([DNS])
    with pytest.raises(Enough):
        staging.finish(stop)
    staging.discard()
    assert [summary.generation for summary in kit.store.generations()] == [kit.second, kit.first]


def test_a_reopened_generation_is_changed_before_it_is_activated(kit: Kit) -> None:
    staging = kit.store.reopen(kit.second)
    assert staging.generation == kit.second
    assert list(staging.documents()) == paths_of(SECOND_CONTENT)
    staging.put([WIREGUARD])
    staging.delete([DNS.prepared.document.path])
    with kit.store.reader() as reader:
        assert list(reader.documents()) == paths_of(FIRST_CONTENT)
    kit.store.activate(kit.second)
    with kit.store.reader() as reader:
        assert reader.summary.generation == kit.second
        assert list(reader.documents()) == ["backup/restore.md", "network/wireguard.md"]
        assert found(reader, "51820") == [ids_of(WIREGUARD)[2]]
        assert reader.faults() == ()


def test_discarding_a_reopened_generation_keeps_it(kit: Kit) -> None:
    kit.store.reopen(kit.second).discard()
    kit.store.activate(kit.second)


def test_neither_the_active_nor_an_unknown_generation_is_reopened(kit: Kit) -> None:
    for generation in (kit.first, GenerationId("20260101T000000.000000Z-00000000")):
        with pytest.raises(GenerationRejected):
            kit.store.reopen(generation)


def test_a_generation_just_built_needs_no_rebase(kit: Kit) -> None:
    assert not kit.store.needs_rebase()


def test_without_a_generation_nobody_knows_whether_one_needs_a_rebase(empty_store: IndexStore) -> None:
    with pytest.raises(NoGeneration):
        empty_store.needs_rebase()


def test_generations_of_other_redaction_rules_are_pruned_however_many_are_kept(kit: Kit) -> None:
    staging = kit.store.stage(replace(FINGERPRINT, redaction="other"))
    staging.put([DNS])
    staging.finish()
    kit.store.activate(staging.generation)
    with kit.store.reader() as reader:
        assert set(kit.store.prune(20)) == {kit.first, kit.second}
        assert reader.summary.generation == staging.generation
    assert [summary.generation for summary in kit.store.generations()] == [staging.generation]


def test_a_generation_that_was_to_go_and_is_activated_again_stays(kit: Kit) -> None:
    with kit.store.reader() as pinned:
        kit.store.activate(kit.second)
        kit.store.prune(1)
        if kit.first in {summary.generation for summary in kit.store.generations()}:
            kit.store.activate(kit.first)
        assert list(pinned.documents()) == paths_of(FIRST_CONTENT)
    with kit.store.reader() as reader:
        assert reader.summary.generation == kit.first


# Copying


def test_a_copy_holds_what_the_other_generation_held_and_is_changed_by_itself(kit: Kit) -> None:
    staging = kit.store.stage(FINGERPRINT)
    with kit.store.reader() as former:
        assert not staging.documents()
        staging.copy(kit.first)
        assert staging.documents() == former.documents()
        staging.put([make_document("later.md", "xylophone")])
        staging.delete([DNS.prepared.document.path])
        staging.finish()
        assert list(former.documents()) == paths_of(FIRST_CONTENT)
        kit.store.activate(staging.generation)
    with kit.store.reader() as reader:
        assert list(reader.documents()) == ["backup/restore.md", "later.md", "network/wireguard.md"]
        stored = reader.stored(WIREGUARD.prepared.document.path)
        assert stored is not None
        assert stored.prepared == WIREGUARD.prepared
        assert all(np.array_equal(kept, put) for kept, put in zip(stored.vectors, WIREGUARD.vectors, strict=True))
        assert found(reader, "51820") == [ids_of(WIREGUARD)[2]]
        assert near(reader, "xylophone")[0] == ids_of(make_document("later.md", "xylophone"))[0]
        assert reader.faults() == ()
    assert not kit.store.needs_rebase()


def test_a_pulse_that_raises_ends_the_copying(kit: Kit) -> None:
    def stop() -> None:
        raise Enough

    staging = kit.store.stage(FINGERPRINT)
    with pytest.raises(Enough):
        staging.copy(kit.first, stop)
    staging.discard()
    assert [summary.generation for summary in kit.store.generations()] == [kit.second, kit.first]
