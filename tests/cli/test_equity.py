import json

from click.testing import CliRunner, Result

from cardcore.cli.app import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["equity", *arguments])


def test_ranges_are_shown_in_percent() -> None:
    result = run("AsKs", "QQ+, AKs", "--board", "Qh 7s 2s")
    assert result.exit_code == 0
    assert "44.306%" in result.stdout and "55.694%" in result.stdout
    assert "exact, " in result.stdout


def test_json_has_every_player_and_hand() -> None:
    result = run("AsKs", "QQ", "--board", "Qh 7s 2s", "--json", "--hands")
    found = json.loads(result.stdout)
    assert found["exact"] and [player["hand"] for player in found["players"]] == ["AsKs", "QQ"]
    assert len(found["players"][1]["hands"]) == 3


def test_samples_say_how_far_off_they_may_be() -> None:
    result = run("AA", "random", "--samples", "10000", "--seed", "1")
    assert "10,000 samples, 95% within 0." in result.stdout


def test_hands_and_grids_are_drawn() -> None:
    result = run("QQ+", "AKs", "--board", "Qh 7s 2s", "--hands", "--grid")
    assert "probability" in result.stdout and "QhQd" not in result.stdout
    assert "AKs" in result.stdout and " . " in result.stdout


def test_bad_input_is_one_line() -> None:
    for arguments, message in [
        (("AA", "KKs"), "player 2: range, position 1, 'KKs': a pair is neither suited nor offsuit"),
        (("AA",), "expected 2 to 9 players, found 1"),
        (("AA", "KK", "--board", "2c"), "board: expected 0, 3, 4 or 5 cards, found 1"),
    ]:
        result = run(*arguments)
        assert result.exit_code == 2 and message in result.stderr
        assert "Traceback" not in result.stderr
