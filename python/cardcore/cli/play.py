"""``cardcore play``: sit down at a table."""

import secrets
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

import cardcore
from cardcore import characters
from cardcore.cli import render, saved_games
from cardcore.cli.files import read_json
from cardcore.cli.names import meant, split_names
from cardcore.cli.numbers import SEED, Seconds
from cardcore.cli.players import is_own
from cardcore.cli.rules import PerGame, game_by_rules, rule_options
from cardcore.cli.sitting import YOU, Sitting
from cardcore.difficulty import DEFAULT_LEVEL, LEVELS, MEANINGS, TITLES, find_level
from cardcore.records import bots_seed
from cardcore.records import players as recorded_players
from cardcore.registry import games, presentation

#: What ``--resume`` is without a file.
_NEWEST = ""


def _make(game: str) -> click.Command:
    shown = presentation(game)
    options = [
        click.Option(
            ["--seats"],
            help="One name per seat: you, a bot, perhaps with parameters as in search:worlds=50, "
            "a level, or mybot.py:Careful for your own.",
        ),
        click.Option(
            ["--level"],
            metavar="LEVEL",
            help=f"How well the others play, 1 to {len(LEVELS)} or a name: {', '.join(LEVELS)}.  "
            f"[default: {shown.default_level}]",
        ),
        click.Option(["--names"], help="What to call the players: Ann,Bob,…"),
        click.Option(["--seed"], type=SEED, help="Same seed, same deal and same bots."),
        click.Option(
            ["--record"], type=click.Path(path_type=Path), help="Keep the game in a file."
        ),
        click.Option(["--watch"], is_flag=True, help="Let bots play and watch them."),
        click.Option(
            ["--delay"],
            type=Seconds(),
            default=0.5,
            show_default=True,
            help="Time to look at a move, watching.",
        ),
    ]
    bots = ", ".join(cardcore.bots(game))
    levels = "; ".join(f"{name}: {level}" for name, level in shown.levels().items())
    return click.Command(
        game,
        params=[*options, *rule_options(game)],
        callback=lambda **values: _play(game, **values),
        help=f"Play {game} against bots.\n\nBots are {bots}.\n\nLevels are {levels}.",
        short_help=f"Play {game}.",
    )


@click.group(cls=PerGame, make=_make, invoke_without_command=True)
@click.option(
    "--resume",
    is_flag=False,
    flag_value=_NEWEST,
    metavar="[FILE]",
    help="Go on with a game that --record or save kept, or without a file with one of the last.",
)
@click.option("--delay", type=Seconds(), default=0.5, hidden=True)
@click.pass_context
def play(context: click.Context, resume: str | None, delay: float) -> None:
    """Play a game in the terminal, against bots or watching them."""
    if context.invoked_subcommand is not None:
        if resume is not None:
            raise click.UsageError("expected a game, or --resume FILE, found both")
        return
    if resume is None:
        _choose_game(context)
    elif resume == _NEWEST:
        chosen = _choose_left()
        if chosen is not None:
            _resume(chosen, delay, is_own=True)
    else:
        _resume(Path(resume), delay, is_own=False)


def _choose_game(context: click.Context) -> None:
    """Ask for a game and a level, or for a saved game to resume, and play it."""
    found = list(saved_games.unfinished())
    render.show(render.heading("What would you like to play?"))
    table = render.table([("", "right"), "game", ""])
    for number, game in enumerate(games(), start=1):
        title = presentation(game).title
        table.add_row(str(number), title[0].upper() + title[1:], presentation(game).description)
    if found:
        table.add_row("c", "Continue", f"Go on with {_describe(found[0][1])}, or another game.")
    render.show(table)
    names = {str(number): game for number, game in enumerate(games(), start=1)}
    names |= {game: game for game in games()}
    names |= {presentation(game).title.lower(): game for game in games()}
    try:
        answer = _ask_for(
            "game (a number or a name, Enter for the first): ",
            {**names, "": games()[0], **({"c": "", "continue": ""} if found else {})},
            f"a number from 1 to {len(games())} or the name of a game",
        )
        if answer == "":
            chosen = _choose_left()
            if chosen is not None:
                _resume(chosen, 0.0, is_own=True)
            return
        chosen_rules = {} if answer is None else _choose_rules(answer)
        level = None if answer is None or chosen_rules is None else _choose_level()
    except EOFError:
        render.show("")
        return
    if answer is not None and chosen_rules is not None and level is not None:
        command = play.get_command(context, answer)
        assert command is not None
        context.invoke(command, level=level, **chosen_rules)


def _choose_rules(game: str) -> dict[str, str] | None:
    """Ask which rules to play by, if there are several that people know; ``None`` to leave."""
    presets = presentation(game).presets
    if not presets:
        return {}
    table = render.table([("", "right"), "rules", ""])
    for number, preset in enumerate(presets, start=1):
        table.add_row(
            str(number), preset.title, f"{preset.summary[:1].upper()}{preset.summary[1:]}."
        )
    render.show(table)
    known = {str(number): preset.name for number, preset in enumerate(presets, start=1)}
    known |= {preset.name: preset.name for preset in presets}
    known |= {preset.title.lower(): preset.name for preset in presets}
    expected = f"a number from 1 to {len(presets)}"
    chosen = _ask_for("rules (Enter for the usual ones): ", {**known, "": ""}, expected)
    if chosen is None:
        return None
    return {"rules": chosen} if chosen else {}


def _choose_level() -> str | None:
    """Ask how well the others are to play."""
    table = render.table([("", "right"), "opponents", ""])
    for number, level in enumerate(LEVELS, start=1):
        usual = " (usual)" if level == DEFAULT_LEVEL else ""
        table.add_row(str(number), f"{TITLES[level]}{usual}", MEANINGS[level])
    render.show(table)
    known = {str(number): level for number, level in enumerate(LEVELS, start=1)}
    known |= {level: level for level in LEVELS} | {TITLES[level].lower(): level for level in LEVELS}
    return _ask_for(
        f"level (Enter for {TITLES[DEFAULT_LEVEL].lower()}): ",
        {**known, "": DEFAULT_LEVEL},
        f"a number from 1 to {len(LEVELS)}",
    )


def _ask_for(prompt: str, known: Mapping[str, str], expected: str) -> str | None:
    """Ask until the answer is known; ``None`` to leave."""
    while True:
        answer = render.ask(prompt).strip().lower()
        if answer in ("quit", "q", "exit"):
            return None
        if answer in known:
            return known[answer]
        close = meant(answer, [name for name in known if len(name) > 1])
        render.tell(f"Type {expected}, or quit{close}.".replace("?.", "?"))


def _describe(record: Mapping[str, Any]) -> str:
    """Name a game that was left."""
    game = str(record["game"])
    title = presentation(game).title if game in games() else render.printable(game)
    return f"{title} ({render.count(len(record['moves']), 'move')})"


def _resume(path: Path, delay: float, *, is_own: bool) -> None:
    """Go on with a game from a file."""
    record = read_json(path)
    game = cardcore.replay(record)
    seated = recorded_players(record)
    seed = bots_seed(record)
    Sitting(
        game,
        seated,
        record["seats"],
        # Records of earlier versions have none.
        seed=secrets.randbits(64) if seed is None else seed,
        record=None if is_own else path,
        own=path if is_own else None,
        delay=delay,
    ).run()


def _choose_left() -> Path | None:
    """Ask which of the games that were left is to go on."""
    found = list(saved_games.unfinished())
    if not found:
        raise click.UsageError(
            "there is no saved game to resume; expected a game, or --resume FILE"
        )
    table = render.table([("", "right"), "game", ("moves", "right"), "players", "last played"])
    for number, (path, record) in enumerate(found, start=1):
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
        names = ", ".join(render.printable(str(name)) for name in record["seats"])
        table.add_row(str(number), str(record["game"]), str(len(record["moves"])), names, when)
    render.show(table)
    while True:
        try:
            answer = render.ask("which game (Enter for the first): ").strip() or "1"
        except EOFError:
            render.show("")
            return None
        if answer.lower() == "quit":
            return None
        if answer.isdecimal() and len(answer) < 9 and 1 <= int(answer) <= len(found):
            return found[int(answer) - 1][0]
        render.tell(f"Type a number from 1 to {len(found)}, or quit.")


def _play(
    game: str,
    seats: str | None,
    level: str | None,
    names: str | None,
    seed: int | None,
    record: Path | None,
    watch: bool,
    delay: float,
    **rules: Any,
) -> None:
    if seats is not None and level is not None:
        raise ValueError("expected --seats or --level, found both")
    if level is not None:
        level = _read_level(level)
    seated = None if seats is None else split_names("--seats", seats)
    own_seed = secrets.randbits(64) if seed is None else seed
    made = game_by_rules(game, len(seated) if seated else None, rules, seed=seed)
    if seated is None:
        other = level or ("best" if watch else presentation(game).default_level)
        seated = [other if watch else YOU, *[other] * (made.seats - 1)]
    if watch and YOU in seated:
        raise ValueError("--watch is for bots only, but you have a seat")
    called = _call(seated, own_seed) if names is None else split_names("--names", names)
    if len(seated) == made.seats != len(called):
        raise ValueError(f"names: expected {made.seats} names, found {len(called)}")
    while True:
        is_over = Sitting(
            made,
            seated,
            called,
            seed=own_seed,
            record=record,
            own=saved_games.new_file(game) if record is None and YOU in seated else None,
            delay=delay,
        ).run()
        # A game in a file of its own, or with a seed, was meant to be that game.
        if not is_over or record is not None or seed is not None or not _wants_another(seated):
            return
        own_seed = secrets.randbits(64)
        made = game_by_rules(game, len(seated), rules, seed=None)


def _read_level(text: str) -> str:
    """Read a level that is given by its name or its number."""
    found = find_level(text)
    if found is None:
        names = ", ".join(LEVELS)
        raise ValueError(f"--level: expected 1 to {len(LEVELS)} or one of {names}, found '{text}'")
    return found


def _wants_another(seated: Sequence[str]) -> bool:
    """Ask a person at a terminal whether to play again."""
    if YOU not in seated or not render.is_interactive():
        return False
    try:
        return render.ask("Play again? Enter for yes, n for no: ").strip().lower() in (
            "",
            "y",
            "yes",
        )
    except (EOFError, KeyboardInterrupt):
        render.show("")
        return False


def _call(seated: Sequence[str], seed: int) -> list[str]:
    """Name levels by characters, and other players after what they are.

    Numbers are added where that is not enough.
    """
    plain = [name.rpartition(":")[2] if is_own(name) else name for name in seated]
    levels = [name for name in seated if name in LEVELS]
    cast = iter(characters.cast(levels, seed, taken=plain))
    return [
        next(cast)[0]
        if name in LEVELS
        else name
        if plain.count(name) == 1
        else f"{name} {plain[: seat + 1].count(name)}"
        for seat, name in enumerate(plain)
    ]
