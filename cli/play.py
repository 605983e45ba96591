"""``cardcore play``: sit down at a table."""

import json
import shlex
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

import cardcore
from cardcore import Game, ParseError, View
from cardcore.cli import render
from cardcore.cli.files import read_json, write_text
from cardcore.cli.games import page
from cardcore.cli.hint import hint
from cardcore.cli.names import meant, split_names
from cardcore.cli.numbers import SEED, Seconds
from cardcore.cli.rules import PerGame, game_by_rules, rule_options
from cardcore.players import Human, Seated

#: The seat of the person at the terminal.
YOU = "you"

#: More moves than this is not a list that anyone reads.
MOST_LISTED = 99


class Left(Exception):
    """The person got up."""


class TakenBack(Exception):
    """The person took a move back."""


def _make(game: str) -> click.Command:
    options = [
        click.Option(["--seats"], help="One name per seat: you,greedy,random,…"),
        click.Option(["--names"], help="What to call the players: Ann,Bob,…"),
        click.Option(["--seed"], type=SEED, help="Same seed, same deal."),
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
    known = ", ".join(cardcore.bots(game))
    return click.Command(
        game,
        params=[*options, *rule_options(game)],
        callback=lambda **values: _play(game, **values),
        help=f"Play {game} against bots, from the weakest to the strongest: {known}.",
        short_help=f"Play {game}.",
    )


@click.group(cls=PerGame, make=_make, invoke_without_command=True)
@click.option(
    "--resume", type=click.Path(path_type=Path), help="Go on with a game that --record kept."
)
@click.option("--delay", type=Seconds(), default=0.5, hidden=True)
@click.pass_context
def play(context: click.Context, resume: Path | None, delay: float) -> None:
    """Play a game in the terminal, against bots or watching them."""
    if context.invoked_subcommand is not None:
        if resume is not None:
            raise click.UsageError("expected a game, or --resume FILE, found both")
        return
    if resume is None:
        raise click.UsageError("expected a game, or --resume FILE")
    record = read_json(resume)
    game = cardcore.replay(record)
    seated = record.get("players", record["seats"])
    if not isinstance(seated, list) or not all(isinstance(name, str) for name in seated):
        raise ParseError(f"record: players: expected a list of names, found {seated!r}")
    _check(game, seated)
    Sitting(game, seated, record["seats"], resume, delay).run()


def _play(
    game: str,
    seats: str | None,
    names: str | None,
    seed: int | None,
    record: Path | None,
    watch: bool,
    delay: float,
    **rules: Any,
) -> None:
    bots = cardcore.bots(game)
    seated = None if seats is None else split_names("--seats", seats)
    made = game_by_rules(game, len(seated) if seated else None, rules, seed=seed)
    if seated is None:
        seated = [bots[-1] if watch else YOU, *[bots[-1]] * (made.seats - 1)]
    _check(made, seated)
    if watch and YOU in seated:
        raise ValueError("--watch is for bots only, but you have a seat")
    called = _call(seated) if names is None else split_names("--names", names)
    if len(called) != made.seats:
        raise ValueError(f"names: expected {made.seats} names, found {len(called)}")
    Sitting(made, seated, called, record, delay).run()


def _check(game: Game, seated: Sequence[str]) -> None:
    """Check that there is a known player for every seat."""
    known = (YOU, *(name for name, _ in game.bots()))
    for seat, name in enumerate(seated):
        if name not in known:
            expected = f"expected one of {', '.join(known)}{meant(name, known)}"
            raise ParseError(f"seat {seat}: unknown player {name!r}, {expected}")
    if len(seated) != game.seats:
        raise ParseError(f"seats: expected {game.seats} players, found {len(seated)}")


def _call(seated: Sequence[str]) -> list[str]:
    """Name players after what they are, with numbers where that is not enough."""
    return [
        name if seated.count(name) == 1 else f"{name} {seated[: seat + 1].count(name)}"
        for seat, name in enumerate(seated)
    ]


class Sitting:
    """A game in the terminal, from the first move to the last."""

    def __init__(
        self,
        game: Game,
        seated: Sequence[str],
        names: Sequence[str],
        record: Path | None,
        delay: float,
    ) -> None:
        self.game = game
        self.page = page(game.name)
        self.seated = list(seated)
        self.names = [render.printable(name) for name in names]
        self.record = record
        self.delay = 0.0 if YOU in seated else delay
        self.seat = seated.index(YOU) if YOU in seated else None
        self.last = game.view(self.seat).last
        self.told: tuple[int, str] | None = None

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        self._save()
        commands = {"hint": self._hint, "undo": self._undo, "help": self._help, "quit": self._quit}
        human = Human(render.ask, render.tell, self._show, commands)
        players: list[Seated] = [human if name == YOU else name for name in self.seated]
        seed = len(self.game.moves)
        if YOU in self.seated and not self.game.is_over:
            self._words()
        while not self.game.is_over:
            try:
                cardcore.play(self.game, players, seed=seed, after_move=self._moved)
            except TakenBack:
                continue
            except (Left, EOFError):
                self._leave()
                return
            except KeyboardInterrupt as interrupt:
                self._leave()
                raise click.exceptions.Exit(render.INTERRUPTED) from interrupt
        self._result()

    def _moved(self, game: Game, seat: int) -> None:
        self._save()
        view = game.view(self.seat)
        if self.seated[seat] != YOU:
            text = game.moves[-1]
            # Those who only watch may see everything; a player hears what the table hears.
            told = text if self.seat is None else view.history[-1][1]
            # The parts of a trade sound alike; once is enough.
            if (seat, told) != self.told or told == text:
                render.show(render.play(self.names[seat], told))
            self.told = (seat, told)
            if self.delay:
                time.sleep(self.delay)
        if view.last != self.last:
            self.last = view.last
            render.show("", render.facts(self.page.ending(view, self.names)))
            if not game.is_over:
                render.show("")

    def _show(self, view: View) -> None:
        lines = self.page.screen(view, self.names)
        if view.seat is not None and self.seated.count(YOU) > 1:
            lines.insert(0, ("to move", render.line(self.names[view.seat])))
        render.show("", render.facts(lines))
        moves = view.legal_moves()
        if len(moves) <= MOST_LISTED:
            render.show(render.choices(self.page.groups(moves)))
        else:
            render.tell(f"{len(moves):,} legal moves; type one, such as: {moves[0]}")

    def _hint(self, view: View) -> None:
        for line in hint(view):
            render.tell(line)

    def _undo(self, view: View) -> None:
        if not self.game.is_open:
            render.tell(f"no undo: in {self.game.name} you may have seen what is hidden")
            return
        record = self.game.record(self.names)
        turns = [place for place, (seat, _) in enumerate(view.history) if seat == view.seat]
        if not turns:
            render.tell("no undo: you have not moved yet")
            return
        record["moves"] = record["moves"][: turns[-1]]
        self.game = cardcore.replay(record)
        self.last = self.game.view(self.seat).last
        self._save()
        raise TakenBack

    def _help(self, view: View) -> None:
        self._words()
        render.tell(self.page.guide(self.game.rules))

    def _words(self) -> None:
        undo = "undo, " if self.game.is_open else ""
        render.tell(f"type a number or a move, or: hint, {undo}help, quit")

    def _quit(self, view: View) -> None:
        raise Left

    def _leave(self) -> None:
        moves = render.count(len(self.game.moves), "move")
        path = shlex.quote(str(self.record))
        saved = f"; go on with: cardcore play --resume {path}" if self.record else ""
        render.tell(f"\nyou left after {moves}{saved}", whole=True)

    def _save(self) -> None:
        if self.record is not None:
            record = {**self.game.record(self.names), "players": self.seated}
            write_text(self.record, json.dumps(record, ensure_ascii=False, indent=1) + "\n")

    def _result(self) -> None:
        scores = self.game.scores()
        render.show(render.scores(self.names, scores, low_wins=self.game.low_score_wins))
