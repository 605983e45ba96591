from click.testing import CliRunner, Result

from cardcore.cli.app import main
from cardcore.cli.rules import game_by_rules, rule_options
from cardcore.registry import games


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=typed)


def test_rules_are_explained_by_their_documentation() -> None:
    shown = " ".join(run("chopsticks", "--help").stdout.split())
    assert "A split may bring back a hand that is out. [default: revive]" in shown
    for game in games():
        assert all(option.help for option in rule_options(game))


def test_presets_are_rules_by_name_that_options_change() -> None:
    rules = dict.fromkeys(("rules", "clears", "kinds", "exchanged"))
    assert (
        game_by_rules("president", None, {**rules, "rules": "basic"}, seed=1).rules["deal"] == "all"
    )
    made = game_by_rules(
        "president",
        3,
        {**rules, "rules": "daihinmin", "clears": "none", "exchanged": "3,1"},
        seed=1,
    )
    assert (made.seats, made.rules["clears"], made.rules["exchanged"]) == (3, None, [3, 1])
    assert made.rules["revolution"] is True
    listed = run("president", "--rules", "bridge")
    assert listed.exit_code == 2 and "'big-two', 'daihinmin'" in listed.stderr
    assert "--rules" not in run("ends", "--help").stdout


def test_a_game_by_a_preset_can_be_watched() -> None:
    shown = run("president", "--rules", "big-two", "--rounds", "1", "--watch", "--delay", "0")
    assert shown.exit_code == 0, shown.output
