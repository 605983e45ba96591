"""Five-card draw at the terminal."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import click
from rich.text import Text

from cardcore import Card, discard, draw, poker
from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.levels import Level
from cardcore.cli.render import Lines

_LEVELS = {
    "easy": Level("random"),
    "medium": Level("pattern"),
    "hard": Level("class"),
    "best": Level("nash"),
}


class Draw(Page[draw.View, str]):
    """What a person sees of five-card draw."""

    title = "five-card draw"

    words = dict.fromkeys(("none", "nothing", "pat", "stand", "stand pat", "keep all"), "discard")

    def screen(self, view: draw.View, names: Sequence[str]) -> Lines:
        """Show the chips, the bets and the own cards."""
        return [
            ("hand", render.line(f"{view.hand_number} of {view.hands}, {view.phase}")),
            ("chips", render.by_name(names, view.stacks)),
            ("bets", render.by_name(names, view.bets)),
            ("pot", render.line(f"{view.pot}, {view.to_call} to call")),
            *([] if view.seat is None else [("your cards", _with_rank(view.hand))]),
        ]

    def choice(self, move: str) -> Text:
        """Say what an empty discard is."""
        return render.line("stand pat") if move == "discard" else super().choice(move)

    def alike(self, move: str) -> Hashable:
        """Give the number of cards to throw away."""
        verb, *cards = move.split()
        return (verb, len(cards)) if verb == "discard" else move

    def name_alike(self, move: str) -> str:
        """Name that number."""
        return f"throw {render.count(len(move.split()) - 1, 'card')}"

    def expected(self, view: draw.View) -> str:
        """Say what may be thrown away, or what a bet costs."""
        if view.phase == "discard":
            two = " ".join(map(str, view.hand[:2]))
            return f"cards of yours to throw away, such as {two}, or stand pat"
        return super().expected(view)

    def told(self, before: draw.View, name: str, move: str) -> Text:
        """Tell a move in words, with the chips it costs."""
        verb, *rest = move.split()
        if verb == "draw":
            drawn = "stands pat" if rest == ["0"] else f"draws {render.count(int(rest[0]), 'card')}"
            return render.line((name, "bold"), f": {drawn}")
        return super().told(before, name, move)

    def levels(self) -> Mapping[str, Level]:
        """Give the bots by strength."""
        return _LEVELS

    def reasons(self, view: draw.View, chosen: str) -> list[str]:
        """Give the chance to win, or the odds of what is kept."""
        if view.phase != "discard":
            odds = discard.showdown(view.hand, "pat")
            # After the draw the cards stay as they are.
            equity = odds.best().value if view.phase == "first bets" else odds.equity[0]
            lines = [f"chance to win against one random hand that stands pat: {equity:.1%}"]
            if view.to_call:
                price = view.to_call / (view.pot + view.to_call)
                cost = f"a call costs {view.to_call} for a pot of {view.pot}"
                lines.append(f"{cost}: it pays from a chance of {price:.1%} on")
            if chosen == "check":
                lines.append("to check costs nothing")
            if chosen in ("bet", "raise"):
                lines.append(
                    "you are ahead of such a hand more often than not: others are to pay"
                    if equity > 0.5
                    else "you are behind such a hand more often than not: others are to fold"
                )
            return lines
        table = discard.analyze(view.hand)
        _, *thrown = chosen.split()
        mask = sum(1 << place for place, card in enumerate(view.hand) if str(card) in thrown)
        rows = zip(table.counts[mask].tolist(), poker.Category, strict=True)
        total = int(table.draws[mask])
        classes = [f"{category.label} {count / total:.1%}" for count, category in rows if count]
        kept = " ".join(str(card) for card in view.hand if str(card) not in thrown) or "nothing"
        return [f"keeping {kept} gives: {', '.join(classes)}"]

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        return (
            "discard 6c 8h, or just 6c 8h, throws two cards away, stand pat none; before and after "
            "it c is check or call, b bet, r raise, f fold"
        )

    def rules(self, rules: Mapping[str, Any]) -> list[str]:
        """Explain the game with its stakes."""
        chips = render.count(rules["stack"], "chip")
        return [
            f"Everyone begins with {chips} and pays {rules['ante']} for every hand.",
            "Five cards each; then bets, a draw, bets again, and the best hand takes the pot.",
            "A bet or raise is {small_bet} before the draw and {big_bet} after it.".format(**rules),
            f"It may be raised {render.count(rules['raises'], 'time')} in either round of bets.",
            "Whoever does not call a bet folds; if all others fold, the pot is won unseen.",
            "In the draw you throw away as many cards as you like and get as many new ones.",
            "Whoever has no chips left to call is all in and plays for what they paid for.",
            "Hands, low to high: high card, pair, two pairs, three of a kind, straight, flush,",
            "full house, four of a kind, straight flush.",
            f"There are {render.count(rules['hands'], 'hand')}; the score is what you won or lost.",
        ]

    def ending(self, view: draw.View, names: Sequence[str]) -> Lines:
        """Tell who won how much, and with which cards."""
        lines = super().ending(view, names)
        if view.last is None:
            return lines
        for name, hand in zip(names, view.last["shown"], strict=True):
            if hand:
                lines.append(("", render.line(render.does(name, "show"), " ", _with_rank(hand))))
        for pot in view.last["pots"]:
            winners = [names[seat] for seat in pot["winners"]]
            who = render.line(f"{' and '.join(winners)} share")
            if len(winners) == 1:
                who = render.does(winners[0], "win")
            lines.append(("", render.line(who, f" {render.count(pot['chips'], 'chip')}")))
        return lines

    @property
    def solve(self) -> click.Command:
        """``cardcore solve draw``."""
        from cardcore.cli.games.draw.solve import solve

        return solve

    @property
    def exploit(self) -> click.Command:
        """``cardcore exploit draw``."""
        from cardcore.cli.games.draw.exploit import exploit

        return exploit


def _with_rank(hand: Sequence[Card]) -> Text:
    """Show five cards and what they are called."""
    if len(hand) != 5:
        return render.cards(hand)
    return render.line(render.cards(hand), (f"  {poker.rank(hand)}", "dim"))


PAGE = Draw("draw")
