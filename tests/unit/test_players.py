import random
from typing import Any

import pytest

import cardcore
from cardcore import IllegalMoveError, View, ends
from cardcore.records import replay_moves


class Chance:
    """A player in Python that takes any legal move."""

    def __init__(self, seed: int = 0) -> None:
        self.generator = random.Random(seed)
        self.views: list[View] = []

    def choose(self, view: View) -> Any:
        self.views.append(view)
        return self.generator.choice(view.legal_moves())


class Stubborn:
    """A player that always answers the same."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, view: View) -> object:
        return self.answer


@pytest.mark.parametrize("name", cardcore.games())
def test_python_players_and_bots_play_any_game_to_its_end(name: str) -> None:
    game = cardcore.new(name, seed=4)
    chance = Chance()
    players: list[Any] = [chance, *[cardcore.bots(name)[-1]] * (game.seats - 1)]
    assert cardcore.play(game, players) is game
    assert game.is_over
    assert chance.views
    assert all(view.seat == 0 for view in chance.views)


@pytest.mark.parametrize("name", cardcore.games())
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    def moves(seed: int) -> list[str]:
        game = cardcore.new(name, seed=4)
        return cardcore.play(game, ["random"] * game.seats, seed=seed).moves

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(5)}) > 1


@pytest.mark.parametrize("name", cardcore.games())
def test_those_who_watch_see_every_move(name: str) -> None:
    seen: list[tuple[int, int]] = []
    game = cardcore.new(name, seed=4)
    quiet = cardcore.play(game.copy(), ["random"] * game.seats, seed=2)
    cardcore.play(
        game,
        ["random"] * game.seats,
        seed=2,
        after_move=lambda game, seat: seen.append((len(game.moves), seat)),
    )
    assert game == quiet
    assert [place for place, _ in seen] == list(range(1, len(game.moves) + 1))
    seats = [seat for seat, _ in replay_moves(game.record())]
    assert [seat for _, seat in seen] == seats


@pytest.mark.parametrize("answer", ["X", "", None, 7])
def test_an_illegal_move_of_a_program_ends_the_game_with_all_there_is_to_know(
    answer: object,
) -> None:
    game = ends.new([3, 10, 4])
    with pytest.raises(IllegalMoveError) as error:
        cardcore.play(game, ["greedy", Stubborn(answer)])
    assert str(error.value).startswith(f"the player of seat 1 chose {answer!r}: ")
    assert str(error.value).endswith("; legal: 'L', 'R'")
    assert game.moves == ["R"]


def test_players_are_checked_before_the_first_move() -> None:
    game = ends.new([3, 10, 4])
    with pytest.raises(ValueError, match="expected 2 players, one per seat, found 1"):
        cardcore.play(game, ["greedy"])
    with pytest.raises(TypeError, match="seat 1: expected a bot's name or a player, found 7"):
        cardcore.play(game, ["greedy", 7])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="unknown bot 'gredy' for ends"):
        cardcore.play(game, ["greedy", "gredy"])
    with pytest.raises(ValueError, match="unknown game 'chess', expected one of draw"):
        cardcore.bots("chess")
    assert game.moves == []
