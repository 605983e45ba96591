"""``cardcore bot``: a bot for other programs, by lines of JSON."""

import json
import sys
from typing import Any

import click

import cardcore
from cardcore import CardcoreError, Game, ParseError, View
from cardcore.cli import render
from cardcore.cli.numbers import SEED
from cardcore.cli.rules import PerGame
from cardcore.players import check_bot
from cardcore.reference.random import Random
from cardcore.registry import presentation


def _make(game: str) -> click.Command:
    known = ", ".join(cardcore.bots(game))
    options = [
        click.Option(
            ["--name"],
            default=cardcore.bots(game)[-1],
            show_default=True,
            help="The bot, perhaps with parameters as in search:worlds=50.",
        ),
        click.Option(
            ["--seed"], type=SEED, default=0, show_default=True, help="Same seed, same moves."
        ),
    ]
    return click.Command(
        game,
        params=list(options),
        callback=lambda **values: _answer(game, **values),
        help=f"Choose moves of {game} for another program. Bots: {known}.\n\n"
        "Every line is a JSON object with a record of the game so far, or a view, and is answered "
        "by one with a move, or an error.",
        short_help=f"Play {game} for another program.",
    )


bot: PerGame = PerGame(
    "bot",
    make=_make,
    help="Let another program ask a bot for moves: JSON lines on standard input, JSON lines back.",
    short_help="Play for another program, by lines of JSON.",
)


def _answer(game: str, name: str, seed: int) -> None:
    check_bot(cardcore.new(game, seed=0), name)
    for number, line in enumerate(sys.stdin):
        if not line.strip():
            continue
        try:
            view = _read(game, line)
            chosen = view.choose(name, seed=Random(seed, number).word())
            answer = {"move": str(chosen)}
        except (CardcoreError, ValueError) as error:
            answer = {"error": str(error)}
        render.show_json_line(answer)


def _read(game: str, line: str) -> View:
    """Read a request: the view of the seat that is to move."""
    try:
        request: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ParseError(f"expected a JSON object, found {line.strip()[:80]!r}") from error
    if not isinstance(request, dict) or len(request.keys() & {"record", "view"}) != 1:
        raise ParseError("expected an object with a 'record' or a 'view'")
    if "view" in request:
        if not isinstance(request["view"], dict):
            raise ParseError(f"view: expected an object, found {request['view']!r}")
        view: View = presentation(game).read_view(request["view"])
        return view
    played: Game[View, Any] = cardcore.replay(request["record"])
    if played.name != game:
        raise ParseError(f"record: expected a game of {game}, found one of {played.name}")
    if played.to_move is None:
        raise ParseError("record: the game is over")
    return played.view(played.to_move)
