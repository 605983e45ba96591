"""What all tests share."""

import sys

from hypothesis import settings

# Windows has no pseudo-terminals.
collect_ignore = ["cli/test_terminal.py"] if sys.platform == "win32" else []

# How long an example takes says more about the machine than about the library.
settings.register_profile("cardcore", deadline=None)
settings.load_profile("cardcore")
