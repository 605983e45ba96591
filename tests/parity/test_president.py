"""Native President against the plain Python one: moves, shortest lines, whole matches."""

from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest

from cardcore import Game, president
from cardcore.reference import president as reference
from cardcore.reference.cards import card_text, cards_text


def texts(hand: tuple[int, ...], beat: object = None, containing: int | None = None) -> list[str]:
    return [str(move) for move in president.legal_moves(hand, beat, containing)]  # type: ignore[arg-type]


def expected(
    hand: tuple[int, ...], beat: tuple[int, ...] | None = None, containing: int | None = None
) -> list[str]:
    return [cards_text(move) for move in reference.get_valid_moves(hand, beat, containing)]


@pytest.mark.parametrize(("size", "hands"), [(0, 1), (1, 52), (5, 800), (9, 800), (13, 300)])
def test_moves_of_random_hands_in_order(size: int, hands: int) -> None:
    random = Random(size)
    for _ in range(hands):
        hand = tuple(random.sample(range(52), size))
        assert texts(hand) == expected(hand)


def test_moves_of_large_hands_in_order() -> None:
    random = Random(0)
    for size in (17, 20, 26):
        hand = tuple(random.sample(range(52), size))
        assert texts(hand) == expected(hand)


def test_moves_that_beat_and_contain() -> None:
    random = Random(1)
    checked = 0
    for _ in range(800):
        deck = random.sample(range(52), 20)
        hand, other = tuple(deck[:10]), tuple(deck[10:])
        beat = random.choice(reference.get_valid_moves(other, containing=random.choice(other)))
        containing = random.choice(hand)
        assert texts(hand, beat) == expected(hand, beat)
        assert texts(hand, None, containing) == expected(hand, None, containing)
        assert texts(hand, cards_text(beat), containing) == expected(hand, beat, containing)
        checked += bool(texts(hand, beat))
    assert checked > 250


def test_five_card_moves_beat_each_other_alike() -> None:
    random = Random(2)
    moves: list[tuple[int, ...]] = []
    while len(moves) < 300:
        hand = tuple(random.sample(range(52), 11))
        fives = [move for move in reference.get_valid_moves(hand) if len(move) == 5]
        moves += random.sample(fives, min(3, len(fives)))
    for left, right in combinations(moves, 2):
        native = president.Move(left).beats(president.Move(right))
        assert native == reference.beats(left, right), (left, right)


def test_kinds_of_all_small_sets_and_many_fives() -> None:
    random = Random(3)
    sets = [set_ for size in (1, 2, 3) for set_ in combinations(range(52), size)]
    sets += [tuple(random.sample(range(52), 4)) for _ in range(1_000)]
    sets += [tuple(random.sample(range(24), 5)) for _ in range(20_000)]
    for cards in sets:
        kind = reference.get_type(cards)
        if kind is None:
            with pytest.raises(ValueError, match="cards"):
                president.Move(cards)
        else:
            assert president.Move(cards).kind == kind


@pytest.mark.parametrize(("size", "hands"), [(4, 200), (7, 200), (10, 60), (13, 12)])
def test_the_fewest_moves_equal_a_brute_force_partition(size: int, hands: int) -> None:
    random = Random(size)
    for _ in range(hands):
        # Half of the hands from few ranks or few suits, where five-card moves abound.
        deck = random.choice([range(52), range(20, 52), [c for c in range(52) if c % 4 < 2]])
        hand = tuple(random.sample(list(deck), size))
        line = president.moves_to_victory(hand)
        assert line.count == len(line.moves) == reference.moves_to_victory(hand)
        played = [int(card) for move in line.moves for card in move.cards]
        assert sorted(played) == sorted(hand)


Chooser = Callable[[Game, reference.President, Random], str]


def at_random(game: Game, slow: reference.President, random: Random) -> str:
    return random.choice(slow.legal_moves())


def greedily(game: Game, slow: reference.President, random: Random) -> str:
    """Half of the seats are greedy, which both must play alike."""
    seat = game.to_move
    assert seat is not None
    if seat % 2:
        return at_random(game, slow, random)
    chosen = str(game.view(seat).choose("greedy"))
    assert chosen == reference.greedy(slow), slow.plays
    return chosen


def lockstep(game: Game, slow: reference.President, random: Random, choose: Chooser) -> None:
    """Play a match in both to its end and compare all there is to see at every step."""
    while True:
        assert game.to_move == slow.to_move
        assert game.is_over == slow.is_over
        assert [str(move) for move in game.legal_moves()] == slow.legal_moves()
        assert game.scores() == slow.scores()
        if slow.is_over:
            break
        facts = game.view(slow.turn).to_dict()
        assert " ".join(facts["hand"]) == cards_text(slow.hands[slow.turn])
        assert facts["counts"] == [len(hand) for hand in slow.hands]
        assert facts["roles"] == (slow.roles and [slow.roles[seat] for seat in range(slow.players)])
        assert facts["records"] == slow.finishing_records
        assert facts["finished"] == slow.finished
        assert facts["plays"][-1:] == [list(play) for play in slow.plays[-1:]]
        assert len(facts["plays"]) == len(slow.plays)
        assert slow.hands[slow.turn], "a player without cards got a turn"
        chosen = choose(game, slow, random)
        held = sum(facts["counts"])
        game.play(chosen)
        slow.play(chosen)
        after = sum(len(hand) for hand in slow.hands)
        if chosen.startswith(("request", "give")):
            assert after == held
        elif slow.plays:
            assert after == held - (0 if chosen == "pass" else len(chosen.split()))


def small_deal(players: int, size: int, random: Random) -> list[tuple[int, ...]]:
    deck = random.sample(range(52), players * size)
    return [tuple(deck[seat * size : (seat + 1) * size]) for seat in range(players)]


# The reference looks at all C(n, 5) choices: matches of few players, with large hands, are few.
@pytest.mark.parametrize("trade", ["request", "best"])
@pytest.mark.parametrize(
    ("players", "rounds", "matches", "choose"),
    [
        (7, 3, 60, at_random),
        (6, 3, 60, at_random),
        (5, 3, 30, at_random),
        (4, 3, 8, at_random),
        (3, 2, 2, at_random),
        (13, 4, 4, at_random),
        (7, 3, 25, greedily),
        (6, 2, 30, greedily),
        (5, 2, 6, greedily),
    ],
)
def test_matches_in_lockstep(
    players: int, rounds: int, matches: int, choose: Chooser, trade: str
) -> None:
    for seed in range(matches):
        slow = reference.President(players, rounds, seed, trade)
        game = president.new(players, rounds, seed=seed, trade=trade)  # type: ignore[arg-type]
        lockstep(game, slow, Random(seed), choose)


@pytest.mark.parametrize("choose", [at_random, greedily])
@pytest.mark.parametrize(("players", "size"), [(2, 7), (3, 7), (4, 6), (7, 3), (6, 3)])
def test_rounds_from_small_deals_in_lockstep(players: int, size: int, choose: Chooser) -> None:
    for seed in range(200):
        random = Random(seed)
        deal = small_deal(players, size, random)
        slow = reference.President(players, 1, deal=deal)
        lockstep(president.new(players, 1, deal=deal), slow, random, choose)


def test_two_players_trade_and_play_a_large_hand_in_lockstep() -> None:
    random = Random(5)
    deal = small_deal(2, 4, random)
    slow = reference.President(2, 2, 5, deal=deal)
    game = president.new(2, 2, seed=5, deal=deal)

    def quickly(game: Game, slow: reference.President, random: Random) -> str:
        return slow.legal_moves()[0] if slow.roles else at_random(game, slow, random)

    lockstep(game, slow, random, quickly)


def perft(game: reference.President, depth: int) -> int:
    moves = game.legal_moves()
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        after = game.copy()
        after.play(move)
        leaves += perft(after, depth - 1)
    return leaves


@pytest.mark.parametrize(
    ("deal", "depth"),
    [
        (["3d 3c 4h 9s", "5d 6c 6h Ks", "7d 7c 8h 2s"], 6),
        (["3d 4d 5d 6d 7d 7h", "3c 8c 8h 8s 9c 9h"], 5),
        (["3d 4s", "3c 5s", "3h 2d", "Ah Ad", "Kc Kd"], 7),
    ],
)
def test_perft_from_fixed_deals(deal: list[str], depth: int) -> None:
    game = president.new(deal=deal, rounds=2, seed=1)
    hands = [[int(card) for card in game.view(seat).hand] for seat in range(len(deal))]
    slow = reference.President(len(deal), 2, 1, deal=hands)
    for plies in range(1, depth + 1):
        assert game.perft(plies) == perft(slow, plies)


def test_perft_through_a_trade() -> None:
    game, slow = president.new(5, 2, seed=3), reference.President(5, 2, 3)
    while not slow.trades:
        chosen = slow.legal_moves()[0]
        game.play(chosen)
        slow.play(chosen)
    assert [game.perft(plies) for plies in (1, 2, 3)] == [perft(slow, plies) for plies in (1, 2, 3)]


def test_greater_than_is_the_order_of_the_sets_of_kinds() -> None:
    random = Random(7)
    hands = [tuple(random.sample(range(52), random.randrange(9))) for _ in range(200)]
    lists = [reference.get_valid_moves(hand) for hand in hands]
    kinds = [
        sum(
            1 << kind
            for kind in {move.kind for move in president.legal_moves(hand)}
            if kind is not None
        )
        for hand in hands
    ]
    for moves, own in zip(lists, kinds, strict=True):
        for others, other in zip(lists, kinds, strict=True):
            assert reference.greater_than(moves, others) == (own > other)


def test_the_lowest_card_and_the_deal_are_the_same() -> None:
    for players in range(2, 14):
        game = president.new(players, seed=players)
        hands, leftover = reference.deal_to(players, players, 0)
        assert [[int(card) for card in game.view(s).hand] for s in range(players)] == [
            list(hand) for hand in hands
        ]
        assert game.to_move is not None
        lowest = reference.get_lowest_card(leftover)
        assert str(game.view(game.to_move).opening) == card_text(lowest)
