"""The games that can be played here: their rules, bots and levels, read off the package.

A game that is added, or a rule that a game gains, is offered without a line here. What stands here
are the numbers beyond which a table is too large for people at a browser; games may set others.
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

import cardcore
from cardcore import Game
from cardcore.difficulty import MEANINGS, TITLES, Level
from cardcore.phrases import translate_all
from cardcore.players import check_bot
from cardcore.presentation import Preset
from cardcore.registry import game_module, games, presentation
from cardcore.rules import describe as describe_rules
from cardcore.serve.errors import RequestError
from cardcore.serve.files import page_files
from cardcore.serve.refusals import rules_error

__all__ = ["adviser", "begin", "describe", "describe_levels", "levels", "offer_net", "title"]

#: The largest number of a rule for which a game has no limit of its own.
_LARGEST = 1_000

#: More seats do not fit on the page.
_MAX_SEATS = 13

#: The files of the networks that the server was started with, by game and name. Visitors choose
#: among their names, and never learn a path.
_NETS: dict[str, dict[str, Path]] = {}


def offer_net(game: str, path: Path) -> None:
    """Offer a network as an opponent, under the name of its file.

    Raises
    ------
    ValueError
        If there is no such game, the file is no network for it, or the name is taken.
    """
    check_bot(cardcore.new(game, seed=0), f"net:{path}")
    if path.stem in levels(game):
        raise ValueError(f"'{path}': expected a file with another name, '{path.stem}' is taken")
    _NETS.setdefault(game, {})[path.stem] = path.resolve()
    describe.cache_clear()


@cache
def title(game: str) -> str:
    """Give what people call a game.

    >>> title("draw")
    'Five-card draw'
    """
    name = presentation(game).title
    return name[0].upper() + name[1:]


def levels(game: str, rules: Mapping[str, Any] | None = None) -> Mapping[str, Level]:
    """Give the opponents of a game: levels of difficulty first, then bots by name.

    Nobody may wait for a bot that would have to solve the game first. Another bot plays in its
    place, and the level says so.

    Parameters
    ----------
    game
        The name of the game.
    rules
        All rules of the game, if they are known.

    Examples
    --------
    >>> rules = cardcore.new("draw", big_bet=5).rules
    >>> str(levels("draw", rules)["best"])
    'equity, as nash is not solved for these rules'
    >>> str(levels("draw")["best"])
    'nash, or equity by rules it is not solved for'
    """
    nets = {name: Level(f"net:{path}") for name, path in _NETS.get(game, {}).items()}
    if rules is not None:
        nets = {name: net for name, net in nets.items() if _fits(game, net.bot, rules)}
    known = {**_levels(game), **nets}
    return {name: _at_once(game, level, rules) for name, level in known.items()}


def level(game: str, name: str, rules: Mapping[str, Any]) -> Level:
    """Give one of the opponents of a game, which has been checked to be one by these rules.

    >>> str(level("hearts", "rule", cardcore.new("hearts").rules))
    'rule'
    """
    if name in (nets := _NETS.get(game, {})):
        return Level(f"net:{nets[name]}")
    return _at_once(game, _levels(game)[name], rules)


@cache
def _levels(game: str) -> Mapping[str, Level]:
    """Give the opponents of a game, whether they need solving or not."""
    named = {name: Level(name) for name in cardcore.bots(game)}
    return {**presentation(game).levels(), **named}


def _fits(game: str, bot: str, rules: Mapping[str, Any]) -> bool:
    """Return whether a network is for these rules."""
    try:
        check_bot(cardcore.new(game, rules=dict(rules), seed=0), bot)
    except ValueError:
        return False
    return True


def _at_once(game: str, level: Level, rules: Mapping[str, Any] | None) -> Level:
    """Give a level whose bot needs no solving."""
    other = presentation(game).substitutes.get(level.bot)
    if other is None:
        return level
    if rules is None:
        return replace(level, note=f", or {other} by rules it is not solved for")
    if presentation(game).is_ready(level.bot, rules):
        return level
    return replace(level, bot=other, note=f", as {level.bot} is not solved for these rules")


def adviser(game: str, rules: Mapping[str, Any]) -> str:
    """Give the bot for hints: the strongest that needs no solving.

    >>> adviser("draw", cardcore.new("draw", big_bet=5).rules)
    'equity'
    """
    return _at_once(game, Level(presentation(game).adviser), rules).bot


@cache
def describe(language: str = "en") -> list[dict[str, Any]]:
    """Describe all games as JSON values, for the page that opens rooms."""
    files = page_files()
    described = [
        {
            "game": game,
            "title": title(game),
            "rules": _rules(game),
            "presets": [_preset(game, preset) for preset in presentation(game).presets],
            "levels": describe_levels(game),
            "usual_level": presentation(game).default_level,
            "about": presentation(game).rules(cardcore.new(game, seed=0).rules),
            # Whether the page has a table of its own for it.
            "table": f"tables/{game}.js" in files,
        }
        for game in games()
    ]
    translated: list[dict[str, Any]] = translate_all(described, language)
    return translated


def describe_levels(game: str, rules: Mapping[str, Any] | None = None) -> list[dict[str, str]]:
    """Describe the opponents of a game for people, and which bot plays for each.

    >>> describe_levels("hearts")[0]["title"], describe_levels("hearts")[0]["bot"]
    ('First game', 'policy:temperature=20:cutoff=6')
    """
    summaries = {bot.name: bot.summary for bot in cardcore.bots(game, details=True)}
    summaries |= dict.fromkeys(_NETS.get(game, ()), "a trained network")
    return [
        {
            "name": name,
            "title": TITLES.get(name, name),
            "meaning": MEANINGS[name] if name in MEANINGS else summaries[name],
            "bot": summaries[name] if name in _NETS.get(game, ()) else str(level),
        }
        for name, level in levels(game, rules).items()
    ]


def begin(game: str, rules: Mapping[str, Any], *, seed: int) -> Game:
    """Begin a game by rules that somebody sent.

    Raises
    ------
    RequestError
        If there is no such game, or these rules make none that can be played here.
    """
    if game not in games():
        raise RequestError(
            "malformed", f"unknown game '{game}', expected one of {', '.join(games())}"
        )
    known = {rule["name"]: rule for rule in _rules(game)}
    for name, value in rules.items():
        if name not in known:
            expected = f"expected one of {', '.join(known)}"
            raise RequestError("malformed", f"'{name}' is not a rule of {game}, {expected}")
        largest = known[name].get("largest")
        if isinstance(value, int) and largest is not None and value > largest:
            message = f"{name}: expected at most {largest} here, found {value}"
            raise RequestError("malformed", rules_error(message))
        is_list = known[name]["kind"] in ("choices", "numbers") and _is_list(value)
        if not isinstance(value, bool | int | str | None) and not is_list:
            found = type(value).__name__
            raise RequestError(
                "malformed", f"{name}: expected a number, a word or nothing, found {found}"
            )
    try:
        made = cardcore.new(game, rules=dict(rules), seed=seed)
    except (TypeError, ValueError) as error:
        raise RequestError("malformed", rules_error(str(error))) from error
    if made.seats > _MAX_SEATS:
        message = f"expected at most {_MAX_SEATS} seats, found {made.seats}"
        raise RequestError("malformed", rules_error(message))
    return made


def _is_list(value: Any) -> bool:
    """Return whether a value is a list of numbers or words."""
    return isinstance(value, list) and all(isinstance(part, int | str) for part in value)


def _preset(game: str, preset: Preset) -> dict[str, Any]:
    """Describe a preset as JSON values."""
    rules = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in preset.rules.items()
    }
    return {
        "name": preset.name,
        "title": preset.title,
        "summary": preset.summary,
        "rules": rules,
        "about": presentation(game).rules(begin(game, rules, seed=0).rules),
    }


@cache
def _rules(game: str) -> list[dict[str, Any]]:
    """Describe the rules of a game: name, kind, default, choices, if there are any, and meaning."""
    limits = presentation(game).limits
    found = []
    for rule in describe_rules(game_module(game).Rules):
        described = asdict(rule)
        if not rule.choices:
            del described["choices"]
        if rule.kind == "number":
            described["largest"] = limits.get(rule.name, _LARGEST)
        found.append(described)
    return found
