# %% [markdown]
# # Notebook: video poker, from return to bankroll
#
# A paytable fixes everything about a video poker game: the best strategy, the return (RTP), the
# variance, and with them the risk of ruin and the best bet size. All of it follows from exact
# counts; nothing here is simulated unless it says so.

# %%
import numpy as np
from matplotlib import pyplot

from cardcore import discard

solution = discard.solve("deuces-wild-full-pay")
solution

# %% [markdown]
# ## Return and house edge
#
# Full-pay Deuces Wild returns more than it takes. Compare it with other games: the house edge is
# 1 minus the return, and the standard deviation says how rough the ride is.

# %%
names = ["deuces-wild-full-pay", "double-bonus-10-7", "jacks-or-better-9-6", "jacks-or-better-8-5"]
for name in names:
    solved = discard.solve(name)
    edge = 1 - float(solved.exact)
    deviation = float(solved.variance) ** 0.5
    print(f"{name:22} house edge {edge:+8.4%}   standard deviation {deviation:.2f} bets")

# %% [markdown]
# ## A strategy to memorize
#
# A strategy chart trades a little return for a short list of rules. Hold the first line that
# fits:

# %%
chart = discard.strategy("jacks-or-better-9-6", lines=12)
for number, line in enumerate(chart.lines, 1):
    print(f"{number:2} {line.hold}")
print(f"\nreturn {float(chart.exact):.6f}, perfect play {float(chart.best):.6f}")

# %% [markdown]
# ## Risk of ruin
#
# A positive expectation doesn't help a player who goes broke first. `risk` gives the probability
# of losing a bankroll, betting one unit per hand, for as long as you like:

# %%
risk = discard.risk("deuces-wild-full-pay")
bankrolls = np.arange(100, 8_001, 100)
ruin = [risk.ruin(int(bankroll)).value for bankroll in bankrolls]
figure, axes = pyplot.subplots(figsize=(7, 3.6))
axes.semilogy(bankrolls, ruin)
axes.axhline(0.05, color="gray", linestyle=":")
axes.set(xlabel="bankroll in bets", ylabel="risk of ruin", title="Full-pay Deuces Wild")
figure.tight_layout()
print(f"5% risk of ruin: {risk.bankroll(0.05):,} bets")

# %% [markdown]
# ## The Kelly criterion
#
# Which fraction of the bankroll makes it grow fastest? The Kelly bet maximizes the expected
# logarithm of the bankroll after one hand. The exact payout probabilities make this a
# one-dimensional search:

# %%
payouts = np.array([pays for pays, _ in risk.payouts], float)
chances = np.array([float(chance) for _, chance in risk.payouts])
fractions = np.linspace(0, 0.0008, 401)
growth = np.log1p(fractions[:, None] * (payouts - 1)) @ chances
kelly = fractions[growth.argmax()]
print(f"Kelly fraction: {kelly:.4%} of the bankroll, 1 bet in {1 / kelly:,.0f}")

# %% [markdown]
# Betting twice the Kelly fraction gives all the growth back, with far more risk:

# %%
figure, axes = pyplot.subplots(figsize=(7, 3.6))
axes.plot(fractions * 1e4, growth * 1e6)
axes.axvline(kelly * 1e4, color="gray", linestyle=":")
axes.set(xlabel="fraction bet, in basis points", ylabel="growth per hand, in millionths")
figure.tight_layout()

# %% [markdown]
# ## One evening
#
# Simulated runs show what the averages hide. Twenty players take 500 bets and play 2,000 hands
# each:

# %%
runs = risk.simulate(2_000, bankroll=500, runs=20, seed=1)
figure, axes = pyplot.subplots(figsize=(7, 3.6))
axes.plot(runs.T, linewidth=0.8)
axes.set(xlabel="hands played", ylabel="bankroll in bets")
figure.tight_layout()
