"""Chance nodes of draw games: hands, and the replacements of discarded cards."""

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
        size = 4 if made.ranking == "badugi" else 5
        each = size * (made.draws + 1)
        if len(cards) < each * seats:
            raise ValueError(
                f"deck: expected {each} cards for each of {seats} players, who may draw "
                f"{'five' if each == 10 else each - size}, found {len(cards)}"
            )

        def start(dealt: Sequence[Group]) -> Game:
            known = [card for group in dealt for card in group]
            # The rest of the deck is arbitrary: chance deals it when it is drawn.
            rest = [card for card in range(len(cards)) if card not in known]
            order = [*known, *rest][: each * seats]
            return new(self.game, made, seed=0, deal=[[cards[card] for card in order]])

        given = read_hands(deal, cards, start)
        if given and list(map(len, given)) != [size] * seats:
            word = "four" if size == 4 else "five"
            raise ValueError(f"deal: expected {seats} hands of {word} cards, found {deal!r}")
        max_cards = (each - size if given else each) * seats
        return Dealing(
            vars(made), cards, seats, size, False, given, max_cards, start, _discarded, _is_discard
        )

    def vocabulary(self, rules: Mapping[str, Any], seats: int, size: int) -> tuple[list[str], int]:
        """Return the tokens of moves, and the maximum number of tokens in a game."""
        bets = ["fold", "check", "call", "bet", "raise"]
        rounds, draws = rules["draws"] + 1, rules["draws"]
        amounts: list[str] = []
        if rules["betting"] != "limit":
            # The amounts of bets are tokens: all that there can be.
            amounts = ["to", *map(str, range(size + 1, rules["stack"] + 1))]
        # A seat acts once at each number of raises, which its stack limits too.
        sizes = [
            rules["small_bet"] if 2 * number <= draws else rules["big_bet"]
            for number in range(rounds)
        ]
        heights = [min(rules["raises"], rules["stack"] // bet) for bet in sizes]
        acts = sum(height + 3 for height in heights) * (3 if amounts else 1)
        tokens = ["discard", "draw", *map(str, range(size + 1))]
        length = (draws + 1) * size + seats * acts + draws * (size + 1) * seats
        return bets + tokens + amounts, length

    def dealt(self, game: Game, deck: Sequence[str]) -> list[Group]:
        """Return the hands and the drawn cards, in the order in which they were dealt."""
        (cards,) = (game.start or {})["deal"]
        size = 4 if game.rules.get("ranking") == "badugi" else 5
        sizes = [size] * game.seats + [count for count in map(_discarded, game.moves) if count]
        groups, start = [], 0
        for size in sizes:
            groups.append(tuple(sorted(map(deck.index, cards[start : start + size]))))
            start += size
        return groups


def _is_discard(move: str, _number: int) -> bool:
    return move.startswith("discard")


def _discarded(move: str) -> int:
    word, *cards = move.split()
    return len(cards) if word == "discard" else 0


CHANCE = Draw("draw")
