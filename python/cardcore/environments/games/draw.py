"""Five-card draw: hands, and the cards that replace those thrown away."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from cardcore._core import Game
from cardcore.environments.dealing import Dealing, Group, cards_of, read_hands, refuse_parts
from cardcore.environments.recall import card_text
from cardcore.environments.tree import Tree
from cardcore.registry import game_module, new

__all__ = ["TREE"]


class Draw(Tree):
    """What a tree of five-card draw needs to know."""

    seats = (2, 5)
    parameters = {"hands": 1, "deal": "", "deck": ""}  # noqa: RUF012  as in the base

    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Find what chance decides."""
        made = game_module(self.game).Rules(**rules)
        refuse_parts(rules, "hands", 1, "hands")
        cards, seats = cards_of(deck), made.players
        if len(cards) < 10 * seats:
            raise ValueError(
                f"deck: expected 10 cards for each of {seats} players, who may draw five, "
                f"found {len(cards)}"
            )

        def begin(dealt: Sequence[Group]) -> Game:
            known = [card for group in dealt for card in group]
            # Nobody has drawn what lies below yet: chance deals it when it is drawn.
            below = [card for card in range(len(cards)) if card not in known]
            order = [*known, *below][: 10 * seats]
            return new(self.game, made, seed=0, deal=[[cards[card] for card in order]])

        given = read_hands(deal, cards, begin)
        if given and list(map(len, given)) != [5] * seats:
            raise ValueError(f"deal: expected {seats} hands of five cards, found {deal!r}")
        most = 5 * seats * (1 if given else 2)
        return Dealing(vars(made), cards, seats, 5, False, given, most, begin, _thrown)

    def language(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Give the words of moves, and how many a game has at most."""
        bets = ["fold", "check", "call", "bet", "raise"]
        # A seat acts once at every height of the bets, which its stack limits too.
        rounds = [
            min(rules["raises"], rules["stack"] // rules[bet]) for bet in ("small_bet", "big_bet")
        ]
        acts = sum(heights + 3 for heights in rounds)
        draws = ["discard", "draw", *map(str, range(size + 1))]
        return bets + draws, 2 * size + seats * acts + (size + 1) * seats

    def stake(self, rules: Mapping[str, Any], seats: int) -> float:
        """Give the most by which a seat can be better than the mean."""
        bets = (rules["raises"] + 1) * (rules["small_bet"] + rules["big_bet"])
        return float(min(rules["stack"], rules["ante"] + bets) * (seats - 1))

    def undo(
        self,
        view: Any,
        deck: Sequence[str],
        drawn: Sequence[Group],
        hands: list[set[str]],
        moves: list[str],
        random: Random,
    ) -> list[Group]:
        """Give back what was thrown away."""
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


def _thrown(move: str) -> int:
    word, *cards = move.split()
    return len(cards) if word == "discard" else 0


TREE = Draw("draw")
