"""Playing without a terminal: what is typed comes from elsewhere."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import cardcore
from cardcore import characters, hearts
from cardcore.cli.app import main
from cardcore.cli.games import page
from cardcore.cli.person import read
from cardcore.difficulty import LEVELS, LevelPlayer
from cardcore.registry import games, presentation
from tests.cli.typing import typed as moves_of

#: A deal of Hearts in which the first player has four tens.
DEAL = [
    "Tc Td Th Ts 2c 3c 4c 5c 6c 7c 8c 9c Jc",
    "2d 3d 4d 5d 6d 7d 8d 9d Jd Qd Kd Ad Qc",
    "2h 3h 4h 5h 6h 7h 8h 9h Jh Qh Kh Ah Kc",
    "2s 3s 4s 5s 6s 7s 8s 9s Js Qs Ks As Ac",
]


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


@pytest.mark.parametrize("game", games())
def test_the_end_of_input_leaves_cleanly(game: str) -> None:
    result = run(game, "--seed", "1")
    assert result.exit_code == 0
    assert "You left after" in result.stdout
    assert "\x1b[" not in result.stdout


def test_undo_where_it_is_fair() -> None:
    options = ["--count", "8", "--seed", "2", "--seats", "you,greedy"]
    result = run("ends", *options, typed="undo\nL\nundo\nR\nquit\n")
    assert "There is nothing to undo: you haven't moved yet." in result.stdout
    # At the start, again after the undo that came too early, and after the one that did not.
    assert result.stdout.count("you: 0  greedy: 0") == 3
    unfair = run("hearts", "--seed", "2", typed="undo\nquit\n")
    assert "You can't undo here: cards have been revealed." in unfair.stdout


def test_watching_bots() -> None:
    result = run("ends", "--watch", "--seats", "greedy,random", "--count", "6", "--delay", "0")
    assert result.exit_code == 0
    assert result.stdout.count("greedy: takes ") == 3
    assert result.stdout.count("random: takes ") == 3
    # The table before every move of the first.
    assert result.stdout.count("row ") == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ends", "--seats", "you,gredy"], "seat 1: unknown player 'gredy', expected one of you, "),
        (["ends", "--seats", "you"], "expected 2"),
        (["ends", "--names", "Ann"], "names: expected 2 names, found 1"),
        (["ends", "--watch", "--seats", "you,random"], "--watch is for bots only"),
        (["president", "--players", "14"], "14"),
        (["--resume", "/no/such/file"], "cannot read '/no/such/file'"),
        (["chess"], "expected one of draw, president, chopsticks, hearts, ends, found 'chess'"),
        (["ends", "--watch", "--delay", "inf"], "expected seconds, 0 to 3,600, found 'inf'"),
        (["ends", "--watch", "--delay", "nan"], "expected seconds, 0 to 3,600, found 'nan'"),
        (["hearst"], "found 'hearst'; did you mean 'hearts'?"),
        (["ends", "--seats", "you,,greedy"], "--seats, name 2 of 3: expected a name, found ''"),
        (["ends", "--names", "Ann,\x1b[31m"], "name 2 of 2: expected a name, found '\\x1b[31m'"),
        (["ends", "--seats", "you,random", "--level", "easy"], "expected --seats or --level"),
        (["--resume"], "there is no saved game to resume; expected a game, or --resume FILE"),
        (["--resume", "game.json", "ends"], "expected a game, or --resume FILE, found both"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_two_people_at_one_terminal_are_told_whose_turn_it_is() -> None:
    shown = run("ends", "--seats", "you,you", "--names", "Ann,Bob", typed="L\n").stdout
    assert shown.index("to move  Ann") < shown.index("to move  Bob")


def test_an_empty_line_is_answered_with_the_words_that_there_are() -> None:
    assert "Type L or R, or help, hint, moves" in run("ends", typed="\n").stdout
    assert "'hitn' is not a move here. Type L or R. Did you mean hint?" in (
        run("ends", typed="hitn\n").stdout.replace("\n", " ")
    )
    # An arrow key is answered without what it would do to the cursor.
    answered = run("ends", typed="\x1b[D\n").stdout
    assert "'[D' is not a move here." in answered and "\x1b" not in answered


def test_the_same_seed_is_the_same_game_and_no_seed_another(tmp_path: Path) -> None:
    def moves(*options: str) -> list[str]:
        record = tmp_path / "game.json"
        run(
            "ends",
            "--watch",
            "--seats",
            "random,random",
            "--delay",
            "0",
            *options,
            "--record",
            str(record),
        )
        return list(json.loads(record.read_text())["moves"])

    assert moves("--seed", "7") == moves("--seed", "7")
    assert moves("--seed", "7") != moves("--seed", "8")
    # Twenty choices of two: the same by chance once in a million.
    assert moves() != moves()


def test_bots_of_a_game_that_deals_nothing_follow_the_seed_too(tmp_path: Path) -> None:
    def moves(seed: str) -> list[str]:
        record = tmp_path / "game.json"
        run(
            "chopsticks",
            "--watch",
            "--seats",
            "random,random",
            "--delay",
            "0",
            "--seed",
            seed,
            "--record",
            str(record),
        )
        return list(json.loads(record.read_text())["moves"])

    assert moves("1") == moves("1")
    assert len({tuple(moves(str(seed))) for seed in range(5)}) > 1


@pytest.mark.parametrize("game", games())
def test_every_level_says_which_bot_it_is(game: str) -> None:
    levels = presentation(game).levels()
    assert list(levels) == list(LEVELS)
    assert levels["best"].bot.partition(":")[0] == cardcore.bots(game)[-1]
    shown = " ".join(run(game, "--help").stdout.split())
    for name, level in levels.items():
        assert f"{name}: {level}" in shown
    for given in ("first", "1", "8"):
        assert run(game, "--level", given, "--seed", "1").exit_code == 0
    wrong = run(game, "--level", "9")
    assert wrong.exit_code == 2
    assert "--level: expected 1 to 8 or one of first, easy, " in wrong.stderr


@pytest.mark.parametrize("game", ["chopsticks", "ends"])
def test_the_usual_opponent_can_be_beaten_where_the_best_cannot(game: str) -> None:
    chosen = presentation(game)
    best, usual = chosen.levels()["best"], chosen.levels()[chosen.default_level]
    assert usual != best
    won = 0
    for seed in range(40):
        made = cardcore.new(game, seed=seed)
        cardcore.play(made, [LevelPlayer(best, seed), LevelPlayer(usual, seed)])
        won += made.scores()[0] > made.scores()[1]
    assert won > 10


def test_a_bot_at_the_table_has_parameters() -> None:
    seats = "search:worlds=2:passes=5,rule,shooter,greedy"
    result = run("hearts", "--watch", "--delay", "0", "--seats", seats, "--target", "0")
    assert result.exit_code == 0, result.output
    wrong = run("hearts", "--seats", "you,search:worlds=x,rule,rule")
    assert wrong.exit_code == 2
    assert "worlds = 'x': expected 1 to 200000" in wrong.stderr
    nameless = run("hearts", "--seats", "you,search:fast,rule,rule")
    assert "bot 'search:fast': 'fast' is not a parameter" in nameless.stderr


def test_without_a_game_there_is_a_menu() -> None:
    shown = run(typed="chess\nheart\nends\n9\neasy\nL\nquit\n").stdout
    assert "What would you like to play?" in shown
    for game in games():
        assert presentation(game).description in " ".join(shown.split())
    assert "Type a number from 1 to 5 or the name of a game, or quit" in " ".join(shown.split())
    assert "did you mean 'hearts'?" in shown
    assert "Easy" in shown and "Expert" in shown and "Medium (usual)" in shown
    assert "Ends against" in shown and "easy" in shown
    assert "You left after 2 moves." in shown


def test_the_menu_offers_a_game_that_was_left(state_folder: Path) -> None:
    assert "Continue" not in run(typed="quit\n").stdout
    run("ends", "--count", "8", typed="L\nquit\n")
    shown = run(typed="c\n\nL\nquit\n").stdout
    assert "Go on with ends (2 moves)" in " ".join(shown.split()).replace("Ends", "ends")
    assert "You left after 4 moves." in shown


def new_game(**options: Any) -> dict[str, Any]:
    """Give the rules in force of a game of President."""
    return dict(cardcore.new("president", seed=1, **options).rules)


def test_the_menu_asks_for_rules_that_people_know() -> None:
    shown = run(typed="president\nbig two\n\nrules\nquit\n").stdout
    assert all(preset.title in shown for preset in presentation("president").presets)
    assert "President against" in shown
    told = presentation("president")
    [chosen] = [preset for preset in told.presets if preset.title == "Big Two"]
    words = " ".join(shown.split())
    assert all(line in words for line in told.rules(new_game(**chosen.rules)))
    usual = " ".join(run(typed="president\n\n\nrules\nquit\n").stdout.split())
    assert all(line in usual for line in told.rules(new_game()))
    assert run(typed="president\nquit\n").exit_code == 0


def test_the_menu_is_left_by_the_end_of_input() -> None:
    for typed in ("", "quit\n", "ends\n", "ends\nquit\n"):
        assert run(typed=typed).exit_code == 0


def test_opponents_are_characters_of_their_level_and_bots_are_bots() -> None:
    shown = run("hearts", "--seed", "1", "--level", "hard").stdout
    heading = shown.splitlines()[0]
    names = heading.removeprefix("Hearts against ").replace(" and ", ", ").split(", ")
    assert {characters.find(name).level for name in names} == {"hard"}
    assert run("hearts", "--seed", "1", "--level", "hard").stdout.splitlines()[0] == heading
    shown = run("hearts", "--seed", "1", "--seats", "you,rule,greedy,rule").stdout
    assert shown.startswith("Hearts against rule 1, greedy and rule 2")


@pytest.mark.parametrize(
    ("arguments", "typed", "words"),
    [
        (["ends", "--count", "8", "--seed", "3"], "left", "you: 11  "),
        (["ends", "--count", "8", "--seed", "3"], "12", "you: 12  "),
        (["ends", "--count", "8", "--seed", "3"], "Last", "you: 12  "),
        (["chopsticks", "--seed", "3"], "tap left right", "moves left  9"),
        (["draw", "--seed", "3"], "5h", "'5h': you play no cards now. Type check (c) or bet (b)."),
        (["draw", "--seed", "3"], "discard 5h", "you play no cards now. Type check (c) or bet"),
    ],
)
def test_other_words_for_moves(arguments: list[str], typed: str, words: str) -> None:
    assert words in run(*arguments, typed=f"{typed}\nquit\n").stdout


def test_cards_may_be_typed_as_they_are_shown() -> None:
    for typed in ("Tc 10♦ 10h", "10c 10d Th"):
        view = hearts.new(deal=DEAL, target=0).view(0)
        assert read(page("hearts"), view, typed) == "pass Tc Td Th"


def test_a_match_ends_with_a_verdict() -> None:
    lines = moves_of("ends", 3, count=4)
    shown = run("ends", "--count", "4", "--seed", "3", typed=lines).stdout
    assert re.search(r"You win!|wins\. You lost\.|It is a tie\.", shown)
    watched = run("ends", "--watch", "--seats", "perfect,random", "--delay", "0").stdout
    assert re.search(r"^(perfect|random) wins\.$|It is a tie", watched, re.MULTILINE)
