# %% [markdown]
# # Notebook: Hearts bots in the arena
#
# A bot is a class with one method, `choose(view)`. This notebook writes two of them for Hearts,
# plays them against the built-in bots, and asks how many deals it takes to be sure which one is
# better.

# %%
from matplotlib import pyplot

import cardcore
from cardcore import Card, arena, hearts

for bot in cardcore.bots("hearts", details=True):
    print(f"{bot.name:10} {bot.summary}")

# %% [markdown]
# ## A first bot
#
# A view holds what the seat may know. `legal_moves` are text: a card to play, or three cards to
# pass. The first bot ducks: it plays low when it might take the trick, and gets rid of high
# cards otherwise.


# %%
class Duck:
    """Plays its lowest card, or its highest if that cannot win the trick."""

    def choose(self, view: hearts.View) -> str:
        if view.passing:
            return view.legal_moves()[-1]
        cards = [Card(move) for move in view.legal_moves()]
        may_win = view.led in (None, cards[0].suit)
        return str(min(cards) if may_win else max(cards))


result = arena.run("hearts", [Duck(), "random", "random", "random"], games=400, seed=1, target=None)
result

# %% [markdown]
# Scores are penalty points, so lower is better. The intervals are 95% confidence intervals.
#
# ## A better bot
#
# The queen of spades costs as much as all hearts together. The second bot discards her at the
# first chance, and doesn't lead high spades while she is out.


# %%
class Careful(Duck):
    """Ducks, and gets rid of the queen of spades."""

    def choose(self, view: hearts.View) -> str:
        moves = view.legal_moves()
        if view.passing:
            return max(moves, key=lambda move: sum(map(self.danger, move.split()[1:])))
        if "Qs" in moves and view.led not in (None, "s"):
            return "Qs"
        return super().choose(view)

    def danger(self, text: str) -> int:
        card = Card(text)
        return card.number + 60 * (text in ("Qs", "Ks", "As"))


# %% [markdown]
# A tournament plays every line-up on the same deals from every seat, so that luck cancels out.
# `rule` is a built-in bot that follows rules of thumb:

# %%
names = ["greedy", "rule"]
found = arena.tournament(
    "hearts",
    [Duck(), Careful(), *names],
    games=400,
    seed=1,
    target=None,
    schedule="all against all",
)
found

# %% [markdown]
# ## How many deals are enough?
#
# The width of a confidence interval shrinks with the square root of the number of games. Native
# bots are fast enough to see it:

# %%
games = [100, 400, 1_600, 6_400, 25_600]
bots = ["rule", "greedy", "greedy", "greedy"]
results = [arena.run("hearts", bots, games=count, seed=1, target=None) for count in games]
means = [each.bots[0].mean for each in results]
low, high = zip(*(each.bots[0].interval for each in results), strict=True)
figure, axes = pyplot.subplots(figsize=(7, 3.6))
axes.semilogx(games, means, marker="o")
axes.fill_between(games, low, high, alpha=0.2)
axes.set(xlabel="games", ylabel="points per deal", title="rule against three greedy bots")
figure.tight_layout()
