"""The games for OpenSpiel: importing this module registers ``cardcore_<game>``.

Every card is dealt by a chance node, as ``cardcore.dealing`` says, and what a player
is told is made of the view of that seat. So what OpenSpiel has for games that are written in Python
works on them: its searches in Python, its counterfactual regret minimisation, its best responses,
on as large a game as they can bear. ``pyspiel.MCTSBot`` and ``pyspiel.ISMCTSBot``, its searches in
C++, crash on any game that is written in Python.

Parameters are the rules of the game by name, and

- ``actions``: how moves are numbered, as :class:`cardcore.environments.Encoding` does. With
  ``factored``, the default, a move of several cards is several actions in a row;
- ``deal``: hands that are not left to chance, cards with spaces and hands with ``/`` between them;
  in a game without hands, what its ``cardcore.chance.Chance`` says;
- ``deck``, in games with the 52 cards: those that are dealt from, to have a small game.

A game is one deal, round or hand, and nothing else, since later ones would come from a seed. A rule
that is ``None`` elsewhere is 0 here. Returns are paid at the end: how far a seat is better than the
mean of all seats, so they always add up to zero.

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

try:
    import pyspiel
except ImportError as error:
    raise ImportError(
        "cardcore.environments.openspiel needs OpenSpiel: pip install 'cardcore[openspiel]'"
    ) from error

from cardcore._core import Game as Table
from cardcore._core import View
from cardcore.dealing import Group
from cardcore.environments.acting import largest_reward, rewards
from cardcore.environments.encoding import Encoding
from cardcore.environments.recall import Got, Vocabulary, recalled, watch
from cardcore.registry import chance, games_with_chance, new
from cardcore.sheet import shown

__all__ = ["Game", "Observer", "State", "names", "register"]

_PREFIX = "cardcore_"

#: The most numbers of what a player remembers of a game.
_MOST_NUMBERS = 1 << 22


def names() -> list[str]:
    """Name the games as OpenSpiel knows them.

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
        What was chosen about it.

    Raises
    ------
    ValueError
        If the rules make no game, or one in which not only the deal is random.
    """

    name: ClassVar[str]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        name, own = self.name, chance(self.name)
        usual = own.defaults()
        given = {**usual, **(parameters or {})}
        self.dealing = own.dealing(own.rules(given), given["deal"], given.get("deck", ""))
        rules, deck = self.dealing.rules, self.dealing.deck
        seats = rules.get("players", 2)
        self.encoding = Encoding(name, actions=given["actions"], **rules)
        words, length = own.vocabulary(rules, seats, self.dealing.size)
        self.vocabulary = Vocabulary([*words, *deck], length, seats)
        stake = largest_reward(self.encoding.template)
        numbers = prod(self.vocabulary.shape)
        if numbers > _MOST_NUMBERS:
            raise ValueError(
                f"information state: expected at most {_MOST_NUMBERS:,} numbers under these rules, "
                f"found {numbers:,}"
            )
        super().__init__(
            _type(name, self.dealing.most > 0),
            pyspiel.GameInfo(
                num_distinct_actions=self.encoding.action_count,
                max_chance_outcomes=len(deck) if self.dealing.most else 0,
                num_players=seats,
                min_utility=-stake,
                max_utility=stake,
                utility_sum=0.0,
                # An action for every word, and one to say that a move is done.
                max_game_length=2 * self.vocabulary.length,
            ),
            # What is as usual need not be said, and makes the name of a game long.
            {name: _said(value) for name, value in given.items() if value != usual[name]},
        )

    def new_initial_state(self) -> "State":
        """Begin a game, before anything is dealt."""
        return State(self)

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: Any = None
    ) -> "Observer":
        """Make what tells a player what it may know."""
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """Give the most cards that chance deals."""
        return self.dealing.most


def _said(value: Any) -> Any:
    """Write a parameter such that OpenSpiel reads the same: a lone card is no number to it."""
    return f"[{value}]" if isinstance(value, str) and value.lstrip("-").isdigit() else value


class Course(NamedTuple):
    """How a game has come to where it is."""

    dealt: tuple[Group, ...]
    """The groups of cards that are dealt."""
    group: Group = ()
    """The one that is being dealt, as far as it is."""
    chosen: str | None = None
    """A move that waits for the cards that replace those it throws away."""
    picked: tuple[int, ...] = ()
    """The actions that the next move begins with."""
    moves: int = 0
    """How many moves were made."""
    got: tuple[Got, ...] = ()
    """What has come into every hand."""
    acted: tuple[tuple[int, ...], ...] = ()
    """What every seat has done, where a move may be several actions, in any order."""

    def __deepcopy__(self, _memory: object) -> "Course":
        # Nothing in it ever changes, and OpenSpiel copies states all the time.
        return self


class State(pyspiel.State):  # type: ignore[misc]
    """A position, or a deal under way; made by :meth:`Game.new_initial_state`."""

    # What is held here is copied and pickled by OpenSpiel, name by name.

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        seats = game.num_players()
        self._course = Course(game.dealing.given, got=(Got(),) * seats, acted=((),) * seats)
        self._table: Table | None = None
        self._deal_on()

    @property
    def table(self) -> Table:
        """The game, which knows more than any player may.

        Raises
        ------
        ValueError
            If it has not begun: the cards are being dealt.
        """
        if self._table is None:
            raise ValueError("the game has not begun, its cards are being dealt")
        return self._table

    def current_player(self) -> int:
        """Tell whose turn it is."""
        if self._table is None or self._course.chosen is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._table.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self._table is not None and self._table.is_over

    def dealing(self) -> tuple[tuple[Group, ...], Group, int]:
        """Give the groups of cards that are dealt, the next one as far as it is, and its size."""
        dealing, course = self.get_game().dealing, self._course
        size = dealing.size if course.chosen is None else dealing.replaced(course.chosen)
        return course.dealt, course.group, size

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give the cards that can come next, each with its chance."""
        outcomes = self.get_game().dealing.outcomes(*self.dealing())
        return [(card, float(chance)) for card, chance in outcomes.items()]

    def _legal_actions(self, player: int) -> list[int]:
        mask = self.get_game().encoding.mask(self.table.view(player), self._course.picked)
        actions: list[int] = np.flatnonzero(mask).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        course, seat = self._course, self.current_player()
        if seat == pyspiel.PlayerId.TERMINAL:
            raise ValueError(f"expected no action, the game is over, found {action}")
        if seat < 0:
            self.get_game().dealing.check(*self.dealing(), action)
            self._course = course._replace(group=(*course.group, action))
            self._deal_on()
            return
        game = self.get_game()
        if game.encoding.action_space == "factored":
            acted = (*course.acted[seat], action)
            course = course._replace(acted=(*course.acted[:seat], acted, *course.acted[seat + 1 :]))
        move = game.encoding.move(self.table.view(seat), course.picked, action)
        if move is None:
            self._course = course._replace(picked=(*course.picked, action))
        elif game.dealing.replaced(str(move)):
            self._course = course._replace(picked=(), chosen=str(move))
            self._deal_on()
        else:
            self._course = course._replace(picked=())
            self._play(str(move))

    def _deal_on(self) -> None:
        """Deal what is certain, and begin or go on with the game once everything is dealt."""
        dealing = self.get_game().dealing
        while self._course.chosen is not None or len(self._course.dealt) < dealing.groups:
            course = self._course
            if (rest := dealing.certain(*self.dealing())) is None:
                return
            self._course = course._replace(
                dealt=(*course.dealt, (*course.group, *rest)), group=(), chosen=None
            )
            if course.chosen is not None:
                self._replace_cards(course.chosen)
                return
        dealt = self._course.dealt
        self._table = dealing.begin(dealt)
        if not self._table.is_open:
            self._watch()
        elif dealt:
            everything = tuple(dealing.deck[card] for group in dealt for card in group)
            shown_to_all = (Got(((0, everything),)),) * self.num_players()
            self._course = self._course._replace(got=shown_to_all)

    def _replace_cards(self, chosen: str) -> None:
        """Make a move whose cards are dealt: in the same game again, now with those cards."""
        moves = self.table.moves
        self._table = self.get_game().dealing.begin(self._course.dealt)
        for move in moves:
            self.table.play(move)
        self._play(chosen)

    def _play(self, move: str) -> None:
        self.table.play(move)
        self._course = self._course._replace(moves=self._course.moves + 1)
        if not self.table.is_open:
            self._watch()

    def _watch(self) -> None:
        course = self._course
        self._course = course._replace(got=watch(self.table, course.moves, course.got))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "State":
        """Give a state that a player cannot tell from this one, as searches in hidden games need.

        Parameters
        ----------
        player
            The player, whose turn it is.
        sampler
            Gives numbers from 0 up to 1 at random.

        Raises
        ------
        ValueError
            If ``deal`` or ``deck`` are given: what others may hold would follow from them.
        """
        game, course = self.get_game(), self._course
        if self.table.is_open:
            same: State = self.clone()
            return same
        if {"deal", "deck"} & {*game.get_parameters()}:
            raise ValueError("expected a game without deal or deck, whose cards may be anywhere")
        resampled = self.table.view(player).resample(seed=int(sampler() * 2**53))
        groups = chance(game.name).dealt(resampled, game.dealing.deck)
        moves = resampled.moves
        state, own = State(game), list(reversed(course.acted[player]))
        while True:
            seat, made = state.current_player(), state._course.moves
            if seat == pyspiel.PlayerId.CHANCE:
                dealt, group, _ = state.dealing()
                state.apply_action(groups[len(dealt)][len(group)])
            elif seat == player and own:
                state.apply_action(own.pop())
            elif made < len(moves):
                for action in game.encoding.actions(state.table.view(seat), moves[made]):
                    state.apply_action(action)
            else:
                return state

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player == pyspiel.PlayerId.CHANCE:
            return str(game.dealing.text(self._course.dealt, action))
        return str(game.encoding.action_text(action))

    def returns(self) -> list[float]:
        """Give by how much every seat is better than the mean of all, at the end."""
        return rewards(self.table) if self.is_terminal() else [0.0] * self.num_players()

    def __str__(self) -> str:
        """Write the position down; where nothing is hidden, whatever has led to it."""
        game, course = self.get_game(), self._course
        groups = [*course.dealt, course.group] if course.group else course.dealt
        dealt = [f"[{' '.join(game.dealing.deck[card] for card in group)}]" for group in groups]
        told = dealt if self._table is None else [_position(self._table, dealt)]
        chosen = [f"chosen:{course.chosen}"] if course.chosen else []
        return " ".join([*told, *chosen, *_picks(game.encoding, course.picked)])

    def observe(self, player: int) -> "Observed | None":
        """Give what a player may know; nothing while the hands are dealt."""
        if self._table is None:
            return None
        course = self._course
        picked = course.picked if self._table.to_move == player else ()
        view = self._table.view(player)
        return Observed(view, picked, course.got[player], course.acted[player])


def _position(table: Table, dealt: list[str]) -> str:
    if table.is_open:
        return _facts(table.view(None))
    seats = [seat for seat, _ in table.view(None).history]
    moves = [f"{seat}:{move}" for seat, move in zip(seats, table.moves, strict=True)]
    return " ".join([*dealt, *moves])


def _facts(view: View) -> str:
    facts = view.to_dict().items()
    told = [(name, fact) for name, fact in facts if name != "rules" and fact not in (None, [])]
    return "; ".join(f"{name} {shown(fact)}" for name, fact in told)


def _picks(encoding: Encoding, picked: tuple[int, ...]) -> list[str]:
    return [f"picked:{encoding.action_text(action)}" for action in picked]


class Observed(NamedTuple):
    """What a player may know of a position."""

    view: View
    picked: tuple[int, ...]
    got: Got
    acted: tuple[int, ...]


class Observer:
    """Tells a player what it may know, as OpenSpiel asks for it.

    Parameters
    ----------
    game
        The game.
    kind
        With perfect recall, everything that was got and heard is told as well.
    parameters
        There are none.

    Raises
    ------
    ValueError
        If something else is asked for than what one player may know.
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
            shapes["recall"] = game.vocabulary.shape
            if game.encoding.action_space == "factored":
                shapes["acted"] = game.max_game_length(), game.encoding.action_count
        borders = np.cumsum([prod(shape) for shape in shapes.values()])
        self.tensor: NDArray[np.float32] = np.zeros(borders[-1], np.float32)
        parts = np.split(self.tensor, borders[:-1])
        self.dict = {
            name: part.reshape(shape)
            for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }

    def set_from(self, state: State, player: int) -> None:
        """Write down what a player may know, as numbers."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if (observed := state.observe(player)) is None:
            return
        self.dict["observation"][...] = self._encoding.observation(observed.view, observed.picked)
        if "recall" in self.dict:
            self._vocabulary.write(observed.view, observed.got, self.dict["recall"])
        if "acted" in self.dict:
            self.dict["acted"][range(len(observed.acted)), observed.acted] = 1

    def string_from(self, state: State, player: int) -> str:
        """Write down what a player may know, as text."""
        if (observed := state.observe(player)) is None:
            return f"seat {player}"
        view, picked, got, acted = observed
        if "recall" not in self.dict:
            told = [_facts(view), *_picks(self._encoding, picked)]
        else:
            told = [recalled(view, got), *(["did", *map(str, acted)] if acted else [])]
        return " ".join([f"seat {player}", *told])


def register() -> list[str]:
    """Make the games known to OpenSpiel, as importing this module does, and name them.

    >>> register()[0]
    'cardcore_draw'
    """
    known = pyspiel.registered_names()
    for game in games_with_chance():
        if _PREFIX + game not in known:
            # A class each: OpenSpiel lets go of what makes a game when Python is gone already, and
            # of anything but a class that was the last.
            made = type(
                f"{game.capitalize()}Game", (Game,), {"name": game, "__doc__": Game.__doc__}
            )
            usual = chance(game).defaults()
            dealing = chance(game).dealing(chance(game).rules(usual), "", "")
            pyspiel.register_game(_type(game, is_random=dealing.most > 0), made)
            # Where pickles look for it.
            globals()[made.__name__] = made
    return names()


register()
