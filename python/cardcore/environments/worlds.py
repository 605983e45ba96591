"""A whole course of a game that a seat cannot tell from the one it is in: all cards, all moves.

What is hidden now comes from the view's own ``sample``. How it came to be there is made up to fit:
of the cards that others may have passed or thrown away, all are equally likely.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from cardcore.environments.dealing import Group
from cardcore.environments.recall import card_text

__all__ = ["imagine"]


def imagine(
    view: Any, deck: Sequence[str], drawn: Sequence[Group], random: Random
) -> tuple[list[Group], list[str]]:
    """Make up a course of the game that the viewer cannot tell from the real one.

    Parameters
    ----------
    view
        What a seat may know, in a game with hidden cards that are all left to chance.
    deck
        The cards.
    drawn
        The groups of cards that were drawn since the game began; those of others are not looked at,
        but for their number.
    random
        Where chances come from.

    Returns
    -------
    list of Group, list of str
        The groups of cards that are dealt, in order, and the moves in full.
    """
    sampled = view.sample(seed=random.getrandbits(63))
    hands = [{*map(card_text, sampled.view(seat).hand)} for seat in range(sampled.seats)]
    moves = [heard for _, heard in view.history]
    if view.name == "draw":
        groups = _undraw(view, deck, drawn, hands, moves, random)
    else:
        for seat, heard in view.history:
            hands[seat] |= {*heard.split()} & {*deck} if not heard.startswith("pass") else set()
        groups = []
        if view.name == "hearts":
            _unpass(view, deck, hands, moves, random)
    dealt = [tuple(sorted(map(deck.index, hand))) for hand in hands]
    return [*dealt, *groups], moves


def _unpass(
    view: Any, deck: Sequence[str], hands: list[set[str]], moves: list[str], random: Random
) -> None:
    """Give back in Hearts what was passed."""
    passers = sum(move.startswith("pass ") for move in moves)
    if passers == 0:
        return
    seats, me = len(hands), view.seat or 0
    passed = {me: {*moves[me].split()[1:]}} if me < passers else {}
    if passers < seats:
        # The cards lie on the table: all that nobody holds.
        aside = [
            card for card in deck if not any(card in hand for hand in (*hands, *passed.values()))
        ]
        random.shuffle(aside)
        for seat in set(range(passers)) - {me}:
            passed[seat] = {aside.pop() for _ in range(3)}
    else:
        offset = view.passes_to - me
        passed[(me - offset) % seats] = {*map(card_text, view.received)}
        for seat in range(seats):
            receiver = hands[(seat + offset) % seats]
            if seat not in passed:
                passed[seat] = {*random.sample(sorted(receiver), 3)}
            receiver -= passed[seat]
    for seat, cards in passed.items():
        hands[seat] |= cards
        moves[seat] = " ".join(["pass", *sorted(cards, key=deck.index)])


def _undraw(
    view: Any,
    deck: Sequence[str],
    drawn: Sequence[Group],
    hands: list[set[str]],
    moves: list[str],
    random: Random,
) -> list[Group]:
    """Give back in draw what was thrown away; gives what was drawn, in order."""
    known = {*map(card_text, view.discarded)}.union(*hands)
    unseen = [card for card in deck if card not in known]
    random.shuffle(unseen)
    groups: list[Group] = []
    for place, (seat, heard) in enumerate(view.history):
        word, *rest = heard.split()
        if word == "discard" and rest:
            came, thrown = {deck[card] for card in drawn[len(groups)]}, {*rest}
        elif word == "draw" and rest != ["0"]:
            came = {*random.sample(sorted(hands[seat]), int(rest[0]))}
            thrown = {unseen.pop() for _ in came}
            moves[place] = " ".join(["discard", *sorted(thrown, key=deck.index)])
        else:
            moves[place] = "discard" if word == "draw" else heard
            continue
        hands[seat] = hands[seat] - came | thrown
        groups.append(tuple(sorted(map(deck.index, came))))
    return groups
