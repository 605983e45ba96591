"""A game in the terminal, from the first move to the last."""

import json
import shlex
import time
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import RenderableType

import cardcore
from cardcore import Game, ParseError, View, characters
from cardcore.cli import render, saved_games
from cardcore.cli.files import write_text
from cardcore.cli.games import page
from cardcore.cli.names import meant
from cardcore.cli.person import Person
from cardcore.cli.players import OwnPlayer, is_own, lasting
from cardcore.difficulty import TITLES, Level, LevelPlayer
from cardcore.players import Player, check_bot
from cardcore.records import record as write_down
from cardcore.registry import presentation

#: The seat of the person at the terminal.
YOU = "you"

#: The rows that a decision takes below what has happened: a list, the table and the prompt.
_ROWS_OF_TABLE = 16


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
        self._seated = [lasting(name) for name in seated]
        self._players = self._seat_players()
        self._before = game.view(self._seat)
        self._heard: tuple[int, str] | None = None
        # What was told since the last decision.
        self._story: list[RenderableType] = []

    def run(self) -> bool:
        """Play until the game is over or the person leaves; tells whether it is over."""
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
                return False
            except KeyboardInterrupt as interrupt:
                self._leave()
                raise click.exceptions.Exit(render.INTERRUPTED) from interrupt
        if self._own is not None:
            saved_games.delete(self._own)
        self._show_result()
        return True

    def _begin(self) -> None:
        if self._seat is None:
            self._watch()
            return
        title = self._presentation.title
        others = {
            name: player
            for name, player in zip(self._names, self._seated, strict=True)
            if player != YOU
        }
        against = f" against {render.listed(list(others))}" if others else ""
        self._tell_all(render.heading(f"{title[0].upper()}{title[1:]}{against}"))
        for name, player in others.items():
            character = characters.find(name)
            # A player that was given the name of a character need not play like it.
            if character is not None and player in TITLES:
                temper = f", {TITLES[player].lower()}, {character.temper}: "
                self._tell_all(render.line((name, "bold"), temper, character.about))
        self._tell_all(render.line("Type a move, the number or letter before it, or help."))

    def _tell_all(self, *items: RenderableType) -> None:
        """Tell what happens; what was told since the last decision is shown again with the next."""
        self._story.extend(items)
        render.show(*items)

    def _begin_screen(self) -> None:
        """Begin the screen of a decision: what has happened since the last one, and no more."""
        if not render.is_interactive():
            return
        room = max(3, render.height() - _ROWS_OF_TABLE)
        rows = [render.rows(item) for item in self._story]
        while len(rows) > 1 and sum(rows) > room:
            del self._story[0], rows[0]
        render.clear()
        render.show(*self._story)
        self._story = []

    def _seat_players(self) -> list[Player]:
        """Find the player for every seat."""
        game, by_difficulty = self._game, self._presentation.levels()
        if len(self._seated) != game.seats:
            raise ParseError(f"seats: expected {game.seats} players, found {len(self._seated)}")
        bots = [name for name, _ in game.bots()]
        native = (*bots, "net")
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
        #: What plays at each seat, as far as hints can know it.
        self._levels = [
            levels.get(name) or (Level(name) if name.partition(":")[0] in native else None)
            for name in self._seated
        ]
        person = Person(
            self._page,
            self._table,
            self._begin_screen,
            offered,
            unoffered,
            final=not game.is_open,
        )
        players: list[Player] = []
        for seat, name in enumerate(self._seated):
            if name == YOU:
                players.append(person)
            elif is_own(name, bots):
                players.append(OwnPlayer(f"seat {seat}", name))
            elif name in levels:
                players.append(LevelPlayer(levels[name], self._seed))
            elif name.partition(":")[0] in native:
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
                self._tell_all(self._page.told(before, self._names[seat], heard))
            self._heard = (seat, heard)
        else:
            # Nobody needs to be told what they just typed, but the next screen begins with it.
            self._story.append(render.play(self._names[seat], text))
        for event in self._page.events(before, view, seat, heard, self._names):
            self._tell_all(event)
        if view.last != before.last:
            render.show("", *self._page.ending(view, self._names, game.scores()))
            if not game.is_over:
                if self._seat is not None:
                    if render.wait() in ("quit", "q", "exit"):
                        raise Left
                    self._story = []
                render.show("")
        if self._seat is None:
            if game.move_count % game.seats == 0 and not game.is_over:
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
        if rest not in ("", "more"):
            render.tell("Type hint, or hint more for all numbers.")
            return
        hint = self._presentation.hint(view, seated=self._levels)
        render.show(render.line((f"{hint.source}: ", "bold"), render.prose(hint.move)))
        for line in [*hint.explanation, *(hint.details if rest else [])]:
            render.show(render.prose(line))
        if hint.details and not rest:
            render.show(render.line(("hint more shows all numbers.", "dim")))

    def _rules(self, view: View, rest: str) -> None:
        for line in self._presentation.rules(self._game.rules):
            render.tell(line)

    def _scores(self, view: View, rest: str) -> None:
        self._show_scores()

    def _save_as(self, view: View, rest: str) -> None:
        """Keep the game as it is now in another file."""
        if not rest:
            render.tell("Name a file to save to, as in: save game.json")
            return
        path = Path(rest).expanduser()
        if path.exists():
            render.tell(f"There is a file '{path}' already. Choose another name.")
            return
        try:
            write_text(path, self._written())
        except ParseError as error:
            render.tell(str(error))
        else:
            render.tell(f"Saved. Go on with: {_way_back(path)}", whole=True)

    def _undo(self, view: View, rest: str) -> None:
        if not self._game.is_open:
            render.tell("You can't undo here: cards have been revealed.")
            return
        turns = [place for place, (seat, _) in enumerate(view.history) if seat == view.seat]
        if not turns:
            render.tell("There is nothing to undo: you haven't moved yet.")
            return
        record = self._game.record(self._names)
        record["moves"] = record["moves"][: turns[-1]]
        self._game = cardcore.replay(record)
        self._before = self._game.view(self._seat)
        self._save()
        raise TakenBack

    def _help(self, view: View, rest: str) -> None:
        render.tell(f"Now: {self._page.expected(view)}.")
        render.tell(f"How to type moves: {self._presentation.guide(self._game.rules)}.")
        undo = "undo (take your last move back), " if self._game.is_open else ""
        render.tell(
            "You can also type hint (a good move and why), hint more, moves (all of them), rules, "
            f"scores, {undo}save FILE, help or quit."
        )

    def _quit(self, view: View, rest: str) -> None:
        raise Left

    def _leave(self) -> None:
        self._save()
        moves = render.count(self._game.move_count, "move")
        back = ""
        if self._record is not None:
            back = f" Go on with: {_way_back(self._record)}"
        elif self._own is not None and self._own.exists():
            back = f" Go on with: {_way_back(None)}"
        render.tell(f"\nYou left after {moves}.{back}", whole=True)

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

    def _show_result(self) -> None:
        """Say who has won."""
        low_wins = self._game.low_score_wins
        render.show("", render.verdict(self._names, self._game.scores(), low_wins=low_wins))
        self._show_scores()

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
