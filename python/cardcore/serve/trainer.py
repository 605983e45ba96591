"""The trainer of the page: answers to hands of video poker, and which hand comes next.

The server keeps nothing about anybody: how well it goes comes with every request and goes back.
"""

from collections.abc import Mapping
from functools import lru_cache
from random import SystemRandom
from typing import Any

from cardcore import Card
from cardcore.discard import PAYTABLES, Strategy, named, strategy
from cardcore.discard.drill import Answer, Drill
from cardcore.errors import ParseError
from cardcore.serve.errors import RequestError
from cardcore.serve.refusals import hand_error

__all__ = ["train"]

#: The fields of a request.
_FIELDS = ("paytable", "exam", "line", "state", "hand", "keep")

#: An hour of play, for what mistakes cost.
_HANDS_PER_HOUR = 600

#: How many lines are named as weak.
_WEAK = 3


@lru_cache(maxsize=8)
def _chart(paytable: str) -> Strategy:
    return strategy(named(paytable))


def train(given: Mapping[str, Any]) -> dict[str, Any]:
    """Judge an answer, if there is one, and deal the next hand.

    Parameters
    ----------
    given
        The ``paytable``; whether it is an ``exam``; the only ``line`` to practice, from 0; the
        ``state`` that the last answer had; the ``hand`` and what was held of it, ``keep``.

    Raises
    ------
    RequestError
        If a field is missing or wrong.
    """
    for name in given:
        if name not in _FIELDS:
            expected = f"expected {', '.join(_FIELDS)}"
            raise RequestError("malformed", f"'{name:.40}' is not a field, {expected}")
    paytable = given.get("paytable")
    if paytable not in PAYTABLES:
        raise RequestError("malformed", "paytable: expected the name of a built-in paytable")
    exam, line = given.get("exam", False), given.get("line")
    if not isinstance(exam, bool):
        raise RequestError("malformed", "exam: expected true or false")
    chart = _chart(paytable)
    if line is not None and (type(line) is not int or not 0 <= line < len(chart.lines)):
        raise RequestError("malformed", f"line: expected 0 to {len(chart.lines) - 1}")
    drill = Drill(chart, SystemRandom(), line=line, natural=exam)
    try:
        if given.get("state") is not None:
            drill.resume(given["state"])
        answer = None
        if given.get("hand") is not None:
            answer = drill.answer(
                _cards("hand", given["hand"]), _cards("keep", given.get("keep", []))
            )
    except ValueError as error:
        raise RequestError("malformed", hand_error(str(error))) from error
    record = drill.record
    weak = sorted(record.lines.items(), key=lambda item: -item[1].lost)[:_WEAK]
    return {
        "lines": [line.hold for line in chart.lines],
        "best": float(chart.best),
        "hand": [str(card) for card in drill.deal()],
        "answer": None if answer is None else _answer(answer),
        "state": drill.state(),
        "hands": record.hands,
        "right": record.right,
        "lost": float(record.lost_per_hand),
        "lost_an_hour": float(record.lost_per_hand * _HANDS_PER_HOUR),
        "to_repeat": drill.to_repeat,
        "weak": [
            {"line": number, "hands": one.hands, "right": one.right, "lost": float(one.lost)}
            for number, one in weak
            if one.lost
        ],
    }


def _cards(name: str, given: object) -> list[Card]:
    if not isinstance(given, list) or len(given) > 5:
        raise RequestError("malformed", f"{name}: expected a list of up to five cards")
    try:
        return [Card(card) for card in given if isinstance(card, str)]
    except ParseError as error:
        raise RequestError("malformed", f"{name}: {error}") from error


def _answer(answer: Answer) -> dict[str, Any]:
    return {
        "line": answer.line,
        "cost": float(answer.cost),
        "keep": [str(card) for card in answer.chosen.keep],
        "value": answer.chosen.value,
        "best": [str(card) for card in answer.best.keep],
        "best_value": answer.best.value,
    }
