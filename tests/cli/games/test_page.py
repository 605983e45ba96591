import re

import pytest
from click.testing import CliRunner, Result

from cardcore.cli.app import main
from cardcore.cli.games import Page, page
from cardcore.registry import games


def run(*arguments: str, typed: str) -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


@pytest.mark.parametrize("game", games())
def test_every_game_has_a_page_of_its_own(game: str) -> None:
    assert type(page(game)) is not Page
    assert page(game).game == game


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["draw"], "discard 6c 8h"),
        (["president"], "3 is the lowest rank"),
        (["chopsticks"], "tap L R"),
        (["hearts"], "Qs plays"),
        (["hearts", "--standard"], "Qs plays"),
        (["hearts", "--suits", "4"], "1-12 costs 13"),
        (["hearts", "--no-standard"], "1-12 costs 13"),
        (["ends"], "L takes the first card"),
    ],
)
def test_help_tells_how_moves_are_typed(arguments: list[str], words: str) -> None:
    assert words in run(*arguments, "--seed", "1", typed="Help\nquit\n").stdout


@pytest.mark.parametrize("game", games())
def test_a_game_without_a_page_can_be_played(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = run(game, "--seed", "1", typed="1\n" * 1000).stdout
    monkeypatch.setattr("cardcore.cli.games.find_spec", lambda name: None)
    assert type(page(game)) is Page
    result = run(game, "--seed", "1", typed="help\nhint\n" + "1\n" * 1000)
    assert result.exit_code == 0, result.output
    assert "moves are typed as they are listed" in result.stdout
    assert re.search(r"^your move: \w+ would play: .+", result.stdout, re.MULTILINE)
    assert re.search(r"^seats +you: 0 ", result.stdout, re.MULTILINE)
    assert re.search(r"^hand ", result.stdout, re.MULTILINE)
    # The same game is played, whatever is shown of it.
    assert scores(result.stdout) == scores(own)
    parts = [
        re.findall(r"^(\w+ \d+ is over) ", shown, re.MULTILINE) for shown in (own, result.stdout)
    ]
    assert parts[0] == parts[1]
    assert bool(parts[0]) == (game in ("draw", "president", "hearts"))


def scores(shown: str) -> list[str]:
    """Give the table at the end of a game."""
    table = shown[shown.rindex("player") :]
    assert " first" in table
    return [" ".join(line.split()) for line in table.splitlines() if line.strip()]
