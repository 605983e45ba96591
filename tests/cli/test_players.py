"""Players that somebody wrote, at the table and in the arena."""

import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from cardcore.cli.app import main
from cardcore.environments import Encoding, export_net

BOT = """
class First:
    def choose(self, view):
        return view.legal_moves()[0]

class Failing:
    def choose(self, view):
        return view.no_such_fact

class Wrong:
    def choose(self, view):
        return "sideways"

class Needy:
    def __init__(self, strength):
        self.strength = strength

    def choose(self, view):
        return None

class Mute:
    pass

ready = First()
"""


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "mybot.py"
    path.write_text(BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return path


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, arguments, input=typed)


@pytest.mark.parametrize("name", ["mybot.py:First", "mybot.py:ready", "mybot:First"])
def test_a_file_or_a_module_plays_in_both(bot: Path, name: str) -> None:
    played = run("play", "ends", "--count", "6", "--seats", f"you,{name}", typed="R\n" * 3)
    assert played.exit_code == 0, played.output
    assert played.stdout.count(f"{name.rpartition(':')[2]}: takes ") == 3
    result = run("arena", "ends", "--bots", f"{name},random", "--games", "4", "--json")
    assert result.exit_code == 0, result.output
    assert f'"name": "{name.rpartition(":")[2]}"' in result.stdout


def test_a_module_of_a_package_plays(bot: Path) -> None:
    package = bot.parent / "mypackage"
    package.mkdir()
    (package / "mymodule.py").write_text("from mypackage.rest import First as Careful\n")
    (package / "rest.py").write_text(BOT)
    bots = "mypackage.mymodule:Careful,greedy"
    result = run("arena", "ends", "--bots", bots, "--games", "4")
    assert result.exit_code == 0, result.output
    assert "Careful" in result.stdout


def test_what_lies_beside_a_file_can_be_used_by_it(bot: Path) -> None:
    folder = bot.parent / "elsewhere"
    folder.mkdir()
    (folder / "beside_mine.py").write_text("END = 'L'\n")
    (folder / "mine.py").write_text(
        "from dataclasses import dataclass\nfrom beside_mine import END\n\n@dataclass\n"
        "class Mine:\n    end: str = END\n\n    def choose(self, view):\n        return self.end\n"
    )
    result = run("arena", "ends", "--bots", "elsewhere/mine.py:Mine,random", "--games", "2")
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nobot.py:First", "there is no file 'nobot.py'"),
        ("nobot:First", "there is no module 'nobot'"),
        ("mybot.py:Frist", "'mybot.py' has no 'Frist', expected one of First, Failing, "),
        ("mybot.py:Frist", "; did you mean 'First'?"),
        ("mybot.py:Needy", "cannot make 'mybot.py:Needy': TypeError: "),
        ("mybot.py:Mute", "'mybot.py:Mute' has no method choose(view)"),
        ("broken.py:First", "cannot load 'broken.py': ZeroDivisionError: division by zero ("),
        ("broken.py:First", "broken.py, line 2)"),
        ("strange.py:First", "strange.py, line 1)"),
        ("needs:First", "cannot load 'needs': ModuleNotFoundError: No module named 'nothing_such'"),
    ],
)
def test_a_player_that_is_none_is_told(bot: Path, name: str, message: str) -> None:
    (bot.parent / "broken.py").write_text("# a comment\n1 / 0\n")
    (bot.parent / "strange.py").write_text("class First\n")
    (bot.parent / "needs.py").write_text("import nothing_such\n")
    for place, arguments in {
        "seat 1": ["play", "ends", "--seats", f"you,{name}"],
        "bot 2": ["arena", "ends", "--bots", f"greedy,{name}"],
    }.items():
        result = run(*arguments)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"Error: {place}: ")
        # A file is told as it will be in the record: for any folder.
        assert message in result.stderr.replace(f"{bot.parent}/", ""), result.stderr


@pytest.mark.parametrize("verb", ["play", "arena"])
def test_a_mistake_names_the_file_the_seat_and_the_move(bot: Path, verb: str) -> None:
    def told(name: str) -> str:
        options = {
            "play": ["--seats", f"greedy,mybot.py:{name}", "--watch", "--delay", "0"],
            "arena": ["--bots", f"greedy,mybot.py:{name}", "--games", "1"],
        }[verb]
        result = run(verb, "ends", *options)
        assert result.exit_code == 2
        assert "Traceback" not in result.output
        return result.stderr.replace(f"{bot.parent}/", "")

    wrong = told("Wrong")
    assert wrong == (
        "Error: seat 1, 'mybot.py:Wrong', move 2: chose 'sideways', expected one of L, R\n"
    )
    failing = told("Failing")
    assert "seat 1, 'mybot.py:Failing', move 2: AttributeError: " in failing
    assert "'no_such_fact'" in failing
    assert failing.endswith("(mybot.py, line 8)\n")


def test_a_game_with_a_player_of_ones_own_goes_on_from_any_folder(
    bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "game.json"
    options = ["--count", "8", "--seats", "you,mybot.py:First", "--record", str(record)]
    run("play", "ends", *options, typed="R\nquit\n")
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    finished = run("play", "--resume", str(record), typed="R\n" * 3)
    assert finished.exit_code == 0, finished.output
    assert '"result": [' in record.read_text()


def test_a_network_plays_in_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoding = Encoding("ends", count=6)
    layers = [(np.zeros((2, *encoding.observation_shape)), np.array([1, 0]))]
    export_net(tmp_path / "lefty", layers, encoding)
    monkeypatch.chdir(tmp_path)
    played = run("play", "ends", "--count", "6", "--seats", "you,net:lefty", typed="R\n" * 3)
    assert played.exit_code == 0, played.output
    result = run(
        "arena", "ends", "--bots", "net:lefty,random", "--games", "4", "--count", "6", "--json"
    )
    assert result.exit_code == 0, result.output
    assert '"name": "net:lefty"' in result.stdout
    wrong = run("play", "ends", "--count", "8", "--seats", "you,net:lefty")
    assert wrong.exit_code == 2
    assert "the net's observation is" in wrong.stderr
