"""Where no thread can be started, the calling thread does all the work."""

import os
from collections.abc import Callable

import pytest

#: No memory holds such a stack: the native extension cannot start any threads.
NO_STACKS = {"RUST_MIN_STACK": str(2**62)}

#: How it happens elsewhere. The limit does not bind root, who becomes somebody else; so all there
#: is to import has been imported before.
NO_PROCESSES = """
import resource
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
try:
    threading.Thread(target=print).start()
except RuntimeError:
    pass
else:
    raise AssertionError("there are threads")
"""

SETTING = """
import os, signal, sys, threading
import numpy as np
import cardcore
import cardcore.players, cardcore.records
from cardcore import arena, chopsticks, discard, draw, ends, hearts, poker, president
HANDS = np.random.default_rng(1).random((20_000, 52)).argsort(1)[:, :5].astype(np.uint8)
"""

#: Work that is done on threads, with an answer that can be printed.
WORK = {
    "rank_many": "poker.rank_many(HANDS).sum()",
    "rank_many on 2": "poker.rank_many(HANDS, threads=2).sum()",
    "analyze_many": "draw.analyze_many(HANDS[:2000]).sum()",
    "best_discards": "discard.best_discards(HANDS, 'class')[1].sum()",
    "solve draw": "draw.solve().exact",
    "solve with wild cards": "draw.solve('deuces-and-joker').exact",
    "analyze_many with wild cards": "draw.analyze_many(HANDS[:2000], 'deuces-and-joker').sum()",
    "solve showdowns": "draw.solve('showdown').exact",
    "showdown": "discard.showdown('9d Td 6c Qc 8h', samples=20_000, seed=1).best()",
    "showdown against drawer": "discard.showdown('9d Td 6c Qc 8h', 'class', samples=20_000).best()",
    "arena": "arena.run('hearts', ['greedy', 'random', 'random', 'random'], 100, seed=1).bots",
    "arena with equity": "arena.run('draw', ['equity', 'class'], 100, seed=1, hands=3).bots",
    "arena with tables": "arena.run('chopsticks', ['perfect', 'table'], 100, seed=1).bots",
    "perft": "ends.new(count=16, seed=1).perft(16)",
    "solve ends": "ends.solve(range(5_000)).score",
    "value ends": "ends.value(np.arange(500_000))",
    "a bot with a plan": "ends.new(count=9_000, seed=1).view(0).choose('optimal')",
    "tablebase": "chopsticks.tablebase(chopsticks.Rules(fingers=9, hands=3)).longest",
    "solve hearts": "hearts.solve(hearts.new(hearts.Rules(3, 4, 3), seed=1))",
    "random_means": "hearts.random_means(games=100)",
    "shortest": "president.moves_to_victory(range(0, 52, 3)).count",
    "play": "cardcore.play(president.new(rounds=2, seed=1), ['greedy'] * 4, seed=1).scores()",
}


@pytest.mark.skipif(os.name == "nt", reason="limits are set another way there")
def test_work_is_done_without_threads(run: Callable[..., str]) -> None:
    works = "\n".join(f"print({name!r}, {work})" for name, work in WORK.items())
    expected = run(SETTING + works).splitlines()
    assert run(SETTING + works, NO_STACKS).splitlines() == expected
    assert run(SETTING + NO_PROCESSES + works).splitlines() == expected


@pytest.mark.skipif(os.name == "nt", reason="limits are set another way there")
def test_numpy_is_loaded_without_threads(run: Callable[..., str]) -> None:
    code = "from cardcore import poker\nprint(poker.rank_many([[51, 47, 43, 39, 35]]))"
    assert run(code, NO_STACKS) == "[7461]\n"


#: Work that takes minutes at least.
ENDLESS = [
    "arena.run('hearts', ['greedy'] * 4, 10**9, progress=report)",
    "discard.showdown('9d Td 6c Qc 8h', 'class', samples=10**10, progress=report)",
    "ends.solve(np.arange(600_000), progress=report)",
]


@pytest.mark.skipif(os.name == "nt", reason="limits and signals are other ones there")
@pytest.mark.parametrize("work", ENDLESS)
def test_it_can_be_interrupted_and_tells_its_progress(run: Callable[..., str], work: str) -> None:
    code = f"""
{SETTING}
signal.signal(signal.SIGINT, signal.default_int_handler)
reports = []
def report(done, total):
    reports.append(done)
    if len(reports) == 3:
        os.kill(os.getpid(), signal.SIGINT)
try:
    {work}
except KeyboardInterrupt:
    assert 0 < reports[0] < reports[1] < reports[2], reports
    print("stopped")
def report(done, total):
    raise ZeroDivisionError("tired")
try:
    {work}
except ZeroDivisionError:
    print("tired")
"""
    assert run(code, NO_STACKS) == "stopped\ntired\n"
