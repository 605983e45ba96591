import re

from click.testing import CliRunner, Result
from rich.console import Console, RenderableType

from cardcore import draw
from cardcore.cli.app import main
from cardcore.cli.games.draw import PAGE
from tests.cli.typing import stay
from tests.cli.typing import typed as moves_of


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


def shown(*items: RenderableType) -> list[str]:
    """Give what items look like, as plain text."""
    found = []
    for item in items:
        output = Console(width=120)
        with output.capture() as captured:
            output.print(item)
        found.append(captured.get().strip())
    return found


def test_no_hidden_card_of_another_seat_is_shown() -> None:
    heard = set()
    for seed in range(8):
        arguments = ["draw", "--hands", "1", "--players", "4", "--seed", str(seed)]
        bots = ["equity", "class", "random"]
        lines = moves_of("draw", seed, bots, stay, hands=1, players=4)
        played = run(*arguments, "--seats", ",".join(["you", *bots]), typed=lines)
        assert played.stdout.count("higher is better") == 1
        heard.update(re.findall(r"^(?:equity|class|random): (.+)", played.stdout, re.MULTILINE))
    bets = {"folds", "checks", "calls", "bets", "raises"}
    draws = {"stands pat", "draws 1 card", *(f"draws {count} cards" for count in range(2, 6))}
    tables = {line for line in heard if re.match(r"[+-]?\d", line)}
    assert {"draws 1 card", "draws 3 cards"} < heard - tables <= bets | draws


def test_a_hint_explains_the_move_it_gives() -> None:
    for seed in range(6):
        options = ["draw", "--hands", "1", "--seed", str(seed), "--seats", "you,random"]
        lines = iter(run(*options, typed="c\nhint\n" * 2 + "quit\n").stdout.splitlines())
        for line in lines:
            if "Try: discard" in line:
                thrown = line.split("discard")[1].split()
                kept = next(lines).split(":")[0].removeprefix("Keep ")
                assert not set(thrown) & set(kept.split())


def test_the_end_of_every_hand_is_told() -> None:
    lines = moves_of("draw", 4, (), stay, hands=2, stack=8)
    shown = run("draw", "--hands", "2", "--seed", "4", "--stack", "8", typed=lines).stdout
    assert "Hand 1 is over" in shown
    assert "Hand 2 is over" in shown


def test_a_showdown_is_told_in_words() -> None:
    deal = ["Ks Kd 4c 4d 2s  As Ah 9d 8c 7h  2c 2d 2h 3s 3c 3d 3h 5c 5d 5h"]
    game = draw.new(deal=deal)
    for move in ("bet", "call", "discard", "discard", "check", "check"):
        game.play(move)
    heading, table, won = shown(*PAGE.ending(game.view(0), ["you", "Ann"], [3, -3]))
    assert heading == "Hand 1 is over" and won == "you win 6 chips with two pair, kings and fours"
    rows = [" ".join(row.split()) for row in table.splitlines()]
    assert "you +3 +3 2♠ 4♣ 4♦ K♦ K♠ two pair, kings and fours" in rows
    assert "Ann -3 -3 7♥ 8♣ 9♦ A♥ A♠ one pair, aces" in rows


def test_who_folds_shows_nothing() -> None:
    game = draw.new(seed=3)
    for move in ("bet", "fold"):
        game.play(move)
    _, table, won = shown(*PAGE.ending(game.view(0), ["you", "Ann"], [1, -1]))
    assert "cards" not in table and "♠" not in table
    assert won == "you win 2 chips: everybody else folded"


def test_a_pot_that_is_shared_is_told() -> None:
    deal = ["Ks Qd Jc 9d 8s  Kh Qs Jd 9h 8c  2c 2d 2h 3s 3c 3d 3h 5c 5d 5h"]
    game = draw.new(deal=deal)
    for move in ("check", "check", "discard", "discard", "check", "check"):
        game.play(move)
    *_, last = shown(*PAGE.ending(game.view(0), ["you", "Ann"], [0, 0]))
    assert last == "you and Ann share 2 chips with high card, K-Q-J-9-8"
