"""Hints in five-card draw: nothing that is said of a move speaks against it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from cardcore import Game, draw, poker
from cardcore.difficulty import Level
from cardcore.draw.presentation import PRESENTATION
from cardcore.draw.ranges import situation
from cardcore.presentation import Hint
from cardcore.reference.random import Random

#: Who may sit at a table; ``None`` is a person.
PLAYERS = (
    None,
    Level("random"),
    Level("pattern"),
    Level("pattern", 2),
    Level("equity"),
    Level("nash"),
)

EQUITY = re.compile(r"win about (\d+)% of showdowns")
PRICE = re.compile(r"a call needs (?:only )?(\d+)%")


def decisions(count: int, seed: int) -> Iterator[tuple[draw.View, Sequence[Level | None]]]:
    """Give random decisions at random tables: two or three players, deep and short stacks."""
    random = Random(seed)
    found = 0
    while True:
        players = 2 + (random.below(3) == 0)
        stack = (100, 100, 20, 10)[random.below(4)]
        game = draw.new(players=players, stack=stack, hands=3, seed=random.word())
        seated = [PLAYERS[random.below(len(PLAYERS))] for _ in range(players)]
        while (seat := game.to_move) is not None:
            view = game.view(seat)
            if random.below(4) == 0:
                yield view, seated
                found += 1
                if found == count:
                    return
            moves = [move for move in game.legal_moves() if move != "fold"]
            sensible = view.phase == "discard" or random.below(3) == 0
            game.play(view.choose("pattern") if sensible else moves[random.below(len(moves))])


def check(view: draw.View, hint: Hint, seen: Counter[str]) -> None:
    """Hold a hint against itself and against the position."""
    assert hint.move in view.legal_moves()
    said = " ".join(hint.explanation)
    equity, price = EQUITY.search(said), PRICE.search(said)
    needed = round(100 * view.to_call / (view.pot + view.to_call))
    if price is not None:
        assert equity is not None and int(price[1]) == needed
        seen[f"{hint.move} for its price"] += 1
        if hint.move == "fold":
            assert int(equity[1]) <= needed, said
        else:
            assert hint.move == "call" and int(equity[1]) >= needed, said
    if hint.move == "fold":
        assert view.to_call > 0
        assert "ahead" not in said
    if "You are ahead" in said:
        opponents = sum(status in ("in", "all in") for status in view.status) - 1
        assert equity is not None and int(equity[1]) >= int(100 / (opponents + 1)), said
    if "bluff" in said:
        assert equity is not None and int(equity[1]) <= 50, said
    if "free" in said:
        assert view.to_call == 0 and hint.move == "check"
    if hint.numbers is None:
        seen["no numbers"] += 1
        # The chances of a draw are exact.
        assert view.phase == "discard" or not re.search(r"\d+%|chips", said)
        return
    first, *others = hint.numbers.moves
    assert first.move == hint.move
    if hint.numbers.is_decided:
        seen["decided"] += 1
        assert all(first.value >= other.value for other in others)
        assert f"with {hint.move}" in said
        if hint.move == "fold":
            assert all(other.value <= 0 for other in others)
    else:
        seen["close"] += 1
        # What another move brought by chance is not shown as an argument against this one.
        assert "It is close" in said and "chips" not in said
    if "mixes" in said:
        seen["mix"] += 1
        shares = re.findall(r"(\d+)%", said.partition("mixes: ")[2])
        assert 97 <= sum(map(int, shares)) <= 103


def check_many(count: int, seed: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for view, seated in decisions(count, seed):
        check(view, PRESENTATION.hint(view, seated=seated, effort=0.2), seen)
    return seen


def test_no_reason_speaks_against_its_move() -> None:
    seen = check_many(60, seed=1)
    assert set(seen) >= {"decided", "close", "fold for its price", "call for its price"}, seen


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_no_reason_speaks_against_its_move_in_a_thousand_decisions() -> None:
    seen = check_many(1000, seed=2)
    assert set(seen) >= {"decided", "close", "mix", "no numbers"}, seen


def strengths(found: Game, seat: int) -> int:
    return poker.rank(found.view(seat).hand).strength


def test_a_range_is_what_the_bets_leave() -> None:
    """Who bets by the rules of ``pattern`` has a pair of jacks or better, or two pair."""
    game = draw.new(seed=3)
    game.play("bet")
    dealt = situation(game.view(1), [Level("pattern"), Level("nash")], deals=60)
    assert dealt is not None and not dealt.surprising and len(dealt.games) == 60
    weakest = poker.rank("Jc Jd 4h 3s 2c").strength
    assert all(strengths(found, 0) >= weakest for found in dealt.games)
    # Everything that was seen is as it was.
    for found in dealt.games:
        view = found.view(1)
        assert view.hand == game.view(1).hand and view.moves == [(0, "bet")]


def test_a_range_after_the_draw_is_what_the_draw_leaves() -> None:
    game = draw.new(seed=3)
    for move in ("check", "check"):
        game.play(move)
    own = game.view(0).hand
    game.play(f"discard {own[0]} {own[1]}")
    game.play("discard")
    game.play("check")
    game.play("bet")
    dealt = situation(game.view(0), [Level("nash"), Level("pattern")], deals=40)
    assert dealt is not None
    # Who stands pat by that rule has at least a straight.
    straight = poker.rank("2c 3d 4h 5s 6c").strength
    if not dealt.surprising:
        assert all(strengths(found, 1) >= straight for found in dealt.games)
    assert all(found.view(0).hand == game.view(0).hand for found in dealt.games)
    assert all(found.view(0).discarded == game.view(0).discarded for found in dealt.games)


def test_bets_at_random_leave_any_hand() -> None:
    game = draw.new(seed=3)
    game.play("bet")
    dealt = situation(game.view(1), [Level("random"), Level("nash")], deals=200)
    assert dealt is not None and not dealt.surprising
    pairless = sum(strengths(found, 0) < 1277 for found in dealt.games)
    assert 70 <= pairless <= 130, "half of all hands have no pair"


def test_a_hint_depends_on_who_sits_there() -> None:
    """A bet of a bot that bets anything is called with less."""
    deal = ["Kc Kd 8h 8s 2c  Ts Th 7d 5c 3h  Ad Ah Ks Qs Qd Qh Qc Js Jc Jh"]
    game = draw.new(deal=deal)
    for move in ("bet", "call", "discard 2c", "discard", "bet"):
        game.play(move)
    careful = PRESENTATION.hint(game.view(1), seated=[Level("pattern"), None])
    careless = PRESENTATION.hint(game.view(1), seated=[Level("random"), None])
    assert careful.move == "fold" and careless.move in ("call", "raise")


def test_with_somebody_all_in_nothing_is_made_up() -> None:
    game = draw.new(players=3, stack=10, hands=3, seed=1)
    seen: Counter[str] = Counter()
    while (seat := game.to_move) is not None:
        view = game.view(seat)
        check(view, PRESENTATION.hint(view, effort=0.2), seen)
        moves = [move for move in game.legal_moves() if move != "fold"]
        game.play(view.choose("class") if view.phase == "discard" else moves[-1])
    assert seen
