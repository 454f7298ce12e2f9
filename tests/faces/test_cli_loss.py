"""An owner notices within a look that something of its own is gone, and is told once."""

import threading

from glyph.faces.cli.loss import LossWatch


def test_a_loss_is_told_once_and_what_is_whole_is_left_alone() -> None:
    looks = iter([True, True, False])
    told: list[str] = []
    gone = threading.Event()

    def lose() -> None:
        told.append("lost")
        gone.set()

    with LossWatch(lambda: next(looks), lose, look_s=0.001) as watch:
        assert gone.wait(30)
    assert told == ["lost"]
    assert watch.lost


def test_who_has_stopped_looking_tells_nothing() -> None:
    told: list[str] = []
    with LossWatch(lambda: False, lambda: told.append("lost"), look_s=60) as watch:
        pass
    watch.stop()
    assert told == []
    assert not watch.lost
