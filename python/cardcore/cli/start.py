"""The first moments of the command, before anything that takes time is loaded.

Interrupts are taken care of as soon as this module is loaded, not when the command runs: what calls
it may have more to load in between.
"""

import os
import sys

try:
    from cardcore.cli.interrupts import end_at_once

    end_at_once()
except KeyboardInterrupt:
    sys.exit(130)


def main() -> None:
    """Run the command line."""
    if sys.stderr is None:
        # Else a file that is opened later would stand in for standard error.
        descriptor = os.open(os.devnull, os.O_WRONLY)
        if descriptor != 2:
            os.dup2(descriptor, 2)
            os.close(descriptor)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="replace", closefd=False)
    if sys.stdout is None:
        sys.exit("Error: cannot write to standard output: it is closed")
    from cardcore.cli.app import main

    main()
