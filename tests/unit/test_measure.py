import pytest

from cardcore.compare.measure import WrongAnswer, compare, duration


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
