"""Networks as bots: export a trained network to a file that plays as ``net:FILE``.

The file is in the safetensors format, which torch, JAX and NumPy read and write. Such a bot plays
in a :class:`Batch`, the arena, tournaments, the terminal and wherever else bots have names; the
network is evaluated natively, without Python.
"""

import json
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardcore import _core, atomic_files
from cardcore.environments.encoding import Encoding, Section

__all__ = ["Net", "export_net"]

#: Between two layers.
Activation = Literal["relu", "tanh"]

#: How an action follows from the outputs.
Choice = Literal["best", "sample"]

#: Weights of shape (outputs, inputs) with biases, from the inputs on; or a module of torch.
Layers: TypeAlias = Iterable[tuple[ArrayLike, ArrayLike]] | Any

#: The modules of torch between linear layers, by the name of their class.
_ACTIVATIONS: Mapping[str, Activation] = {"ReLU": "relu", "Tanh": "tanh"}

#: Modules of torch that compute nothing when a network plays.
_TRANSPARENT = frozenset({"Dropout", "Flatten", "Identity", "ModuleList", "Sequential"})


def export_net(
    path: str | PathLike[str],
    layers: Layers,
    encoding: Encoding,
    *,
    activation: Activation | None = None,
    choice: Choice = "best",
) -> str:
    """Write a multilayer perceptron to a file, and return the name of the bot that plays it.

    Parameters
    ----------
    path
        The file, ``agent.safetensors``, say.
    layers
        The linear layers from the inputs on: pairs of weights, of shape (outputs, inputs), and
        biases. Or a module of torch whose linear layers follow each other, such as a
        ``torch.nn.Sequential``.
    encoding
        What the inputs and outputs mean, such as ``batch.encoding``. With factored or flat actions
        the network has an output for every action. With listed actions it scores a move: its inputs
        are an observation followed by the features of the move, its output is one number.
    activation
        ``relu`` or ``tanh``, between the layers; by default that of the module of torch, or relu.
    choice
        ``best``: the legal action with the highest output, the first of equals. ``sample``: one at
        random, with the probabilities that softmax makes of the outputs of legal actions.

    Returns
    -------
    str
        ``net:`` and the path.

    Raises
    ------
    OSError
        If the file cannot be written.
    TypeError, ValueError
        If the layers do not fit together, the encoding or the format.

    Examples
    --------
    A linear network that passes and plays the highest card it can, in a game of tricks:

    >>> import tempfile, cardcore
    >>> encoding = Encoding("hearts", target=None)
    >>> weights, biases = np.zeros((52, 499)), np.arange(52)
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     bot = export_net(f"{directory}/high.safetensors", [(weights, biases)], encoding)
    ...     result = cardcore.arena.run("hearts", [bot, "random", "random", "random"], games=400,
    ...                                 seed=1, target=None)
    >>> result.bots[0].mean < result.bots[1].mean  # points: lower is better
    True
    """
    found, pairs = _read(layers)
    activation = activation or found or "relu"
    for name, value, known in (
        ("activation", activation, ("relu", "tanh")),
        ("choice", choice, ("best", "sample")),
    ):
        if value not in known:
            raise ValueError(f"{name}: expected one of {', '.join(known)}, found {value!r}")
    tensors = _checked(pairs, encoding)
    metadata = {
        "format": "cardcore-net",
        "version": "1",
        "game": encoding.template.name,
        "kind": "action-scorer" if encoding.action_space == "listed" else "mlp",
        "encoder": _core.NET_ENCODER,
        "actions": encoding.action_space,
        "features": encoding.features,
        "observation": _layout(encoding.sections),
        "move": _layout(encoding.move_sections),
        "activation": activation,
        "choice": choice,
    }
    target = Path(path)
    atomic_files.write(target, _safetensors(metadata, tensors))
    return f"net:{target}"


class Net:
    """A network from a file, evaluated natively: what bots named ``net:FILE`` compute.

    The outputs are those of the same layers in NumPy or torch within 1e-5 of the largest of them,
    and the same bits on every machine and number of threads.

    Parameters
    ----------
    path
        The file.

    Attributes
    ----------
    metadata
        What the file says about the network.
    inputs, outputs
        The sizes.

    Raises
    ------
    OSError
        If the file cannot be read.
    ParseError
        If it is not such a network.

    Examples
    --------
    >>> import tempfile
    >>> encoding = Encoding("ends", count=4)
    >>> random = np.random.default_rng(1)
    >>> layers = [(random.normal(size=(8, encoding.observation_shape[0])), np.zeros(8)),
    ...           (random.normal(size=(2, 8)), np.zeros(2))]
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     _ = export_net(f"{directory}/ends.safetensors", layers, encoding)
    ...     net = Net(f"{directory}/ends.safetensors")
    >>> net.evaluate(np.ones((3, net.inputs))).shape, net.metadata["game"]
    ((3, 2), 'ends')
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self._native = _core.Net(Path(path).read_bytes())
        self.metadata: dict[str, str] = self._native.metadata
        self.inputs: int = self._native.inputs
        self.outputs: int = self._native.outputs

    def evaluate(self, inputs: ArrayLike, *, threads: int | None = None) -> NDArray[np.float32]:
        """Return the outputs for rows of inputs.

        Parameters
        ----------
        inputs
            Numbers of shape (rows, inputs).
        threads
            The number of threads; by default, one per core.

        Raises
        ------
        ValueError
            If the shape is another.
        """
        rows = np.ascontiguousarray(inputs, dtype=np.float32)
        if rows.ndim != 2:
            raise ValueError(f"inputs: expected shape (rows, {self.inputs}), found {rows.shape}")
        return self._native.evaluate(rows, threads)

    def __repr__(self) -> str:
        """Return the game and the sizes."""
        return f"<net of {self.metadata['game']}: {self.inputs} inputs, {self.outputs} outputs>"


def _read(layers: Layers) -> tuple[Activation | None, list[tuple[Any, Any]]]:
    """Return the activation, if it is known, and the layers."""
    if hasattr(layers, "named_modules"):
        return _read_torch(layers)
    try:
        return None, [(weights, biases) for weights, biases in layers]
    except (TypeError, ValueError) as error:
        raise TypeError(
            "layers: expected pairs of weights and biases, or a module of torch, "
            f"found {type(layers).__name__}"
        ) from error


def _read_torch(module: Any) -> tuple[Activation | None, list[tuple[Any, Any]]]:
    """Return the activation and the linear layers of a module of torch, in their order."""
    pairs, activations = [], set()
    for name, part in module.named_modules():
        kind = type(part).__name__
        if kind == "Linear":
            weights = part.weight.detach().cpu().numpy()
            bias = part.bias
            biases = np.zeros(len(weights)) if bias is None else bias.detach().cpu().numpy()
            pairs.append((weights, biases))
        elif kind in _ACTIVATIONS:
            activations.add(_ACTIVATIONS[kind])
        elif kind not in _TRANSPARENT and not list(part.children()):
            raise ValueError(
                f"layers: expected linear layers with ReLU or Tanh between them, found {kind} "
                f"at {name!r}"
            )
    if len(activations) > 1:
        raise ValueError("layers: expected ReLU or Tanh between all layers, found both")
    return next(iter(activations), None), pairs


def _checked(pairs: list[tuple[Any, Any]], encoding: Encoding) -> dict[str, NDArray[np.float32]]:
    """Return the tensors by name, if they fit together and the encoding."""
    (inputs,), (described,) = encoding.observation_shape, encoding.move_shape
    is_listed = encoding.action_space == "listed"
    last = inputs + described if is_listed else inputs
    if not pairs:
        raise ValueError("layers: expected at least one, found none")
    tensors: dict[str, NDArray[np.float32]] = {}
    for number, (weights, biases) in enumerate(pairs):
        weight = np.ascontiguousarray(weights, dtype="<f4")
        bias = np.ascontiguousarray(biases, dtype="<f4")
        where = f"layer {number}"
        if weight.ndim != 2 or weight.shape[1] != last:
            raise ValueError(f"{where}: expected weights of shape (outputs, {last}), "
                             f"found {weight.shape}")  # fmt: skip
        if bias.shape != weight.shape[:1]:
            raise ValueError(f"{where}: expected {len(weight)} biases, found {bias.shape}")
        if not (np.isfinite(weight).all() and np.isfinite(bias).all()):
            raise ValueError(f"{where}: expected finite numbers")
        tensors[f"{number}.weight"], tensors[f"{number}.bias"] = weight, bias
        last = len(weight)
    outputs = 1 if is_listed else encoding.action_count
    if last != outputs:
        raise ValueError(f"layer {len(pairs) - 1}: expected {outputs} outputs, found {last}")
    return tensors


def _layout(sections: Iterable[Section]) -> str:
    """Describe sections as in the metadata."""
    return ", ".join(f"{section.name} {section.size}" for section in sections)


def _safetensors(metadata: dict[str, str], tensors: dict[str, NDArray[np.float32]]) -> bytes:
    """Write a file: the length of the header, the header, the numbers."""
    header: dict[str, Any] = {"__metadata__": metadata}
    end = 0
    for name, tensor in tensors.items():
        begin, end = end, end + tensor.nbytes
        header[name] = {
            "dtype": "F32",
            "shape": list(tensor.shape),
            "data_offsets": [begin, end],
        }
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    numbers = b"".join(tensor.tobytes() for tensor in tensors.values())
    return len(text).to_bytes(8, "little") + text + numbers
