"""Chance nodes of five-card draw: hands, and the replacements of discarded cards."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from cardcore._core import Game
from cardcore.chance import Chance
from cardcore.dealing import Dealing, Group, deck_cards, read_hands, reject_parts
from cardcore.registry import game_module, new

__all__ = ["CHANCE"]


class Draw(Chance):
    """The chance nodes of five-card draw."""

    parameters: ClassVar[Mapping[str, Any]] = {"hands": 1, "deal": "", "deck": ""}

    def dealing(self, rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
        """Return the chance events."""
        made = game_module(self.game).Rules(**rules)
        reject_parts(rules, "hands", 1, "hands")
        cards, seats = deck_cards(deck), made.players
        if len(cards) < 10 * seats:
            raise ValueError(
                f"deck: expected 10 cards for each of {seats} players, who may draw five, "
                f"found {len(cards)}"
            )

        def start(dealt: Sequence[Group]) -> Game:
            known = [card for group in dealt for card in group]
            # The rest of the deck is arbitrary: chance deals it when it is drawn.
            rest = [card for card in range(len(cards)) if card not in known]
            order = [*known, *rest][: 10 * seats]
            return new(self.game, made, seed=0, deal=[[cards[card] for card in order]])

        given = read_hands(deal, cards, start)
        if given and list(map(len, given)) != [5] * seats:
            raise ValueError(f"deal: expected {seats} hands of five cards, found {deal!r}")
        max_cards = 5 * seats * (1 if given else 2)
        return Dealing(
            vars(made), cards, seats, 5, False, given, max_cards, start, _discarded, _is_discard
        )

    def vocabulary(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Return the tokens of moves, and the maximum number of tokens in a game."""
        bets = ["fold", "check", "call", "bet", "raise"]
        # A seat acts once at each number of raises, which its stack limits too.
        rounds = [
            min(rules["raises"], rules["stack"] // rules[bet]) for bet in ("small_bet", "big_bet")
        ]
        acts = sum(heights + 3 for heights in rounds)
        draws = ["discard", "draw", *map(str, range(size + 1))]
        return bets + draws, 2 * size + seats * acts + (size + 1) * seats

    def dealt(self, game: Game, deck: Sequence[str]) -> list[Group]:
        """Return the hands and the drawn cards, in the order in which they were dealt."""
        (cards,) = (game.start or {})["deal"]
        sizes = [5] * game.seats + [count for count in map(_discarded, game.moves) if count]
        groups, start = [], 0
        for size in sizes:
            groups.append(tuple(sorted(map(deck.index, cards[start : start + size]))))
            start += size
        return groups


def _is_discard(move: str) -> bool:
    return move.startswith("discard")


def _discarded(move: str) -> int:
    word, *cards = move.split()
    return len(cards) if word == "discard" else 0


CHANCE = Draw("draw")
