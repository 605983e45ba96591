"""``python -m bench nets``: networks that are evaluated natively, beside NumPy on the same inputs.

A network of two hidden layers of 256 units, on observations of Hearts in the middle of deals. NumPy
multiplies all rows at once with a tuned library; the outputs are compared before anything is timed.
Contestants take turns, and the processor time of the best of the rounds counts.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np

from cardcore.environments import Batch, Net, export_net

ROWS = 1024
SIZES = (499, 256, 256, 52)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=12, help="rounds of every contestant")
    asked = parser.parse_args()
    generator = np.random.default_rng(1)
    layers = [
        (generator.normal(size=(after, before)).astype("f4") / before**0.5, np.zeros(after, "f4"))
        for before, after in pairwise(SIZES)
    ]
    batch = Batch("hearts", ROWS, seed=1, target=None)
    for _ in range(24):
        batch.step_random()
    seen = batch.observations.copy()

    def multiply() -> np.ndarray:
        current = seen
        for place, (weights, biases) in enumerate(layers):
            current = (np.maximum(current, 0) if place else current) @ weights.T + biases
        return current

    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "net.safetensors"
        bot = export_net(path, layers, batch.encoding)
        net = Net(path)
        found, expected = net.evaluate(seen, threads=1), multiply()
        if np.abs(found - expected).max() > 1e-5 * np.abs(expected).max():
            raise SystemExit("WRONG ANSWER: the outputs differ from those of NumPy")
        contestants: dict[str, Callable[[], object]] = {
            "`Net.evaluate`, one thread": lambda: net.evaluate(seen, threads=1),
            "`batch.choose`, moves of a bot": lambda: batch.choose(bot),
            "NumPy": multiply,
        }
        best = dict.fromkeys(contestants, float("inf"))
        for _ in range(asked.rounds):
            for name, run in contestants.items():
                begin = time.process_time()
                run()
                best[name] = min(best[name], time.process_time() - begin)
    for name, seconds in best.items():
        print(f"| {name} | {ROWS / seconds / 1000:,.0f} evaluations a millisecond |")


if __name__ == "__main__":
    main()
