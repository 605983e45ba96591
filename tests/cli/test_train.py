"""Training: what is typed, what it is answered with, and what is kept."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardcore import Card, discard
from cardcore.cli import render, training
from cardcore.cli.app import main
from cardcore.cli.train import CLOSE, read_hold
from cardcore.errors import ParseError

JACKS = discard.Paytable("jacks-or-better-9-6")


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["train", *arguments], input=typed)


def hands(result: Result) -> list[str]:
    """Give the hands that were dealt, as text."""
    signs = str.maketrans("♣♦♥♠", "cdhs")
    found = re.findall(r"hand \d+:  (.+)", result.stdout)
    return [hand.translate(signs).replace("★", "Jk").replace("10", "T") for hand in found]


def best_hold(hand: str, paytable: discard.Paytable = JACKS) -> str:
    best = discard.analyze(hand, paytable).best(paytable)
    return " ".join(map(str, best.keep))


def test_right_and_wrong_answers_are_told_with_their_cost() -> None:
    first, second = hands(run("--seed", "4", "--hands", "2", typed="none\nnone\n"))
    worst = discard.analyze(second).ranking(JACKS)[-1]
    best = discard.analyze(second).best(JACKS)
    typed = f"{best_hold(first)}\n{' '.join(map(str, worst.keep)) or 'none'}\n"
    result = run("--seed", "4", "--hands", "2", typed=typed)
    assert result.exit_code == 0
    words = " ".join(result.stdout.split())
    assert f"right: hold {_shown(best_hold(first))}, EV" in words
    assert f"best: hold {_shown(best_hold(second))}, EV {best.value:.4f}" in words
    cost = best.value - worst.value
    assert f"that costs {cost:.4f} bets" in words
    assert f"This run: 2 hands, 1 right (50.0%). Mistakes cost {cost:.4f}" in words


def _shown(cards: str) -> str:
    return render.cards(Card(card) for card in cards.split()).plain


@pytest.mark.parametrize(
    ("typed", "held"),
    [
        ("nothing", 0),
        ("all", 31),
        ("1", 1),
        ("135", 0b10101),
        ("5, 1", 0b10001),
        ("As Jk", 0b10001),
        ("ASkd", 0b00011),
        ("jk", 0b10000),
        ("10h", 0b01000),
        ("A♠ 10♥", 0b01001),
        ("none", 0),
    ],
)
def test_what_can_be_typed(typed: str, held: int) -> None:
    assert read_hold(typed, [Card(card) for card in ["As", "Kd", "2c", "Th", "Jk"]]) == held


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("6", "'6': expected places from 1 to 5, found 6"),
        ("0", "'0': expected places from 1 to 5, found 0"),
        ("11", "'11': 1 is there twice"),
        ("As as", "'As as': as is there twice"),
        ("Qs", "'Qs': Qs is not in this hand"),
        ("1 As", "'1 As': '1' is not a card; expected cards of the hand, places from 1 to 5"),
        ("hold", "'hold': 'ho' is not a card; expected cards of the hand"),
        ("A", "'A': 'A' is not a card"),
        ("\x1b[A", "'�[A': '�[' is not a card"),
    ],
)
def test_what_is_mistyped_is_told_in_one_line(typed: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        read_hold(typed, [Card(card) for card in ["As", "Kd", "2c", "Th", "9h"]])
    assert str(error.value).startswith(message)


def test_a_mistyped_answer_is_asked_again_and_not_counted() -> None:
    result = run("--seed", "1", "--hands", "1", typed="Zz\n77\nhelp\nwhy\n\nnone\n")
    assert result.exit_code == 0
    words = " ".join(result.stdout.split())
    assert "'Zz': 'Zz' is not a card" in words
    assert "'77': expected places from 1 to 5, found 7" in words
    assert "There is no last hand yet." in words
    assert "This run: 1 hand," in words


def test_enter_alone_discards_nothing_and_the_draw_is_shown() -> None:
    result = run("--seed", "1", "--hands", "1", typed="\n\n12\n")
    words = " ".join(result.stdout.split())
    assert words.count("Type the cards to hold, or none to draw five new cards.") == 2
    assert "This run: 1 hand," in words
    [dealt] = hands(result)
    drawn = re.search(r"drawn:   (.+?)  (.+)", result.stdout)
    assert drawn is not None
    final = drawn[1].translate(str.maketrans("♣♦♥♠", "cdhs")).replace("10", "T").split()
    assert final[:2] == dealt.split()[:2] and not set(final[2:]) & set(dealt.split())
    value = discard.analyze(" ".join(final)).values(JACKS)[0]
    assert (f"pays {value:g}" if value else "pays nothing") in drawn[2]


def test_quitting_and_the_end_of_input_leave_cleanly() -> None:
    for typed in ("quit\n", "q\n", ""):
        result = run(typed=typed)
        assert result.exit_code == 0
        assert "This run: no hands yet." in result.stdout


def test_what_is_kept_adds_up_over_runs() -> None:
    assert "no hands yet" in run("--statistics").stdout
    run("--seed", "1", "--hands", "3", typed="none\n" * 3)
    result = run("--seed", "2", "--hands", "2", typed="none\nnone\n")
    assert "jacks-or-better-9-6, all runs: 5 hands" in " ".join(result.stdout.split())
    assert "all runs: 5 hands" in " ".join(run("--statistics").stdout.split())
    assert "no hands yet" in run("bonus-8-5", "--statistics").stdout


def test_hands_that_were_got_wrong_come_back_until_they_are_right() -> None:
    assert "there are no mistakes to drill" in run("--drill", "wrong").stdout
    run("--seed", "5", "--hands", "2", typed="none\nnone\n")
    path = training.place(JACKS)
    assert path is not None
    wrong = training.read(path).wrong
    assert len(wrong) == 2
    asked = hands(run("--drill", "wrong", "--seed", "1", typed=""))
    assert " ".join(sorted(asked[0].split(), key=lambda card: Card(card).number)) in wrong
    # Which hand comes first depends on the seed: the answer to the second on that to the first.
    typed = best_hold(asked[0]) + "\n"
    second = hands(run("--drill", "wrong", "--seed", "1", "--hands", "1", typed=typed))
    assert second == asked
    assert len(training.read(path).wrong) == 1
    last = hands(run("--drill", "wrong", "--seed", "1", typed=""))[0]
    result = run("--drill", "wrong", "--seed", "1", typed=best_hold(last) + "\n")
    assert "You have got all your mistakes right now." in result.stdout
    assert training.read(path).wrong == {}


def test_close_hands_have_a_second_hold_that_is_nearly_as_good() -> None:
    dealt = hands(run("--drill", "close", "--seed", "3", "--hands", "5", typed="none\n" * 5))
    assert len(dealt) == 5
    for hand in dealt:
        values = [choice.value for choice in discard.analyze(hand).ranking(JACKS)]
        second = next(value for value in values if value < values[0])
        assert values[0] - second <= CLOSE


def test_jokers_are_dealt_where_there_are_some() -> None:
    name = "joker-poker-kings-20-7-5"
    dealt = hands(run(name, "--seed", "1", "--hands", "60", typed="none\n" * 60))
    assert any("Jk" in hand for hand in dealt)
    hand = next(hand for hand in dealt if "Jk" in hand)
    answers = "none\n" * dealt.index(hand) + best_hold(hand, discard.Paytable(name)) + "\n"
    result = run(name, "--seed", "1", "--hands", str(dealt.index(hand) + 1), typed=answers)
    assert "right: hold" in result.stdout


def test_a_seed_deals_the_same_hands() -> None:
    assert hands(run("--seed", "9", typed="none\n" * 3)) == hands(
        run("--seed", "9", typed="none\n" * 3)
    )


def test_what_is_kept_is_refused_if_it_is_something_else() -> None:
    path = training.place(JACKS)
    assert path is not None
    for content in ("{", "[]", '{"format": 2}', '{"format": 1, "hands": true, "wrong": {}}'):
        path.write_text(content)
        result = run(typed="")
        assert result.exit_code == 2
        assert str(path) in result.stderr
        assert "Traceback" not in result.output


def test_hands_that_were_changed_in_the_file_are_left_out() -> None:
    path = training.place(JACKS)
    assert path is not None
    training.write(path, training.Training(1, 0, 1.0, {"As As As": 1.0, "nonsense": 1.0}))
    result = run("--drill", "wrong", typed="")
    assert result.exit_code == 0
    assert "You have got all your mistakes right now." in result.stdout


def test_training_goes_on_where_nothing_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    result = run("--hands", "1", typed="none\n")
    assert result.exit_code == 0
    assert "nothing can be kept" in result.stderr
    assert "This run: 1 hand," in " ".join(result.stdout.split())


def test_only_the_newest_mistakes_are_kept() -> None:
    known = training.Training()
    for number in range(training.MAX_WRONG + 3):
        known.add(str(number), 0.5)
    assert list(known.wrong) == [str(number) for number in range(3, training.MAX_WRONG + 3)]
    known.add("10", 0.0)
    assert "10" not in known.wrong
    assert (known.hands, known.right) == (training.MAX_WRONG + 4, 1)


def test_paytables_of_the_same_name_have_files_of_their_own() -> None:
    payouts = {str(key).replace(" ", "_"): 1 for key in ("two_pair", "three_of_a_kind", "straight")}
    payouts |= dict.fromkeys(("flush", "full_house", "four_of_a_kind", "jacks_or_better"), 1)
    payouts |= dict.fromkeys(("straight_flush", "royal_flush"), 1)
    mine = discard.Paytable("../mine", payouts)
    other = discard.Paytable("../mine", {**payouts, "flush": 2})
    first, second = training.place(mine), training.place(other)
    assert first is not None
    assert second is not None
    assert first != second
    assert first.parent == second.parent == training.place(JACKS).parent
    assert json.dumps(first.name).isascii()


def test_a_drill_of_weak_hands_goes_on_where_the_last_run_ended() -> None:
    wrong = hands(run("--drill", "weak", "--seed", "2", "--hands", "4", typed="none\n" * 4))
    path = training.place(JACKS)
    assert path is not None
    kept = training.read(path).drill
    assert sum(line[0] for line in kept["lines"].values()) == 4
    due = {"".join(sorted(re.findall("..", hand))) for hand, *_ in kept["due"]}
    assert due <= {"".join(sorted(hand.split())) for hand in wrong}
    again = run("--drill", "weak", "--seed", "3", "--hands", "9", typed="none\n" * 9)
    asked = {"".join(sorted(hand.split())) for hand in hands(again)}
    assert due & asked
    assert "This run: 9 hands" in " ".join(again.stdout.split())
    assert sum(line[0] for line in training.read(path).drill["lines"].values()) == 13
    # A drill of other lines starts again, and so does one that was changed to something else.
    for change in ({"chart": ["high pair"]}, {"due": 7}):
        content = json.loads(path.read_text())
        content["drill"].update(change)
        path.write_text(json.dumps(content))
        run("--drill", "weak", "--seed", "3", "--hands", "1", typed="none\n")
        assert sum(line[0] for line in training.read(path).drill["lines"].values()) == 1


def test_an_exam_shows_the_cost_of_mistakes_an_hour() -> None:
    result = run("--exam", "--hands", "3", "--seed", "1", "--denomination", "1", typed="none\n" * 3)
    words = " ".join(result.stdout.split())
    lost = re.search(
        r"lost ([\d.]+) bets a hand: ([\d,.]+) an hour at 600 hands of 5 coins of 1", words
    )
    assert lost is not None
    assert float(lost[2].replace(",", "")) == pytest.approx(3000 * float(lost[1]), abs=0.03)
    assert "exam: " in words
    path = training.place(JACKS)
    assert path is not None and training.read(path).drill == {}
