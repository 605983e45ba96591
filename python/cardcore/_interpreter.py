"""Refuse to be imported in a subinterpreter.

The classes of the native extension exist once per process and belong to one interpreter, and its
threads can only return to the main interpreter. Nothing else would stop another interpreter from
loading it.
"""

import _thread
from importlib import import_module


def is_main() -> bool:
    """Return whether this is the main interpreter; true if Python can't tell."""
    if hasattr(_thread, "_is_main_interpreter"):
        return bool(_thread._is_main_interpreter())
    try:  # Python 3.11 and older
        interpreters = import_module("_xxsubinterpreters")
    except ImportError:
        return True
    return bool(interpreters.get_current() == interpreters.get_main())


if not is_main():
    raise ImportError("cardcore works only in the main interpreter, not in a sub-interpreter")
