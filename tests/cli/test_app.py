"""What all verbs share: interrupts, streams that fail, and encodings without card suits."""

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cardcore import ends
from cardcore.cli.app import main

FULL = Path("/dev/full")


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        ("cardcore.arena.run", ["arena", "ends", "--bots", "greedy,random"]),
        ("cardcore.discard.solve", ["solve", "draw"]),
        ("cardcore.ends.solve", ["solve", "ends", "1", "2"]),
        ("cardcore.compare.run", ["parity", "ends"]),
        ("cardcore.cli.discard.showdown", ["discard", "9dTd6cQc8h", "--objective", "showdown"]),
        ("cardcore.cli.play.time.sleep", ["play", "ends", "--watch"]),
        ("cardcore.cli.render.ask", ["play", "ends"]),
        ("cardcore.cli.render.ask", ["train"]),
        ("cardcore.cli.strategy.derive", ["strategy"]),
    ],
)
def test_an_interrupt_has_its_own_exit_status(
    function: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(function, interrupted)
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 130
    assert "Traceback" not in result.output


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["rank", "AsKsQsJsTs"], ["rank", "AsKsQsJsTs", "--json"]])
def test_output_to_a_full_disk(arguments: list[str]) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cardcore.cli", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "Error: cannot go on: No space left on device\n"


@pytest.mark.parametrize(
    ("command", "status", "expected"),
    [
        ("discard -", 2, "cannot read standard input: it is closed"),
        ("solve ends -", 2, "cannot read standard input: it is closed"),
        ("play ends", 0, "You left after 0 moves"),
    ],
)
def test_no_standard_input(command: str, status: int, expected: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m cardcore.cli {command} <&-', sys.executable],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status
    assert expected in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("charset", ["ascii", "latin-1", "cp1252"])
def test_encodings_without_suits_have_letters(charset: str, tmp_path: Path) -> None:
    runner = CliRunner(charset=charset)
    assert "As Ks Qs Js 10s " in runner.invoke(main, ["rank", "AsKsQsJsTs"]).stdout
    discards = runner.invoke(main, ["discard", "9dTd6cQc8h", "--top", "1"])
    assert discards.exit_code == 0
    assert "9d 10d 6c Qc 8h  class" in discards.stdout
    assert ">|9d 10d" in discards.stdout
    path = tmp_path / "game.json"
    path.write_text(json.dumps(ends.new([3, 10]).record(["Zoë", "♥"])), encoding="utf-8")
    replayed = runner.invoke(main, ["replay", str(path), "--json"])
    assert json.loads(replayed.stdout)["seats"] == ["Zoë", "♥"]


@pytest.mark.parametrize("arguments", [["--help"], []], ids=["asked", "by itself"])
def test_the_list_of_verbs_loads_neither_numpy_nor_a_verb(arguments: list[str]) -> None:
    heavy = ["numpy", "rich", "cardcore._core", "cardcore.arena", "cardcore.cli.arena"]
    code = f"""
import sys
from cardcore.cli.app import main
try:
    main()
except SystemExit:
    print([*filter(sys.modules.get, {heavy})])
"""
    command = [sys.executable, "-c", code, *arguments]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert shown.splitlines()[-1] == "[]"


def test_verbs_are_summarized_as_they_summarize_themselves() -> None:
    context = click.Context(main)
    shown = CliRunner().invoke(main, ["--help"], terminal_width=200).stdout
    for name in main.list_commands(context):
        verb = main.get_command(context, name)
        assert verb is not None and verb.name == name
        assert f"  {name:<10}  {verb.get_short_help_str(100)}\n" in shown


def test_lists_of_verbs_and_games_are_not_cut() -> None:
    for arguments in ([], ["play"], ["arena"], ["solve"]):
        shown = CliRunner().invoke(main, [*arguments, "--help"]).stdout
        lines = [line for line in shown.splitlines() if not line.strip().startswith("bench")]
        assert not any(line.endswith("...") for line in lines if not line.startswith("Usage"))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("cardcore play he", "plain,hearts"),
        ("cardcore discard --objective jacks-or-better-9-6", "plain,jacks-or-better-9-6"),
        ("cardcore solve draw --objective my", "file,my"),
    ],
)
def test_shells_complete_games_and_objectives(
    words: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_CARDCORE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    result = CliRunner().invoke(main, [], prog_name="cardcore")
    assert result.stdout == f"{expected}\n"
