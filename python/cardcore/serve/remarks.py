"""Remarks on a view: what follows from what a seat sees, so that a page need not know rules."""

from typing import Any

from cardcore import View, draw, ends, poker, president
from cardcore.discard import showdown
from cardcore.serve.refusals import Refusal
from cardcore.serve.room import Discarding

__all__ = ["odds", "remark", "remark_on_choice", "remark_on_moves"]

#: The most moves that are listed; of more than that, only the words are, most often cards.
_MOST_MOVES = 120


def remark(view: View) -> dict[str, Any]:
    """Name the hands of the draw, the kind of a pile, and the best line of a row that is empty."""
    if isinstance(view, draw.View):
        shown = [] if view.last is None else view.last["shown"]
        return {
            "rank": str(poker.rank(view.hand)) if len(view.hand) == 5 else None,
            "shown": [None if hand is None else str(poker.rank(hand)) for hand in shown],
        }
    if isinstance(view, president.View):
        return {"kind": None if view.beat is None else _kind(view.beat)}
    if isinstance(view, ends.View) and not view.cards:
        line = ends.solve(view.row, "minimax")
        return {"best": {"order": line.order, "scores": [line.score, line.opponent_score]}}
    return {}


def remark_on_moves(view: View) -> dict[str, Any]:
    """List the moves of a seat that is to decide, if they are not many, and the words in them."""
    moves = [str(move) for move in view.legal_moves()]
    words = sorted({word for move in moves for word in move.split()})
    return {"moves": moves if len(moves) <= _MOST_MOVES else None, "words": words}


def remark_on_choice(view: View, text: str) -> dict[str, Any]:
    """Say what chosen cards make, and whether they beat what lies on the table."""
    if not isinstance(view, president.View) or view.phase != "play":
        return {"kind": None}
    try:
        move = president.Move(text)
    except ValueError:
        return {"kind": None}
    beats = None if view.beat is None else move.beats(view.beat)
    return {"kind": None if move.kind is None else move.kind.label, "beats": beats}


def _kind(text: str) -> str | None:
    kind = president.Move(text).kind
    return None if kind is None else kind.label


def odds(discarding: Discarding | None) -> dict[str, Any]:
    """Give the chance to win of every discard there was, against one hand that stands pat.

    Raises
    ------
    Refusal
        If the seat has not thrown anything away yet.
    """
    if discarding is None:
        raise Refusal("illegal", "there are no odds yet: you have not discarded")
    found = showdown(discarding.hand, "pat").ranking()
    rows = [
        {
            "keep": [str(card) for card in choice.keep],
            "discard": [str(card) for card in choice.discard],
            "value": round(choice.value, 5),
        }
        for choice in found
    ]
    return {
        "hand": discarding.hand,
        "thrown": discarding.thrown,
        "part": discarding.part,
        "rows": rows,
    }
