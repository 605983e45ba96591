"""What a type checker makes of a program that uses the package."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

#: A program with a bot of its own. A line that is wrong says so, with the code of the error.
PROGRAM = '''\
"""A player and what it plays."""

from typing import Literal

import cardcore
from cardcore import Card, Game, Player, View, arena, chopsticks, draw, ends, hearts, president


class Careful:
    def choose(self, view: hearts.View) -> str:
        if view.hand and view.received is not None:
            first: Card = view.received[0]
            rank: str = first.rank
        for seat, card in view.trick:
            pair: tuple[int, hearts.DeckCard] = (seat, card)
        heard: list[tuple[int, str]] = view.history
        if view.last is not None and view.last["moon"] == view.seat:
            points: list[int] = view.last["points"]
        return view.legal_moves()[0]


class Versatile:
    def choose(self, view: View) -> object:
        return view.legal_moves()[-1]


class Wrong:
    def choose(self, view: hearts.View) -> str:
        view.hnad  # wrong: attr-defined
        view.pot  # wrong: attr-defined
        cards: list[str] = view.hand  # wrong: assignment
        seat: int = view.seat  # wrong: assignment
        if view.last is not None:
            view.last["net"]  # wrong: typeddict-item
        view.hand = []  # wrong: misc
        return view.totals  # wrong: return-value


class Mute:
    def speak(self, view: View) -> None: ...


game = hearts.new(seed=1)
trick: list[tuple[int, hearts.DeckCard]] = game.view(0).trick
game.view(None).history
game.view(0).pot  # wrong: attr-defined
number: int = game.legal_moves()  # wrong: assignment
moves: list[str] = game.legal_moves()
again: Game[hearts.View, str] = game.new_game(seed=2).copy()
sampled: Game[hearts.View, str] = game.view(0).sample(seed=1)
hearts.new(hearts.Rules(moon="never"))  # wrong: arg-type
hearts.new(seed="1")  # wrong: arg-type
rules = hearts.Rules()
rules.players = 3  # wrong: misc

kind: president.Kind | None = president.new(seed=1).legal_moves()[0].kind
request: list[str] = president.new(seed=1).legal_moves()  # wrong: assignment
phase: Literal["first bets", "discard", "second bets", "over"] = draw.new().view(0).phase
phase = "third bets"  # wrong: assignment
row: list[int] = ends.new([1, 2]).view(0).row
hands: tuple[int, ...] | None = chopsticks.new().view(0).hand

named = cardcore.new("hearts", seed=1)
named.view(0).trick
named.view(0).pot  # wrong: attr-defined
cardcore.new("president").legal_moves()[0].kind
finished: Game[hearts.View, str] = cardcore.play(named, ["random"] * 4)
any_game = cardcore.new(cardcore.games()[0], seed=1)
any_game.view(0).trick
cardcore.new(5)  # wrong: call-overload
cardcore.new("hearts", seed="1")  # wrong: call-overload

careful: Player = Careful()
cardcore.play(game, [Careful(), Versatile(), "greedy", careful], seed=1)
arena.run("hearts", [Careful(), "greedy", "random", "random"], games=4)
cardcore.play(game, [Mute(), "greedy", "random", "random"])  # wrong: list-item
'''


def test_right_uses_pass_and_wrong_ones_are_found(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    config = ROOT / "pyproject.toml"
    assert "strict = true" in config.read_text(encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", str(config), str(program)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    errors = re.findall(r"^.*program\.py:(\d+): error: .*\[([a-z-]+)\]$", done.stdout, re.M)
    found = {(int(line), code) for line, code in errors}
    lines = enumerate(PROGRAM.splitlines(), start=1)
    expected = {(line, text.partition("# wrong: ")[2]) for line, text in lines if "# wrong" in text}
    assert found == expected, done.stdout + done.stderr
    # Nothing but this program was found at fault.
    assert done.stdout.count(": error:") == len(errors), done.stdout
