"""Hints of President: what is said of a move is true of the hand."""

import re
from dataclasses import asdict
from random import Random
from typing import Any

from cardcore import president
from cardcore.compare.president import house_rules
from cardcore.president.presentation import PRESENTATION


def test_every_hint_has_a_reason_that_is_true() -> None:
    kinds = set()
    for seed in range(3):
        game = president.new(rounds=2, seed=seed)
        while (seat := game.to_move) is not None:
            view = game.view(seat)
            hint = PRESENTATION.hint(view)
            chosen, [reason] = hint.move, hint.reasons
            # A player who can go out does, and nothing else is compared.
            goes_out = sorted(chosen.split()) == sorted(map(str, view.hand))
            if len(game.legal_moves()) > 1 and not goes_out:
                # The first of those that are told is what the hint is about.
                assert re.match(
                    r"place on average over \d+ sampled deals, if all play like plan: "
                    rf"{chosen} [1-4]\.\d ± \d",
                    str(hint.numbers),
                )
            else:
                assert hint.numbers is None
            verb = chosen.split()[0]
            kinds.add(verb if len(verb) > 2 else "play")
            count = president.moves_to_victory(view.hand).count
            if chosen == "pass" and len(game.legal_moves()) == 1:
                assert reason == f"Nothing in your hand beats {view.beat}."
            elif chosen == "pass":
                assert f"which takes {count} move" in reason
            elif chosen.startswith("request"):
                held = sum(card.rank == chosen[-1] for card in view.hand)
                assert reason.endswith(f": you hold {held} of four.")
            elif reason != "It empties your hand.":
                played = chosen.removeprefix("give ").split()
                left = [card for card in view.hand if str(card) not in played]
                after = president.moves_to_victory(left).count
                if after >= count and not chosen.startswith("give"):
                    # Nothing is said of a move that speaks against it.
                    pattern = rf"Not the shortest way out, but better on average; {after} moves? "
                else:
                    pattern = rf"Your hand takes {count} moves? now and {after} after it: "
                assert re.match(pattern, reason), reason
            else:
                assert len(view.hand) == len(chosen.split())
            game.play(chosen)
    assert kinds == {"play", "pass", "request", "give"}


def text_of(**rules: Any) -> str:
    return " ".join(PRESENTATION.rules(asdict(president.Rules(**rules))))


def test_the_rules_are_told_as_they_are() -> None:
    usual = text_of()
    assert "diamonds are lowest" in usual and "names ranks" in usual and "may come back" in usual
    for rules, expected in [
        ({"beats": "higher"}, "no suit is higher"),
        ({"beats": "equal"}, "equal or higher cards"),
        ({"kinds": "one card,pair"}, "Lead one or two cards of a rank."),
        ({"passing": "locked"}, "is out of this pile"),
        ({"may_pass": "unable"}, "Only those who have none may pass"),
        ({"clears": "8"}, "8s alone clear the pile"),
        ({"revolution": True}, "turn the order of the ranks around"),
        ({"deal": "all"}, "left over are dealt too"),
        ({"opens": "left"}, "The first seat leads the first round. Later the President leads."),
        ({"leads": "bum"}, "Later the Bum leads"),
        ({"leads": "lowest"}, "The lowest card dealt opens every round."),
        ({"trade": "best"}, "gets the lower side's highest cards"),
        ({"exchanged": (3, 2)}, "they trade 3 cards, the vices 2"),
        ({"ends": "first"}, "that ends the round"),
        ({"score": "cards"}, "pays the winner a point a card"),
    ]:
        assert expected not in usual
        assert expected in text_of(**rules), rules  # type: ignore[arg-type]
    assert "trade" not in text_of(trade="none") and "trade" not in text_of(rounds=1)


def test_all_rules_take_ten_lines_at_most() -> None:
    random = Random(1)
    for _ in range(300):
        rules = {**asdict(president.Rules(trade=random.choice(("request", "best", "none"))))}
        lines = PRESENTATION.rules({**rules, **house_rules(random)})
        assert 5 <= len(lines) <= 10
        assert PRESENTATION.guide({**rules, **house_rules(random)})


def test_hints_of_big_two_are_in_points() -> None:
    game = president.new(president.Rules.big_two(rounds=1), seed=2)
    numbers = PRESENTATION.hint(game.view(game.to_move), adviser="search:worlds=8").numbers
    assert numbers is not None and str(numbers).startswith("points on average over 8")
