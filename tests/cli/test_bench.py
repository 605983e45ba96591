import json

import pytest
from click.testing import CliRunner

from cardcore.cli.app import main
from cardcore.reference import president as reference


def test_every_game_is_measured_against_the_reference() -> None:
    result = CliRunner().invoke(main, ["bench", "--repeats", "1", "--json"])
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert len(found) == 7
    for case in found:
        assert list(case["contestants"]) == ["cardcore", "reference"]
        assert len(case["contestants"]["cardcore"]["seconds"]) == 1


def test_the_table_names_the_contestants() -> None:
    result = CliRunner().invoke(main, ["bench", "--repeats", "1"])
    assert result.exit_code == 0
    assert "cardcore" in result.stdout
    assert "times as fast" in result.stdout


def test_a_wrong_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "moves_to_victory", lambda hand: 0)
    result = CliRunner().invoke(main, ["bench", "--repeats", "1"])
    assert result.exit_code == 1
    assert "the answer of cardcore is wrong" in result.stderr
