import re

from click.testing import CliRunner, Result

from cardcore import discard, draw
from cardcore.cli.app import main
from cardcore.cli.hint import hint


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


def test_no_hidden_card_of_another_seat_is_shown() -> None:
    heard = set()
    for seed in range(8):
        arguments = ["draw", "--hands", "1", "--players", "4", "--seed", str(seed)]
        played = run(*arguments, "--seats", "you,equity,class,random", typed="1\n" * 20)
        heard.update(re.findall(r"^(?:equity|class|random): (.+)", played.stdout, re.MULTILINE))
    bets = {"fold", "check", "call", "bet", "raise"}
    assert {"draw 1", "draw 3"} < heard <= bets | {f"draw {count}" for count in range(6)}


def test_a_hint_explains_the_move_it_gives() -> None:
    for seed in range(6):
        options = ["draw", "--hands", "1", "--seed", str(seed), "--seats", "you,random"]
        lines = iter(run(*options, typed="1\nhint\n" * 2 + "quit\n").stdout.splitlines())
        for line in lines:
            if "would play: discard" in line:
                thrown = line.split("discard")[1].split()
                kept = next(lines).split(" gives")[0].removeprefix("keeping ")
                assert not set(thrown) & set(kept.split())


def test_a_hint_after_the_draw_counts_on_no_other_cards() -> None:
    deal = ["7c 5d 4h 3s 2c  As Ah Ad Ac Ks  Kd Kh Kc Qs Qd Qh Qc Js Jd Jh"]
    game = draw.new(deal=deal)
    before = hint(game.view(0))[1]
    for move in ("check", "check", "discard", "discard"):
        game.play(move)
    assert hint(game.view(0))[1] == (
        f"chance to win against one random hand that stands pat: "
        f"{discard.showdown('7c 5d 4h 3s 2c', 'pat').equity[0]:.1%}"
    )
    assert hint(game.view(0))[1] != before


def test_the_end_of_every_hand_is_told() -> None:
    shown = run("draw", "--hands", "2", "--seed", "4", "--stack", "8", typed="1\n" * 40).stdout
    assert "hand 1 is over" in shown
    assert "hand 2 is over" in shown
