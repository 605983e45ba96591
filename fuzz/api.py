"""Arbitrary objects for everything that is public: a value comes back, or a documented error."""

import faulthandler
import inspect
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import cardcore
from cardcore import arena, chopsticks, discard, ends, hearts, poker
from fuzz.values import ANYTHING, HostileError, games

#: What is documented: `CardcoreError` is a `ValueError`; files are opened by one function.
PROMISED = (ValueError, TypeError, OSError, HostileError)

MODULES = ("poker", "discard", "arena", "players", "records", "registry", *cardcore.games())

#: Long work is stopped after this time, as by Ctrl-C; what does not stop then hangs.
SECONDS = 1
PATIENCE = 60


class TooLongError(Exception):
    """Work that was stopped: what was asked for is merely large."""


def _stop(*_: object) -> None:
    raise TooLongError


@contextmanager
def promised() -> Iterator[None]:
    """Let pass what is documented, and stop what takes long."""
    signal.signal(signal.SIGALRM, _stop)
    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    try:
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except (*PROMISED, TooLongError):
        pass
    finally:
        faulthandler.cancel_dump_traceback_later()


def public(owner: Any, names: list[str]) -> Iterator[Callable[..., Any]]:
    """Give what can be called of some names."""
    for name in names:
        found = getattr(owner, name)
        if inspect.isclass(found) or inspect.isroutine(found):
            yield found


FUNCTIONS: list[Callable[..., Any]] = [
    *public(cardcore, cardcore.__all__),
    *(
        function
        for name in MODULES
        for module in [import_module(f"cardcore.{name}")]
        for function in public(module, getattr(module, "__all__", ["games", "new", "rule_names"]))
    ),
    discard.Paytable.load,
    hearts.Rules.standard,
]

OBJECTS: list[Any] = [
    *games(),
    *(game.view(0) for game in games()),
    cardcore.Card("As"),
    poker.rank("As Ks Qs Js Ts"),
    discard.analyze("9d Td 6c Qc 8h"),
    chopsticks.solve(6),
    chopsticks.tablebase(),
    ends.solve([3, 10, 3, 9, 5, 2]),
    arena.run("ends", ["greedy", "random"], games=2, seed=1),
]


def keywords(function: Callable[..., Any]) -> list[str]:
    """Name the parameters of a function, as far as it tells them."""
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return []


def call(function: Callable[..., Any], data: st.DataObject) -> None:
    """Call a function with anything, and use up what it yields."""
    given_by_place = data.draw(st.lists(ANYTHING, max_size=4))
    names = keywords(function)
    by_name = (
        data.draw(st.dictionaries(st.sampled_from(names), ANYTHING, max_size=3)) if names else {}
    )
    with promised():
        result = function(*given_by_place, **by_name)
        repr(result)
        if inspect.isgenerator(result):
            next(result, None)


@given(st.sampled_from(FUNCTIONS), st.data())
def any_call(function: Callable[..., Any], data: st.DataObject) -> None:
    """Call any public function or class."""
    call(function, data)


@given(st.sampled_from(OBJECTS), st.data())
def any_method(owner: Any, data: st.DataObject) -> None:
    """Call any method of what the package gives away."""
    if hasattr(owner, "copy"):
        owner = owner.copy()
    names = [name for name in dir(owner) if not name.startswith("_")]
    methods = [name for name in names if inspect.isroutine(getattr(owner, name))]
    if methods:
        call(getattr(owner, data.draw(st.sampled_from(methods))), data)
