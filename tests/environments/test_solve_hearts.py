"""The example that solves a tiny Hearts."""

import re
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "solve_hearts.py"


def test_it_improves_and_reports_its_result() -> None:
    command = [sys.executable, str(EXAMPLE), "--iterations", "64"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = [float(row) for row in re.findall(r"^ +\d+ +(\d\.\d{6})$", told, re.MULTILINE)]
    assert len(found) == 4 and found[0] == 0.975 and found[-1] < 0.001
    worth = re.search(r"^to open is worth (\S+): points better than", told, re.MULTILINE)
    # No further from the value of the game than what can be won.
    assert worth is not None and abs(float(worth[1]) + 0.9) < found[-1]
    assert re.search(r"no card is always right: 1\nseat \d \[.*\].*\n +\d-\d 0\.\d\d", told)
