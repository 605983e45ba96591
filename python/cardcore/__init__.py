"""Exact evaluators, solvers, rules engines and bots for five games, with a Rust core.

The games are modules: five-card draw (:mod:`cardcore.draw`), :mod:`~cardcore.president`,
:mod:`~cardcore.chopsticks`, :mod:`~cardcore.hearts` and :mod:`~cardcore.ends`. Hand ranking is in
:mod:`cardcore.poker`, and :mod:`cardcore.reference` holds the plain Python version of every rule,
which works without the native part.

>>> import cardcore
>>> cardcore.parse_cards("As 10d")
[Card('As'), Card('Td')]
>>> str(cardcore.poker.rank("As Ks Qs Js Ts"))
'straight flush, ace high'
"""

from importlib import import_module
from typing import TYPE_CHECKING

from cardcore.errors import CardcoreError, IllegalMoveError, ParseError

if TYPE_CHECKING:
    from cardcore import arena, chopsticks, draw, ends, hearts, poker, president
    from cardcore._core import Card, Game, View, __version__, parse_cards
    from cardcore.players import Player, bots, play
    from cardcore.records import replay

__all__ = [
    "Card",
    "CardcoreError",
    "Game",
    "IllegalMoveError",
    "ParseError",
    "Player",
    "View",
    "__version__",
    "arena",
    "bots",
    "chopsticks",
    "draw",
    "ends",
    "hearts",
    "parse_cards",
    "play",
    "poker",
    "president",
    "replay",
]

# Names are loaded when they are first asked for: importing the package, or the reference under
# it, costs next to nothing and does not load the native part.
_MODULES = ("arena", "chopsticks", "draw", "ends", "hearts", "poker", "president")
_NAMES = {
    "Card": ("cardcore._core", "Card"),
    "Game": ("cardcore._core", "Game"),
    "View": ("cardcore._core", "View"),
    "Player": ("cardcore.players", "Player"),
    "__version__": ("cardcore._core", "__version__"),
    "bots": ("cardcore.players", "bots"),
    "parse_cards": ("cardcore._core", "parse_cards"),
    "play": ("cardcore.players", "play"),
    "replay": ("cardcore.records", "replay"),
}


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return import_module(f"cardcore.{name}")
    if name in _NAMES:
        module, attribute = _NAMES[name]
        value: object = getattr(import_module(module), attribute)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'cardcore' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
