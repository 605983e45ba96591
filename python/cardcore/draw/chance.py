"""Five-card draw: hands, and the cards that replace those thrown away."""

from collections.abc import Mapping, Sequence
from typing import Any

from cardcore._core import Game
from cardcore.chance import Chance
from cardcore.dealing import Dealing, Group, cards_of, read_hands, refuse_parts
from cardcore.registry import game_module, new

__all__ = ["CHANCE"]


class Draw(Chance):
    """How five-card draw is dealt."""

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

    def vocabulary(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Give the words of moves, and the most words that a game has."""
        bets = ["fold", "check", "call", "bet", "raise"]
        # A seat acts once at every height of the bets, which its stack limits too.
        rounds = [
            min(rules["raises"], rules["stack"] // rules[bet]) for bet in ("small_bet", "big_bet")
        ]
        acts = sum(heights + 3 for heights in rounds)
        draws = ["discard", "draw", *map(str, range(size + 1))]
        return bets + draws, 2 * size + seats * acts + (size + 1) * seats

    def dealt(self, game: Game, deck: Sequence[str]) -> list[Group]:
        """Give the hands, and what was drawn, in the order of the deck that was given."""
        (cards,) = (game.start or {})["deal"]
        sizes = [5] * game.seats + [count for count in map(_thrown, game.moves) if count]
        groups, begin = [], 0
        for size in sizes:
            groups.append(tuple(sorted(map(deck.index, cards[begin : begin + size]))))
            begin += size
        return groups


def _thrown(move: str) -> int:
    word, *cards = move.split()
    return len(cards) if word == "discard" else 0


CHANCE = Draw("draw")
