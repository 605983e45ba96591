"""Hearts: every card is dealt before the first trick."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from cardcore.environments.dealing import Dealing, Group, deal_hands, refuse_deck, refuse_parts
from cardcore.environments.recall import card_text
from cardcore.environments.tree import Tree
from cardcore.registry import game_module, new

__all__ = ["TREE"]


class Hearts(Tree):
    """What a tree of Hearts needs to know."""

    seats = (2, 4096)
    parameters = {"target": 0, "deal": ""}  # noqa: RUF012  as in the base

    def rules(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Give the rules of what was chosen, as the game takes them."""
        chosen, usual = super().rules(given), self.usual()
        rules = {**chosen, "suits": chosen["suits"] or None, "values": chosen["values"] or None}
        if rules["suits"] or rules["values"]:
            # The generalised game is one deal and has no further options: those given are refused.
            return {
                name: value
                for name, value in rules.items()
                if name in ("suits", "values", "players") or value != usual[name]
            }
        return {**rules, "target": rules["target"] or None}

    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Find what chance decides."""
        refuse_deck(self.game, deck)
        made = game_module(self.game).Rules(**rules)
        if made.is_standard:
            refuse_parts(rules, "target", None, "deals")
            first = new(self.game, made, seed=0)
            # The common game deals all of its cards, so any deal shows the deck.
            hands = [first.view(seat).hand for seat in range(made.players)]
            cards = tuple(str(card) for card in sorted(card for hand in hands for card in hand))
        else:
            suits, values = range(made.suits), range(1, made.values + 1)
            cards = tuple(f"{suit}-{value}" for suit in suits for value in values)
        size = len(cards) // made.players
        return deal_hands(self.game, made, cards, made.players, size, deal)

    def language(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Give the words of moves, and how many a game has at most."""
        # A hand and three cards got; everybody plays the hand; everybody passes, in four words.
        return ["pass", "3", "cards"], size + 3 + seats * size + 4 * seats

    def stake(self, rules: Mapping[str, Any], seats: int) -> float:
        """Give the most by which a seat can be better than the mean."""
        points = 26 if rules["values"] is None else 2 * rules["values"]
        return float(points * (seats - 1) / seats)

    def undo(
        self,
        view: Any,
        deck: Sequence[str],
        drawn: Sequence[Group],
        hands: list[set[str]],
        moves: list[str],
        random: Random,
    ) -> list[Group]:
        """Give back what was played, then what was passed."""
        for seat, heard in view.history:
            if not heard.startswith("pass"):
                hands[seat].add(heard)
        passers = sum(move.startswith("pass ") for move in moves)
        if passers == 0:
            return []
        seats, me = len(hands), view.seat or 0
        passed = {me: {*moves[me].split()[1:]}} if me < passers else {}
        if passers < seats:
            # The cards lie on the table: all that nobody holds.
            aside = [
                card
                for card in deck
                if not any(card in hand for hand in (*hands, *passed.values()))
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
        return []


TREE = Hearts("hearts")
