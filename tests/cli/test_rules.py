from click.testing import CliRunner, Result

from cardcore.cli.app import main
from cardcore.cli.rules import rule_options
from cardcore.registry import games


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


def test_rules_are_explained_by_their_documentation() -> None:
    shown = " ".join(run("chopsticks", "--help").stdout.split())
    assert "A split may bring back a hand that is out. [default: revive]" in shown
    for game in games():
        assert all(option.help for option in rule_options(game))
