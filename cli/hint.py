"""What a good player would do, and why."""

import cardcore
from cardcore import View
from cardcore.cli.games import page


def hint(view: View) -> list[str]:
    """Advise a seat from its view alone: the choice of the best bot, and the game's reasons."""
    best = cardcore.bots(view.name)[-1]
    chosen = view.choose(best, seed=0)
    return [f"{best} would play: {chosen}", *page(view.name).reasons(view, str(chosen))]
