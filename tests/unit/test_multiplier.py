"""Multiplier games: published returns, and a small one by brute force."""

import pytest

from cardcore import discard
from cardcore.discard.multiplier import multiplier_name


def test_one_line_of_ultimate_x_as_published() -> None:
    """Published: a return of 98.57%, and how often each multiplier occurs."""
    solution = discard.solve("ultimate-x-jacks-or-better-8-6")
    assert isinstance(solution, discard.MultiplierSolution)
    assert solution.exact is not None
    assert round(100 * float(solution.exact), 2) == 98.57
    shares = {state.multiplier: round(100 * state.share, 2) for state in solution.states}
    assert shares == {1: 56.29, 2: 19.93, 3: 12.53, 4: 7.24, 7: 1.38, 10: 1.50, 12: 1.13}
    assert solution.value == float(solution.exact)
    mean = sum(state.share * state.value for state in solution.states)
    assert mean == pytest.approx(solution.value, abs=1e-10)
    # A large multiplier is played for now, and a small one for the next.
    low, high = (solution.best("Ah Kh 7h 4h Kd", multiplier) for multiplier in (1, 12))
    assert low.value < high.value


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "percent"),
    [
        ("ultimate-x-jacks-or-better-8-6-10-play", 99.42),
        ("ultimate-x-bonus-7-5-10-play", 99.40),
        ("ultimate-x-double-bonus-9-6-10-play", 99.04),
        ("ultimate-x-double-double-bonus-9-6-10-play", 99.87),
    ],
)
def test_ten_lines_of_ultimate_x_as_published(name: str, percent: float) -> None:
    solution = discard.solve(name)
    assert isinstance(solution, discard.MultiplierSolution)
    assert round(100 * solution.value, 2) == percent
    assert solution.error < 1e-9


def test_names() -> None:
    assert "ultimate-x-deuces-wild-full-pay-3-play" in discard.MULTIPLIER_GAMES
    found = multiplier_name("Ultimate X JOB 8/6 10-play")
    assert found is not None
    assert (found.paytable, found.hands) == ("jacks-or-better-8-6", 10)
    assert multiplier_name("jacks-or-better-9-6") is None
    for name in ("ultimate-x-nothing", "ultimate-x-joker-poker-kings-20-7-5"):
        with pytest.raises(ValueError, match="unknown multiplier game"):
            discard.solve(name)
