"""Exact evaluators, solvers, rules engines and bots for five games, with a Rust core.

Every game is a module, and :func:`games` lists them. :mod:`cardcore.poker` ranks hands,
:mod:`cardcore.discard` analyzes which cards to hold and which to discard, and
:mod:`cardcore.reference` has a plain Python version of every rule, which works without the native
extension.

>>> import cardcore
>>> cardcore.parse_cards("As 10d")
[Card('As'), Card('Td')]
>>> str(cardcore.poker.rank("As Ks Qs Js Ts"))
'straight flush, ace high'
"""

from importlib import import_module

from cardcore import _interpreter as _interpreter
from cardcore.errors import CardcoreError as CardcoreError
from cardcore.errors import IllegalMoveError as IllegalMoveError
from cardcore.errors import ParseError as ParseError
from cardcore.registry import games as games
from cardcore.registry import new as new

# Type checkers treat this name as true. Importing it from typing takes longer than this module.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from cardcore import arena as arena
    from cardcore import discard as discard
    from cardcore import environments as environments
    from cardcore import poker as poker
    from cardcore._core import Card as Card
    from cardcore._core import Game as Game
    from cardcore._core import View as View
    from cardcore._core import __version__ as __version__
    from cardcore._core import parse_cards as parse_cards
    from cardcore.cards import deal_many as deal_many
    from cardcore.ladder import levels as levels
    from cardcore.players import Player as Player
    from cardcore.players import bots as bots
    from cardcore.players import play as play
    from cardcore.records import replay as replay
    from cardcore.registry import *  # noqa: F403  the games
    from cardcore.reviews import review as review

# Names are loaded on first access: importing the package, or the reference under it, is fast and
# does not load the native extension.
_MODULES = ("arena", "discard", "environments", "poker", *games())
_NAMES = {
    "Card": ("cardcore._core", "Card"),
    "Game": ("cardcore._core", "Game"),
    "View": ("cardcore._core", "View"),
    "Player": ("cardcore.players", "Player"),
    "__version__": ("cardcore._core", "__version__"),
    "bots": ("cardcore.players", "bots"),
    "deal_many": ("cardcore.cards", "deal_many"),
    "levels": ("cardcore.ladder", "levels"),
    "parse_cards": ("cardcore._core", "parse_cards"),
    "play": ("cardcore.players", "play"),
    "replay": ("cardcore.records", "replay"),
    "review": ("cardcore.reviews", "review"),
}

_OTHERS = ("CardcoreError", "IllegalMoveError", "ParseError", "games", "new")

__all__ = sorted([*_MODULES, *_NAMES, *_OTHERS])


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
