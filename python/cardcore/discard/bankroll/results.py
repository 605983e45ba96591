"""What is told about a bankroll: probabilities, outlooks, sessions and Kelly bets."""

from dataclasses import dataclass

__all__ = ["Kelly", "Outlook", "Probability", "Session"]


@dataclass(frozen=True)
class Probability:
    """A probability, and a bound on its error."""

    value: float
    """The probability."""
    error: float
    """The exact probability differs by no more than this."""

    def __float__(self) -> float:
        return self.value


@dataclass(frozen=True)
class Outlook:
    """The state of a bankroll after some hands."""

    hands: int
    """The number of hands played, or of plays if several hands are played at once."""
    ahead: Probability
    """The probability of having more than at the start."""
    even: Probability
    """The probability of having as much."""
    behind: Probability
    """The probability of having less."""


@dataclass(frozen=True)
class Session:
    """How a session ends that has a win goal, a stop-loss, or both."""

    goal: float
    """The probability of reaching the goal first."""
    stopped: float
    """The probability of reaching the stop-loss first."""
    playing: float
    """The probability of neither within the hands played."""
    hands: float
    """The mean number of plays until the end."""


@dataclass(frozen=True)
class Kelly:
    """The bets that let a bankroll grow fastest in the long run."""

    fraction: float
    """The fraction of the bankroll to bet on every play; 0 if the return is not above 1."""
    growth: float
    """The mean growth of the logarithm of the bankroll per play."""

    @property
    def bankroll(self) -> float:
        """The bankroll, in the cost of one play, for which the usual bet is the Kelly bet."""
        return 1 / self.fraction if self.fraction else float("inf")
