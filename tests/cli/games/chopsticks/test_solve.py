import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from cardcore import chopsticks
from cardcore.cli import render
from cardcore.cli.app import main
from cardcore.cli.games.chopsticks import PAGE
from cardcore.cli.rules import rule_options


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["solve", "chopsticks", *arguments])


def test_the_usual_game_to_twenty_plies() -> None:
    result = run()
    assert result.exit_code == 0
    first, *rest = result.stdout.splitlines()
    assert first == "A 1,1 against B 1,1, A to move: tie after 20 plies"
    rows = [line.split() for line in rest if "tap L" in line and "1,1" in line]
    assert rows[0] == ["*", "tap", "L", "L", "1,1", "2,1", "tie", "3,912,003,380", "14,660,108,864"]
    assert any(line.startswith("best line: tap L L, ") for line in rest)


def test_great_counts_and_lines_are_never_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = run("--depth", "200").stdout
    assert "…" not in deep
    assert "e+38" in deep
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(render, "width", lambda: 60)
    narrow = run().stdout
    assert "…" not in narrow
    assert "1.466e+10" in narrow
    assert max(map(len, narrow.splitlines())) <= 60
    line = narrow[narrow.index("best line") :].split("\n")
    assert all(part.endswith(",") for part in line[:-2])


def test_the_usual_game_without_a_horizon() -> None:
    answer = json.loads(run("--unlimited", "--json").stdout)
    assert answer["game"] == "chopsticks"
    assert answer["rules"]["fingers"] == 5
    assert "moves" not in answer["rules"]
    assert answer["state"] == [[1, 1], [1, 1]]
    assert (answer["depth"], answer["verdict"]) == (None, "B wins in 26 plies")
    assert (answer["value"], answer["distance"], answer["best"]) == (-1, 26, "tap L L")
    assert len(answer["line"]) == 26
    assert answer["moves"][3] == {
        "move": "split 2 0",
        "a": [2, 0],
        "b": [1, 1],
        "value": -1,
        "distance": 15,
    }


def test_a_line_can_be_played() -> None:
    for options in ([], ["--depth", "26"], ["--unlimited"], ["--policy", "counts"]):
        answer = json.loads(run("--json", *options).stdout)
        game = chopsticks.new(moves=13)
        for text in answer["line"]:
            game.play(text)
        assert game.scores()[0] == answer["value"]


def test_house_rules_and_states() -> None:
    assert run("--cutoff").stdout == run("--no-rollover").stdout == run().stdout
    plain = json.loads(run("--unlimited", "--no-splits", "--json").stdout)
    assert (plain["value"], plain["distance"]) == (-1, 8)
    rolled = run("--unlimited", "--rollover").stdout
    assert rolled.splitlines()[0].endswith("draw by endless play")
    mate = run("--state", "1,4 3,0").stdout
    assert mate.splitlines()[0] == "A 1,4 against B 3,0, A to move: A wins in 1 ply"
    over = run("--state", "0,0 3,0", "--unlimited").stdout
    assert over.splitlines() == ["A 0,0 against B 3,0, A to move: B has won"]
    three = json.loads(run("--hands", "3", "--fingers", "3", "--json", "--depth", "3").stdout)
    assert three["state"] == [[1, 1, 1], [1, 1, 1]]
    assert three["moves"][0]["move"] == "tap L L"


def test_long_lines_are_cut_for_people() -> None:
    assert "and 20 more" in " ".join(run("--rollover", "--depth", "60").stdout.split())


def test_graphs(tmp_path: Path) -> None:
    drawing = tmp_path / "positions.svg"
    result = run("--unlimited", "--graph", str(drawing))
    assert result.exit_code == 0
    assert "191 positions written to" in " ".join(result.stdout.split())
    root = ElementTree.parse(drawing).getroot()
    name = "{http://www.w3.org/2000/svg}"
    titles = [title.text for title in root.iter(f"{name}title")]
    positions = chopsticks.tablebase().reachable()
    assert len(titles) == len(positions) == 191
    assert titles[0] == "1 1 against 1 1: lost in 26 plies"
    moves = sum(len(position.next) for position in positions)
    assert len(list(root.iter(f"{name}path"))) == moves
    fills = [box.get("fill") for box in root.iter(f"{name}rect")][1:]
    for value, fill in ((1, "#b7e1a1"), (0, "#e0e0e0"), (-1, "#f4b0a8")):
        assert fills.count(fill) == sum(position.value == value for position in positions)
    text = tmp_path / "positions.dot"
    assert run("--graph", str(text), "--json").exit_code == 0
    lines = text.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "digraph chopsticks {"
    assert lines[-1] == "}"
    assert sum(" -> " in line for line in lines) == moves
    assert sum("label=" in line for line in lines) == 191


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--state", "1,1"], "state '1,1': expected the hands of two players"),
        (["--state", "1,9 1,1"], "hand 2 of 2 has 9 fingers, expected 0 to 4"),
        (["--no-splits", "--swaps"], "swaps requires splits"),
        (["--fingers", "1"], "fingers 1: expected 2 to 16"),
        (["--fingers", "five"], "'five' is not a valid integer"),
        (["--depth", "-1"], "expected a whole number, 0 to 100,000, found '-1'"),
        (["--depth", "4", "--unlimited"], "--depth and --unlimited exclude each other"),
        (["--graph", "positions.png"], "expected a file name ending in .dot, .gv, .svg"),
        (["--graph", "no/such/folder/positions.svg"], "No such file or directory"),
    ],
)
def test_bad_input_is_refused(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_the_house_rules_are_those_of_the_game() -> None:
    rules = {option.name for option in rule_options("chopsticks")}
    assert rules - {option.name for option in PAGE.solve.params} == {"moves"}
