"""Refuse to be imported in a sub-interpreter.

The classes of the native part exist once in a process and belong to one interpreter, and its
threads find their way back to the main interpreter alone. Nothing else would keep another one from
loading it.
"""

import _thread
from importlib import import_module


def is_main() -> bool:
    """Whether this is the main interpreter; true where Python does not tell."""
    if hasattr(_thread, "_is_main_interpreter"):
        return bool(_thread._is_main_interpreter())
    try:  # Python 3.11 and older
        interpreters = import_module("_xxsubinterpreters")
    except ImportError:
        return True
    return bool(interpreters.get_current() == interpreters.get_main())


if not is_main():
    raise ImportError("cardcore works in the main interpreter alone, not in a sub-interpreter")
