"""How the ``new`` of every game comes by its rules."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from cardcore._core import whole_number

__all__ = ["gather"]

R = TypeVar("R")


def gather(
    game: str,
    kind: type[R],
    rules: R | Mapping[str, Any] | None,
    players: int | None,
    options: Mapping[str, Any],
) -> R:
    """Make rules of what was given to a ``new``.

    Parameters
    ----------
    game
        The name of the game.
    kind
        The class of its rules.
    rules
        The rules, also as a mapping of their names; then there are no options besides.
    players
        The number of seats; if there are rules, it has to be theirs.
    options
        Rules by name; those that are not given are as usual.

    Raises
    ------
    TypeError
        If the rules are of another kind, or an option is not a rule of the game.
    ValueError
        If there are both rules and options, a name that is not a rule, or rules that make no game.
    """
    known = [rule.name for rule in fields(kind)]  # type: ignore[arg-type]

    def unknown(names: Mapping[str, Any]) -> str | None:
        wrong = next((name for name in names if name not in known), None)
        expected = f"expected one of {', '.join(known)}"
        return None if wrong is None else f"{wrong!r} is not a rule of {game}, {expected}"

    if message := unknown(options):
        raise TypeError(message)
    if players is not None and "players" not in known:
        whole_number("players", players, 2, 2)
        players = None
    if rules is None:
        return kind(**options, **({} if players is None else {"players": players}))
    if options:
        name = next(iter(options))
        raise ValueError(f"{name}: expected no option beside rules, which have it already")
    if isinstance(rules, Mapping):
        if message := unknown(rules):
            raise ValueError(f"rules: {message}")
        rules = kind(**rules)
    if not isinstance(rules, kind):
        raise TypeError(f"rules: expected {game}.Rules, found {rules!r}")
    if players is not None and players != (has := vars(rules)["players"]):
        raise ValueError(f"players = {players}: the rules are for {has}")
    return rules
