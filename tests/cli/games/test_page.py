import re
from typing import Any

import pytest
from click.testing import CliRunner, Result

import cardcore
from cardcore.cli.app import main
from cardcore.cli.games import Page, page
from cardcore.presentation import Presentation
from cardcore.registry import games, presentation
from tests.cli.typing import typed as moves_of


def run(*arguments: str, typed: str) -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


@pytest.mark.parametrize("game", games())
def test_every_game_has_a_page_of_its_own(game: str) -> None:
    assert type(page(game)) is not Page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["draw"], "discard 6c 8h"),
        (["president"], "3 is the lowest rank"),
        (["chopsticks"], "tap L R"),
        (["hearts"], "Qs plays"),
        (["hearts", "--suits", "4"], "1-12 costs 13"),
        (["ends"], "L takes the first card"),
    ],
)
def test_help_tells_how_moves_are_typed(arguments: list[str], words: str) -> None:
    shown = run(*arguments, "--seed", "1", typed="Help\nquit\n").stdout
    assert words in " ".join(shown.split())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["draw", "--ante", "3"], "antes 3 every hand"),
        (["draw", "--raises", "1"], "The maximum is 1 raise in"),
        (["president", "--trade", "best"], "gets the lower side's highest cards,"),
        (["president", "--rounds", "7"], "7 rounds;"),
        (["chopsticks", "--rollover"], "is out at exactly 5"),
        (["chopsticks", "--no-splits"], "You may not move fingers"),
        (["chopsticks", "--no-revive"], "no hand that is out may be revived"),
        (["chopsticks", "--misere"], "Misère: the player who would have lost wins"),
        (["chopsticks", "--sudden-death"], "You lose as soon as one of your hands is out"),
        (["hearts", "--target", "50"], "someone has 50 points"),
        (["hearts", "--moon", "subtract"], "they are subtracted from your score"),
        (["hearts", "--queen-breaks-hearts"], "or the queen of spades was"),
        (["hearts", "--values", "9"], "1-8 costs 9"),
        (["ends", "--count", "6"], "6 cards"),
    ],
)
def test_rules_are_those_in_force(arguments: list[str], words: str) -> None:
    shown = run(*arguments, "--seed", "1", typed="rules\nquit\n").stdout
    usual = run(arguments[0], "--seed", "1", typed="rules\nquit\n").stdout
    assert words in " ".join(shown.split())
    assert words not in " ".join(usual.split())


#: Rules of games that end soon.
SHORT: dict[str, dict[str, Any]] = {
    "draw": {"hands": 4},
    "hearts": {"target": 20},
    "president": {"rounds": 2},
}


@pytest.mark.parametrize("game", games())
def test_a_game_without_a_page_can_be_played(
    game: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    bots = [cardcore.bots(game)[-1]] * (cardcore.new(game, seed=1).seats - 1)
    short = SHORT.get(game, {})
    rules = [f"--{name}={value}" for name, value in short.items()]
    options = ["--seed", "1", "--seats", ",".join(["you", *bots]), *rules]
    lines = moves_of(game, 1, bots, **short)
    own = run(game, *options, typed=lines).stdout
    monkeypatch.setattr("cardcore.cli.games.find_spec", lambda name: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    presentation.cache_clear()
    request.addfinalizer(presentation.cache_clear)
    assert type(page(game)) is Page
    assert type(presentation(game)) is Presentation
    result = run(game, *options, typed="help\nhint\nrules\n" + lines)
    assert result.exit_code == 0, result.output
    assert "type a move as it is listed" in result.stdout
    assert re.search(r"^your move: Try: .+\n\w", result.stdout, re.M)
    assert re.search(r"^seats +you: 0 ", result.stdout, re.MULTILINE)
    assert re.search(r"^hand ", result.stdout, re.MULTILINE)
    # The same game is played, whatever is shown of it.
    assert scores(result.stdout) == scores(own)
    parts = [
        re.findall(r"^(?:your move: )?(\w+ \d+ is over)$", shown, re.MULTILINE)
        for shown in (own, result.stdout)
    ]
    assert parts[0] == parts[1]
    assert bool(parts[0]) == (game in ("draw", "president", "hearts"))


def scores(shown: str) -> list[str]:
    """Give the table at the end of a game."""
    table = shown[shown.rindex("player") :]
    assert " first" in table or " tie" in table
    return [" ".join(line.split()) for line in table.splitlines() if line.strip()]
