"""Playing in the terminal: through a pseudo-terminal as a person does, and without one."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import cardcore
from cardcore.cli.app import main
from cardcore.cli.hint import hint
from cardcore.cli.rules import rule_options

PROMPT = "your move: "

# The command as a terminal starts it. Tests that run in the background inherit that interrupts
# are ignored, which a terminal's programs do not.
PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from cardcore.cli.app import main
from cardcore.cli.hint import hint
from cardcore.cli.rules import rule_options
main()
"""

SHORT = {
    "draw": ["--hands", "3", "--players", "3"],
    "president": ["--rounds", "2", "--players", "5"],
    "chopsticks": ["--moves", "6"],
    "hearts": ["--values", "5"],
    "ends": ["--count", "8"],
}


class Terminal:
    """A program at the other end of a pseudo-terminal of 80 columns."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        self.screen = ""
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
            start_new_session=True,
        )
        os.close(slave)

    def read(self) -> str | None:
        """Read up to the next prompt; ``None`` once the program has ended."""
        text = ""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if not select.select([self.master], [], [], 0.2)[0]:
                continue
            try:
                piece = os.read(self.master, 65536).decode()
            except OSError:
                return None
            if not piece:
                return None
            text += piece
            self.screen += piece
            if text.endswith(PROMPT) or text.endswith(f"{PROMPT}\x1b[0m"):
                return text
        raise AssertionError(f"no prompt: {self.screen[-2000:]}")

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())


@contextmanager
def terminal(*arguments: str) -> Iterator[Terminal]:
    opened = Terminal(*arguments)
    try:
        yield opened
    finally:
        opened.process.kill()
        opened.process.wait()
        os.close(opened.master)


@pytest.mark.parametrize("game", SHORT)
def test_a_full_game_with_wrong_inputs_on_the_way(game: str, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    with terminal("play", game, *SHORT[game], "--seed", "5", "--record", str(record)) as person:
        assert person.read() is not None
        person.type("what?")
        text = person.read()
        assert text is not None
        assert "move 'what?'" in text
        person.type("999")
        text = person.read()
        assert text is not None
        assert "expected a number from 1 to" in text
        person.type("hint")
        text = person.read()
        assert text is not None
        assert "would play" in text
        person.type("help")
        while person.read() is not None:
            person.type("1")
        assert person.process.wait(30) == 0
    assert "score" in person.screen
    assert "\x1b[" in person.screen
    saved = json.loads(record.read_text())
    assert saved["result"] is not None
    assert cardcore.replay(saved).is_over


def test_an_interrupt_leaves_cleanly(tmp_path: Path) -> None:
    with terminal("play", "ends", "--record", str(tmp_path / "game.json")) as person:
        assert person.read() is not None
        # A signal just before the program begins to wait for a line may be noticed only with the
        # next key; a person would press again, too.
        for _ in range(20):
            person.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                person.process.wait(3)
                break
        assert person.read() is None
        assert person.process.wait(0) == 130
    assert "you left after 0 moves; go on with" in person.screen
    assert "Traceback" not in person.screen


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


@pytest.mark.parametrize("game", SHORT)
def test_the_end_of_input_leaves_cleanly(game: str) -> None:
    result = run(game, *SHORT[game], "--seed", "1")
    assert result.exit_code == 0
    assert "you left after" in result.stdout
    assert "\x1b[" not in result.stdout


def test_a_recorded_game_goes_on(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    left = run("ends", "--count", "8", "--seed", "2", "--record", str(record), typed="1\nquit\n")
    assert "you left after 2 moves; go on with: cardcore play --resume" in left.stdout
    assert len(json.loads(record.read_text())["moves"]) == 2
    finished = run("--resume", str(record), typed="1\n1\n1\n")
    assert finished.exit_code == 0
    assert json.loads(record.read_text())["result"] is not None
    assert run("--resume", str(record)).exit_code == 0


def test_undo_where_it_is_fair() -> None:
    result = run("ends", "--count", "8", "--seed", "2", typed="undo\n1\nundo\n2\nquit\n")
    assert "no undo: you have not moved yet" in result.stdout
    assert result.stdout.count("you: 0  perfect: 0") == 2
    unfair = run("hearts", "--seed", "2", typed="undo\nquit\n")
    assert "no undo: in hearts you may have seen what is hidden" in unfair.stdout


def test_watching_bots() -> None:
    result = run("ends", "--watch", "--seats", "greedy,random", "--count", "6", "--delay", "0")
    assert result.exit_code == 0
    assert result.stdout.count("greedy: ") == 3
    assert result.stdout.count("random: ") == 3


def test_no_hidden_card_of_another_seat_is_shown() -> None:
    for seed in range(8):
        arguments = ["draw", "--hands", "1", "--players", "4", "--seed", str(seed)]
        played = run(*arguments, "--seats", "you,equity,class,random", typed="1\n" * 20)
        for line in played.stdout.splitlines():
            if line.startswith(("equity: discard", "class: discard", "random: discard")):
                assert line.split()[-1] in "012345"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ends", "--seats", "you,gredy"], "seat 1: unknown player 'gredy', expected one of you, "),
        (["ends", "--seats", "you"], "expected 2"),
        (["ends", "--names", "Ann"], "names: expected 2 names, found 1"),
        (["ends", "--watch", "--seats", "you,random"], "--watch is for bots only"),
        (["president", "--players", "14"], "14"),
        (["--resume", "/no/such/file"], "cannot read '/no/such/file'"),
        ([], "expected a game, or --resume FILE"),
        (["chess"], "expected one of draw, president, chopsticks, hearts, ends, found 'chess'"),
        (["ends", "--watch", "--delay", "inf"], "expected seconds, 0 to 3,600, found 'inf'"),
        (["ends", "--watch", "--delay", "nan"], "expected seconds, 0 to 3,600, found 'nan'"),
        (["hearst"], "found 'hearst'; did you mean 'hearts'?"),
        (["ends", "--seats", "you,,greedy"], "--seats, name 2 of 3: expected a name, found ''"),
        (["ends", "--names", "Ann,\x1b[31m"], "name 2 of 2: expected a name, found '\\x1b[31m'"),
        (["--resume", "game.json", "ends"], "expected a game, or --resume FILE, found both"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_a_damaged_record_is_told_where(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    run("ends", "--count", "8", "--seed", "2", "--record", str(record), typed="1\nquit\n")
    whole = record.read_text()
    record.write_text(whole[: len(whole) // 2])
    assert "is no JSON: line" in run("--resume", str(record)).stderr
    record.write_text(whole.replace('"L"', '"X"', 1))
    assert "record: move 1" in run("--resume", str(record)).stderr
    record.write_bytes(b"\xff\xfe")
    assert "is no text: byte 0 is not UTF-8" in run("--resume", str(record)).stderr


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (None, "record: players: expected a list of names, found None"),
        ([1, 2], "record: players: expected a list of names, found [1, 2]"),
        (["you"], "seats: expected 2 players, found 1"),
        (["you", "gredy"], "seat 1: unknown player 'gredy', expected one of you, random, greedy"),
    ],
)
def test_a_record_with_unknown_players(players: object, message: str, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    run("ends", "--count", "8", "--seed", "2", "--record", str(record), typed="1\nquit\n")
    record.write_text(json.dumps({**json.loads(record.read_text()), "players": players}))
    result = run("--resume", str(record))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {message}")


def test_the_way_back_can_be_pasted_and_counts_have_their_plural(tmp_path: Path) -> None:
    record = tmp_path / "my game.json"
    left = run("ends", "--seats", "random,you", "--record", str(record), typed="quit\n").stdout
    assert "you left after 1 move;" in left
    assert f"--resume '{record}'" in left


def test_a_hint_explains_the_move_it_gives() -> None:
    for seed in range(6):
        options = ["draw", "--hands", "1", "--seed", str(seed), "--seats", "you,random"]
        lines = iter(run(*options, typed="1\nhint\n" * 2 + "quit\n").stdout.splitlines())
        for line in lines:
            if "would play: discard" in line:
                thrown = line.split("discard")[1].split()
                kept = next(lines).split(" gives")[0].removeprefix("keeping ")
                assert not set(thrown) & set(kept.split())


def test_a_hint_after_the_draw_counts_on_no_other_cards() -> None:
    deal = ["7c 5d 4h 3s 2c  As Ah Ad Ac Ks  Kd Kh Kc Qs Qd Qh Qc Js Jd Jh"]
    game = cardcore.draw.new(deal=deal)
    before = hint(game.view(0))[1]
    for move in ("check", "check", "discard", "discard"):
        game.play(move)
    assert hint(game.view(0))[1] == (
        f"chance to win against one random hand that stands pat: "
        f"{cardcore.draw.showdown('7c 5d 4h 3s 2c', 'pat').equity[0]:.1%}"
    )
    assert hint(game.view(0))[1] != before


def test_the_end_of_every_hand_round_and_trick_is_told() -> None:
    poker = run("draw", "--hands", "2", "--seed", "4", "--stack", "8", typed="1\n" * 40).stdout
    assert "hand 1 is over" in poker
    assert "hand 2 is over" in poker
    president = run("president", "--rounds", "2", "--seed", "3", typed="1\n" * 90).stdout
    assert "round 1 is over" in president
    assert "round 2 is over" in president
    assert "you gave" in president
    assert president.rstrip().endswith("lower is better")
    hearts = run("hearts", "--standard", "--target", "1", "--seed", "3", typed="1\n" * 40).stdout
    assert "you got" not in hearts.split("pass to")[0]
    assert "you got" in hearts
    assert " took " in hearts


def test_a_seat_that_the_person_does_not_have_keeps_its_trade_to_itself() -> None:
    for seed in range(4):
        shown = run("president", "--rounds", "3", "--seed", str(seed), typed="1\n" * 200).stdout
        for line in shown.splitlines():
            assert "shortest" not in line or ": request" not in line
            assert "shortest" not in line or ": give" not in line


def test_help_tells_how_moves_are_typed() -> None:
    for game, words in (
        ("draw", "discard 6c 8h"),
        ("president", "3 is the lowest rank"),
        ("chopsticks", "tap L R"),
        ("hearts", "1-12 costs 13"),
        ("ends", "L takes the first card"),
    ):
        assert words in run(game, "--seed", "1", typed="Help\nquit\n").stdout
    assert "Qs plays" in run("hearts", "--standard", typed="help\n").stdout
    assert "expected a move or its number (or type" in run("ends", typed="\n").stdout


def test_two_people_at_one_terminal_are_told_whose_turn_it_is() -> None:
    shown = run("ends", "--seats", "you,you", "--names", "Ann,Bob", typed="1\n").stdout
    assert shown.index("to move  Ann") < shown.index("to move  Bob")


def test_rules_are_explained_by_their_documentation() -> None:
    shown = " ".join(run("chopsticks", "--help").stdout.split())
    assert "A split may bring back a hand that is out. [default: revive]" in shown
    for game in SHORT:
        assert all(option.help for option in rule_options(game))
