"""What a game is made from: a seed, deals that are given, and the same game from its start."""

import itertools
import json
import pickle
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import cardcore
from cardcore import Game, ParseError, View, arena, hearts, president
from cardcore._core import arena_seating
from tests.random_play import VARIANTS, play_at_random

#: The 52 cards with a suit for each of four hands.
SUITS = [" ".join(rank + suit for rank in "23456789TJQKA") for suit in "cdhs"]

#: Three deals of the common game of Hearts.
DEALS = [SUITS, SUITS[::-1], [*SUITS[2:], *SUITS[:2]]]

#: Deals of the first rounds of President, of several sizes.
ROUNDS = [["3d 4c", "3c 2s"], ["Ah 5d 6c", "3h Kd 7s"], ["3d 3c", "2d 2c"]]

#: Hearts with six cards for two players.
SMALL = {"suits": 2, "values": 3, "players": 2}

DECK = "As Ah 9d 7c 4s Ks Kh 9c 7d 4h 2c 2d 2h 2s 3c 3d 4c 5c 5d 5h"

#: Games of which the first cards are given, and the start that they have besides a seed.
GIVEN: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("draw", {"deal": [DECK], "hands": 3}, {"deal": [DECK.split()]}),
    (
        "president",
        {"deal": ROUNDS[0], "rounds": 4},
        {"deal": [hand.split() for hand in ROUNDS[0]]},
    ),
    (
        "president",
        {"deals": ROUNDS, "players": 2, "rounds": 5},
        {
            "deals": [
                [["3d", "4c"], ["3c", "2s"]],
                [["5d", "6c", "Ah"], ["3h", "7s", "Kd"]],
                [["3d", "3c"], ["2d", "2c"]],
            ]
        },
    ),
    ("hearts", {"deal": SUITS}, {"deal": [hand.split() for hand in SUITS]}),
    (
        "hearts",
        {"deals": DEALS, "target": 200},
        {"deals": [[hand.split() for hand in deal] for deal in DEALS]},
    ),
    (
        "hearts",
        {**SMALL, "deal": ["0-1 1-2 0-3", "1-3 0-2 1-1"]},
        {"deal": [["0-1", "1-2", "0-3"], ["1-3", "0-2", "1-1"]]},
    ),
]


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_a_game_without_a_deal_starts_from_its_seed(name: str, rules: dict[str, Any]) -> None:
    game = cardcore.new(name, seed=2**64 - 1, **rules)
    start = {} if name == "chopsticks" else {"seed": 2**64 - 1}
    assert game.start == start
    play_at_random(game, 1)
    assert game.start == start
    assert cardcore.replay(game.record()).start == start
    assert game.view(0).sample(seed=1).start is None


@pytest.mark.parametrize(("name", "options", "start"), GIVEN)
def test_what_was_given_is_part_of_the_start(
    name: str, options: dict[str, Any], start: dict[str, Any]
) -> None:
    game = cardcore.new(name, seed=8, **options)
    assert game.start == {"seed": 8, **start}
    play_at_random(game, 1)
    assert game.start == {"seed": 8, **start}
    assert cardcore.new(name, **{**options, **game.start}).start == game.start


def test_rows_and_hands_leave_nothing_to_a_seed() -> None:
    assert cardcore.new("ends", deal="3 10 3", seed=8).start == {"deal": [3, 10, 3]}
    start = cardcore.new("chopsticks", deal="1,4 3,0", seed=8).start
    assert start == {"deal": [[1, 4], [3, 0]]}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *VARIANTS,
        *((name, options) for name, options, _ in GIVEN),
        ("ends", {"deal": "3 10 3"}),
        ("chopsticks", {"deal": "1,4 3,0"}),
    ],
)
def test_a_new_game_has_the_same_rules_and_deals(name: str, options: dict[str, Any]) -> None:
    game = cardcore.new(name, seed=1, **options)
    played = game.copy()
    play_at_random(played, 1)
    for old in (game, played):
        assert old.new_game(seed=5) == cardcore.new(name, seed=5, **options)
        assert old.new_game(seed=1) == game
    assert played.new_game(seed=5).moves == []
    assert played.moves
    seeds = [played.new_game().start.get("seed") for _ in range(2)]
    assert (seeds[0] == seeds[1]) == (seeds[0] is None)
    for wrong in (-1, 2**64):
        with pytest.raises(ValueError, match=r"^seed: expected a whole number from 0 to"):
            game.new_game(seed=wrong)


def begins(game: Game, seed: int) -> Iterator[list[View]]:
    """Play at random; gives the views of all seats at the beginning of every part."""
    generator, number = random.Random(seed), 0
    while not game.is_over:
        views = [game.view(seat) for seat in range(game.seats)]
        if views[0].part["number"] != number:
            number = views[0].part["number"]
            yield views
        game.play(generator.choice(game.legal_moves()))


def hands(views: list[Any]) -> list[set[str]]:
    return [set(map(str, view.hand)) for view in views]


def cards(deal: list[str]) -> list[set[str]]:
    return [set(hand.split()) for hand in deal]


@pytest.mark.parametrize(
    ("name", "deals", "options"),
    [
        ("hearts", DEALS, {"target": 500}),
        ("hearts", DEALS[1:], {"target": 500, "passing": False, "moon": "none"}),
        ("president", ROUNDS, {"players": 2, "rounds": 6}),
        ("president", [ROUNDS[1]], {"players": 2, "rounds": 3}),
    ],
)
def test_deals_come_in_order_and_later_ones_from_the_seed(
    name: str, deals: list[list[str]], options: dict[str, Any]
) -> None:
    for seed in range(3):
        game = cardcore.new(name, seed=seed, deals=deals, **options)
        # How a deal is played has no influence on the next.
        free = [hands(views) for views in begins(cardcore.new(name, seed=seed, **options), seed)]
        dealt = [hands(views) for views in begins(game, seed)]
        given = [cards(deal) for deal in deals]
        assert dealt[: len(deals)] == given
        later = list(zip(dealt, free, strict=False))[len(deals) :]
        assert later
        assert all(one == other for one, other in later)


@pytest.mark.parametrize(("module", "deals"), [(hearts, DEALS), (president, ROUNDS)])
def test_one_deal_in_a_list_is_a_deal(module: Any, deals: list[list[str]]) -> None:
    one = module.new(deal=deals[0], seed=1)
    assert module.new(deals=[deals[0]], seed=1) == one
    assert module.new(deals=iter([map(str, deals[0])]), seed=1) == one
    assert list(one.start) == ["seed", "deal"]


@pytest.mark.parametrize("module", [hearts, president])
def test_a_list_of_no_deals_gives_none(module: Any) -> None:
    game = module.new(deals=[], seed=1)
    assert game == module.new(deals=iter([]), seed=1) == module.new(seed=1)
    assert game.start == {"seed": 1}
    for again in (cardcore.replay(game.record()), pickle.loads(pickle.dumps(game))):
        assert again == game


def test_the_first_deal_says_how_many_players_there_are() -> None:
    game = president.new(deals=ROUNDS, seed=1)
    assert game == president.new(deals=iter(map(iter, ROUNDS)), players=2, seed=1)
    assert president.new(deal=ROUNDS[0], seed=1).seats == game.seats == 2
    with pytest.raises(ValueError, match=r"^expected a hand for each of 4 players, found 2$"):
        president.new(president.Rules(), deals=ROUNDS)


@pytest.mark.parametrize(("module", "deals"), [(hearts, DEALS), (president, ROUNDS)])
def test_a_deal_and_deals_are_refused(module: Any, deals: list[list[str]]) -> None:
    with pytest.raises(ValueError, match=r"^expected a deal or deals, found both$"):
        module.new(deal=deals[0], deals=deals)


WRONG: list[tuple[Any, dict[str, Any], Any, type[Exception], str]] = [
    (hearts, {}, 5, TypeError, "deals: expected a list of deals, found 5"),
    (hearts, {}, "2c", TypeError, "deals: expected a list of deals, found '2c'"),
    (hearts, {}, [5], TypeError, "deal: expected a list of hands, found 5"),
    (hearts, {}, [SUITS, 5], TypeError, "deal 2: expected a list of hands, found 5"),
    (hearts, {}, [SUITS, "2c"], TypeError, "deal 2: expected a list of hands, found '2c'"),
    (hearts, {}, [SUITS, SUITS[1:]], ParseError, "deal 2: expected 4 hands, found 3"),
    (
        hearts,
        {},
        [SUITS, SUITS, [*SUITS[1:], "2c"]],
        ParseError,
        "deal 3: hand 4: expected 13 cards, found 1",
    ),
    (
        hearts,
        {},
        [SUITS, [*SUITS[1:], SUITS[1]]],
        ParseError,
        "deal 2: hand 4, card 1, '2d': dealt twice",
    ),
    (
        hearts,
        {},
        [SUITS, [*SUITS[1:], "2c Xc"]],
        ParseError,
        "deal 2: hand 4: card 2 of 2, 'Xc': unknown rank 'X', expected one of 23456789TJQKA",
    ),
    (
        hearts,
        {"target": None},
        [SUITS, SUITS],
        ParseError,
        "expected one deal, found 2: without a target there are no others",
    ),
    (president, {}, 5, TypeError, "deals: expected a list of deals, found 5"),
    (president, {}, [5], TypeError, "deal: expected a list of hands, found 5"),
    (president, {}, [ROUNDS[0], 5], TypeError, "deal 2: expected a list of hands, found 5"),
    (
        president,
        {},
        [*ROUNDS[:2], ["3d 4c"]],
        ValueError,
        "deal 3: expected a hand for each of 2 players, found 1",
    ),
    (
        president,
        {},
        [ROUNDS[0], ["3d 4c", "3c 4c"]],
        ParseError,
        "deal 2: hand 2: '4c' is in hand 1 too",
    ),
    (
        president,
        {},
        [ROUNDS[0], ["3d 4c", "3c Xc"]],
        ParseError,
        "deal 2: hand 2: card 2 of 2, 'Xc': unknown rank 'X', expected one of 23456789TJQKA",
    ),
    (
        president,
        {},
        [["3d", "4d"], ["3d", "4d"]],
        ValueError,
        "deal 2: expected hands of 2 to 26 cards, found 1 in hand 1",
    ),
    (
        president,
        {"rounds": 2},
        ROUNDS,
        ValueError,
        "expected at most 2 deals, one per round, found 3",
    ),
]


@pytest.mark.parametrize(("module", "options", "deals", "error", "message"), WRONG)
def test_wrong_deals_are_told_with_their_place(
    module: Any, options: dict[str, Any], deals: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as told:
        module.new(deals=deals, **options)
    assert type(told.value) is error
    assert str(told.value) == message


@pytest.mark.parametrize(("name", "options", "start"), GIVEN)
def test_a_record_with_deals_survives_as_text(
    name: str, options: dict[str, Any], start: dict[str, Any]
) -> None:
    game = cardcore.new(name, seed=3, **options)
    play_at_random(game, 3)
    record = json.loads(json.dumps(game.record()))
    assert {"deal": None, "seed": 3, **start}.items() <= record.items()
    again = cardcore.replay(record)
    assert again == game
    assert again.record() == game.record()
    if "deals" in start:
        wrong = {**record, "deal": start["deals"][0]}
        with pytest.raises(ParseError, match=r"cannot be set up: expected a deal or deals, found"):
            cardcore.replay(wrong)
        wrong = {**record, "deals": start["deals"][:1]}
        with pytest.raises(ParseError, match=r"^record: move \d+: "):
            cardcore.replay(wrong)


def test_one_deal_in_a_list_is_read_from_a_record() -> None:
    game = hearts.new(deal=SUITS, seed=1)
    record = {**game.record(), "deal": None, "deals": [SUITS]}
    assert cardcore.replay(record) == game


def test_only_a_game_with_several_deals_takes_them_from_a_record() -> None:
    record = {**cardcore.new("draw", seed=1).record(), "deals": [[DECK]]}
    message = "record: the game cannot be set up: 'deals' is not a rule of draw, expected one of"
    with pytest.raises(ParseError, match=f"^{re.escape(message)}"):
        cardcore.replay(record)


class Native:
    """A native bot in Python's clothes."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View) -> Any:
        return view.choose(self.name, seed=0)


@pytest.mark.parametrize(
    ("name", "bot", "options"),
    [
        ("draw", "class", {"deal": [DECK], "hands": 3}),
        ("president", "shortest", {"deals": ROUNDS, "rounds": 5}),
        ("president", "shortest", {"deal": ROUNDS[1], "rounds": 2, "trade": "best"}),
        ("hearts", "greedy", {"deal": SUITS, "target": 30}),
        ("hearts", "greedy", {"deals": DEALS, "target": 100}),
        ("hearts", "greedy", {**SMALL, "deal": ["0-1 1-2 0-3", "1-3 0-2 1-1"]}),
    ],
)
def test_an_arena_with_given_deals_plays_what_players_of_python_play(
    name: str, bot: str, options: dict[str, Any]
) -> None:
    seats, games, seed = cardcore.new(name, seed=0, **options).seats, 30, 7
    bots = [bot, *["random"] * (seats - 1)]
    results = [arena.run(name, bots, games, seed, threads=threads, **options) for threads in (1, 2)]
    assert results[0].bots == results[1].bots
    totals, moves = [0] * seats, set()
    for number in range(games):
        seating = arena_seating(seed, number, seats)
        game = cardcore.new(name, seed=seating.deal_seed, **options)
        # The bot draws nothing from a generator, so those that do are left with the same words.
        players = [Native(bot) if index == 0 else "random" for index in seating.bots]
        cardcore.play(game, players, seed=seating.play_seed)
        moves.add(tuple(game.moves))
        for index, score in zip(seating.bots, game.scores(), strict=True):
            totals[index] += score
    assert [bot.mean for bot in results[0].bots] == [total / games for total in totals]
    assert len(moves) > 1
    wrapped = arena.run(name, [Native(bot), *bots[1:]], games, seed, **options)
    assert [(bot.mean, bot.beats) for bot in wrapped.bots] == [
        (bot.mean, bot.beats) for bot in results[0].bots
    ]


def test_deals_without_end_are_not_read_for_ever() -> None:
    deals = itertools.repeat(["3d 4c", "3c 2s"])
    with pytest.raises(ValueError, match="expected at most 3 deals, one per round, found"):
        president.new(deals=deals)
