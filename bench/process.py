"""Work in a new process: what the first call costs, and how much memory it takes."""

import json
import subprocess
import sys
from statistics import median
from typing import Any

from cardcore.compare.measure import require

_CODE = """
import json, time
from pathlib import Path
{setup}

def memory():
    # Not what getrusage tells: that begins with the memory of the process that started this one.
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    sizes = [int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")]
    return sizes[0] if sizes else None

before = memory()
begin = time.perf_counter()
answer = {expression}
seconds = time.perf_counter() - begin
found = {{"seconds": seconds, "before": before, "memory": memory(), "answer": str(answer)}}
print(json.dumps(found))
"""


def fresh(setup: str, expression: str, answer: str, repeats: int = 7) -> dict[str, Any]:
    """Evaluate an expression in new processes, after some setup that does not count.

    Gives the median seconds; the peak ``memory`` of the process in megabytes and what it was
    ``before``, or nothing where the system does not tell.

    Raises
    ------
    WrongAnswer
        If an answer, as text, is not the expected one.
    """
    code = _CODE.format(setup=setup, expression=expression)
    command = [sys.executable, "-c", code]
    runs = [json.loads(subprocess.check_output(command, text=True)) for _ in range(repeats)]
    require({run["answer"] for run in runs} == {answer}, f"{expression} in a new process")
    largest = max(runs, key=lambda run: run["memory"] or 0)
    return {**largest, "seconds": median(run["seconds"] for run in runs)}
