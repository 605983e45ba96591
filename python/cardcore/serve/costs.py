"""What a move cost, where an evaluator can tell: afterwards, with every card open.

A cost is what the best move was better by, and nothing if the move was as good as any.
"""

from typing import Any

from cardcore import Game, chopsticks, draw, ends, hearts, president
from cardcore.discard import showdown

__all__ = ["cost"]

#: The most cards in all hands that a deal of Hearts is solved with.
_MOST_HEARTS = 16


def cost(game: Game, text: str) -> dict[str, Any] | None:
    """Tell what a move costs in a game; ``None`` where nothing here can tell.

    Returns
    -------
    dict
        The ``loss``, its ``unit``, and in ``by`` what is taken for granted.

    Examples
    --------
    >>> cost(ends.new([3, 2, 10, 4]), "R")
    {'loss': 12, 'unit': 'points', 'by': 'if both play perfectly afterwards'}
    """
    view = game.view(game.to_move)
    if isinstance(view, ends.View):
        return _of_ends(view.cards, text)
    if isinstance(view, chopsticks.View):
        return _of_chopsticks(view, text)
    if isinstance(view, draw.View) and view.phase == "discard":
        return _of_discard([str(card) for card in view.hand], text)
    if isinstance(view, president.View) and view.phase == "play" and text != "pass":
        return _of_play([str(card) for card in view.hand], text)
    if isinstance(view, hearts.View) and not view.passing:
        return _of_trick(game, text)
    return None


def _of_ends(row: list[int], text: str) -> dict[str, Any]:
    gains = {"L": row[0] - ends.value(row[1:]), "R": row[-1] - ends.value(row[:-1])}
    loss = max(gains.values()) - gains[text]
    return {"loss": loss, "unit": "points", "by": "if both play perfectly afterwards"}


def _of_chopsticks(view: chopsticks.View, text: str) -> dict[str, Any]:
    table = chopsticks.solve(view.ply + view.plies_left, rules=chopsticks.Rules(**view.rules))
    a, b = view.hands
    sign = 1 if view.seat == 0 else -1
    values = {move.text: sign * move.value for move in table.moves(a, b, view.ply)}
    loss = max(values.values()) - values[text]
    return {"loss": loss, "unit": "half games", "by": "if both play well to the last move"}


def _of_discard(hand: list[str], text: str) -> dict[str, Any]:
    thrown = text.split()[1:]
    mask = sum(1 << place for place, card in enumerate(hand) if card in thrown)
    equity = showdown(hand, "pat").equity
    loss = round(100 * float(max(equity) - equity[mask]), 2)
    return {"loss": loss, "unit": "percent", "by": "chance to win against one hand that stands pat"}


def _of_play(hand: list[str], text: str) -> dict[str, Any] | None:
    left = [card for card in hand if card not in text.split()]
    now = president.moves_to_victory(hand).count
    after = president.moves_to_victory(left).count if left else 0
    return {
        "loss": after + 1 - now,
        "unit": "moves",
        "by": "that the hand takes if nobody beats it",
    }


def _of_trick(game: Game, text: str) -> dict[str, Any] | None:
    hands = [game.view(seat).hand for seat in range(game.seats)]
    if sum(map(len, hands)) > _MOST_HEARTS:
        return None
    seat = game.to_move
    assert seat is not None
    scores = {}
    for move in game.legal_moves():
        attempt = game.copy()
        attempt.play(move)
        # Once the last card is played, another deal may have begun.
        is_same = sum(len(attempt.view(other).hand) for other in range(game.seats)) < _MOST_HEARTS
        if attempt.is_over or not is_same:
            return None
        scores[str(move)] = hearts.solve(attempt).scores[seat]
    loss = scores[text] - min(scores.values())
    by = "if everybody saw all cards and played for themselves"
    return {"loss": loss, "unit": "points", "by": by}
