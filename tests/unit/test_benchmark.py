import pytest

from cardcore.benchmark.measure import Comparison, Growth, compare, duration


def taking(seconds: float) -> Comparison:
    return Comparison("work", "call", 2, {"ours": [seconds, seconds, 9 * seconds]})


def test_the_power_of_growth_is_that_of_the_last_step() -> None:
    growth = Growth("work", "cards", {1: taking(5.0), 10: taking(1.0), 20: taking(4.0)})
    assert growth.contestants == ["ours"]
    assert growth.exponent("ours") == pytest.approx(2)
    assert growth.to_dict()["measured"][20]["contestants"]["ours"]["per_item"] == 2.0


def test_goals_are_judged_by_medians() -> None:
    times = {"ours": [1.0, 1.0, 50.0], "theirs": [9.0, 10.0, 11.0]}
    comparison = Comparison("work", "call", 1, times, {"theirs": 10, "absent": 2}, limit=0.5)
    assert comparison.verdicts() == [
        ("10 times theirs", True),
        ("at most 500 ms per call", False),
    ]


def test_a_wrong_answer_is_not_timed() -> None:
    calls = []

    def wrong() -> int:
        calls.append("wrong")
        return 2

    with pytest.raises(AssertionError, match="one and one: the answer of guess is wrong"):
        compare("one and one", {"guess": wrong}, check=lambda answer: answer == 3)
    assert calls == ["wrong"]


@pytest.mark.parametrize(
    ("seconds", "text"), [(2, "2 s"), (0.0123, "12.3 ms"), (5e-6, "5 µs"), (4.2e-9, "4.2 ns")]
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
