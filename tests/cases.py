"""How many random cases a test tries: some in `make test`, all of them in `make test-slow`."""

import os

#: Whether this run may be slow: tests marked as slow run too.
IS_SLOW_RUN = os.environ.get("CARDCORE_SLOW") == "1"


def cases(usual: int, slow: int) -> int:
    """Give the number of cases for this run."""
    return slow if IS_SLOW_RUN else usual
