"""A process that is forked at any moment works, whatever other threads were doing."""

import os
from collections.abc import Callable

import pytest

from tests.cases import cases

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")

#: Forks while another thread works, and has what is forked do the same work. Every process in which
#: that is done is a new one, so that each of them meets the first use of the tables.
FORKS = """
import os, random, signal, sys, threading, time, warnings
import numpy as np
import cardcore
from cardcore import arena, chopsticks, discard, draw, ends, hearts, poker, president

warnings.simplefilter("ignore", DeprecationWarning)
HANDS = np.random.default_rng(1).random((20_000, 52)).argsort(1)[:, :5].astype(np.uint8)


def work():
    return {work}


def child():
    # A child that waits for what does not come is ended by the alarm, which nothing can ignore.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(120)
    try:
        answer = work()
        sys.exit(0 if str(answer) == expected else 3)
    except SystemExit as end:
        os._exit(end.code)
    except BaseException as error:
        os.write(2, repr(error).encode())
        os._exit(4)


def fork(moment):
    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(moment)
    process = os.fork()
    if process == 0:
        child()
    return process


def ended(process):
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


# What is expected, and how long it takes at first, from a process that has built nothing either.
reading, writing = os.pipe()
if (process := os.fork()) == 0:
    begin = time.monotonic()
    answer = work()
    os.write(writing, f"{{time.monotonic() - begin}} {{answer}}".encode())
    os._exit(0)
assert ended(process) == 0
duration, _, expected = os.read(reading, 1 << 16).decode().partition(" ")

moments = random.Random(1)
for number in range({forks}):
    moment = moments.random() * float(duration)
    if (process := os.fork()) == 0:
        os._exit(ended(fork(moment)))
    assert ended(process) == 0, (number, moment)
print("all ended")
"""

#: Work that builds tables at its first use, or starts threads, or both.
WORK = {
    "the evaluator": "poker.rank('As Ks Qs Js Ts')",
    "threads": "poker.rank_many(HANDS).sum()",
    "some threads": "poker.rank_many(HANDS, threads=3).sum()",
    "wild cards": "draw.analyze('Jk Td 6c Qc 8h', 'deuces-and-joker').values().sum()",
    "the classes of draws": "draw.analyze_many(HANDS[:600]).sum()",
    "the outcomes of draws": "draw.analyze('9d Td 6c Qc 8h').values('jacks-or-better-9-6').sum()",
    "the best discards": "discard.best_discards(HANDS[:600], 'class')[1].sum()",
    "showdowns": "discard.showdown('9d Td 6c Qc 8h').best()",
    "the best discards at showdowns": "discard.best_discards(HANDS[:2], 'showdown')[1].sum()",
    "equity": "draw.new(seed=1).view(0).choose('equity', seed=1)",
    "class": "arena.run('draw', ['equity', 'class'], 4, seed=1, hands=2).bots",
    "solved games": "arena.run('chopsticks', ['perfect', 'table'], 20, seed=1).bots",
    "counted lines": "chopsticks.solve(9).lines((1, 1), (1, 1), 0)",
    "shortest ways": "president.moves_to_victory(range(0, 52, 4)).count",
    "shortest": "arena.run('president', ['shortest', 'random', 'random'], 6, seed=1).bots",
    "a long row": "ends.solve(range(4_000)).score",
    "a bot with a plan": "ends.new(count=6_000, seed=1).view(0).choose('optimal')",
    "open hands": "hearts.solve(hearts.new(hearts.Rules(3, 4, 3), seed=1))",
    "matches": "arena.run('hearts', ['greedy'] * 4, 40, seed=1).bots",
}


@pytest.mark.parametrize("name", WORK)
def test_what_is_forked_during_first_use_works(run: Callable[..., str], name: str) -> None:
    assert run(FORKS.format(work=WORK[name], forks=cases(4, slow=30))) == "all ended\n"


def test_a_game_that_was_being_played_says_so_in_a_fork(run: Callable[..., str]) -> None:
    # The thread that plays holds the game from when it begins to when it ends, so some fork is made
    # while it does, unless the machine is so busy that another game has to be played.
    code = """
import os, signal, threading, warnings
from cardcore import play, president

warnings.simplefilter("ignore", DeprecationWarning)
uses = [
    lambda: game.to_move,
    lambda: game.view(0),
    lambda: game.play("pass"),
    lambda: game.copy(),
    lambda: repr(game),
    lambda: game == game,
    lambda: play(game, ["random"] * 4),
]

def is_refused(use):
    try:
        use()
    except RuntimeError as error:
        return str(error) == "another thread was playing this game when the process was forked"
    return False

while True:
    game = president.new(rounds=20_000, seed=1)
    thread = threading.Thread(target=play, args=(game, ["random"] * 4), daemon=True)
    thread.start()
    while thread.is_alive():
        if (process := os.fork()) == 0:
            signal.alarm(120)
            if not is_refused(uses[0]):
                os._exit(0)
            other = president.new(rounds=2, seed=1)
            play(other, ["random"] * 4)
            os._exit(1 if all(map(is_refused, uses)) else 2)
        if (refusals := os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])) != 0:
            os._exit(refusals != 1)
"""
    assert run(code) == ""
