"""The past of a match in views, and players with memory."""

from typing import Any

import pytest

import cardcore
from cardcore import Game, View, draw

MATCHES: list[tuple[str, dict[str, Any]]] = [
    ("draw", {"players": 3, "hands": 6}),
    ("president", {"players": 4, "rounds": 3}),
    ("hearts", {"target": 40}),
]


@pytest.mark.parametrize(("name", "options"), MATCHES)
def test_the_past_has_every_part_as_it_ended(name: str, options: dict[str, Any]) -> None:
    game: Game[View, Any] = cardcore.new(name, seed=3, **options)
    ends: list[Any] = []
    moves: list[tuple[int, str]] = []

    def after_move(game: Game[View, Any], seat: int) -> None:
        view = game.view(0)
        moves.append(view.history[-1])
        if game.past_count > len(ends):
            ends.append(view.last)
            (part,) = view.past_from(len(ends) - 1)
            assert part.items() >= ends[-1].items()
            told = moves[-len(part["moves"]) :]
            # The past of Hearts and President has the plays, which come last.
            assert [seat for seat, _ in told] == [seat for seat, _ in part["moves"]]
            moves.clear()

    cardcore.play(game, ["random"] * game.seats, seed=4, after_move=after_move)
    view = game.view(0)
    assert game.past_count == view.past_count == len(view.past) == len(ends) > 1
    assert [part["number"] for part in view.past] == list(range(1, len(ends) + 1))
    assert view.past_from(len(ends)) == []
    with pytest.raises(ValueError, match="start: expected a whole number from 0"):
        view.past_from(-1)


def test_only_a_seat_knows_its_own_cards() -> None:
    game = draw.new(seed=1, players=2, hands=4)
    cardcore.play(game, ["nash", "class"], seed=1)
    own, other = game.view(0).past, game.view(1).past
    assert all(len(hand["dealt"]) == 5 for hand in own + other)
    assert own[0]["dealt"] != other[0]["dealt"]
    assert all("dealt" not in hand for hand in game.view(None).past)
    sampled = game.view(0).sample(seed=1)
    assert sampled.view(0).past == own
    assert all("dealt" not in hand for hand in sampled.view(1).past)


class Diary:
    """Plays the first legal move and writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int]] = []

    def choose(self, view: View) -> Any:
        return view.legal_moves()[0]

    def match_started(self, view: View) -> None:
        self.told.append(("start", view.past_count))

    def part_ended(self, view: View) -> None:
        self.told.append(("part", view.past_count))

    def match_ended(self, view: View) -> None:
        assert view.to_move is None
        self.told.append(("end", view.past_count))


def test_players_are_told_how_a_match_goes() -> None:
    diary = Diary()
    cardcore.play(draw.new(seed=1, players=2, hands=3), ["class", diary], seed=1)
    expected = [("start", 0), ("part", 1), ("part", 2), ("part", 3), ("end", 3)]
    assert diary.told == expected


def test_players_may_want_to_know_nothing() -> None:
    class Silent:
        def choose(self, view: View) -> Any:
            return view.legal_moves()[0]

    game = cardcore.play(draw.new(seed=1, players=2, hands=3), [Silent(), "random"], seed=1)
    assert game.is_over
