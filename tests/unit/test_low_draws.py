"""Draws of lowball and badugi hands: against the reference, and against what is known of them."""

import itertools
import random
from collections import Counter
from math import comb

import numpy as np
import pytest

from cardcore import ParseError, discard
from cardcore.reference import rankings as reference


def final_hands(hand: list[int], mask: int) -> list[list[int]]:
    unseen = [card for card in range(52) if card not in hand]
    held = [card for place, card in enumerate(hand) if not mask >> place & 1]
    draws = itertools.combinations(unseen, mask.bit_count())
    return [[*held, *drawn] for drawn in draws]


def group(hand: list[int], game: str) -> str:
    """Name the group of a hand by its key in the reference."""
    key = reference.hand_key(hand, game)
    if game == "badugi":
        high = "A23456789TJQK"[-key[1] - 1]
        return (
            f"badugi {high} high"
            if key[0] == 4
            else {3: "three", 2: "two", 1: "one"}[key[0]] + (" cards" if key[0] > 1 else " card")
        )
    if game == "2-7":
        names = ["", "one pair", "two pair", "three of a kind", "straight", "flush"]
        names += ["full house", "four of a kind", "straight flush"]
        return names[-key[0]] or f"{'23456789TJQKA'[-key[1]]} low"
    counts = Counter(card // 4 for card in hand)
    sizes = tuple(sorted(counts.values(), reverse=True))
    names_by_size = {
        (2, 1, 1, 1): "one pair",
        (2, 2, 1): "two pair",
        (3, 1, 1): "three of a kind",
        (3, 2): "full house",
        (4, 1): "four of a kind",
    }
    highest = max(reference.low_rank(card // 4) for card in hand)
    return names_by_size.get(sizes) or f"{'A23456789TJQK'[highest - 1]} low"


@pytest.mark.parametrize("game", discard.LOW_GAMES)
def test_draws_are_counted_as_the_reference_counts_them(game: discard.LowGame) -> None:
    dealer = random.Random(1)
    size = 4 if game == "badugi" else 5
    for _ in range(4):
        hand = dealer.sample(range(52), size)
        table = discard.analyze(hand, game=game)
        assert table.counts.shape == (1 << size, len(table.groups))
        assert table.counts.sum(1).tolist() == table.draws.tolist()
        for mask in [m for m in range(1 << size) if m.bit_count() <= 1] + [3]:
            counted = Counter(group(final, game) for final in final_hands(hand, mask))
            found = dict(zip(table.groups, table.counts[mask].tolist(), strict=True))
            assert {name: count for name, count in found.items() if count} == counted


def test_groups_are_named_as_players_name_them() -> None:
    groups = discard.analyze("7c 5d 4h 3s 2c", game="2-7").groups
    assert groups[:3] == ("7 low", "8 low", "9 low") and groups[7:9] == ("A low", "one pair")
    groups = discard.analyze("7c 5d 4h 3s 2c", game="a-5").groups
    assert groups[:2] == ("5 low", "6 low") and groups[-1] == "four of a kind"
    groups = discard.analyze("7c 5d 4h 3s", game="badugi").groups
    assert groups[0] == "badugi 4 high" and groups[-3:] == ("three cards", "two cards", "one card")


def test_known_chances() -> None:
    # One card to 4-3-2 of three suits: 10 of the 48 cards make a badugi, 20.8 %.
    badugi = discard.analyze("4c 3d 2h Kh", game="badugi")
    assert badugi.counts[8, :10].sum() == 10
    # Dealt cards: drawing all of them is a deal from 47 cards, so count a whole deck instead.
    # Number one, 7-5-4-3-2: 4**5 - 4 of C(52, 5) hands, 1 in 2,548; any seven: four times that.
    assert (4**5 - 4) / comb(52, 5) == pytest.approx(1 / 2548)
    # A pat badugi: 13 * 12 * 11 * 10 of C(52, 4) hands, 6.34 %.
    assert 13 * 12 * 11 * 10 / comb(52, 4) == pytest.approx(0.0634, abs=5e-5)


def test_a_pat_hand_meets_every_opposing_hand() -> None:
    table = discard.analyze("4c 3d 2h As", game="badugi")
    assert table.totals[0] == comb(48, 4)
    # Nothing beats 4-3-2-A; it ties with each other way to deal the four ranks to four suits
    # without the cards held: derangements of four, 9.
    assert (table.wins[0], table.ties[0]) == (comb(48, 4) - 9, 9)
    assert table.best().mask == 0
    table = discard.analyze("7c 5d 4h 3s 2c", game="2-7")
    # Of 3**5 hands of these ranks, one is all of each suit that is left in all five: none here.
    suited = sum(all(suit != own for own in (0, 1, 2, 3, 0)) for suit in range(4))
    assert (table.wins[0], table.ties[0]) == (comb(47, 5) - 3**5 + suited, 3**5 - suited)
    assert table.best().discard == ()


@pytest.mark.parametrize("game", discard.LOW_GAMES)
def test_the_best_discard_leads_the_ranking(game: discard.LowGame) -> None:
    hand = "Kc 7d 4h 2s" if game == "badugi" else "7c 7d 4h 2s 3d"
    table = discard.analyze(hand, game=game)
    ranking = table.ranking()
    assert ranking[0] == table.best() and len(ranking) == len(table.counts)
    values = [chosen.value for chosen in ranking]
    assert values == sorted(values, reverse=True)
    if game != "badugi":
        # One of the sevens goes.
        assert [card.rank for card in table.best().discard] == ["7"]
    assert np.all(table.equity[-1] == 0.5)
    columns = table.to_dict()
    assert columns["draws"] == table.draws.tolist() and columns["equity"] == table.equity.tolist()
    assert hand in str(table) and game in repr(table)
    assert table == discard.analyze(hand, game=game) and hash(table) is not None


def test_what_is_not_a_low_hand_is_refused() -> None:
    with pytest.raises(ParseError, match=r"^expected 4 cards, found 5"):
        discard.analyze("7c 5d 4h 3s 2c", game="badugi")
    with pytest.raises(ParseError, match=r"^expected 5 cards, found 4"):
        discard.analyze("7c 5d 4h 3s", game="2-7")
    with pytest.raises(ValueError, match=r"^game: expected one of 2-7, a-5, badugi, found 'razz'"):
        discard.analyze("7c 5d 4h 3s 2c", game="razz")
    with pytest.raises(ValueError, match=r"^game: '2-7' takes neither a paytable nor a method"):
        discard.analyze("7c 5d 4h 3s 2c", "class", game="2-7")  # type: ignore[call-overload]


def test_badugi_is_solved_for_three_draws() -> None:
    solution = discard.solve(game="badugi", draws=3)
    assert [round(mean, 6) for mean in solution.means[:1]] == [0.5]
    assert list(solution.means) == sorted(solution.means) and solution.value == solution.means[3]
    assert all(sum(solution.cards_drawn(left)) == comb(52, 4) for left in (1, 2, 3))
    # With more draws left, fewer hands stand pat.
    pat = [solution.cards_drawn(left)[0] for left in (1, 2, 3)]
    assert pat == sorted(pat, reverse=True)
    best = solution.best("Kc 3d 2h As", 3)
    assert [str(card) for card in best.discard] == ["Kc"]
    assert solution.ranking("Kc 3d 2h As", 3)[0] == best
    # Made low badugis stand pat, and the order of the cards does not matter.
    assert solution.best("5c 3d 2h As").discard == ()
    assert solution.best("As 2h 3d Kc").value == pytest.approx(best.value)
    assert "badugi with 3 draws" in str(solution) and "badugi" in repr(solution)


def test_bad_arguments_of_a_solution_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^draws: expected a whole number from 1 to 3, found 4"):
        discard.solve(game="badugi", draws=4)
    with pytest.raises(ValueError, match=r"^game: expected one of 2-7, a-5, badugi"):
        discard.solve(game="omaha")
    with pytest.raises(ValueError, match=r"^game: 'badugi' takes no objective"):
        discard.solve("showdown", game="badugi")
    with pytest.raises(ValueError, match=r"^draws: only a game in which low hands win"):
        discard.solve("class", draws=2)  # type: ignore[call-overload]
    solution = discard.solve(game="badugi", draws=1)
    with pytest.raises(ValueError, match=r"^draws: expected a whole number from 1 to 1, found 2"):
        solution.best("Kc 3d 2h As", 2)
    with pytest.raises(ParseError, match=r"^expected 4 cards, found 3"):
        solution.best("Kc 3d 2h")
