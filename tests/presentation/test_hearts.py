"""What a hint says of a card is so in the position, as far as the seat can see."""

import re
from collections import Counter

import pytest

from cardcore import Card, Game, hearts
from cardcore.hearts.presentation import PRESENTATION


def begun(first: str, *moves: str) -> Game[hearts.View, str]:
    """Deal the cards so that seat 3 has some of them, and make moves."""
    mine = [Card(card) for card in first.split()]
    rest = [Card(number) for number in range(52) if Card(number) not in mine]
    rest.remove(Card("2c"))
    hands = [[Card("2c"), *rest[:12]], rest[12:25], rest[25:], mine]
    game = hearts.new(hearts.Rules(passing=False, target=0), deal=hands)
    for move in moves:
        game.play(move)
    return game


@pytest.mark.parametrize(
    ("mine", "expected"),
    [
        (
            "3c 4c 6d 7d 8d 9d Td 2h 3h 4h 5h 6h 7h",
            r"ducks under .c, your highest card that ",
        ),
        (
            "6d 7d 8d 9d Td Jd Qd Kd Ad 2s 3s 4s 5s",
            r"discards a card while you are void in c",
        ),
        ("Qc Kc Ac 6d 7d 8d 9d Td 2h 3h 4h 5h 6h", r"takes the trick, which costs nothing"),
    ],
)
def test_the_last_to_play_to_the_first_trick(mine: str, expected: str) -> None:
    game = begun(mine, "2c")
    for _ in range(2):
        game.play(game.legal_moves()[0])
    [reason] = PRESENTATION.hint(game.view(3)).reasons
    assert re.search(expected, reason, re.IGNORECASE), reason


def test_a_hint_has_the_values_of_the_moves() -> None:
    game = begun("3c 9c 6d 7d 8d 9d Td 2h 3h 4h 5h 6h Ac", "2c")
    for _ in range(2):
        game.play(game.legal_moves()[0])
    hint = PRESENTATION.hint(game.view(3))
    [last] = hint.details
    assert re.fullmatch(
        r"points on average over 400 sampled deals, if all play like rule: "
        r"(\w\w -?\d+\.\d ± \d+\.\d, ){2}\w\w -?\d+\.\d ± \d+\.\d",
        last,
    ), last
    assert hint.numbers is not None and hint.numbers.moves[0].move == hint.move
    assert last.partition(": ")[2].startswith(hint.move)


def test_every_reason_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold what is said of thousands of cards against the position."""
    # What is advised need not be good for this.
    monkeypatch.setattr(type(PRESENTATION), "adviser", "search:version=1:worlds=3:passes=5")
    seen: Counter[str] = Counter()
    for seed in range(60):
        rules = hearts.Rules(suits=4, values=6) if seed % 3 == 0 else hearts.Rules(target=0)
        game = hearts.new(rules, seed=seed)
        while (seat := game.to_move) is not None:
            view = game.view(seat)
            hint = PRESENTATION.hint(view)
            assert hint.reasons
            for reason in hint.reasons:
                check(game, view, hint.move, reason, seen)
            game.play(view.choose("greedy" if seed % 2 else "random", seed=len(game.moves)))
    assert set(seen) >= {
        "ducks", "takes", "highest so far", "no lower", "discards a heart", "discards penalty",
        "discards a card", "leads", "leads lowest", "broken", "sure", "only", "pass",
    }, seen  # fmt: skip


def parts(text: str) -> tuple[str, int]:
    """Give suit and value of a card."""
    if "-" in text:
        found, value = text.split("-")
        return found, int(value)
    return text[1], "23456789TJQKA".index(text[0]) + 1


def price(text: str, values: int | None) -> int:
    if text in ("Qs", f"1-{(values or 0) - 1}"):
        return values or 13
    return int(parts(text)[0] in ("h", "0"))


def write(card: object) -> str:
    return "-".join(map(str, card)) if isinstance(card, tuple) else str(card)


def check(
    game: Game[hearts.View, str],
    view: hearts.View,
    chosen: str,
    reason: str,
    seen: Counter[str],
) -> None:
    values = game.rules.get("values")
    hand = [write(card) for card in view.hand]
    if chosen.startswith("pass"):
        seen["pass"] += 1
        held = [other for other in hand if other not in chosen.split()]
        if "makes you void" in reason:
            assert all(parts(other)[0] != parts(reason[:2])[0] for other in held)
        if found := re.match(r"(\S+): your only card in \w+", reason):
            assert sum(other[1] == found[1][1] for other in hand) == 1
            return
        card, place, count = re.match(
            r"(\S+): (highest|no\. \d) .*of your (\d+) \w+", reason
        ).groups()
        same = sorted((parts(other)[1] for other in hand if other[1] == card[1]), reverse=True)
        assert card in chosen.split() and len(same) == int(count)
        assert same[0 if place == "highest" else int(place[-1]) - 1] == parts(card)[1]
        return
    legal = [str(move) for move in view.legal_moves()]
    reason = reason[0].lower() + reason[1:]
    if reason == "it is the only card you may play.":
        seen["only"] += 1
        assert legal == [chosen]
        return
    suit, value = parts(chosen)
    trick = [write(card) for _, card in view.trick]
    if reason.startswith("leads"):
        assert not trick
        seen["leads"] += 1
        others = [write(card) for other in range(game.seats) for card in game.view(other).hand]
        higher = [
            card
            for card in others
            if card not in hand and parts(card)[0] == suit and parts(card)[1] > value
        ]
        if "takes the trick" in reason:
            seen["sure"] += 1
            assert not higher
        else:
            # Cards that were not dealt may be out as far as the seat can see.
            assert len(higher) <= int(re.search(r"(\d+) higher", reason)[1])
        if "your lowest" in reason:
            seen["leads lowest"] += 1
            assert value == min(parts(card)[1] for card in legal if parts(card)[0] == suit)
        if "broken" in reason:
            seen["broken"] += 1
            assert view.hearts_broken
        if "you have only hearts" in reason:
            assert {parts(card)[0] for card in hand} == {suit}
        return
    led = parts(trick[0])[0]
    best = max(parts(card)[1] for card in trick if parts(card)[0] == led)
    if reason.startswith("discards"):
        assert suit != led and all(parts(card)[0] != led for card in hand)
        if " points) " in reason:
            seen["discards penalty"] += 1
            assert f"({price(chosen, values)} points)" in reason and price(chosen, values) > 1
        elif "a heart" in reason:
            seen["discards a heart"] += 1
            assert price(chosen, values) == 1
        else:
            seen["discards a card"] += 1
            assert price(chosen, values) == 0
        return
    assert suit == led
    if reason.startswith("ducks"):
        seen["ducks"] += 1
        assert value < best
        higher_ducks = [card for card in legal if value < parts(card)[1] < best]
        assert ("your highest" in reason) == (not higher_ducks)
        return
    assert value > best
    if "no lower" in reason:
        seen["no lower"] += 1
        assert all(parts(card)[1] > best for card in legal)
    points = sum(price(card, values) for card in [*trick, chosen])
    said = re.search(r"costs (\w+)", reason)
    assert said is not None and said[1] == (str(points) if points else "nothing")
    is_last = len(trick) + 1 == game.seats
    seen["takes" if is_last else "highest so far"] += 1
    assert ("takes the trick" in reason) == is_last
