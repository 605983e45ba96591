"""The ladder of levels: eight in every game, the same by any name, and never absurd."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import cardcore
from cardcore import Game, arena, chopsticks, draw, ends, hearts, president
from cardcore.difficulty import LEVELS, LevelPlayer, find_level
from cardcore.registry import games

#: The choices of a level in each position.
_SEEDS = range(60)


@pytest.mark.parametrize("game", games())
def test_every_game_has_eight_levels_that_play(game: str) -> None:
    found = cardcore.levels(game)
    assert [level.name for level in found] == list(LEVELS)
    assert [level.number for level in found] == list(range(1, 9))
    assert len({level.bot for level in found}) == 8
    table = cardcore.new(game, seed=1)
    view = table.view(table.to_move)
    for level in found:
        move = view.choose(level.bot, seed=5)
        assert move in table.legal_moves()
        assert move == view.choose(level.bot, seed=5)


def test_a_level_has_a_name_and_a_number() -> None:
    assert [find_level(str(number)) for number in range(1, 9)] == list(LEVELS)
    assert [find_level(name) for name in LEVELS] == list(LEVELS)
    assert find_level("0") is find_level("greedy") is find_level("") is None
    with pytest.raises(ValueError, match="unknown game 'chess'"):
        cardcore.levels("chess")


def _draw(hand: str, *moves: str) -> Game[Any, Any]:
    """Deal a hand to seat 0, and play some moves."""
    own, rest = hand.split(), [str(cardcore.Card(number)) for number in range(52)]
    rest = [card for card in rest if card not in own]
    other = rest[::9][:5]
    left = [card for card in rest if card not in other]
    game = draw.new(hands=1, deal=[[*own, *other, *left]])
    assert {str(card) for card in game.view(0).hand} == set(own)
    for move in moves:
        game.play(move)
    return game


def _one(chosen: str) -> Callable[[str], bool]:
    return lambda move: move == chosen


#: Positions where beginners know what to do, with the moves that do it.
_OBVIOUS: list[tuple[str, Game[Any, Any], Callable[[str], bool]]] = [
    ("keep a full house", _draw("Kc Kd Kh 2s 2d", "check", "check"), _one("discard")),
    ("keep a flush", _draw("Kc 9c 7c 4c 2c", "check", "check"), _one("discard")),
    ("keep a straight", _draw("6c 5d 4s 3c 2c", "check", "check"), _one("discard")),
    ("keep a straight flush", _draw("6c 5c 4c 3c 2c", "check", "check"), _one("discard")),
    (
        "keep four of a kind",
        _draw("Kc Kd Kh Ks 2d", "check", "check"),
        lambda move: "K" not in move,
    ),
    (
        "keep three of a kind",
        _draw("Kc Kd Kh 7s 2d", "check", "check"),
        lambda move: "K" not in move,
    ),
    (
        "keep two pair and a pair of aces",
        _draw("Ac Ad 7h 7s 2d", "check", "check"),
        lambda move: "A" not in move,
    ),
    (
        "do not fold a full house",
        _draw("Kc Kd Kh 2s 2d", "check", "bet"),
        lambda move: move != "fold",
    ),
    (
        "do not fold a full house after the draw",
        _draw("Kc Kd Kh 2s 2d", "check", "check", "discard", "discard", "check", "bet"),
        lambda move: move != "fold",
    ),
    ("take the larger of two", ends.new([3, 9]), _one("R")),
    ("take the larger of two negative cards", ends.new([-3, -9]), _one("L")),
    ("take the only large card", ends.new([50, 1, 2]), _one("L")),
    ("take the only large card at the right", ends.new([1, 3, 2, 1, 90]), _one("R")),
    ("win at once", chopsticks.new(deal="4,1 1,0"), _one("tap L L")),
    ("win at once with the other hand", chopsticks.new(deal="1,3 0,2"), _one("tap R R")),
    ("win at once against four", chopsticks.new(deal="1,1 0,4"), _one("tap L R")),
]


@pytest.mark.parametrize(
    ("game", "is_sensible"), [row[1:] for row in _OBVIOUS], ids=[row[0] for row in _OBVIOUS]
)
def test_no_level_plays_what_a_beginner_would_laugh_at(
    game: Game[Any, Any], is_sensible: Callable[[str], bool]
) -> None:
    view = game.view(game.to_move)
    assert not all(is_sensible(str(move)) for move in game.legal_moves())
    for level in cardcore.levels(game.name):
        if level.bot == "nash":
            # An equilibrium mixes, also where it hardly ever comes.
            continue
        for seed in _SEEDS if level.number < 8 else range(4):
            move = str(view.choose(level.bot, seed=seed))
            assert is_sensible(move), (level, move)


def _positions(game: Game[Any, Any], seed: int) -> Iterator[tuple[Any, Any]]:
    """Play a game, and give the view and the legal moves of every decision."""
    player = LevelPlayer(cardcore.levels(game.name)[3], seed)
    while (seat := game.to_move) is not None:
        moves = game.legal_moves()
        if len(moves) > 1:
            yield game.view(seat), moves
        game.play(player.choose(game.view(seat)))


def _takes_the_trick(view: Any, card: str) -> bool:
    """Whether the last card of a trick takes it."""
    first = str(view.trick[0][1])
    order = "23456789TJQKA"
    led = [str(played) for _, played in view.trick if str(played)[1] == first[1]]
    return card[1] == first[1] and all(order.index(card[0]) > order.index(one[0]) for one in led)


def test_nobody_takes_the_queen_for_nothing() -> None:
    queen, checked = "Qs", 0
    for seed in range(60):
        for view, moves in _positions(hearts.new(seed=seed, target=None), seed):
            if view.passing or len(view.trick) != 3 or queen not in [str(c) for _, c in view.trick]:
                continue
            if sum(points > 0 for points in view.points) < 2:
                # Somebody may be shooting the moon.
                continue
            bad = {str(move) for move in moves if _takes_the_trick(view, str(move))}
            if bad and len(bad) < len(moves):
                checked += 1
                for level in cardcore.levels("hearts")[:7]:
                    for number in range(5):
                        assert str(view.choose(level.bot, seed=number)) not in bad, (level, view)
    assert checked >= 2


def test_everybody_who_can_go_out_does() -> None:
    checked = 0
    for seed in range(25):
        for view, moves in _positions(president.new(seed=seed, rounds=1), seed):
            out = {str(move) for move in moves if len(str(move).split()) == len(view.hand)}
            if out and view.phase == "play":
                checked += 1
                for level in cardcore.levels("president")[:7]:
                    for number in range(5):
                        assert str(view.choose(level.bot, seed=number)) in out - {"pass"}
    assert checked >= 10


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("hearts", {"players": 4, "suits": 4, "values": 10}),
        ("president", {"rounds": 1, "revolution": True}),
    ],
)
def test_levels_differ_by_rules_that_nothing_was_learned_for(
    name: str, rules: dict[str, Any]
) -> None:
    bots = [cardcore.levels(name)[number].bot for number in (0, 6)]
    played = arena.tournament(name, bots, games=60, seed=1, schedule="round robin", **rules)
    found = played.cross_table[1][0]
    assert found is not None
    assert found.half is not None
    assert found.margin > found.half
