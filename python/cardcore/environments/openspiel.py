"""OpenSpiel games: importing this module registers ``cardcore_<game>``.

Every card is dealt by a chance node (see ``cardcore.dealing``), and what a player knows is made of
the view of its seat. So OpenSpiel's algorithms for games written in Python work on them: Python
searches, counterfactual regret minimization, best responses, on games as large as they can handle.
``pyspiel.MCTSBot`` and ``pyspiel.ISMCTSBot``, its searches in C++, crash on any game written in
Python.

Parameters are the rules of the game by name, and

- ``actions``: the action encoding, as in :class:`cardcore.environments.Encoding`. With
  ``factored``, the default, a move of several cards is several actions in a row;
- ``deal``: fixed hands, with spaces between cards and ``/`` between hands; in a game without hands,
  as its ``cardcore.chance.Chance`` says;
- ``deck``, in games with 52 cards: the cards to deal from, for a smaller game.

A game is a single deal, round or hand, since later ones would come from a seed. A rule that is
``None`` elsewhere is 0 here. Returns come at the end: the margin of a seat over the mean of all
seats, so they always sum to zero.

>>> import pyspiel
>>> from cardcore.environments import openspiel
>>> game = pyspiel.load_game("cardcore_hearts(suits=2,values=2,players=2)")
>>> state = game.new_initial_state()
>>> [(state.action_to_string(card), round(chance, 3)) for card, chance in state.chance_outcomes()]
[('deal 0-1 to seat 0', 0.5), ('deal 0-2 to seat 0', 0.333), ('deal 1-1 to seat 0', 0.167)]
"""

from collections.abc import Callable
from math import prod
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardcore.extras import needs

try:
    import pyspiel
except ImportError as _error:
    raise ImportError(needs(__name__, "OpenSpiel", "openspiel")) from _error

from cardcore._core import Game as CardcoreGame
from cardcore._core import View
from cardcore.dealing import Dealing, Group
from cardcore.environments.encoding import Encoding
from cardcore.environments.information_state import (
    ReceivedCards,
    TokenVocabulary,
    information_state_string,
    update_received,
)
from cardcore.environments.stepping import largest_reward, rewards
from cardcore.registry import chance, games_with_chance, new
from cardcore.result_table import shown

__all__ = ["Game", "Observer", "State", "names", "register"]

_PREFIX = "cardcore_"

#: The maximum size of an information state tensor.
_MAX_TENSOR_SIZE = 1 << 22


def names() -> list[str]:
    """List the games under their OpenSpiel names.

    >>> names()[0]
    'cardcore_draw'
    """
    return [_PREFIX + game for game in games_with_chance()]


def _type(game: str, is_random: bool) -> pyspiel.GameType:
    least, most = new(game).bounds.seats
    mode, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=_PREFIX + game,
        long_name=f"cardcore: {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=mode.EXPLICIT_STOCHASTIC if is_random else mode.DETERMINISTIC,
        information=(
            information.PERFECT_INFORMATION
            if new(game).is_open
            else information.IMPERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=chance(game).defaults(),
    )


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game with its rules.

    Parameters
    ----------
    parameters
        The parameters of the game.

    Raises
    ------
    ValueError
        If the rules are invalid, or something besides the deal is random.
    """

    name: ClassVar[str]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        name, own = self.name, chance(self.name)
        defaults = own.defaults()
        given = {**defaults, **(parameters or {})}
        self.dealing: Dealing = own.dealing(own.rules(given), given["deal"], given.get("deck", ""))
        rules, deck = self.dealing.rules, self.dealing.deck
        seats = rules.get("players", 2)
        self.encoding: Encoding = Encoding(name, actions=given["actions"], **rules)
        tokens, length = own.vocabulary(rules, seats, self.dealing.size)
        self.vocabulary: TokenVocabulary = TokenVocabulary([*tokens, *deck], length, seats)
        stake = largest_reward(self.encoding.template)
        size = prod(self.vocabulary.shape)
        if size > _MAX_TENSOR_SIZE:
            raise ValueError(
                f"information state: expected at most {_MAX_TENSOR_SIZE:,} numbers under these "
                f"rules, found {size:,}"
            )
        super().__init__(
            _type(name, self.dealing.max_cards > 0),
            pyspiel.GameInfo(
                num_distinct_actions=self.encoding.action_count,
                max_chance_outcomes=len(deck) if self.dealing.max_cards else 0,
                num_players=seats,
                min_utility=-stake,
                max_utility=stake,
                utility_sum=0.0,
                # An action for every token, and one to complete each move.
                max_game_length=2 * self.vocabulary.length,
            ),
            # Default values are omitted: they would make the name of the game long.
            {name: _parameter(value) for name, value in given.items() if value != defaults[name]},
        )

    def new_initial_state(self) -> "State":
        """Start a game, before anything is dealt."""
        return State(self)

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: Any = None
    ) -> "Observer":
        """Make an observer: see :class:`Observer`."""
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum number of cards that chance deals."""
        return self.dealing.max_cards


def _parameter(value: Any) -> Any:
    """Format a parameter so that OpenSpiel reads it back: it takes a lone digit for a number."""
    return f"[{value}]" if isinstance(value, str) and value.lstrip("-").isdigit() else value


class Trajectory(NamedTuple):
    """The history of a game up to the current state."""

    dealt: tuple[Group, ...]
    """The complete groups of cards."""
    group: Group = ()
    """The cards dealt so far of the current group."""
    chosen: str | None = None
    """A move that waits for the cards that replace its discards."""
    picked: tuple[int, ...] = ()
    """The actions of the next move so far."""
    moves: int = 0
    """The number of moves made."""
    received: tuple[ReceivedCards, ...] = ()
    """The cards that each seat has received."""
    actions: tuple[tuple[int, ...], ...] = ()
    """The actions of each seat in order, where a move may be several actions in any order."""

    def __deepcopy__(self, _memory: object) -> "Trajectory":
        # It is immutable, and OpenSpiel copies states all the time.
        return self


class State(pyspiel.State):  # type: ignore[misc]
    """A position, or a deal in progress; made by :meth:`Game.new_initial_state`."""

    # OpenSpiel copies and pickles the attributes one by one.

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        seats = game.num_players()
        self._trajectory = Trajectory(
            game.dealing.given, received=(ReceivedCards(),) * seats, actions=((),) * seats
        )
        self._game_in_progress: CardcoreGame | None = None
        self._continue_dealing()

    @property
    def cardcore_game(self) -> CardcoreGame:
        """The game itself, including hidden information.

        Raises
        ------
        ValueError
            If it has not started because the cards are being dealt.
        """
        if self._game_in_progress is None:
            raise ValueError("the game has not started, its cards are being dealt")
        return self._game_in_progress

    def current_player(self) -> int:
        """Return the player to move."""
        if self._game_in_progress is None or self._trajectory.chosen is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._game_in_progress.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._game_in_progress is not None and self._game_in_progress.is_over

    def dealing(self) -> tuple[tuple[Group, ...], Group, int]:
        """Return the complete groups of cards, the current one so far, and its size."""
        dealing, trajectory = self.get_game().dealing, self._trajectory
        size = dealing.size if trajectory.chosen is None else dealing.replaced(trajectory.chosen)
        return trajectory.dealt, trajectory.group, size

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible next cards with their probabilities."""
        chances: list[tuple[int, float]] = self.get_game().dealing.chances(*self.dealing())
        return chances

    def _legal_actions(self, player: int) -> list[int]:
        mask = self.get_game().encoding.mask(
            self.cardcore_game.view(player), self._trajectory.picked
        )
        actions: list[int] = np.flatnonzero(mask).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        trajectory, seat = self._trajectory, self.current_player()
        if seat == pyspiel.PlayerId.TERMINAL:
            raise ValueError(f"expected no action, the game is over, found {action}")
        if seat < 0:
            self.get_game().dealing.check(*self.dealing(), action)
            self._trajectory = trajectory._replace(group=(*trajectory.group, action))
            self._continue_dealing()
            return
        game = self.get_game()
        if game.encoding.action_space == "factored":
            actions = list(trajectory.actions)
            actions[seat] = (*actions[seat], action)
            trajectory = trajectory._replace(actions=tuple(actions))
        move = game.encoding.move(self.cardcore_game.view(seat), trajectory.picked, action)
        if move is None:
            self._trajectory = trajectory._replace(picked=(*trajectory.picked, action))
        elif game.dealing.replaced(str(move)):
            self._trajectory = trajectory._replace(picked=(), chosen=str(move))
            self._continue_dealing()
        else:
            self._trajectory = trajectory._replace(picked=())
            self._play(str(move))

    def _continue_dealing(self) -> None:
        """Deal certain cards, and start or continue the game once everything is dealt."""
        dealing = self.get_game().dealing
        while self._trajectory.chosen is not None or len(self._trajectory.dealt) < dealing.groups:
            trajectory = self._trajectory
            if (rest := dealing.certain(*self.dealing())) is None:
                return
            self._trajectory = trajectory._replace(
                dealt=(*trajectory.dealt, (*trajectory.group, *rest)), group=(), chosen=None
            )
            if trajectory.chosen is not None:
                self._replace_cards(trajectory.chosen)
                return
        dealt = self._trajectory.dealt
        self._game_in_progress = dealing.start(dealt)
        if not self._game_in_progress.is_open:
            self._update_received()
        elif dealt:
            everything = tuple(dealing.deck[card] for group in dealt for card in group)
            public = (ReceivedCards(((0, everything),)),) * self.num_players()
            self._trajectory = self._trajectory._replace(received=public)

    def _replace_cards(self, chosen: str) -> None:
        """Make a move with replacements: replay the game with the cards that are now dealt."""
        moves = self.cardcore_game.moves
        self._game_in_progress = self.get_game().dealing.start(self._trajectory.dealt)
        for move in moves:
            self.cardcore_game.play(move)
        self._play(chosen)

    def _play(self, move: str) -> None:
        self.cardcore_game.play(move)
        self._trajectory = self._trajectory._replace(moves=self._trajectory.moves + 1)
        # To look into all hands takes longer than all the rest of a move.
        if not self.cardcore_game.is_open and self.get_game().dealing.gives(move):
            self._update_received()

    def _update_received(self) -> None:
        trajectory = self._trajectory
        received = update_received(self.cardcore_game, trajectory.moves, trajectory.received)
        self._trajectory = trajectory._replace(received=received)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "State":
        """Resample the hidden information: return a random state with the same information state.

        Parameters
        ----------
        player
            The player to move.
        sampler
            Returns random numbers from 0 up to 1.

        Raises
        ------
        ValueError
            If ``deal`` or ``deck`` is given: they would restrict the hidden cards.
        """
        game, trajectory = self.get_game(), self._trajectory
        if self.cardcore_game.is_open:
            same: State = self.clone()
            return same
        if {"deal", "deck"} & {*game.get_parameters()}:
            raise ValueError("expected a game without deal or deck, whose cards may be anywhere")
        resampled = self.cardcore_game.view(player).resample(seed=int(sampler() * 2**53))
        groups = chance(game.name).dealt(resampled, game.dealing.deck)
        moves = resampled.moves
        state, own = State(game), list(reversed(trajectory.actions[player]))
        while True:
            seat, made = state.current_player(), state._trajectory.moves
            if seat == pyspiel.PlayerId.CHANCE:
                dealt, group, _ = state.dealing()
                state.apply_action(groups[len(dealt)][len(group)])
            elif seat == player and own:
                state.apply_action(own.pop())
            elif made < len(moves):
                for action in game.encoding.actions(state.cardcore_game.view(seat), moves[made]):
                    state.apply_action(action)
            else:
                return state

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player == pyspiel.PlayerId.CHANCE:
            return str(game.dealing.text(self._trajectory.dealt, action))
        return str(game.encoding.action_text(action))

    def returns(self) -> list[float]:
        """Return the margin of each seat over the mean of all seats, at the end."""
        return rewards(self.cardcore_game) if self.is_terminal() else [0.0] * self.num_players()

    def __str__(self) -> str:
        """Format the position; in a game of perfect information, independent of the path to it."""
        game, trajectory = self.get_game(), self._trajectory
        groups = [*trajectory.dealt, trajectory.group] if trajectory.group else trajectory.dealt
        dealt = [f"[{' '.join(game.dealing.deck[card] for card in group)}]" for group in groups]
        text = (
            dealt if self._game_in_progress is None else [_position(self._game_in_progress, dealt)]
        )
        chosen = [f"chosen:{trajectory.chosen}"] if trajectory.chosen else []
        return " ".join([*text, *chosen, *_picks(game.encoding, trajectory.picked)])

    def observe(self, player: int) -> "PlayerKnowledge | None":
        """Return the knowledge of a player; ``None`` while the hands are dealt."""
        if self._game_in_progress is None:
            return None
        trajectory = self._trajectory
        picked = trajectory.picked if self._game_in_progress.to_move == player else ()
        view = self._game_in_progress.view(player)
        return PlayerKnowledge(
            view, picked, trajectory.received[player], trajectory.actions[player]
        )


def _position(table: CardcoreGame, dealt: list[str]) -> str:
    if table.is_open:
        return _facts(table.view(None))
    seats = [seat for seat, _ in table.view(None).history]
    moves = [f"{seat}:{move}" for seat, move in zip(seats, table.moves, strict=True)]
    return " ".join([*dealt, *moves])


def _facts(view: View) -> str:
    facts = view.to_dict().items()
    present = [(name, fact) for name, fact in facts if name != "rules" and fact not in (None, [])]
    return "; ".join(f"{name} {shown(fact)}" for name, fact in present)


def _picks(encoding: Encoding, picked: tuple[int, ...]) -> list[str]:
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
    kind
        With perfect recall, it includes the information state.
    parameters
        Not supported.

    Raises
    ------
    ValueError
        If the observation is not that of one player.
    """

    def __init__(self, game: Game, kind: pyspiel.IIGObservationType, parameters: Any) -> None:
        if parameters:
            raise ValueError(f"params: expected none, found {parameters!r}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError(
                "expected public information and that of one player, found "
                f"public_info={kind.public_info} and {kind.private_info}"
            )
        self._encoding, self._vocabulary = game.encoding, game.vocabulary
        shapes: dict[str, tuple[int, ...]] = {
            "player": (game.num_players(),),
            "observation": game.encoding.observation_shape,
        }
        if kind.perfect_recall:
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

    def set_from(self, state: State, player: int) -> None:
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

    def string_from(self, state: State, player: int) -> str:
        """Return the knowledge of a player as text."""
        if (known := state.observe(player)) is None:
            return f"seat {player}"
        view, picked, received, actions = known
        if "history" not in self.dict:
            text = [_facts(view), *_picks(self._encoding, picked)]
        else:
            state_text = information_state_string(view, received)
            text = [state_text, *(["actions", *map(str, actions)] if actions else [])]
        return " ".join([f"seat {player}", *text])


def register() -> list[str]:
    """Register the games in OpenSpiel, as importing this module does, and list their names.

    >>> register()[0]
    'cardcore_draw'
    """
    known = pyspiel.registered_names()
    for game in games_with_chance():
        if _PREFIX + game not in known:
            # One class per game: OpenSpiel releases the factories after Python has shut down, which
            # only a class survives.
            made = type(
                f"{game.capitalize()}Game", (Game,), {"name": game, "__doc__": Game.__doc__}
            )
            defaults = chance(game).defaults()
            dealing = chance(game).dealing(chance(game).rules(defaults), "", "")
            pyspiel.register_game(_type(game, is_random=dealing.max_cards > 0), made)
            # Pickle looks for the class here.
            globals()[made.__name__] = made
    return names()


register()
