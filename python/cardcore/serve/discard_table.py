"""All 32 discards of a hand, the best first, for the page that analyzes hands."""

from functools import lru_cache
from typing import Any

from cardcore.discard import PAYTABLES, analyze, lines, named, unit
from cardcore.errors import ParseError
from cardcore.phrases import Phrase
from cardcore.serve.errors import RequestError
from cardcore.serve.refusals import hand_error

__all__ = ["OBJECTIVES", "rows"]

#: What discards can be valued by here.
OBJECTIVES = ("class", *PAYTABLES)


@lru_cache(maxsize=100)
def rows(hand: str, objective: str) -> dict[str, Any]:
    """Analyze a hand.

    Raises
    ------
    RequestError
        If these are not five cards, or there is no such objective.

    Examples
    --------
    >>> found = rows("9d Td 6c Qc 8h", "class")
    >>> found["rows"][0]["discard"], round(found["rows"][0]["value"], 5)
    (['6c', 'Qc', '8h'], 0.65224)
    """
    if objective not in OBJECTIVES:
        expected = f"expected one of {', '.join(OBJECTIVES)}"
        raise RequestError("malformed", f"unknown objective '{objective:.40}', {expected}")
    try:
        table = analyze(hand)
    except (ParseError, ValueError) as error:
        raise RequestError("malformed", hand_error(str(error))) from error
    aim = named(objective)
    counts = table.line_counts(aim).tolist()
    return {
        "hand": [str(card) for card in table.hand],
        "objective": objective,
        "unit": unit(aim),
        "lines": [{"name": Phrase(line.name), "worth": float(line.value)} for line in lines(aim)],
        "rows": [
            {
                "keep": [str(card) for card in choice.keep],
                "discard": [str(card) for card in choice.discard],
                "value": choice.value,
                "draws": int(table.draws[choice.mask]),
                "counts": counts[choice.mask],
            }
            for choice in table.ranking(aim)
        ],
    }
