"""What a good player would do, and why."""

from collections.abc import Callable

import cardcore
from cardcore import View
from cardcore.cli import render


def hint(view: View) -> list[str]:
    """Advise a seat from its view alone: the choice of the best bot, and the game's reasons."""
    best = cardcore.bots(view.name)[-1]
    chosen = view.choose(best, seed=0)
    return [f"{best} would play: {chosen}", *_REASONS[view.name](view, str(chosen))]


def _draw(view: View, chosen: str) -> list[str]:
    from cardcore import draw

    if view.phase != "discard":
        odds = draw.showdown(view.hand, "pat")
        # After the draw the cards stay as they are.
        equity = odds.best().value if view.phase == "first bets" else odds.equity[0]
        return [f"chance to win against one random hand that stands pat: {equity:.1%}"]
    table = draw.analyze(view.hand)
    _, *thrown = chosen.split()
    mask = sum(1 << place for place, card in enumerate(view.hand) if str(card) in thrown)
    rows = zip(table.counts[mask].tolist(), cardcore.poker.Category, strict=True)
    total = int(table.draws[mask])
    odds_by_class = [f"{category.label} {count / total:.1%}" for count, category in rows if count]
    kept = " ".join(str(card) for card in view.hand if str(card) not in thrown) or "nothing"
    return [f"keeping {kept} gives: {', '.join(odds_by_class)}"]


def _president(view: View, _chosen: str) -> list[str]:
    from cardcore import president

    if not 0 < len(view.hand) <= 26:
        return []
    line = president.moves_to_victory(view.hand)
    moves = ", ".join(map(str, line.moves))
    return [f"your hand can be played in {render.count(line.count, 'move')}: {moves}"]


def _chopsticks(view: View, _chosen: str) -> list[str]:
    from cardcore import chopsticks

    rules = chopsticks.Rules(**view.rules)
    table = chopsticks.tablebase(rules)
    me, other = view.hands[view.seat], view.hands[1 - view.seat]
    verdicts = {1: "wins", 0: "draws", -1: "loses"}
    return [
        f"{move}: {verdicts[move.value]}{_after(move.distance)}" for move in table.moves(me, other)
    ]


def _after(plies: int | None) -> str:
    """Say how long a game takes after a move."""
    if plies is None:
        return ""
    return f" in {plies} {'ply' if plies == 1 else 'plies'}" if plies else " at once"


def _hearts(_view: View, _chosen: str) -> list[str]:
    return []


def _ends(view: View, _chosen: str) -> list[str]:
    from cardcore import ends

    row = view.cards
    margins = {"L": row[0] - ends.value(row[1:]), "R": row[-1] - ends.value(row[:-1])}
    return [
        f"{move}: takes {row[0] if move == 'L' else row[-1]}, "
        f"then {margin:+d} in all against perfect play"
        for move, margin in margins.items()
    ]


_REASONS: dict[str, Callable[[View, str], list[str]]] = {
    "draw": _draw,
    "president": _president,
    "chopsticks": _chopsticks,
    "hearts": _hearts,
    "ends": _ends,
}
