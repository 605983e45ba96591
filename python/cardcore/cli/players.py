"""Players that somebody wrote: ``mybot.py:Careful`` or ``mypackage.mymodule:Careful``.

What goes wrong in one is told with its name, the seat, the move and the line of its file. A player
from a file can be sent to processes that do not have the file; one from a module goes by its name.
"""

import inspect
import pickle
import sys
import traceback
from collections.abc import Callable, Collection
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from cardcore import IllegalMoveError, ParseError, View
from cardcore.cli.names import meant
from cardcore.errors import CardcoreError
from cardcore.players import Player

#: What comes before the file of a network.
NET = "net:"

#: What comes between a searching bot and the one that plays its rollouts.
ROLLOUTS = ":rollouts="

#: How the modules of files are called.
_FROM_FILE = "player_"


def is_own(name: str, bots: Collection[str] = ()) -> bool:
    """Tell whether a name is that of a player in a file or module, rather than of one of the bots.

    What follows the name of a bot is a time or has a value, so it cannot be the name of a class.

    >>> [is_own(name) for name in ("greedy", "mybot.py:Careful", "search:worlds=50", "search:5ms")]
    [False, True, False, False]
    >>> is_own("search:fast", ["random", "search"]), is_own("net:agent")
    (False, False)
    >>> is_own("search:rollouts=net:agent")
    False
    """
    if name.startswith(NET) or ROLLOUTS in name:
        return False
    place, _, attribute = name.rpartition(":")
    return bool(place) and attribute.isidentifier() and place not in bots


def lasting(name: str) -> str:
    """Give a name that means the same player in any folder.

    >>> lasting("net:agent.safetensors") == f"net:{Path.cwd() / 'agent.safetensors'}"
    True
    """
    searching, rollouts, policy = name.partition(ROLLOUTS)
    if rollouts:
        return f"{searching}{rollouts}{lasting(policy)}"
    if name.startswith(NET):
        return f"{NET}{Path(name.removeprefix(NET)).resolve()}"
    place, _, attribute = name.rpartition(":")
    return f"{Path(place).resolve()}:{attribute}" if place.endswith(".py") else name


class OwnPlayer:
    """A player from a file or a module.

    Parameters
    ----------
    argument
        Where the name was given, to be named in errors: ``seat 1``, say.
    text
        The file or module, a colon, and a class in it that can be made without arguments, or an
        object with a method ``choose``.

    Raises
    ------
    ParseError
        If there is no such player; the message says what there is instead.
    """

    def __init__(self, argument: str, text: str) -> None:
        self.text = text
        place, _, attribute = text.rpartition(":")
        module = _load(argument, place)
        found: Any = getattr(module, attribute, None)
        if found is None:
            known = [
                name
                for name, value in vars(module).items()
                if hasattr(value, "choose") and not name.startswith("_")
            ]
            there = f"expected one of {', '.join(known)}" if known else "nothing in it can choose"
            raise ParseError(
                f"{argument}: '{place}' has no '{attribute}', {there}{meant(attribute, known)}"
            )
        if inspect.isclass(found):
            try:
                found = found()
            except Exception as error:
                raise ParseError(f"{argument}: cannot make '{text}': {_told(error)}") from error
        if not callable(getattr(found, "choose", None)):
            raise ParseError(f"{argument}: '{text}' has no method choose(view)")
        self._player: Player = found

    def __reduce__(self) -> tuple[Callable[[str, bytes], "OwnPlayer"], tuple[str, bytes]]:
        return _arrived, (self.text, _packed(self._player))

    def choose(self, view: View, /) -> Any:
        """Let the player choose, and check what it chose."""
        where = f"seat {view.seat}, '{self.text}', move {view.move_count + 1}"
        try:
            chosen = self._player.choose(view)
        except Exception as error:
            raise CardcoreError(f"{where}: {_told(error)}") from error
        legal = [str(move) for move in view.legal_moves()]
        if not isinstance(chosen, str) or chosen not in legal:
            # There may be other ways to say it, which only the game knows.
            try:
                view.sample(seed=0).play(chosen)
            except (CardcoreError, TypeError, ValueError) as error:
                shown = ", ".join(legal[:20]) + (", …" if len(legal) > 20 else "")
                raise IllegalMoveError(
                    f"{where}: chose {chosen!r}, expected one of {shown}"
                ) from error
        return chosen


def _packed(player: Player) -> bytes:
    """Pickle a player, with its class if that came from a file."""
    cloudpickle = import_module("cloudpickle")
    module = sys.modules.get(type(player).__module__)
    is_from_file = module is not None and module.__name__.startswith(_FROM_FILE)
    if is_from_file:
        cloudpickle.register_pickle_by_value(module)
    try:
        content: bytes = cloudpickle.dumps(player)
    finally:
        if is_from_file:
            cloudpickle.unregister_pickle_by_value(module)
    return content


def _arrived(text: str, content: bytes) -> OwnPlayer:
    """Make a player again of what was sent."""
    player = OwnPlayer.__new__(OwnPlayer)
    player.text, player._player = text, pickle.loads(content)
    return player


def _load(argument: str, place: str) -> ModuleType:
    """Load a file, or a module that may lie in the current folder."""
    if not place.endswith(".py"):
        folder = str(Path.cwd())
        if folder not in sys.path:
            sys.path.insert(0, folder)
        try:
            return import_module(place)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{place}.".startswith(f"{error.name}."):
                raise ParseError(f"{argument}: cannot load '{place}': {_told(error)}") from error
            raise ParseError(f"{argument}: there is no module '{place}'") from error
        except Exception as error:
            raise ParseError(f"{argument}: cannot load '{place}': {_told(error)}") from error
    path = Path(place).resolve()
    if not path.is_file():
        raise ParseError(f"{argument}: there is no file '{place}'")
    # What lies beside the file can be loaded by it.
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    name = f"{_FROM_FILE}{path.stem}"
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    # Dataclasses and pickles look for their module there.
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ParseError(f"{argument}: cannot load '{place}': {_told(error)}") from error
    return module


def _told(error: Exception) -> str:
    """Say what was raised, and in which line of which file outside of this package."""
    if isinstance(error, SyntaxError):
        return f"{error.msg} ({error.filename}, line {error.lineno})"
    ours = str(Path(__file__).resolve().parent)
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_file()
        and not str(Path(frame.filename).resolve()).startswith(ours)
        and "importlib" not in frame.filename
    ]
    line = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    words = f": {error}" if str(error) else ""
    return f"{type(error).__name__}{words}{line}"
