"""Presentation of five-card draw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardcore import discard, draw, poker
from cardcore._core import Game
from cardcore.difficulty import Level
from cardcore.draw import hints, ranges, tendencies
from cardcore.draw.match import BADUGI, SINGLE_DRAW, TRIPLE_DRAW, is_solvable, is_usual
from cardcore.phrases import Count, Phrase
from cardcore.presentation import Cost, Hint, PastDecision, Presentation, Preset


@dataclass(frozen=True)
class PastDiscard(PastDecision):
    """A discard in the draw; only its player may see it."""

    hand: list[str]
    """The five cards before the discard."""
    thrown: list[str]
    """The discarded cards."""


class DrawPresentation(Presentation[draw.View]):
    """Titles, levels, rules and hints of five-card draw."""

    description = "Five cards each, bets, a draw and bets again: the best hand takes the pot."

    ladder: Sequence[Level] = (
        Level("equity:temperature=3:cutoff=0.6"),
        Level("equity:temperature=1:cutoff=0.6"),
        Level("equity:temperature=0.6:cutoff=0.6"),
        Level("equity:temperature=0.4:cutoff=0.6"),
        Level("equity:temperature=0.28:cutoff=0.6"),
        Level("equity:temperature=0.2:cutoff=0.6"),
        Level("equity:temperature=0.14:cutoff=0.6"),
        Level("nash"),
    )

    rollout_deals = 150

    substitutes: Mapping[str, str] = {"nash": "equity", "adaptive": "equity"}

    presets: Sequence[Preset] = (
        Preset("five-card", "Five-card draw", "one draw, fixed limit, an ante", {}),
        Preset(
            "single-draw",
            "2-7 single draw",
            "the lowest hand wins, no limit, blinds",
            dict(SINGLE_DRAW),
        ),
        Preset(
            "triple-draw",
            "2-7 triple draw",
            "the lowest hand wins after three draws, for two players",
            dict(TRIPLE_DRAW),
        ),
        Preset(
            "badugi",
            "Badugi",
            "four low cards of different suits, three draws, up to three players",
            dict(BADUGI),
        ),
    )

    limits: Mapping[str, int] = {
        "ante": 10_000,
        "big_bet": 10_000,
        "big_blind": 10_000,
        "hands": 200,
        "small_bet": 10_000,
        "small_blind": 10_000,
        "stack": 100_000,
        "straddle": 10_000,
    }

    def is_ready(self, bot: str, rules: Mapping[str, Any]) -> bool:
        """Return whether a bot can play these rules without solving the game first."""
        # In other games, nash plays like equity. Where adaptive does not adapt, it plays like nash.
        return bot not in ("nash", "adaptive") or not is_solvable(rules) or draw.is_shipped(rules)

    def hint(
        self,
        view: draw.View,
        *,
        adviser: str | None = None,
        seated: Sequence[Level | None] | None = None,
        effort: float = 1.0,
    ) -> Hint:
        """Suggest the move that brings most against the hands that the opponents' actions leave."""
        bot = adviser or self.adviser
        chosen = str(view.choose(bot, seed=0))
        if not is_usual(view.rules):
            return Hint(chosen, tuple(hints.variant_reasons(view, chosen)), None)
        mix = hints.mixture(view) if bot == "nash" else {}
        if mix:
            chosen = max(mix, key=lambda move: mix[move])
        people = [None] * len(view.status) if seated is None else seated
        others = [level for seat, level in enumerate(people) if seat != view.seat]
        is_balanced = all(level in (None, Level(bot)) for level in others)
        moves = self._candidates(view, chosen, mix)
        if len(moves) == 1:
            return Hint(moves[0], (Phrase("It is the only move."),), None)
        usual = Level(bot)
        levels = [
            usual if level is None or seat == view.seat else level
            for seat, level in enumerate(people)
        ]
        deals = max(20, round(effort * self.rollout_deals))
        situation = ranges.situation(view, levels, deals=deals)
        if situation is None:
            # With somebody all in, there are no rollouts; what is said then is true without them.
            return Hint(chosen, tuple(hints.plain_reasons(view, chosen)), None)
        advice = hints.advise(view, situation, moves, mix if is_balanced else {})
        opponents = sum(
            status in ("in", "all in") and seat != view.seat
            for seat, status in enumerate(view.status)
        )
        reasons = hints.reasons(view, advice, opponents)
        if situation.surprising:
            reasons.append(Phrase("Their bets are unusual, so any hand is taken to be possible."))
        reasons += tendencies.on_bluffs(view)
        return Hint(advice.move, tuple(reasons), hints.numbers(advice))

    def _candidates(self, view: draw.View, chosen: str, mix: Mapping[str, float]) -> list[str]:
        """List the moves to compare, the adviser's choice first."""
        if view.phase != "discard":
            others = [str(move) for move in view.legal_moves()]
        else:
            # For each number of cards, the equilibrium has one discard; else the best by equity.
            best = discard.showdown(view.hand, "pat").ranking()[:3]
            others = [" ".join(["discard", *map(str, option.discard)]) for option in best]
            others += [move for move, chance in mix.items() if chance >= 0.05]
        legal = {frozenset(str(move).split()): str(move) for move in view.legal_moves()}
        return list(dict.fromkeys(legal[frozenset(move.split())] for move in (chosen, *others)))

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        discards = "discard 6c 8h, or just 6c 8h, discards two cards, stand pat none; "
        if rules.get("betting", "limit") != "limit":
            return discards + (
                "before and after the draw c is check or call, f fold; bet 6 and raise to 12 have "
                "an amount, also raise half pot, raise pot and all in"
            )
        return discards + "before and after the draw c is check or call, b bet, r raise, f fold"

    def rules(self, rules: Mapping[str, Any]) -> list[str]:
        """Explain the game with its stakes."""
        made = draw.Rules(**rules)
        is_five_card = made.ranking != "badugi" and made.draws == 1
        return [
            Phrase(
                "Everyone starts with {chips} and antes {ante} every hand.",
                chips=Count(made.stack, "chip"),
                ante=made.ante,
            ),
            *_blinds(made),
            Phrase(
                "Five cards each; then a betting round, a draw, another betting round, and a "
                "showdown."
            )
            if is_five_card
            else Phrase(
                "{cards} cards each; then betting rounds with {draws} between them, and a "
                "showdown.",
                cards=4 if made.ranking == "badugi" else 5,
                draws=Count(made.draws, "draw"),
            ),
            _sizes(made),
            Phrase(
                "The maximum is {raises} in each betting round.",
                raises=Count(made.raises, "raise"),
            ),
            Phrase("Fold if you don't want to call a bet. If all others fold, you win the pot."),
            Phrase("In the draw you discard any number of cards and draw as many."),
            Phrase(
                "If you can't afford to call, you are all in and compete for the pots you paid "
                "into."
            ),
            _RANKINGS[made.ranking],
            Phrase("The match is one hand; your score is your net winnings.")
            if made.hands == 1
            else Phrase(
                "The match is {hands} hands; your score is your net winnings.",
                hands=made.hands,
            ),
        ]

    def view_facts(self, view: draw.View) -> dict[str, Any]:
        """Return the rank of the player's hand and those of the hands shown."""
        shown = [] if view.last is None else view.last["shown"]
        game = view.rules.get("ranking", "high")
        return {
            "rank": str(poker.rank(view.hand, game=game)) if view.hand else None,
            "shown": [None if hand is None else str(poker.rank(hand, game=game)) for hand in shown],
        }

    def cost(self, game: Game[draw.View, Any], text: str) -> Cost | None:
        """Compare a discard of five-card draw with the best one; the cost of bets is unknown."""
        view = game.view(game.to_move)
        if view.phase != "discard" or not is_usual(view.rules):
            return None
        mask = _mask([str(card) for card in view.hand], text.split()[1:])
        equity = discard.showdown(view.hand, "pat").equity
        loss = round(100 * float(max(equity) - equity[mask]), 2)
        by = Phrase("equity against one hand that stands pat")
        return Cost(loss, Phrase("percent"), by)

    def record_decision(self, game: Game[draw.View, Any], text: str) -> PastDiscard | None:
        """Record a discard of five-card draw."""
        verb, *thrown = text.split()
        if verb != "discard" or not is_usual(game.rules):
            return None
        view = game.view(game.to_move)
        number = 0 if view.part is None else view.part["number"]
        return PastDiscard(number, [str(card) for card in view.hand], thrown)

    def odds(self, remembered: PastDiscard) -> dict[str, Any]:
        """Return the equity of every possible discard, against one hand that stands pat."""
        rows = [
            {
                "keep": [str(card) for card in option.keep],
                "discard": [str(card) for card in option.discard],
                "value": round(option.value, 5),
            }
            for option in discard.showdown(remembered.hand, "pat").ranking()
        ]
        return {
            "hand": remembered.hand,
            "thrown": remembered.thrown,
            "part": remembered.part,
            "rows": rows,
        }


def _blinds(rules: draw.Rules) -> list[str]:
    """Explain the blinds, if there are any."""
    small, big, straddle = rules.small_blind, rules.big_blind, rules.straddle
    if not big:
        return []
    if not straddle:
        return [Phrase("Blinds are {small} and {big}.", small=small, big=big)]
    return [
        Phrase(
            "Blinds are {small} and {big}, with a straddle of {straddle}.",
            small=small,
            big=big,
            straddle=straddle,
        )
    ]


def _sizes(rules: draw.Rules) -> str:
    """Explain the sizes of bets."""
    small, big = rules.small_bet, rules.big_bet
    if rules.betting == "limit":
        return Phrase(
            "A bet or raise is {small} before the draw and {big} after it.", small=small, big=big
        )
    if rules.betting == "pot-limit":
        return Phrase(
            "A bet is at least {small}, in the later rounds {big}; a raise adds at least as much "
            "as the last one, and at most the pot.",
            small=small,
            big=big,
        )
    return Phrase(
        "A bet is at least {small}, in the later rounds {big}; a raise adds at least as much as "
        "the last one, up to all your chips.",
        small=small,
        big=big,
    )


_RANKINGS: Mapping[str, str] = {
    "high": Phrase(
        "Hands, low to high: high card, pair, two pair, three of a kind, straight, flush, full "
        "house, four of a kind, straight flush."
    ),
    "2-7": Phrase(
        "The lowest hand wins: aces are high, and straights and flushes count against you. The "
        "best is 7-5-4-3-2."
    ),
    "a-5": Phrase(
        "The lowest hand wins: aces are low, and straights and flushes don't count. The best is "
        "5-4-3-2-A."
    ),
    "badugi": Phrase(
        "Cards of the same rank or suit don't count together: four that differ are a badugi. More "
        "cards win, then the lowest; aces are low."
    ),
}


def _mask(hand: list[str], thrown: list[str]) -> int:
    """Return the mask of the discarded cards."""
    return sum(1 << index for index, card in enumerate(hand) if card in thrown)


PRESENTATION = DrawPresentation("draw")
