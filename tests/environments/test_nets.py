"""Networks as bots: files, outputs, choices, seats, errors."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import cardcore
from cardcore import ParseError
from cardcore.environments import Batch, Encoding, Net, export_net

Layers = list[tuple[NDArray[Any], NDArray[Any]]]


def random_layers(*sizes: int, seed: int = 1) -> Layers:
    generator = np.random.default_rng(seed)
    return [
        (generator.normal(size=(after, before)) / before**0.5, generator.normal(size=after))
        for before, after in pairwise(sizes)
    ]


def definition(layers: Layers, inputs: NDArray[Any], bend: Callable[[Any], Any]) -> NDArray[Any]:
    """Evaluate in NumPy with double precision."""
    current = inputs.astype(np.float64)
    for place, (weights, biases) in enumerate(layers):
        current = (bend(current) if place else current) @ weights.astype("<f4").T
        current = current + biases.astype("<f4")
    return current


def relu(numbers: NDArray[Any]) -> NDArray[Any]:
    return np.maximum(numbers, 0)


@pytest.fixture
def hearts(tmp_path: Path) -> str:
    encoding = Encoding("hearts", target=None)
    layers = random_layers(*encoding.observation_shape, 32, encoding.action_count)
    return export_net(tmp_path / "hearts.safetensors", layers, encoding)


@pytest.mark.parametrize(("activation", "bend"), [("relu", relu), ("tanh", np.tanh)])
def test_outputs_are_those_of_numpy_within_the_tolerance(
    tmp_path: Path, activation: Any, bend: Callable[[Any], Any]
) -> None:
    batch = Batch("hearts", 256, seed=1, target=None)
    for _ in range(20):
        batch.step_random()
    layers = random_layers(499, 256, 256, 52)
    path = tmp_path / "net.safetensors"
    export_net(path, layers, batch.encoding, activation=activation)
    net = Net(path)
    found = net.evaluate(batch.observations)
    expected = definition(layers, batch.observations, bend)
    assert np.abs(found - expected).max() < 1e-5 * np.abs(expected).max()
    assert (net.evaluate(batch.observations, threads=1) == found).all()
    with pytest.raises(ValueError, match="expected rows of 499 numbers, found"):
        net.evaluate(batch.observations[:, 1:])


@pytest.mark.parametrize("game", cardcore.games())
@pytest.mark.parametrize("actions", ["factored", "flat", "listed"])
def test_the_bot_chooses_what_the_network_scores_highest(
    tmp_path: Path, game: str, actions: Any
) -> None:
    rules: dict[str, Any] = {"hearts": {"values": 6}, "president": {"rounds": 1}}.get(game, {})
    batch = Batch(game, 32, seed=3, actions=actions, features="full", **rules)
    inputs = batch.observations.shape[1] + batch.moves.shape[1]
    outputs = 1 if actions == "listed" else batch.masks.shape[1]
    layers = random_layers(inputs, 16, outputs)
    bot = export_net(tmp_path / "net.safetensors", layers, batch.encoding)
    for _ in range(4):
        for row in range(0, batch.size, 4):
            view = batch.view(row)
            assert str(view.choose(bot)) == str(expected_move(batch.encoding, layers, view))
        batch.step_random()


def expected_move(encoding: Encoding, layers: Layers, view: Any) -> Any:
    """Choose in NumPy, action by action."""
    if encoding.action_space == "listed":
        moves = encoding.move_features(view)
        seen = np.broadcast_to(
            encoding.observation(view), (len(moves), *encoding.observation_shape)
        )
        return view.legal_moves()[int(definition(layers, np.hstack([seen, moves]), relu).argmax())]
    picked: list[int] = []
    while True:
        scores = definition(layers, encoding.observation(view, picked)[None], relu)[0]
        legal = np.flatnonzero(encoding.mask(view, picked))
        action = int(legal[scores[legal].argmax()])
        move = encoding.move(view, picked, action)
        if move is not None:
            return move
        picked.append(action)


def test_a_network_sits_wherever_bots_have_names(hearts: str) -> None:
    bots = ["rule", hearts, hearts, "greedy"]
    batch = Batch("hearts", 64, seats="random", bots={hearts: 2, "greedy": 1}, seed=1, target=None)
    for _ in range(20):
        batch.step_random()
    assert batch.bot_names == (hearts, "greedy")
    result = cardcore.arena.run("hearts", bots, games=8, seed=1, target=None)
    assert sum(bot.mean for bot in result.bots) == 26
    again = cardcore.arena.run("hearts", bots, games=8, seed=1, target=None, threads=1)
    assert [bot.mean for bot in again.bots] == [bot.mean for bot in result.bots]
    game = cardcore.play(cardcore.new("hearts", seed=1, target=None), bots)
    assert game.is_over
    view = cardcore.new("hearts", seed=2, target=None).view(0)
    assert view.choose(hearts) in view.legal_moves()


def test_a_network_plays_the_rollouts_of_a_search(hearts: str) -> None:
    searching = f"search:worlds=8:rollouts={hearts}"
    game = cardcore.new("hearts", seed=3, target=None)
    for _ in range(5):  # four passes, and the first card
        game.play(game.legal_moves()[0])
    view = game.view(game.to_move)
    estimates = view.weigh(searching, seed=5)
    assert {estimate.move for estimate in estimates} == set(view.legal_moves())
    assert estimates == view.weigh(searching, seed=5)
    # Others play the rest of the deal otherwise.
    assert estimates != view.weigh("search:worlds=8:rollouts=random", seed=5)
    bots = [searching, hearts, "greedy", "random"]
    result = cardcore.arena.run("hearts", bots, games=2, seed=1, target=None)
    assert [bot.name for bot in result.bots] == bots
    with pytest.raises(ValueError, match="rollouts: expected a bot that does not search itself"):
        view.choose(f"search:rollouts={searching}")


def test_sampled_choices_follow_the_softmax(tmp_path: Path) -> None:
    encoding = Encoding("ends", count=2)
    layers = [(np.zeros((2, *encoding.observation_shape)), np.array([0.0, np.log(3)]))]
    bot = export_net(tmp_path / "net.safetensors", layers, encoding, choice="sample")
    batch = Batch("ends", 4000, seed=1, count=2)
    right = batch.choose(bot, seed=1).mean()
    assert abs(right - 0.75) < 0.03  # four standard errors


def test_layers_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    encoding = Encoding("hearts", target=None)
    path = tmp_path / "net.safetensors"

    def error(layers: Any, **options: Any) -> str:
        with pytest.raises((TypeError, ValueError)) as raised:
            export_net(path, layers, encoding, **options)
        return str(raised.value)

    good = random_layers(499, 8, 52)
    assert error([]) == "layers: expected at least one, found none"
    assert "expected pairs of weights and biases" in error(5)
    assert error(random_layers(500, 52)) == (
        "layer 0: expected weights of shape (outputs, 499), found (52, 500)"
    )
    assert error(random_layers(499, 8, 51)) == "layer 1: expected 52 outputs, found 51"
    assert error([(good[0][0], np.zeros(9))]) == "layer 0: expected 8 biases, found (9,)"
    assert error([(good[0][0] * np.nan, good[0][1])]) == "layer 0: expected finite numbers"
    assert "activation: expected one of relu, tanh, found 'gelu'" in error(good, activation="gelu")
    assert "choice: expected one of best, sample" in error(good, choice="worst")
    assert not path.exists()


def test_files_for_something_else_are_refused(hearts: str, tmp_path: Path) -> None:
    def error(game: str, bot: str, **rules: Any) -> str:
        with pytest.raises(ValueError, match="bot 'net:") as raised:
            Batch(game, 1, seats=[0], bots=bot, **rules)
        return str(raised.value).partition(": ")[2]

    assert error("ends", hearts) == "the net's game is 'hearts': expected ends"
    assert "the net's observation is 'hand 52, " in error("hearts", hearts, values=8)
    assert "No such file" in error("hearts", f"net:{tmp_path}/none")
    assert error("hearts", "net:") == "the name of its file is missing, expected net:FILE"
    (tmp_path / "text").write_text("no tensors")
    assert "expected a safetensors file" in error("hearts", f"net:{tmp_path}/text")
    with pytest.raises(ParseError, match="expected a safetensors file"):
        Net(tmp_path / "text")
    content = Path(hearts.removeprefix("net:")).read_bytes()
    for old, new, expected in (
        (b'"1.weight"', b'"2.weight"', "tensor '2.weight'"),
        (b'"choice":"best"', b'"choice":"rest"', "'rest': expected one of best, sample"),
        (b'"encoder":"sections-1"', b'"encoder":"sections-2"', "expected sections-1"),
    ):
        (tmp_path / "other").write_bytes(content.replace(old, new, 1))
        if old == b'"1.weight"':
            assert "outputs: expected 52" in error("hearts", f"net:{tmp_path}/other", target=None)
        else:
            assert expected in error("hearts", f"net:{tmp_path}/other", target=None)


class Tensor:
    """As much of a tensor of torch as is asked for."""

    def __init__(self, numbers: NDArray[Any]) -> None:
        self._numbers = numbers

    def detach(self) -> "Tensor":
        return self

    cpu = detach

    def numpy(self) -> NDArray[Any]:
        return self._numbers


class Module:
    """As much of a module of torch as is asked for; subclasses are known by their names."""

    def __init__(self, *parts: "Module") -> None:
        self._parts = parts

    def children(self) -> tuple["Module", ...]:
        return self._parts

    def named_modules(self, name: str = "") -> Iterator[tuple[str, "Module"]]:
        yield name, self
        for place, part in enumerate(self._parts):
            yield from part.named_modules(f"{name}.{place}".lstrip("."))


class Linear(Module):
    def __init__(self, weights: NDArray[Any], biases: NDArray[Any] | None) -> None:
        super().__init__()
        self.weight = Tensor(weights)
        self.bias = None if biases is None else Tensor(biases)


class Sequential(Module): ...


class Tanh(Module): ...


class ReLU(Module): ...


class GELU(Module): ...


def test_modules_of_torch_are_read_by_their_layers(tmp_path: Path) -> None:
    encoding, path = Encoding("hearts", target=None), tmp_path / "net.safetensors"
    (first, biases), (second, _) = random_layers(499, 32, 52)
    layers = Linear(first, biases), Tanh(), Linear(second, None)
    export_net(path, Sequential(Sequential(*layers[:2]), layers[2]), encoding)
    inputs = np.random.default_rng(1).random((8, 499), np.float32)
    expected = definition([(first, biases), (second, np.zeros(52))], inputs, np.tanh)
    assert np.abs(Net(path).evaluate(inputs) - expected).max() < 1e-5 * np.abs(expected).max()
    with pytest.raises(ValueError, match="found GELU at '1'"):
        export_net(path, Sequential(layers[0], GELU(), layers[2]), encoding)
    with pytest.raises(ValueError, match="expected ReLU or Tanh between all layers, found both"):
        export_net(path, Sequential(*layers, ReLU()), encoding)
