"""Objectives as options: a name, or the file of a paytable; both with other payouts if wanted.

A progressive meter changes one payout: ``jacks-or-better-9-6:royal_flush=976``, in bets. Several
changes have commas between them.
"""

from pathlib import Path
from typing import Any

from click.shell_completion import CompletionItem

from cardcore import ParseError
from cardcore.cli.parameter_type import ParamType
from cardcore.discard import PAYTABLES, Objective, Paytable, named
from cardcore.discard.names import canonical, meant
from cardcore.discard.paytable import Payout


class ObjectiveType(ParamType[Objective]):
    """One of some names, a built-in paytable, or a file that ends in .toml or .json."""

    name = "objective"

    def __init__(self, *names: str) -> None:
        """Accept these names and all paytables."""
        self.names: tuple[str, ...] = (*names, *PAYTABLES)

    def convert(self, value: Any, param: Any, ctx: Any) -> Objective:
        """Read an objective."""
        if isinstance(value, Paytable) or value in self.names:
            return value  # type: ignore[no-any-return]
        # One line for people, where click would put its usage before it.
        where = param.opts[0] if param.param_type_name == "option" else "paytable"
        name, colon, changes = value.rpartition(":")
        if colon and ("=" in changes or canonical(name) in self.names):
            return _changed(where, self.convert(name, param, ctx), changes)
        if canonical(value) in PAYTABLES:
            return named(value)
        if Path(value).suffix.lower() in (".toml", ".json"):
            return Paytable.load(value)
        known = ", ".join(self.names)
        expected = f"expected one of {known}, or a file (.toml, .json){meant(value, self.names)}"
        raise ParseError(f"{where}: unknown name '{value}', {expected}")

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem]:
        """Complete the names, or else the name of a file."""
        names = [CompletionItem(name) for name in self.names if name.startswith(incomplete)]
        return names or [CompletionItem(incomplete, type="file")]


def _changed(where: str, objective: Objective, changes: str) -> Paytable:
    """Return a paytable with other payouts, named after them."""
    if objective in ("class", "pattern", "showdown", "pat"):
        raise ParseError(f"{where}: '{objective}' has no payouts, found '{changes}'")
    paytable = objective if isinstance(objective, Paytable) else Paytable(objective)
    payouts: dict[str, Payout] = {}
    for change in changes.split(","):
        line, equals, payout = (part.strip() for part in change.partition("="))
        if not (line and equals and payout):
            raise ParseError(
                f"{where}: expected LINE=PAYOUT, such as royal_flush=976, found '{change}'"
            )
        if line in payouts:
            raise ParseError(f"{where}: the payout of '{line}' is given twice")
        payouts[line] = payout
    try:
        return paytable.with_payouts(payouts, name=f"{paytable.name}:{changes}")
    except ValueError as error:
        text = str(error)
        raise ParseError(text if text.startswith(where) else f"{where}: {text}") from error


#: What discards are chosen for.
OBJECTIVE = ObjectiveType("class", "showdown", "pattern")

#: How the opponent of a showdown draws.
OPPONENT = ObjectiveType("pat", "class", "pattern")

#: What a game of video poker pays.
PAYTABLE = ObjectiveType()
