"""What a good player would do, and why."""

from cardcore import View
from cardcore.cli.games import page


def hint(view: View) -> list[str]:
    """Advise a seat from its view alone: a move, and in words what speaks for it."""
    adviser = page(view.name)
    words, chosen = adviser.advise(view)
    return [f"{words}: {chosen}", *adviser.reasons(view, chosen)]
