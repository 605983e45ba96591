"""The fuzzers find what is wrong: each is shown a planted flaw."""

import time
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, settings

from cardcore import ParseError, ends, records
from cardcore.reference import ends as reference
from fuzz import api, files, moves


def test_errors_that_are_not_documented_are_found() -> None:
    with pytest.raises(KeyError), api.promised():
        raise KeyError
    with api.promised():
        raise ParseError


def test_long_work_is_stopped_without_a_find() -> None:
    with api.promised():
        while True:
            time.sleep(0.01)


def test_a_reference_that_takes_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    native, slow = ends.new([1, 2, 3]), reference.Game([1, 2, 3])
    moves.refuse_alike(native, slow, "X", ["L", "R"])
    moves.refuse_alike(native, slow, " l ", ["L", "R"])
    monkeypatch.setattr(slow, "play", lambda text: None)
    with pytest.raises(AssertionError, match="only the reference takes 'X'"):
        moves.refuse_alike(native, slow, "X", ["L", "R"])


def test_both_games_are_the_same_at_the_start() -> None:
    for begin in moves.BEGIN.values():
        native, slow = begin(Random(1))
        assert [str(move) for move in native.legal_moves()] == slow.legal_moves()


def test_a_record_that_is_read_carelessly_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "_checked", lambda record: record)
    careful = settings(
        max_examples=500,
        database=None,
        phases=[Phase.generate],
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    with pytest.raises((AttributeError, KeyError, TypeError, ValueError)):
        careful(files.damaged_record)()
