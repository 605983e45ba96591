"""The command ``cardcore``: verb first, then the game."""

import sys
from contextlib import suppress
from typing import Any

import click

import cardcore
from cardcore.cli import interrupts, render
from cardcore.cli.arena import arena
from cardcore.cli.bench import bench
from cardcore.cli.bot import bot
from cardcore.cli.completion import completion
from cardcore.cli.discard import discard
from cardcore.cli.exploit import exploit
from cardcore.cli.games import page
from cardcore.cli.learn import learn
from cardcore.cli.parity import parity
from cardcore.cli.paytables import paytables
from cardcore.cli.play import play
from cardcore.cli.rank import rank
from cardcore.cli.replay import replay
from cardcore.cli.risk import risk
from cardcore.cli.serve import serve
from cardcore.cli.solve import solve
from cardcore.cli.strategy import strategy
from cardcore.cli.tournament import tournament
from cardcore.cli.train import train
from cardcore.registry import games, presentation


class Application(click.Group):
    """A group of verbs that turns the library's errors into one line and exit status 2."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run the command; a stream that fails is one line and exit status 1."""
        try:
            return super().main(*arguments, **options)
        except OSError as error:
            # A closed pipe is not an error, and click has already exited quietly in that case.
            with suppress(OSError):
                render.complain(f"Error: cannot go on: {error.strerror or error}")
            sys.exit(1)

    def invoke(self, context: click.Context) -> object:
        """Run a verb."""
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
    titles = {game: presentation(game).title for game in games()}
    *others, last = [
        title if title.lower() == game else f"{title} ({game})" for game, title in titles.items()
    ]
    return f"{', '.join(others)} and {last}"


@click.group(
    cls=Application,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Exact answers, strong players and whole matches for card and hand games.\n\n"
    f"They are {_titles()}.",
)
@click.version_option(cardcore.__version__, prog_name="cardcore")
def main() -> None:
    """Run the command line."""


for verb in (
    arena,
    bench,
    bot,
    completion,
    discard,
    exploit,
    learn,
    parity,
    paytables,
    play,
    rank,
    replay,
    risk,
    serve,
    solve,
    strategy,
    tournament,
    train,
):
    main.add_command(verb)
for name in games():
    for verb in page(name).verbs():
        main.add_command(verb)
