"""A game in the terminal, from the first move to the last."""

import json
import shlex
import time
from collections.abc import Sequence
from pathlib import Path

import click

import cardcore
from cardcore import Game, ParseError, View
from cardcore.cli import kept, render
from cardcore.cli.files import write_text
from cardcore.cli.games import page
from cardcore.cli.names import meant
from cardcore.cli.person import Person
from cardcore.cli.players import OwnPlayer, is_own, lasting
from cardcore.difficulty import Level, LevelPlayer
from cardcore.players import Player, check_bot
from cardcore.records import record as write_down
from cardcore.registry import presentation

#: The seat of the person at the terminal.
YOU = "you"


class Left(Exception):
    """The person got up."""


class TakenBack(Exception):
    """The person took a move back."""


class Sitting:
    """A game between people at this terminal, bots and players from files.

    Parameters
    ----------
    game
        The game.
    seated
        What plays at each seat: ``you``, the name of a bot, a level, or a player from a file.
    names
        What the players are called.
    seed
        The seed of the bots' choices.
    record
        The file that keeps the game, if it was asked for.
    own
        The file in the user's own folder that keeps it until it is over, otherwise.
    delay
        The time to look at a move when only bots play.

    Raises
    ------
    ParseError
        If there is not a known player for every seat.
    """

    def __init__(
        self,
        game: Game,
        seated: Sequence[str],
        names: Sequence[str],
        *,
        seed: int,
        record: Path | None = None,
        own: Path | None = None,
        delay: float = 0.0,
    ) -> None:
        self._game = game
        self._page = page(game.name)
        self._presentation = presentation(game.name)
        self._seed = seed
        self._own = own
        self._record = record
        self._seat = seated.index(YOU) if YOU in seated else None
        self._delay = delay if self._seat is None else 0.0
        self._names = [render.printable(name) for name in names]
        self._seated = [lasting(name) if is_own(name) else name for name in seated]
        self._players = self._seat_players()
        self._before = game.view(self._seat)
        self._heard: tuple[int, str] | None = None

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        self._save()
        if not self._game.is_over:
            self._begin()
        while not self._game.is_over:
            try:
                cardcore.play(self._game, self._players, after_move=self._moved)
            except TakenBack:
                continue
            except (Left, EOFError):
                self._leave()
                return
            except KeyboardInterrupt as interrupt:
                self._leave()
                raise click.exceptions.Exit(render.INTERRUPTED) from interrupt
        if self._own is not None:
            kept.forget(self._own)
        self._show_scores()

    def _begin(self) -> None:
        if self._seat is None:
            self._watch()
        else:
            render.tell("type a move, the number or letter before it, or help")

    def _seat_players(self) -> list[Player]:
        """Find the player for every seat."""
        game, by_difficulty = self._game, self._presentation.levels()
        if len(self._seated) != game.seats:
            raise ParseError(f"seats: expected {game.seats} players, found {len(self._seated)}")
        bots = [name for name, _ in game.bots()]
        levels = {**by_difficulty, **{name: Level(name) for name in bots}}
        commands = {
            "hint": self._hint,
            "rules": self._rules,
            "save": self._save_as,
            "scores": self._scores,
            "help": self._help,
            "quit": self._quit,
        }
        undo = {"undo": self._undo}
        offered, unoffered = ({**commands, **undo}, {}) if game.is_open else (commands, undo)
        person = Person(self._page, self._table, offered, unoffered, final=not game.is_open)
        players: list[Player] = []
        for seat, name in enumerate(self._seated):
            if name == YOU:
                players.append(person)
            elif is_own(name, bots):
                players.append(OwnPlayer(f"seat {seat}", name))
            elif name in levels:
                players.append(LevelPlayer(levels[name], self._seed))
            elif name.partition(":")[0] in bots:
                check_bot(game, name)
                players.append(LevelPlayer(Level(name), self._seed))
            else:
                known = (YOU, *bots, *by_difficulty)
                expected = f"expected one of {', '.join(known)}, or file.py:Class"
                raise ParseError(
                    f"seat {seat}: unknown player {name!r}, {expected}{meant(name, known)}"
                )
        return players

    def _moved(self, game: Game, seat: int) -> None:
        self._save(by_person=self._seated[seat] == YOU)
        before, view = self._before, game.view(self._seat)
        self._before = view
        text = game.moves[-1]
        # Those who only watch may see everything; a player hears what the table hears.
        heard = text if self._seat is None else view.history[-1][1]
        if self._seated[seat] != YOU:
            # The parts of a trade sound alike; once is enough.
            if (seat, heard) != self._heard or heard == text:
                render.show(self._page.told(before, self._names[seat], heard))
            self._heard = (seat, heard)
        for event in self._page.events(before, view, seat, heard, self._names):
            render.show(event)
        if view.last != before.last:
            render.show("", render.facts(self._page.ending(view, self._names)))
            if not game.is_over:
                render.show("")
        if self._seat is None:
            if len(game.moves) % game.seats == 0 and not game.is_over:
                self._watch()
            time.sleep(self._delay)

    def _watch(self) -> None:
        """Show the table to those who only watch."""
        render.show("", render.facts(self._page.watched(self._game, self._names)), "")

    def _table(self, view: View) -> int:
        """Show the table to the seat that is to move; gives the number of rows it takes."""
        lines = self._page.screen(view, self._names)
        if view.seat is not None and self._seated.count(YOU) > 1:
            lines.insert(0, ("to move", render.line(self._names[view.seat])))
        shown = render.facts(lines)
        render.show(shown)
        return render.rows(shown)

    def _hint(self, view: View, rest: str) -> None:
        hint = self._presentation.hint(view)
        for line in (f"{hint.source}: {hint.move}", *hint.explanation):
            render.tell(line)

    def _rules(self, view: View, rest: str) -> None:
        for line in self._presentation.rules(self._game.rules):
            render.tell(line)

    def _scores(self, view: View, rest: str) -> None:
        self._show_scores()

    def _save_as(self, view: View, rest: str) -> None:
        """Keep the game as it is now in another file."""
        if not rest:
            render.tell("expected a file behind save, as in: save game.json")
            return
        path = Path(rest).expanduser()
        if path.exists():
            render.tell(f"'{path}' is there already; expected the name of a new file")
            return
        try:
            write_text(path, self._written())
        except ParseError as error:
            render.tell(str(error))
        else:
            render.tell(f"saved; go on with: {_way_back(path)}", whole=True)

    def _undo(self, view: View, rest: str) -> None:
        if not self._game.is_open:
            render.tell(f"no undo: in {self._game.name} you may have seen what is hidden")
            return
        turns = [place for place, (seat, _) in enumerate(view.history) if seat == view.seat]
        if not turns:
            render.tell("no undo: you have not moved yet")
            return
        record = self._game.record(self._names)
        record["moves"] = record["moves"][: turns[-1]]
        self._game = cardcore.replay(record)
        self._before = self._game.view(self._seat)
        self._save()
        raise TakenBack

    def _help(self, view: View, rest: str) -> None:
        render.tell(f"now: {self._page.expected(view)}")
        render.tell(self._presentation.guide(self._game.rules))
        undo = "undo (takes your last move back), " if self._game.is_open else ""
        render.tell(
            "words: hint (a good move and why), moves (all of them), rules, scores, "
            f"{undo}save FILE, help, quit"
        )

    def _quit(self, view: View, rest: str) -> None:
        raise Left

    def _leave(self) -> None:
        self._save()
        moves = render.count(len(self._game.moves), "move")
        back = ""
        if self._record is not None:
            back = f"; go on with: {_way_back(self._record)}"
        elif self._own is not None and self._own.exists():
            back = f"; go on with: {_way_back(None)}"
        render.tell(f"\nyou left after {moves}{back}", whole=True)

    def _written(self) -> str:
        record = write_down(self._game, self._names, self._seated, bots_seed=self._seed)
        return json.dumps(record, ensure_ascii=False, indent=1) + "\n"

    def _save(self, *, by_person: bool = True) -> None:
        """Keep the game; unasked only after moves of people, as bots make theirs again."""
        if self._record is not None:
            write_text(self._record, self._written())
        elif self._own is not None and self._game.moves and by_person:
            try:
                write_text(self._own, self._written())
            except ParseError:
                # Nobody asked for the file, so nobody is to be stopped by it.
                self._own = None

    def _show_scores(self) -> None:
        scores = self._game.scores()
        render.show(
            render.scores(
                self._names,
                scores,
                low_wins=self._game.low_score_wins,
                is_over=self._game.is_over,
            )
        )


def _way_back(path: Path | None) -> str:
    """Give the command that goes on with a game."""
    return "cardcore play --resume" + ("" if path is None else f" {shlex.quote(str(path))}")
