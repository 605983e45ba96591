# %% [markdown]
# # Notebook: discard analysis
#
# Which cards of a five-card hand do you hold? `cardcore.discard` looks at all 32 holds and
# counts every possible draw, so the odds are exact. This notebook takes one hand apart, then
# looks at a hundred thousand hands at once.

# %%
from collections import Counter

import numpy as np
from matplotlib import pyplot

import cardcore
from cardcore import discard

table = discard.analyze("Ah Kh Qh Jh Jc")
table

# %% [markdown]
# The table ranks holds by the expected hand category. A video poker player cares about the
# payout instead. Under 8/5 Bonus Poker, four to the royal flush are worth far more than the pair
# of jacks that is already there:

# %%
best = table.best("bonus-8-5")
values = table.values("bonus-8-5")
best

# %% [markdown]
# `values` has the EV of all 32 holds, indexed by *discard mask*: bit 0 stands for the first card
# of the hand. Most holds are far behind the best one:

# %%
order = np.argsort(values)[::-1]
hand = ["Ah", "Kh", "Qh", "Jh", "Jc"]
labels = [
    " ".join(card for place, card in enumerate(hand) if not mask >> place & 1) or "nothing"
    for mask in order[:10]
]
figure, axes = pyplot.subplots(figsize=(7, 3.6))
axes.barh(labels[::-1], values[order[:10]][::-1])
axes.set(xlabel="EV in bets, 8/5 Bonus Poker", title="The ten best holds of Ah Kh Qh Jh Jc")
figure.tight_layout()

# %% [markdown]
# ## A hundred thousand hands
#
# `best_discards` takes an array of card numbers and returns the best mask and its EV for each
# hand. How many cards does a perfect player discard?

# %%
hands = cardcore.deal_many(100_000, cards=5, seed=1)
masks, evs = discard.best_discards(hands, "jacks-or-better-9-6")
thrown = Counter(int(mask).bit_count() for mask in masks)
for cards in range(6):
    print(f"{cards} cards: {thrown[cards] / len(hands):6.1%} of hands")

# %% [markdown]
# The mean EV over random hands estimates the return of the game. `solve` gives it exactly, as a
# fraction, by going through all 134,459 kinds of hands:

# %%
exact = discard.solve("jacks-or-better-9-6").exact
error = evs.std() / np.sqrt(len(evs))
print(f"sampled: {evs.mean():.4f} ± {1.96 * error:.4f}")
print(f"exact:   {float(exact):.6f} = {exact}")
