"""Check that nearly all public names have known types, as a type checker sees them from outside.

Prints the share and whatever has none, and fails below the floor. What remains derives from classes
of other packages that have no types themselves.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

#: The least share of public names with known types, in percent.
FLOOR = 99.0


def main() -> int:
    """Run basedpyright and judge what it found."""
    # It looks for the packages that are installed beside the first Python on the path.
    scripts = Path(sys.executable).parent
    searched = f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}"
    ended = subprocess.run(
        [scripts / "basedpyright", "--verifytypes", "cardcore", "--ignoreexternal", "--outputjson"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": searched},
    )
    try:
        found = json.loads(ended.stdout)["typeCompleteness"]
    except (ValueError, KeyError):
        print(ended.stdout, ended.stderr, file=sys.stderr)
        return 1
    share = 100 * found["completenessScore"]
    if share < FLOOR:
        for symbol in found["symbols"]:
            if symbol["isExported"] and not symbol["isTypeKnown"]:
                reasons = [problem["message"] for problem in symbol["diagnostics"]]
                print(symbol["name"], *reasons, sep="\n    ", file=sys.stderr)
    print(f"{share:.2f} % of the public names have known types, expected {FLOOR:.0f} %")
    return int(share < FLOOR)


if __name__ == "__main__":
    sys.exit(main())
