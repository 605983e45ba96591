import pytest

from cardcore.benchmark.measure import Comparison, WrongAnswer, compare, duration


def test_goals_are_judged_by_medians() -> None:
    times = {"ours": [1.0, 1.0, 50.0], "theirs": [9.0, 10.0, 11.0]}
    comparison = Comparison("work", "call", 1, times, {"theirs": 10, "absent": 2}, limit=0.5)
    assert comparison.verdicts() == [
        ("theirs at least 10 times", True),
        ("at most 500 ms a call", False),
    ]


def test_a_wrong_answer_is_not_timed() -> None:
    calls = []

    def wrong() -> int:
        calls.append("wrong")
        return 2

    with pytest.raises(WrongAnswer, match="one and one: the answer of guess is wrong"):
        compare("one and one", {"guess": wrong}, check=lambda answer: answer == 3)
    assert calls == ["wrong"]


@pytest.mark.parametrize(
    ("seconds", "text"), [(2, "2 s"), (0.0123, "12.3 ms"), (5e-6, "5 µs"), (4.2e-9, "4.2 ns")]
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
