"""Five-card draw at the terminal."""

import re
from collections.abc import Hashable, Mapping, Sequence

import click
from rich.console import RenderableType
from rich.text import Text

from cardcore import Card, draw, poker
from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.render import Lines

_DOES = {
    "check": "checks",
    "call": "calls",
    "bet": "bets",
    "raise": "raises",
    "fold": "folds",
}

_PHASES = {
    "first bets": "before the draw",
    "discard": "the draw",
    "second bets": "after the draw",
    "third bets": "after the second draw",
    "fourth bets": "after the third draw",
    "over": "over",
}

#: What to call the betting rounds and draws of games with several draws.
_SEVERAL = {
    "first bets": "before the first draw",
    "discard": "the draw",
    "second bets": "after the first draw",
}


class Draw(Page[draw.View, str]):
    """Five-card draw as the terminal shows it."""

    words: Mapping[str, str] = dict.fromkeys(
        ("none", "nothing", "pat", "stand", "stand pat", "keep all"), "discard"
    )

    def screen(self, view: draw.View, names: Sequence[str]) -> Lines:
        """Show the chips, the bets and the own cards."""
        draws = view.rules.get("draws", 1)
        phases = _PHASES if draws == 1 else {**_PHASES, **_SEVERAL}
        title = f"{view.hand_number} of {view.hands}, {phases[view.phase]}"
        if view.phase == "discard" and draws > 1:
            title += f" {draws - view.draws_left + 1} of {draws}"
        bets = render.by_name(names, [bet or None for bet in view.bets])
        call = f", {view.to_call} to call" if view.to_call else ""
        return [
            ("hand", render.line(title)),
            ("chips", render.by_name(names, view.stacks)),
            *([("bets", bets)] if bets else []),
            ("pot", render.line(f"{view.pot}{call}")),
            *([] if view.seat is None else [("your cards", _with_rank(view))]),
        ]

    def choice(self, move: str) -> Text:
        """Say what an empty discard is."""
        return render.line("stand pat") if move == "discard" else super().choice(move)

    def alike(self, move: str) -> Hashable:
        """Give the number of cards to discard."""
        verb, *cards = move.split()
        return (verb, len(cards)) if verb == "discard" else move

    def name_alike(self, move: str) -> str:
        """Name that number."""
        return f"discard {render.count(len(move.split()) - 1, 'card')}"

    def expected(self, view: draw.View) -> str:
        """Say what may be discarded, or what a bet costs."""
        if view.phase == "discard":
            two = " ".join(map(str, view.hand[:2]))
            return f"the cards to discard, such as {two}, or stand pat to keep all"
        if view.raise_to is not None:
            least, most = view.raise_to
            word = "bet" if max(view.bets) == 0 else "raise to"
            passive = "fold (f), call (c)" if view.to_call else "check (c)"
            return f"{passive} or {word} {least} to {most} chips, also {word} pot or all in"
        return super().expected(view)

    def told(self, before: draw.View, name: str, move: str) -> Text:
        """Tell a move in words, with the chips it costs."""
        verb, *rest = move.split()
        if verb == "draw":
            drawn = "stands pat" if rest == ["0"] else f"draws {render.count(int(rest[0]), 'card')}"
            return render.line((name, "bold"), f": {drawn}")
        return render.line((name, "bold"), f": {' '.join([_DOES.get(verb, verb), *rest])}")

    def events(
        self,
        before: draw.View,
        after: draw.View,
        seat: int,
        move: str,
        names: Sequence[str],
    ) -> list[Text]:
        """Tell the player what the draw has brought."""
        if seat != after.seat or not move.startswith(("draw", "discard")) or not after.discarded:
            return []
        held = {str(card) for card in before.hand}
        drawn = [card for card in after.hand if str(card) not in held]
        return [render.line("you draw ", render.cards(drawn))] if drawn else []

    def ending(
        self, view: draw.View, names: Sequence[str], totals: Sequence[int]
    ) -> list[RenderableType]:
        """Tell who won how much, and with which cards."""
        if view.last is None:
            return []
        shown = view.last["shown"]
        is_showdown = any(shown)
        columns: list[str | tuple[str, str]] = [
            "player",
            ("this hand", "right"),
            ("total", "right"),
            *(["cards", ""] if is_showdown else []),
        ]
        made = render.table(columns)
        for seat, name in enumerate(names):
            row = [name, f"{view.last['scores'][seat]:+d}", f"{totals[seat]:+d}"]
            cards: list[Text | str] = []
            if is_showdown:
                hand = shown[seat]
                cards = [render.cards(hand), _rank(view, hand)] if hand else ["folded", ""]
            made.add_row(*row, *cards, style="bold" if name == "you" else None)
        told: list[RenderableType] = [
            render.heading(f"Hand {view.last['number']} is over"),
            made,
        ]
        for pot in view.last["pots"]:
            winners = [names[seat] for seat in pot["winners"]]
            who = render.line(f"{render.listed(winners)} share")
            if len(winners) == 1:
                who = render.does(winners[0], "win")
            best = shown[pot["winners"][0]]
            how = f" with {_rank(view, best)}" if best else ": everybody else folded"
            told.append(render.line(who, f" {render.count(pot['chips'], 'chip')}{how}"))
        return told

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


def _with_rank(view: draw.View) -> Text:
    """Show the cards of a hand and what they are called."""
    if not view.hand:
        return render.cards(view.hand)
    return render.line(render.cards(view.hand), (f"  {_rank(view, view.hand)}", "dim"))


def _rank(view: draw.View, hand: Sequence[Card]) -> str:
    """Name a hand by the ranking of the game, with its ranks as cards show them."""
    ranking = view.rules.get("ranking", "high")
    return re.sub(r"\bT\b", "10", str(poker.rank(hand, game=ranking)))


PAGE = Draw()
