"""Levels and hints of President: what is said of a move is true of the hand."""

import re

from cardcore import president
from cardcore.president.presentation import PRESENTATION


def test_levels_are_a_ladder_of_bots() -> None:
    levels = {name: str(level) for name, level in PRESENTATION.levels().items()}
    assert levels == {
        "easy": "random",
        "medium": "shortest",
        "hard": "plan",
        "best": "search",
    }


def test_every_hint_has_a_reason_that_is_true() -> None:
    kinds = set()
    for seed in range(3):
        game = president.new(rounds=2, seed=seed)
        while (seat := game.to_move) is not None:
            view = game.view(seat)
            hint = PRESENTATION.hint(view)
            chosen, [reason] = hint.move, hint.reasons
            assert hint.source == "search would play"
            if len(game.legal_moves()) > 1:
                # The first of those that are told is what the hint is about.
                assert re.match(
                    rf"mean place over \d+ sampled deals: {chosen} [1-4]\.\d\d ± \d",
                    str(hint.numbers),
                )
            else:
                assert hint.numbers is None
            verb = chosen.split()[0]
            kinds.add(verb if len(verb) > 2 else "play")
            count = president.moves_to_victory(view.hand).count
            if chosen == "pass" and len(game.legal_moves()) == 1:
                assert reason == f"nothing in your hand beats {view.beat}"
            elif chosen == "pass":
                assert f"which takes {count} move" in reason
            elif chosen.startswith("request"):
                held = sum(card.rank == chosen[-1] for card in view.hand)
                assert reason.endswith(f": you hold {held} of four")
            elif reason != "it empties your hand":
                played = chosen.removeprefix("give ").split()
                left = [card for card in view.hand if str(card) not in played]
                after = president.moves_to_victory(left).count
                assert re.match(
                    rf"your hand takes {count} moves? now and {after} after it: ", reason
                )
            else:
                assert len(view.hand) == len(chosen.split())
            game.play(chosen)
    assert kinds == {"play", "pass", "request", "give"}
