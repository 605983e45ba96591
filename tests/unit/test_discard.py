import pickle
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from cardcore import Card, ParseError, discard, draw, poker
from cardcore.discard.objective import valuation

HAND = "9d Td 6c Qc 8h"


def random_hands(count: int, seed: int) -> np.ndarray:
    generator = np.random.default_rng(seed)
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    return generator.permuted(decks, axis=1)[:, :5].copy()


def test_the_table_of_a_hand() -> None:
    table = draw.analyze(HAND)
    assert table.hand == tuple(map(Card, HAND.split()))
    assert table.counts.shape == (32, 9) and table.counts.dtype == np.uint32
    assert table.outcomes.shape == (32, 16) and table.outcomes.dtype == np.uint32
    assert table.draws.dtype == np.uint32
    assert table.draws.tolist() == [comb(47, mask.bit_count()) for mask in range(32)]
    assert (table.counts.sum(axis=1) == table.draws).all()
    assert (table.outcomes.sum(axis=1) == table.draws).all()
    expected = "0.50435 0.41295 0.04385 0.01733 0.01011 0.00993 0.00111 0.00012 0.00025"
    assert [f"{share:.5f}" for share in table.probabilities[28]] == expected.split()
    assert table == draw.analyze(list(table.hand)) == draw.analyze([29, 33, 16, 40, 26])
    assert repr(table) == f"<DiscardTable of {HAND}>"


def test_both_methods_agree() -> None:
    for hand in ("As Ks Qs Js Ts", "2c 2d 2h 2s 3c", HAND):
        assert draw.analyze(hand) == draw.analyze(hand, method="enumeration")
    with pytest.raises(ValueError, match="unknown method 'guess', expected tables or enumeration"):
        draw.analyze(HAND, method="guess")


def test_hundreds_of_hands_by_ranking_every_draw_of_up_to_three_cards() -> None:
    hands = random_hands(200, seed=3)
    tables = draw.analyze_many(hands)
    ends = np.cumsum([1277, 2860, 858, 858, 10, 1277, 156, 156, 10])
    draws = {size: np.array(list(combinations(range(47), size)), np.intp) for size in range(4)}
    for hand, table in zip(hands, tables, strict=True):
        unseen = np.setdiff1d(np.arange(52, dtype=np.uint8), hand)
        for mask in range(32):
            discarded = np.array([mask >> place & 1 for place in range(5)], bool)
            size = int(discarded.sum())
            if size > 3:
                continue
            finals = np.empty((comb(47, size), 5), np.uint8)
            finals[:, : 5 - size] = hand[~discarded]
            finals[:, 5 - size :] = unseen[draws[size].reshape(len(finals), size)]
            classes = np.searchsorted(ends, poker.rank_many(finals, threads=1), side="right")
            assert np.bincount(classes, minlength=9).tolist() == table[mask].tolist()


def test_many_hands_are_one_by_one_the_same() -> None:
    hands = random_hands(700, seed=4)
    tables = draw.analyze_many(hands)
    assert tables.shape == (700, 32, 9) and tables.dtype == np.uint32
    assert np.array_equal(tables, draw.analyze_many(hands, threads=1))
    assert np.array_equal(tables, draw.analyze_many(np.asfortranarray(hands, np.int32)))
    assert np.array_equal(tables[::-2], draw.analyze_many(hands[::-2]))
    for objective in ("class", "pattern", "double-double-bonus-9-6"):
        masks, values = draw.best_discards(hands, objective)
        assert (masks.dtype, values.dtype) == (np.uint8, np.float64)
        for row in range(0, 700, 7):
            table = draw.analyze(hands[row])
            best = table.best(objective)
            assert np.array_equal(table.counts, tables[row])
            assert (best.mask, best.value) == (masks[row], values[row])


def test_suits_are_only_names() -> None:
    hand = [29, 33, 16, 40, 26]
    expected = draw.analyze(hand)
    for names in permutations(range(4)):
        renamed = [card - card % 4 + names[card % 4] for card in hand]
        assert np.array_equal(draw.analyze(renamed).outcomes, expected.outcomes)


def test_no_hands() -> None:
    assert draw.analyze_many([]).shape == (0, 32, 9)
    masks, values = draw.best_discards(np.empty((0, 5), np.int64), "class")
    assert masks.shape == values.shape == (0,)
    masks, values = draw.best_discards(np.empty((0, 5), np.int64), "showdown")
    assert masks.shape == values.shape == (0,)


def test_values_and_ties() -> None:
    table = draw.analyze(HAND)
    values = table.values("class")
    assert values.shape == (32,) and values.dtype == np.float64
    exact = table.exact_values("class")
    counts = table.counts.astype(int)
    assert exact == [Fraction(int((row * np.arange(9)).sum()), int(row.sum())) for row in counts]
    assert values.tolist() == pytest.approx([float(value) for value in exact], abs=1e-15)
    best = table.best()
    assert (best.mask, best.value) == (28, values[28])
    assert best.discard == (Card("6c"), Card("Qc"), Card("8h"))
    assert best.keep == (Card("9d"), Card("Td"))
    # The kicker of four of a kind changes nothing: fewer cards win the tie.
    assert draw.analyze("3c Kd 3d 3h 3s").best("class").mask == 0


LARGE = discard.Paytable(
    "large", high_card="1/7", jacks_or_better=1, two_pair=2, three_of_a_kind=3, straight=4,
    flush=5, full_house=9, four_of_a_kind=25, straight_flush=50, royal_flush=142_857_142_857,
)  # fmt: skip


@pytest.mark.parametrize("objective", ["class", "pattern", *discard.PAYTABLES, LARGE], ids=str)
def test_tables_value_what_they_count_as_the_core_does(objective: discard.Objective) -> None:
    aim = valuation(objective)
    hands = random_hands(30, seed=7).tolist()
    if aim.jokers:
        hands += [[52, *hand[1:]] for hand in hands[:10]]
    for hand in hands:
        cards = [Card(number) for number in hand]
        expected = aim.values(cards)
        tables = [draw.analyze(cards, aim.name if aim.wild or aim.jokers else None)]
        if 52 not in hand:
            # Counted by other rules, so that the table has to count again.
            tables.append(draw.analyze(cards, "deuces-wild-full-pay"))
        for table in tables:
            # To the last bit, also where the integers are too large for a float.
            assert table.values(objective).tolist() == expected.numbers
            exact = [Fraction(value, aim.denominator) for value in expected.exact]
            assert table.exact_values(objective) == exact
            assert table.best(objective).mask == expected.best


def test_the_pattern_rule_is_not_an_optimum() -> None:
    table = draw.analyze("9h Th Jh Qh 2c")
    assert table.best("pattern").keep == (Card("Qh"),)
    assert table.best("class").keep == tuple(map(Card, ["9h", "Th", "Jh", "Qh"]))
    assert np.array_equal(table.values("pattern"), table.values("class"))


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("As Ks Qs Js", "expected 5 cards, found 4"),
        ("As Ks Qs Js Ts 9s", "expected 5 cards, found 6: card 6, '9s', is one too many"),
        ("As Ks Qs Js As", "card 5 of 5, 'As': duplicate of card 1"),
        ("As Ks Qs Js Xs", "card 5 of 5, 'Xs': unknown rank 'X', expected one of 23456789TJQKA"),
    ],
)
def test_invalid_hands_are_rejected(hand: str, message: str) -> None:
    for call in (draw.analyze, discard.showdown):
        with pytest.raises(ParseError) as error:
            call(hand)
        assert str(error.value) == message


def test_bad_rows_are_named() -> None:
    hands = random_hands(3000, seed=5)
    hands[2000, 1] = hands[2000, 3]
    for call in (draw.analyze_many, draw.best_discards):
        with pytest.raises(ParseError, match=r"^row 2000: card 4 of 5, '..': duplicate of card 2$"):
            call(hands)
        with pytest.raises(ParseError, match=r"expected an array of shape \(N, 5\)"):
            call([[1, 2, 3]])
        with pytest.raises(TypeError, match="expected an array of integers"):
            call([[0.5] * 5])
    with pytest.raises(ParseError, match=r"^row 1: card 5 of 5, number 52: expected 0 to 51$"):
        draw.best_discards([[0, 1, 2, 3, 4], [0, 1, 2, 3, 52]], "showdown")


def test_unknown_objectives_are_refused() -> None:
    table = draw.analyze(HAND)
    for call in (table.values, table.best, draw.solve):
        with pytest.raises(ValueError, match="unknown objective 'luck', expected one of class"):
            call("luck")
        with pytest.raises(TypeError, match="expected a name or a Paytable, found int"):
            call(7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="objective 'showdown'"):
        table.exact_values("showdown")
    with pytest.raises(ValueError, match="against: expected pat"):
        discard.showdown(HAND, "showdown")
    for samples in (0, -1, 10**13):
        with pytest.raises(ValueError, match="samples: expected a whole number from 1 to"):
            discard.showdown(HAND, "class", samples=samples)
    with pytest.raises(ValueError, match="seed: expected a whole number"):
        discard.showdown(HAND, "class", samples=1, seed=-1)
    with pytest.raises(TypeError):
        discard.showdown(HAND, "class", samples=1.5)  # type: ignore[arg-type]


def test_a_showdown_is_exact_against_pat() -> None:
    odds = discard.showdown("Ah Ad Kc 7s 2d")
    assert odds.totals.tolist() == [
        comb(47, k) * comb(47 - k, 5) for k in (mask.bit_count() for mask in range(32))
    ]
    assert (int(odds.wins[24]), int(odds.ties[24])) == (1_236_592_274, 20_070)
    assert odds.equity[0] == pytest.approx(0.920889, abs=5e-7)
    assert (odds.wins + odds.ties + odds.losses == odds.totals).all()
    assert odds.wins[31] == odds.losses[31]
    assert odds.samples is odds.seed is odds.interval is None
    table = draw.analyze("Ah Ad Kc 7s 2d")
    assert np.array_equal(table.values("showdown"), odds.equity)
    assert table.best("showdown") == odds.best()
    masks, values = draw.best_discards([[50, 49, 44, 23, 1]], "showdown")
    assert (masks[0], values[0]) == (odds.best().mask, odds.best().value)
    assert repr(odds) == "<Showdown of Ah Ad Kc 7s 2d against pat, exact>"


def test_a_showdown_against_a_policy_is_reproducible() -> None:
    first = discard.showdown(HAND, "class", samples=20_000, seed=3, threads=1)
    again = discard.showdown(HAND, "class", samples=20_000, seed=3, threads=3)
    other = discard.showdown(HAND, "class", samples=20_000, seed=4)
    assert np.array_equal(first.wins, again.wins) and np.array_equal(first.ties, again.ties)
    assert not np.array_equal(first.wins, other.wins)
    assert (first.samples, first.seed, first.against) == (20_000, 3, "class")
    assert first.interval is not None and first.interval.shape == (32, 2)
    inside = (first.interval[:, 0] < first.equity) & (first.equity < first.interval[:, 1])
    assert inside.all()
    # Five new cards against a player who draws well: an underdog.
    assert first.equity[31] < 0.45


def test_published_values() -> None:
    for name, value in {
        "jacks-or-better-9-6": 0.9954390436951,
        "jacks-or-better-8-5": 0.9729843375,
        "bonus-8-5": 0.9916597319,
        "double-bonus-10-7": 1.0017252236,
    }.items():
        assert draw.solve(name).value == pytest.approx(value, abs=1e-10)


def test_the_whole_game() -> None:
    seen: list[tuple[int, int]] = []
    solution = draw.solve("jacks-or-better-9-6", progress=lambda *steps: seen.append(steps))
    assert solution.exact == Fraction(1653526326983, 1661102543100)
    assert seen[-1] == (134459, 134459)
    assert solution.hands.shape == (134459, 5) and solution.hands.dtype == np.uint8
    assert solution.weights.sum() == 2598960
    mean = float(solution.weights @ solution.values) / 2598960
    assert mean == pytest.approx(solution.value, abs=1e-12)
    masks, values = draw.best_discards(solution.hands, "jacks-or-better-9-6")
    assert np.array_equal(masks, solution.masks)
    assert np.array_equal(values, solution.values)
    assert sum(solution.outcomes.values()) == sum(solution.exact_classes) == 1
    payouts = draw.Paytable("jacks-or-better-9-6").payouts
    paid = sum(payouts[outcome] * share for outcome, share in solution.outcomes.items())
    assert paid == solution.exact
    # One royal flush in about 40,390 hands, as every strategy guide says.
    assert round(1 / solution.outcomes["royal flush"]) == 40391
    assert np.array_equal(solution.masks, pickle.loads(pickle.dumps(solution)).masks)


def test_the_class_objective_adds_up() -> None:
    solution = draw.solve("class")
    assert solution.exact == sum(n * share for n, share in enumerate(solution.exact_classes))
    assert draw.solve("pattern").exact < solution.exact
    lines = solution.to_csv().splitlines()
    assert len(lines) == 134460
    assert lines[:2] == ["hand,weight,mask,discard,value", "2c 2d 2h 2s 3c,4,0,,7.0"]
