"""Native President against the plain Python one: moves, shortest lines, whole matches."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from cardcore import Game, president
from cardcore.compare import Case
from cardcore.compare import president as compare
from cardcore.compare.lockstep import Chooser, Comparer, at_random, lockstep
from cardcore.reference import president as reference
from cardcore.reference.cards import card_text
from tests.cases import cases


@pytest.mark.parametrize(("size", "hands"), [(0, 1), (1, 52), (5, 800), (9, 800), (13, 300)])
def test_moves_of_random_hands_in_order(size: int, hands: int) -> None:
    random = Random(size)
    for _ in range(hands):
        case = compare.moves(compare.hand(random, size))
        assert case.native == case.reference, case.case


def test_moves_of_large_hands_in_order() -> None:
    random = Random(0)
    for size in (17, 20, 26):
        case = compare.moves(compare.hand(random, size))
        assert case.native == case.reference, case.case


def test_moves_that_beat_and_contain() -> None:
    random = Random(1)
    beaten, tried = 0, cases(250, slow=800)
    for _ in range(tried):
        for case in compare.legal_moves(random):
            assert case.native == case.reference, case.case
            if case.case["rules"] != reference.MoveRules()._asdict():
                continue
            beat, containing = case.case["beat"], case.case["containing"]
            # What is to be beaten may be told as text too.
            moves = president.legal_moves(case.case["hand"], beat, containing)
            assert [str(move) for move in moves] == case.reference
            beaten += bool(beat and not containing and moves)
    assert beaten > tried // 4


def test_five_card_moves_beat_each_other_alike() -> None:
    random = Random(2)
    moves: list[tuple[int, ...]] = []
    while len(moves) < 300:
        hand = compare.hand(random, 11)
        fives = [move for move in reference.get_valid_moves(hand) if len(move) == 5]
        moves += random.sample(fives, min(3, len(fives)))
    for left, right in combinations(moves, 2):
        native = president.Move(left).beats(president.Move(right))
        assert native == reference.beats(left, right), (left, right)


def test_kinds_of_all_small_sets_and_many_fives() -> None:
    random = Random(3)
    sets = [set_ for size in (1, 2, 3) for set_ in combinations(range(52), size)]
    sets += [compare.hand(random, 4) for _ in range(1_000)]
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
    for _ in range(cases(hands // 4, slow=hands)):
        # Half of the hands from few ranks or few suits, where five-card moves abound.
        deck = random.choice([range(52), range(20, 52), [c for c in range(52) if c % 4 < 2]])
        hand = tuple(random.sample(list(deck), size))
        for case in compare.fewest(hand):
            assert case.native == case.reference, case.case


def kept_cards() -> Comparer[reference.President]:
    """Make sure that cards leave hands by being played alone, and that nobody without any moves."""
    held: dict[int, int] = {}

    def compared(_: Game, slow: reference.President) -> Iterator[Case]:
        now, number = sum(len(hand) for hand in slow.hands), len(slow.finishing_records[0])
        if number in held:
            # Trades come before the first play.
            last = slow.plays[-1][1] if slow.plays else "pass"
            yield Case({}, now, held[number] - (0 if last == "pass" else len(last.split())))
        held[number] = now
        yield Case({}, slow.is_over or bool(slow.hands[slow.turn]), True)

    return compared


def agree(
    game: Game,
    slow: reference.President,
    random: Random,
    choose: Chooser[reference.President],
) -> None:
    """Play a match in both to its end and compare all there is to see at every step."""
    also = [compare.facts, kept_cards()]
    if choose is compare.greedily:
        also.append(compare.greedy)
    for case in lockstep(game, slow, random, also=also, choose=choose):
        assert case.native == case.reference, case.case


def small_deal(players: int, size: int, random: Random) -> list[tuple[int, ...]]:
    deck = compare.hand(random, players * size)
    return [deck[seat * size : (seat + 1) * size] for seat in range(players)]


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
        (7, 3, 25, compare.greedily),
        (6, 2, 30, compare.greedily),
        (5, 2, 6, compare.greedily),
    ],
)
def test_matches_in_lockstep(
    players: int, rounds: int, matches: int, choose: Chooser[reference.President], trade: str
) -> None:
    for seed in range(cases(max(2, matches // 4), slow=matches)):
        slow = reference.President(players, rounds, seed, trade)
        game = president.new(players=players, rounds=rounds, seed=seed, trade=trade)
        agree(game, slow, Random(seed), choose)


@pytest.mark.parametrize("choose", [at_random, compare.greedily])
@pytest.mark.parametrize(("players", "size"), [(2, 7), (3, 7), (4, 6), (7, 3), (6, 3)])
def test_rounds_from_small_deals_in_lockstep(
    players: int, size: int, choose: Chooser[reference.President]
) -> None:
    for seed in range(cases(50, slow=200)):
        random = Random(seed)
        deal = small_deal(players, size, random)
        slow = reference.President(players, 1, deal=deal)
        agree(president.new(players=players, rounds=1, deal=deal), slow, random, choose)


def test_two_players_trade_and_play_a_large_hand_in_lockstep() -> None:
    random = Random(5)
    deal = small_deal(2, 4, random)
    slow = reference.President(2, 2, 5, deal=deal)
    game = president.new(rounds=2, seed=5, deal=deal)

    def quickly(game: Game, slow: reference.President, random: Random) -> str:
        return slow.legal_moves()[0] if slow.roles else at_random(game, slow, random)

    agree(game, slow, random, quickly)


@pytest.mark.parametrize("part", range(cases(1, slow=20)))
def test_matches_by_house_rules_in_lockstep(part: int) -> None:
    # Small hands, as the reference tries all choices of five cards: those of large tables, and of
    # rounds with few ranks, where four of a kind are common.
    revolutions = locked = 0
    matches = cases(60, slow=1000)
    for seed in range(part * matches, (part + 1) * matches):
        random = Random(seed)
        play = compare.house_rounds if seed % 2 else compare.house_matches
        for case in play(random):
            assert case.native == case.reference, case.case
            if isinstance(case.native, dict):
                revolutions += bool(case.native.get("reversed"))
                locked += bool(case.native.get("locked"))
    # Positions in a reversed order, and with somebody locked out.
    assert revolutions > matches // 4 and locked > 10 * matches, (revolutions, locked)


def test_large_hands_by_house_rules_in_lockstep() -> None:
    for seed in range(cases(4, slow=40)):
        random = Random(seed)
        for case in compare.match(random, 4 + seed % 3, seed, compare.house_rules(random), 1):
            assert case.native == case.reference, case.case


@pytest.mark.parametrize("preset", ["report", "basic", "big_two", "daihinmin"])
def test_presets_in_lockstep(preset: str) -> None:
    house = {**getattr(president.Rules, preset)().changes()}
    trade = house.pop("trade", "request")
    for seed in range(cases(6, slow=60)):
        slow = reference.President(7, 2, seed, trade, house=reference.HouseRules(**house))
        rules = getattr(president.Rules, preset)(players=7, rounds=2)
        agree(president.new(rules, seed=seed), slow, Random(seed), compare.greedily)


def test_moves_by_house_rules() -> None:
    random = Random(11)
    beaten, tried = 0, cases(200, slow=600)
    for _ in range(tried):
        house = compare.house_rules(random)
        rules = reference.MoveRules(house["kinds"], house["beats"], random.random() < 0.5)
        both = compare.hand(random, 20)
        mine, other = both[:10], both[10:]
        beat = random.choice(reference.get_valid_moves(other, rules=rules))
        for case in (
            compare.moves(mine, None, None, rules),
            compare.moves(mine, beat, None, rules),
        ):
            assert case.native == case.reference, case.case
        beaten += bool(case.native)
        own = president.Rules(kinds=rules.kinds, beats=rules.beats)  # type: ignore[arg-type]
        for move in reference.get_valid_moves(mine, rules=rules)[:40]:
            native = president.Move(move).beats(beat, own, is_reversed=rules.is_reversed)
            assert native == reference.beats(move, beat, rules)
    assert beaten > tried // 4


@pytest.mark.parametrize(("size", "hands"), [(5, 200), (8, 150), (11, 20)])
def test_the_fewest_moves_of_some_kinds_equal_a_brute_force_partition(
    size: int, hands: int
) -> None:
    random = Random(size)
    for _ in range(cases(hands // 4, slow=hands)):
        deck = random.choice([range(52), range(20, 52), [c for c in range(52) if c % 4 < 2]])
        hand = tuple(random.sample(list(deck), size))
        for case in compare.fewest(hand, compare.house_rules(random)["kinds"]):
            assert case.native == case.reference, case.case


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
    game, slow = president.new(players=5, rounds=2, seed=3), reference.President(5, 2, 3)
    until_traded = lockstep(game, slow, Random(), choose=lambda *_: slow.legal_moves()[0])
    for case in until_traded:
        assert case.native == case.reference, case.case
        if slow.trades:
            break
    assert slow.trades
    assert [game.perft(plies) for plies in (1, 2, 3)] == [perft(slow, plies) for plies in (1, 2, 3)]


def test_greater_than_is_the_order_of_the_sets_of_kinds() -> None:
    random = Random(7)
    hands = [compare.hand(random, random.randrange(9)) for _ in range(200)]
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
        game = president.new(players=players, seed=players)
        hands, leftover = reference.deal_to(players, players, 0)
        assert [[int(card) for card in game.view(s).hand] for s in range(players)] == [
            list(hand) for hand in hands
        ]
        assert game.to_move is not None
        lowest = reference.get_lowest_card(leftover)
        assert str(game.view(game.to_move).opening) == card_text(lowest)
