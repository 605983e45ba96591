"""Refuse to be imported in a sub-interpreter.

The classes of the native part exist once in a process and belong to one interpreter, and its threads
find their way back to the main interpreter alone. Nothing would keep another one from loading it.
"""


def is_main() -> bool:
    """Whether this is the main interpreter; true where Python does not tell."""
    try:
        from _thread import _is_main_interpreter
    except ImportError:
        pass
    else:
        return bool(_is_main_interpreter())
    try:
        import _xxsubinterpreters as interpreters  # Python 3.11 and older
    except ImportError:
        return True
    return bool(interpreters.get_current() == interpreters.get_main())


if not is_main():
    raise ImportError("cardcore works in the main interpreter alone, not in a sub-interpreter")
