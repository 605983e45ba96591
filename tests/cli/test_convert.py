"""``cardcore convert``: records to PHH and back."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

import cardcore
from cardcore import draw
from cardcore.cli.app import main


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["convert", *map(str, arguments)])


def test_a_match_becomes_hands_and_the_hands_records(tmp_path: Path) -> None:
    game = draw.new(draw.Rules.badugi(hands=2), seed=2)
    cardcore.play(game, ["pattern", "random"], seed=1)
    record, hands, target = tmp_path / "game.json", tmp_path / "all.phhs", tmp_path / "hand.json"
    record.write_text(json.dumps(game.record()))
    assert run(record, hands).exit_code == 0
    assert run(hands, target).exit_code == 0
    records = [json.loads((tmp_path / f"hand-{number}.json").read_text()) for number in (1, 2)]
    assert [move for hand in records for move in hand["moves"]] == game.moves
    assert all(cardcore.replay(hand).is_over for hand in records)


def test_what_cannot_be_converted_is_one_line(tmp_path: Path) -> None:
    wrong = tmp_path / "hand.phh"
    wrong.write_text('variant = "NT"\n')
    for arguments, message in (
        ((wrong, tmp_path / "x.json"), "hand.phh: PHH: variant: expected one of F2L3D"),
        ((wrong, tmp_path / "x.phh"), "expected a record (.json) and a file .phh or .phhs"),
        ((tmp_path / "none.phh", tmp_path / "x.json"), "none.phh"),
    ):
        result = run(*arguments)
        assert (result.exit_code, "Traceback" in result.output) == (2, False)
        assert message in " ".join(result.output.split())
    record = tmp_path / "draw.json"
    game = draw.new(seed=1)
    game.play("check")
    record.write_text(json.dumps(game.record()))
    assert "PHH has no code for high" in " ".join(run(record, tmp_path / "x.phh").output.split())
