"""The command ``cardcore``: verb first, then the game.

A verb is loaded when it is asked for: listing them, completing one and asking for the version take
no longer than Python and click themselves.
"""

import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

import cardcore
from cardcore.cli import interrupts
from cardcore.registry import games, title

#: What every verb does, in one line. The module of a verb has its name.
_VERBS = {
    "arena": "Let bots play many games.",
    "bench": "Measure against the reference.",
    "bot": "Play for another program, by lines of JSON.",
    "completion": "Print what lets a shell complete this command.",
    "convert": "Convert hand histories of draw games from and to PHH.",
    "discard": "Find the best discard of five-card draw hands, exactly.",
    "equity": "Compute how often hands and ranges win, tie, and their share of the pot.",
    "exploit": "Find out how exploitable a bot is.",
    "learn": "Learn to play a game by self-play.",
    "moves": "List the moves that a hand allows.",
    "parity": "Compare the native extension with the reference.",
    "paytables": "List paytables with their exact returns under best play.",
    "play": "Play a game in the terminal, against bots or watching them.",
    "rank": "Rank hands of five to seven cards, best first.",
    "replay": "Play a recorded game again, checking every move, and show it.",
    "review": "Review a recorded game: what decisions lost, luck apart from skill.",
    "risk": "Compute the risk of ruin and the probability of being ahead.",
    "serve": "Play in the browser, alone or together.",
    "solve": "Solve a game exactly.",
    "strategy": "Derive a chart of what to hold in video poker.",
    "tournament": "Let bots meet, and rate them.",
    "train": "Train what to hold in video poker.",
}


def _place(verb: str) -> str:
    """Name the module of a verb: here, or where the only game is that has it."""
    places = [verb, *(f"games.{game}.{verb}" for game in games())]
    return next(f"cardcore.cli.{place}" for place in places if find_spec(f"cardcore.cli.{place}"))


class Application(click.Group):
    """A group of verbs that turns the library's errors into one line and exit status 2."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Name the verbs."""
        return list(_VERBS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Load a verb."""
        if name not in _VERBS:
            return None
        with interrupts.ending():
            module = import_module(_place(name))
        verb: click.Command = getattr(module, name)
        return verb

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_VERBS.items()))

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run the command; a stream that fails is one line and exit status 1."""
        try:
            return super().main(*arguments, **options)
        except OSError as error:
            # A closed pipe is not an error, and click has already exited quietly in that case.
            with suppress(OSError):
                click.echo(f"Error: cannot go on: {error.strerror or error}", err=True)
            sys.exit(1)

    def invoke(self, context: click.Context) -> object:
        """Run a verb."""
        from cardcore.cli import render

        render.adapt_streams()
        try:
            with interrupts.raised():
                return super().invoke(context)
        except (cardcore.CardcoreError, ValueError) as error:
            raise click.UsageError(str(error), ctx=None) from error
        except KeyboardInterrupt as interrupt:
            render.complain("\ninterrupted")
            raise click.exceptions.Exit(interrupts.INTERRUPTED) from interrupt


def _titles() -> str:
    """Name the games, as people and as the command line call them."""
    titles = {game: title(game) for game in games()}
    *others, last = [
        title if title.lower() == game else f"{title} ({game})" for game, title in titles.items()
    ]
    return f"{', '.join(others)} and {last}"


def _show_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        click.echo(f"cardcore, version {cardcore.__version__}")
        context.exit()


@click.group(
    cls=Application,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Exact answers, strong players and whole matches for card and hand games.\n\n"
    f"They are {_titles()}.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Run the command line."""
