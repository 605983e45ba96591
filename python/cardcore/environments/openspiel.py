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

from cardcore.extras import needs

try:
    import pyspiel
except ImportError as _error:
    raise ImportError(needs(__name__, "OpenSpiel", "openspiel")) from _error

from cardcore._core import Game as CardcoreGame
from cardcore._core import Stepper
from cardcore.dealing import Dealing, Group
from cardcore.environments.encoding import Encoding
from cardcore.environments.information_state import (
    ReceivedCards,
    TokenVocabulary,
    update_received,
)
from cardcore.environments.observer import Observer, PlayerKnowledge, facts_text, picks_text
from cardcore.environments.stepping import largest_reward, placed, rewards
from cardcore.registry import chance, games_with_chance, new

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
    ) -> Observer:
        """Make an observer: see :class:`Observer`.

        Raises
        ------
        ValueError
            If the observation is not that of one player, or there are parameters.
        """
        if params:
            raise ValueError(f"params: expected none, found {params!r}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError(
                "expected public information and that of one player, found "
                f"public_info={kind.public_info} and {kind.private_info}"
            )
        return Observer(self, kind.perfect_recall)

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum number of cards that chance deals."""
        return self.dealing.max_cards


def _parameter(value: Any) -> Any:
    """Format a parameter so that OpenSpiel reads it back: it takes a lone digit for a number."""
    return f"[{value}]" if isinstance(value, str) and value.lstrip("-").isdigit() else value


class Chances(NamedTuple):
    """What chance has done, and what is known because of it."""

    dealt: tuple[Group, ...]
    """The complete groups of cards."""
    group: Group = ()
    """The cards dealt so far of the current group."""
    chosen: str | None = None
    """A move that waits for the cards that replace its discards."""
    received: tuple[ReceivedCards, ...] = ()
    """The cards that each seat has received."""

    def __deepcopy__(self, _memory: object) -> "Chances":
        # It is immutable, and OpenSpiel copies states all the time.
        return self


_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


def _to_move(stepped: Stepper) -> int:
    seat = stepped.to_move
    return _TERMINAL if seat is None else seat


class State(pyspiel.State):  # type: ignore[misc]
    """A position, or a deal in progress; made by :meth:`Game.new_initial_state`.

    Python is asked about a position several times a move, so the answers are kept. Methods that
    OpenSpiel would put together from those are written out: Python code gets there directly, and
    code in C++ does not notice.
    """

    # OpenSpiel copies and pickles the attributes one by one.

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        received = (ReceivedCards(),) * game.num_players()
        self._chances = Chances(game.dealing.given, received=received)
        self._stepped: Stepper | None = None
        self._player: int = _CHANCE
        self._moves: int = 0
        self._continue_dealing()

    @property
    def cardcore_game(self) -> CardcoreGame:
        """A copy of the game itself, including hidden information.

        Raises
        ------
        ValueError
            If it has not started because the cards are being dealt.
        """
        if self._stepped is None:
            raise ValueError("the game has not started, its cards are being dealt")
        return self._stepped.game()

    def current_player(self) -> int:
        """Return the player to move."""
        return self._player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._player == _TERMINAL

    def is_chance_node(self) -> bool:
        """Return whether cards are dealt next."""
        return self._player == _CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the actions of a player, by default the one to move: none out of turn.

        While cards are dealt, they are those of chance for every player.
        """
        if self._player == _CHANCE:
            possible: list[int] = self.get_game().dealing.possible(*self.dealing())
            return possible
        return self._legal_actions(self._player if player is None else player)

    def _legal_actions(self, player: int) -> list[int]:
        if player != self._player or self._stepped is None:
            return []
        return self._stepped.legal()

    def dealing(self) -> tuple[tuple[Group, ...], Group, int]:
        """Return the complete groups of cards, the current one so far, and its size."""
        dealing, chances = self.get_game().dealing, self._chances
        size = dealing.size if chances.chosen is None else dealing.replaced(chances.chosen)
        return chances.dealt, chances.group, size

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible next cards with their probabilities."""
        chances: list[tuple[int, float]] = self.get_game().dealing.chances(*self.dealing())
        return chances

    def _apply_action(self, action: int) -> None:
        stepped = self._stepped
        if self._player < 0 or stepped is None:
            self._deal(action)
            return
        game = self.get_game()
        move = stepped.completes(action)
        if move is None:
            stepped.step(action)
        elif game.dealing.replaced(move):
            self._chances = self._chances._replace(chosen=move)
            self._player = _CHANCE
            self._continue_dealing()
        else:
            stepped.step(action)
            self._follow(game, stepped, move)

    def _deal(self, card: int) -> None:
        if self._player == _TERMINAL:
            raise ValueError(f"expected no action, the game is over, found {card}")
        self.get_game().dealing.check(*self.dealing(), card)
        self._chances = self._chances._replace(group=(*self._chances.group, card))
        self._continue_dealing()

    def _continue_dealing(self) -> None:
        """Deal certain cards, and start or continue the game once everything is dealt."""
        dealing = self.get_game().dealing
        while self._chances.chosen is not None or len(self._chances.dealt) < dealing.groups:
            chances = self._chances
            if (rest := dealing.certain(*self.dealing())) is None:
                return
            self._chances = chances._replace(
                dealt=(*chances.dealt, (*chances.group, *rest)), group=(), chosen=None
            )
            if chances.chosen is not None:
                self._replace_cards(chances.chosen)
                return
        dealt = self._chances.dealt
        started = dealing.start(dealt)
        self._stepped = placed(started, self.get_game().encoding.action_space)
        self._player = _to_move(self._stepped)
        if not started.is_open:
            self._update_received(started)
        elif dealt:
            everything = tuple(dealing.deck[card] for group in dealt for card in group)
            public = (ReceivedCards(((0, everything),)),) * self.num_players()
            self._chances = self._chances._replace(received=public)

    def _replace_cards(self, chosen: str) -> None:
        """Make a move with replacements: replay the game with the cards that are now dealt."""
        game, stepped = self.get_game(), self._stepped
        again = game.dealing.start(self._chances.dealt)
        for move in [*self.cardcore_game.moves, chosen]:
            again.play(move)
        if stepped is not None:
            stepped.place(again, [])
            self._follow(game, stepped, chosen)

    def _follow(self, game: Game, stepped: Stepper, move: str) -> None:
        """See what a move has changed."""
        self._player = _to_move(stepped)
        self._moves += 1
        # To look into all hands takes longer than all the rest of a move.
        if game.dealing.gives(move, self._moves) and not game.encoding.template.is_open:
            self._update_received(stepped.game())

    def _update_received(self, game: CardcoreGame) -> None:
        received = update_received(game, self._moves, self._chances.received)
        self._chances = self._chances._replace(received=received)

    def _picked(self) -> tuple[int, ...]:
        """Return the first actions of a move; while it waits for cards, it is complete."""
        if self._stepped is None or self._chances.chosen is not None:
            return ()
        return tuple(self._stepped.picked())

    def _actions_of(self, player: int) -> tuple[int, ...]:
        """Return the actions of a player in order, where a move may be several in any order."""
        if self.get_game().encoding.action_space != "factored":
            return ()
        return tuple(taken.action for taken in self.full_history() if taken.player == player)

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
        game = self.get_game()
        if game.encoding.template.is_open:
            same: State = self.clone()
            return same
        if {"deal", "deck"} & {*game.get_parameters()}:
            raise ValueError("expected a game without deal or deck, whose cards may be anywhere")
        resampled = self.cardcore_game.view(player).resample(seed=int(sampler() * 2**53))
        groups = chance(game.name).dealt(resampled, game.dealing.deck)
        moves = resampled.moves
        state, own = State(game), list(reversed(self._actions_of(player)))
        while True:
            seat, made = state.current_player(), state._moves
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
            return str(game.dealing.text(self._chances.dealt, action))
        return str(game.encoding.action_text(action))

    def returns(self) -> list[float]:
        """Return the margin of each seat over the mean of all seats, at the end."""
        return rewards(self.cardcore_game) if self.is_terminal() else [0.0] * self.num_players()

    def __str__(self) -> str:
        """Format the position; in a game of perfect information, independent of the path to it."""
        game, chances = self.get_game(), self._chances
        groups = [*chances.dealt, chances.group] if chances.group else chances.dealt
        dealt = [f"[{' '.join(game.dealing.deck[card] for card in group)}]" for group in groups]
        text = dealt if self._stepped is None else [_position(self.cardcore_game, dealt)]
        chosen = [f"chosen:{chances.chosen}"] if chances.chosen else []
        return " ".join([*text, *chosen, *picks_text(game.encoding, self._picked())])

    def observe(self, player: int) -> PlayerKnowledge | None:
        """Return the knowledge of a player; ``None`` while the hands are dealt."""
        if self._stepped is None:
            return None
        game = self._stepped.game()
        return PlayerKnowledge(
            game.view(player),
            self._picked() if game.to_move == player else (),
            self._chances.received[player],
            self._actions_of(player),
        )


def _position(table: CardcoreGame, dealt: list[str]) -> str:
    if table.is_open:
        return facts_text(table.view(None))
    seats = [seat for seat, _ in table.view(None).history]
    moves = [f"{seat}:{move}" for seat, move in zip(seats, table.moves, strict=True)]
    return " ".join([*dealt, *moves])


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
