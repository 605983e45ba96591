import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardcore.reviews.evaluation import exact_evaluation, sampled_evaluation
from cardcore.reviews.labels import LABELS, Scale
from cardcore.reviews.statistics import cross_fitted, estimate


def test_the_loss_of_a_move_as_good_as_all_others_is_zero_on_average() -> None:
    noise = np.random.default_rng(1)
    cross, naive, alarms = [], [], 0
    for _ in range(2000):
        values = noise.normal(size=(6, 40))
        loss = cross_fitted(values, 0)[1]
        cross.append(loss.mean)
        naive.append(values.mean(axis=1).max() - values[0].mean())
        alarms += loss.interval[0] > 0
    assert np.mean(naive) > 0.15
    assert abs(np.mean(cross)) < 0.02
    assert alarms / 2000 < 0.045


def test_a_clear_best_move_is_found_with_its_loss() -> None:
    noise = np.random.default_rng(2)
    luck = 5 * noise.normal(size=400)
    values = luck + noise.normal(size=(3, 400)) + np.array([[0.0], [1.0], [3.0]])
    best, loss = cross_fitted(values, 0)
    assert best == 2
    # The luck of the deal is in both moves: the interval is far narrower than that of either.
    assert loss.interval[0] <= 3 <= loss.interval[1]
    assert loss.half_width < estimate(values[0]).half_width / 2


def test_an_evaluation_has_the_move_made_and_the_best() -> None:
    values = np.array([[1.0, 2.0] * 8, [3.0, 5.0] * 8, [1.0, 2.0] * 8])
    found = sampled_evaluation(["a", "b"], "a", values)
    assert (found.best, list(found.moves), found.deals) == ("b", ["b", "a"], 16)
    assert found.loss.mean == 2.5
    assert (found.reference, found.skill.mean, found.skill.half_width) == (1.5, 0.0, 0.0)
    own = sampled_evaluation(["a", "b"], "b", values)
    assert (own.best, own.loss.mean, own.skill.mean) == ("b", 0.0, 2.5)


def test_an_exact_evaluation_keeps_a_move_that_ties_for_the_best() -> None:
    found = exact_evaluation("R", {"L": 2, "R": 2})
    assert (found.best, found.loss.mean, found.loss.half_width) == ("R", 0.0, 0.0)


@given(
    st.floats(0, 10),
    st.floats(0, 10),
    st.tuples(st.floats(0.01, 1), st.floats(1, 3), st.floats(3, 9)),
)
def test_no_loss_that_may_be_zero_is_an_error(
    loss: float, below: float, limits: tuple[float, float, float]
) -> None:
    scale = Scale(*limits)
    label = scale.label(loss, loss - below)
    if loss - below <= 0:
        assert label == "good"
    if label == "blunder":
        assert loss >= scale.blunder
    # More is lost, so the label is no better.
    assert LABELS.index(scale.label(loss + 1, loss + 1 - below)) >= LABELS.index(label)


@pytest.mark.parametrize(("loss", "accuracy"), [(0, 100), (1, 50), (2, 25), (-1, 100)])
def test_accuracy_halves_with_every_mistake(loss: float, accuracy: float) -> None:
    assert Scale(0.25, 1.0, 2.5).accuracy(loss) == accuracy
