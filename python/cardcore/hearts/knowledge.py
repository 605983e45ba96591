"""Views of Hearts from the knowledge of a seat, as sent by another program.

A view belongs to a game. So a history is resampled that is consistent with everything the seat
knows: bots see only the view, and it does not matter which of these histories it is.
"""

from collections.abc import Mapping
from typing import Any

from cardcore._core import Card, observe_hearts
from cardcore.errors import CardcoreError, ParseError
from cardcore.hearts import Rules, View

__all__ = ["read_view"]


def read_view(facts: Mapping[str, Any]) -> View:
    """Make the view of the seat to move.

    Parameters
    ----------
    facts
        The values of ``view.to_dict()``, of which ``hand``, ``plays``, ``passing``, ``passed``,
        ``received`` and ``deal`` are read, together with the ``seat`` and the ``rules``.

    Raises
    ------
    ParseError
        If something is missing or inconsistent; the message says what.
    """
    try:
        rules, seat, deal = Rules(**facts.get("rules", {})), facts["seat"], facts.get("deal", 0)
        if not rules.is_standard:
            raise ParseError("expected the standard game, found suits or values; send a record")
        if type(seat) is not int or not 0 <= seat < rules.players:
            raise ParseError(f"expected a seat from 0 to {rules.players - 1}, found {seat!r}")
        if type(deal) is not int or deal < 0:
            raise ParseError(f"deal: expected a number from 0, found {deal!r}")
        plays = [(player, Card(card)) for player, card in facts.get("plays", [])]
        game = observe_hearts(
            rules,
            seat=seat,
            deal=deal,
            passing=bool(facts.get("passing", False)),
            hand=[Card(card) for card in facts["hand"]],
            players=[player for player, _ in plays],
            plays=[card for _, card in plays],
            passed=[Card(card) for card in facts.get("passed") or []],
            received=[Card(card) for card in facts.get("received") or []],
        )
        return game.view(seat)
    except (CardcoreError, IndexError, KeyError, TypeError, ValueError) as error:
        message = f"'{error.args[0]}' is missing" if isinstance(error, KeyError) else str(error)
        raise ParseError(f"view: {message}") from error
