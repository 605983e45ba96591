"""Examples that are not Python, which the doctests run, are run or compared here."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardcore import draw
from cardcore.cli.app import main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


#: The page that adds a game that is not there; a test of its own takes it by its word.
ADDING = ROOT / "docs" / "extending" / "adding-a-game.md"


def written(pattern: str) -> list[str]:
    """Find examples on all pages but the one that adds a game."""
    return [
        found
        for page in PAGES
        if page != ADDING
        for found in re.findall(pattern, page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    ]


def commands() -> list[str]:
    """Give the commands in blocks, without the remarks beside them, and those in the text."""
    blocks = written(r"^ {4}(?:\$ )?(cardcore [^\n]+)$")
    lines = [re.split(r" {2,}", line)[0] for line in blocks]
    return list(dict.fromkeys([*lines, *written(r"`(cardcore \w+ [^`]*--[^`]+)`")]))


@pytest.mark.parametrize("command", commands())
def test_a_command_works(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # A server would run until it is interrupted, which has tests of its own.
    monkeypatch.setattr("cardcore.serve.run.serve", lambda *_, **options: options["port"])
    arguments = shlex.split(command)[1:]
    if arguments == ["parity"]:
        # Every subject is compared at length in tests of its own.
        arguments += ["--cases", "1"]
    result = CliRunner().invoke(main, arguments, input="quit\n")
    assert result.exit_code == 0, result.output


def test_what_a_command_prints_is_what_the_page_shows() -> None:
    shown = written(r"^ {4}\$ (cardcore [^\n]+\n(?:(?: {4}[^\n]*)?\n)+)")
    assert shown
    for example in shown:
        command, _, expected = example.partition("\n")
        result = CliRunner().invoke(main, shlex.split(command)[1:])
        assert result.output.split() == expected.split()


def test_rust_examples_stand_in_the_sources() -> None:
    sources = [
        " ".join(path.read_text(encoding="utf-8").split()) for path in (ROOT / "rust").rglob("*.rs")
    ]
    examples = written(r"^```rust\n(.*?)^```")
    assert examples
    for example in examples:
        assert any(" ".join(example.split()) in source for source in sources), example


def test_the_paytable_examples_are_built_in_ones(tmp_path: Path) -> None:
    examples = written(r"^```toml\n(.*?)^```")
    assert len(examples) == 2
    for example in examples:
        path = tmp_path / "paytable.toml"
        path.write_text(example, encoding="utf-8")
        loaded = draw.Paytable.load(path)
        assert loaded == draw.Paytable(loaded.name)
