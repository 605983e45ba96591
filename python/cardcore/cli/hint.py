"""What a good player would do, and why."""

from cardcore import View
from cardcore.cli.games import page


def hint(view: View) -> list[str]:
    """Advise a seat from its view alone: a move, what speaks for it, and what may come of it."""
    adviser = page(view.name)
    weighed = adviser.weigh(view)
    if weighed:
        words, chosen = f"{adviser.adviser} would play", str(weighed[0][0])
    else:
        words, chosen = adviser.advise(view)
    reasons = adviser.reasons(view, chosen)
    return [f"{words}: {chosen}", *reasons, *adviser.expectations(weighed)]
