"""Those who watch: what everybody knows, and nothing of anybody's own."""

from typing import Any

import pytest

import cardcore
from cardcore import Game
from tests.random_play import HIDDEN, VARIANTS, positions

#: Facts about the viewing seat, with their values for a spectator.
OWN: dict[str, dict[str, object]] = {
    "draw": {"hand": [], "discarded": [], "to_call": 0, "raise_to": None},
    "president": {"hand": [], "opening": None, "trade": None},
    "chopsticks": {"hand": None},
    "hearts": {"hand": [], "passes_to": None, "passed": None, "received": None},
    "ends": {"hand": []},
}


def some(name: str, rules: dict[str, Any], step: int) -> list[Game]:
    """Give copies of some positions of random games."""
    found = enumerate(positions(name, rules, 3))
    return [game.copy() for number, game in found if number % step == 0 or game.is_over]


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_a_spectator_has_no_seat_and_no_turn(name: str, rules: dict[str, Any]) -> None:
    for game in some(name, rules, 11):
        view = game.view(None)
        assert view.seat is None
        assert view.to_move == game.to_move
        assert view.legal_moves() == []
        assert repr(view) == f"<{name} view of a spectator>"
        for bot in cardcore.bots(name):
            with pytest.raises(ValueError, match=r"^a spectator has no turn$"):
                view.choose(bot, seed=1)
    with pytest.raises(ValueError, match=f"^unknown bot 'nobody' for {name}, expected one of "):
        view.choose("nobody")


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_a_spectator_sees_what_all_seats_see_alike(name: str, rules: dict[str, Any]) -> None:
    own = OWN.get(name, {})
    for game in some(name, rules, 5):
        watched = game.view(None).to_dict()
        assert {fact: watched[fact] for fact in own} == own
        for seat in range(game.seats):
            seen = game.view(seat).to_dict()
            assert list(seen) == list(watched)
            differing = {fact for fact in seen if seen[fact] != watched[fact]}
            # Who holds the special card of Hearts knows that nobody else does.
            assert differing <= {*own, "voids"} if name == "hearts" else differing <= set(own)


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_a_game_sampled_for_a_spectator_looks_the_same(name: str, rules: dict[str, Any]) -> None:
    for game in some(name, rules, 7):
        view = game.view(None)
        sampled = view.sample(seed=5)
        assert sampled.view(None).to_dict() == view.to_dict()
        assert sampled.to_move == game.to_move
        assert sampled == view.sample(seed=5)
        assert sampled.start is None


@pytest.mark.parametrize(("name", "rules"), HIDDEN)
def test_what_a_spectator_cannot_see_is_drawn_again(name: str, rules: dict[str, Any]) -> None:
    game = cardcore.new(name, seed=1, **rules)
    hands = [game.view(0).hand, *(game.view(None).sample(seed=n).view(0).hand for n in range(9))]
    assert len({str(hand) for hand in hands}) == len(hands)
