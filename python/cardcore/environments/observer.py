"""What players of OpenSpiel see: the knowledge of one player as text and as a tensor."""

from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardcore._core import View
from cardcore.environments.encoding import Encoding
from cardcore.environments.information_state import ReceivedCards, information_state_string
from cardcore.result_table import shown

if TYPE_CHECKING:
    from cardcore.environments.openspiel import Game, State

__all__ = ["Observer", "PlayerKnowledge", "facts_text", "picks_text"]


def facts_text(view: View) -> str:
    """Format what a view shows."""
    facts = view.to_dict().items()
    present = [(name, fact) for name, fact in facts if name != "rules" and fact not in (None, [])]
    return "; ".join(f"{name} {shown(fact)}" for name, fact in present)


def picks_text(encoding: Encoding, picked: tuple[int, ...]) -> list[str]:
    """Format the first actions of a move."""
    return [f"picked:{encoding.action_text(action)}" for action in picked]


class PlayerKnowledge(NamedTuple):
    """What a player knows about a position."""

    view: View
    picked: tuple[int, ...]
    received: ReceivedCards
    actions: tuple[int, ...]


class Observer:
    """An OpenSpiel observer: the knowledge of one player as a tensor and as text.

    Parameters
    ----------
    game
        The game.
    has_perfect_recall
        Whether it includes the information state.
    """

    def __init__(self, game: "Game", has_perfect_recall: bool) -> None:
        self._encoding, self._vocabulary = game.encoding, game.vocabulary
        shapes: dict[str, tuple[int, ...]] = {
            "player": (game.num_players(),),
            "observation": game.encoding.observation_shape,
        }
        if has_perfect_recall:
            shapes["history"] = game.vocabulary.shape
            if game.encoding.action_space == "factored":
                shapes["actions"] = game.max_game_length(), game.encoding.action_count
        borders = np.cumsum([prod(shape) for shape in shapes.values()])
        self.tensor: NDArray[np.float32] = np.zeros(borders[-1], np.float32)
        parts = np.split(self.tensor, borders[:-1])
        self.dict: dict[str, NDArray[np.float32]] = {
            name: part.reshape(shape)
            for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }

    def set_from(self, state: "State", player: int) -> None:
        """Write the knowledge of a player into the tensor."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if (known := state.observe(player)) is None:
            return
        self.dict["observation"][...] = self._encoding.observation(known.view, known.picked)
        if "history" in self.dict:
            self._vocabulary.write(known.view, known.received, self.dict["history"])
        if "actions" in self.dict:
            self.dict["actions"][range(len(known.actions)), known.actions] = 1

    def string_from(self, state: "State", player: int) -> str:
        """Return the knowledge of a player as text."""
        if (known := state.observe(player)) is None:
            return f"seat {player}"
        view, picked, received, actions = known
        if "history" not in self.dict:
            text = [facts_text(view), *picks_text(self._encoding, picked)]
        else:
            state_text = information_state_string(view, received)
            text = [state_text, *(["actions", *map(str, actions)] if actions else [])]
        return " ".join([f"seat {player}", *text])
