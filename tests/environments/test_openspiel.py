"""The games in OpenSpiel: its own checks, and its own algorithms against our exact answers."""

import pickle
import re
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import (
    best_response,
    expected_game_score,
    exploitability,
    ismcts,
    mcts,
    minimax,
    minimax_solver,
)

import cardcore
from cardcore import chopsticks, ends, poker
from cardcore.environments import openspiel
from cardcore.reference import chopsticks as rules_of_chopsticks
from cardcore.reference import hearts as reference

GAMES = [
    "cardcore_chopsticks",
    "cardcore_chopsticks(fingers=3,hands=3,moves=4,rollover=True)",
    "cardcore_draw",
    "cardcore_draw(players=3,stack=7,raises=1)",
    "cardcore_draw(deal=As Ah 9d 7c 4s/Ks Kh 9c 7d 4h)",
    "cardcore_ends",
    "cardcore_ends(deal=3 10 3 9 5 2)",
    "cardcore_hearts",
    "cardcore_hearts(players=3,passing=False,moon=subtract)",
    "cardcore_hearts(suits=2,values=3,players=2)",
    "cardcore_hearts(suits=3,values=5,players=4)",
    "cardcore_hearts(suits=2,values=2,players=2,deal=0-1 1-2/0-2 1-1)",
    "cardcore_president",
    "cardcore_president(players=2,deck=3d 3c 4h 4s 5d)",
]

#: Small enough to walk through.
TINY = "cardcore_hearts(suits=2,values=3,players=2)"


def states(game: Any) -> Iterator[Any]:
    """Walk through all positions of a game."""
    left = [game.new_initial_state()]
    while left:
        state = left.pop()
        yield state
        left += [state.child(action) for action in state.legal_actions()]


class Played(policy.Policy):  # type: ignore[misc]
    """What a native bot plays."""

    def __init__(self, game: Any, bot: str) -> None:
        super().__init__(game, list(range(game.num_players())))
        self._encoding, self._bot = game.encoding, bot

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        view = state.observe(state.current_player()).view
        (action,) = self._encoding.actions(view, view.choose(self._bot, seed=0))
        return {action: 1.0}


@pytest.mark.parametrize("serialize", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_random_games_pass_the_checks_of_openspiel(name: str, serialize: bool) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=serialize, verbose=False)


@pytest.mark.parametrize("actions", ["factored", "flat"])
@pytest.mark.parametrize("name", ["chopsticks", "draw", "ends", "hearts", "president"])
def test_every_numbering_of_the_moves_will_do(name: str, actions: str) -> None:
    game = pyspiel.load_game(f"cardcore_{name}", {"actions": actions})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_the_name_of_a_game_says_what_is_not_as_usual() -> None:
    game = pyspiel.load_game("cardcore_hearts(suits=2,values=3,players=2,actions=flat)")
    assert str(game) == "cardcore_hearts(actions=flat,players=2,suits=2,values=3)"
    again = pyspiel.load_game(str(game))
    assert again.encoding.rules == game.encoding.rules
    assert str(pyspiel.load_game("cardcore_hearts")) == "cardcore_hearts()"


@pytest.mark.parametrize("name", [*GAMES, "cardcore_ends(deal=[4])"])
def test_games_and_states_can_be_pickled(name: str) -> None:
    game = pyspiel.load_game(name)
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    assert type(again) is type(game)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_a_row_of_one_card_reads_as_it_is_written() -> None:
    game = pyspiel.load_game("cardcore_ends", {"deal": "-4"})
    assert str(game) == "cardcore_ends(deal=[-4])"
    pyspiel.random_sim_test(pyspiel.load_game(str(game)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("actions", ["factored", "flat"])
@pytest.mark.parametrize("name", ["chopsticks", "draw", "ends", "hearts", "president"])
def test_python_and_openspiel_are_told_the_same_about_a_position(name: str, actions: str) -> None:
    """The methods written out for Python agree with those that OpenSpiel puts together."""
    generator = np.random.default_rng(1)
    state = pyspiel.load_game(f"cardcore_{name}", {"actions": actions}).new_initial_state()
    for _ in range(200):
        assert state.is_chance_node() == pyspiel.State.is_chance_node(state)
        legal = state.legal_actions()
        assert legal == pyspiel.State.legal_actions(state)
        for player in range(state.num_players()):
            assert state.legal_actions(player) == pyspiel.State.legal_actions(state, player)
        if state.is_terminal():
            assert legal == []
            break
        # A copy and an unpickled state go on alike, in the middle of a move too.
        copies = [state.clone(), pickle.loads(pickle.dumps(state))]
        action = int(generator.choice(legal))
        for each in [*copies, state]:
            each.apply_action(action)
        for each in copies:
            assert str(each) == str(state)
            assert each.legal_actions() == state.legal_actions()
            assert each.history() == state.history()


def test_nothing_happens_after_the_end_or_against_chance() -> None:
    state = pyspiel.load_game("cardcore_ends(deal=3 4)").new_initial_state()
    state.apply_action(0)
    state.apply_action(0)
    with pytest.raises(ValueError, match="the game is over, found 0"):
        state.apply_action(0)
    assert state.is_terminal()
    assert state.returns() == [-0.5, 0.5]
    state = pyspiel.load_game(TINY).new_initial_state()
    # Three cards are dealt from the lowest up, so the first is none of the two highest.
    for card in (4, 5, 6, -7):
        with pytest.raises(ValueError, match=rf"one of \[0, 1, 2, 3\], found {card}"):
            state.apply_action(card)
    assert len(state.chance_outcomes()) == 4


def test_what_makes_no_tree_is_refused() -> None:
    refused = {
        "cardcore_ends(count=0)": "count: expected at least one card, found 0",
        "cardcore_hearts(suits=2,values=3,passing=False)": "passing: only an option of the",
        "cardcore_hearts(suits=2,values=3,players=0)": "players: expected a whole number from 2",
        "cardcore_chopsticks(moves=1000000)": "information state: expected at most 4,194,304",
    }
    for name, message in refused.items():
        with pytest.raises(ValueError, match=message):
            pyspiel.load_game(name)
    # What is not said is as in Hearts itself.
    assert pyspiel.load_game("cardcore_hearts(suits=2)").encoding.rules["values"] == 13


def test_all_games_are_registered() -> None:
    assert openspiel.names() == [f"cardcore_{game}" for game in cardcore.games()]
    assert {*openspiel.names()} <= {*pyspiel.registered_names()}


def test_every_deal_is_one_path_and_all_are_equally_likely() -> None:
    game = pyspiel.load_game(TINY)
    dealt: dict[str, Fraction] = {}
    left = [(game.new_initial_state(), Fraction(1))]
    while left:
        state, chance = left.pop()
        if not state.is_chance_node():
            assert str(state) not in dealt
            dealt[str(state)] = chance
            continue
        outcomes = game.dealing.outcomes(*state.dealing())
        assert sum(outcomes.values()) == 1
        assert state.chance_outcomes() == [(card, float(odds)) for card, odds in outcomes.items()]
        left += [(state.child(card), chance * odds) for card, odds in outcomes.items()]
    deck = ["0-1", "0-2", "0-3", "1-1", "1-2", "1-3"]
    hands = [(hand, [card for card in deck if card not in hand]) for hand in combinations(deck, 3)]
    expected = [f"[{' '.join(first)}] [{' '.join(second)}]" for first, second in hands]
    assert dealt == dict.fromkeys(expected, Fraction(1, 20))


def test_cards_that_are_out_of_play_are_not_dealt() -> None:
    game = pyspiel.load_game("cardcore_hearts(suits=2,values=2,players=3)")
    deals = [state for state in states(game) if len(state.full_history()) == 3]
    # One card each of four: 4 * 3 * 2 deals, and the fourth card lies aside.
    assert len(deals) == 24 and not any(state.is_chance_node() for state in deals)


def test_drawn_cards_come_from_chance_and_the_odds_are_exact() -> None:
    mine, theirs = "As Ah 9d 7c 4s", "Ks Kh 9c 7d 4h"
    game = pyspiel.load_game("cardcore_draw", {"deal": f"{mine}/{theirs}"})
    state = game.new_initial_state()
    for move in ("check", "check", "discard 4s 7c"):
        play(state, move)
    assert state.is_chance_node()
    worth, chances = 0.0, 0.0
    left = [(state, 1.0)]
    while left:
        state, chance = left.pop()
        if state.is_chance_node():
            left += [(state.child(card), chance * odds) for card, odds in state.chance_outcomes()]
            continue
        for move in ("discard", "check", "check"):
            play(state, move)
        worth += chance * state.returns()[0]
        chances += chance
    known = cardcore.parse_cards(f"{mine} {theirs}")
    rest = [card for card in cardcore.parse_cards(range(52)) if card not in known]
    kept, other = cardcore.parse_cards("As Ah 9d"), poker.rank(theirs).strength
    ranks = [poker.rank([*kept, *pair]).strength for pair in combinations(rest, 2)]
    expected = Fraction(sum((rank > other) - (rank < other) for rank in ranks), len(ranks))
    assert chances == pytest.approx(1, abs=1e-12)
    assert worth == pytest.approx(float(expected), abs=1e-12)


def play(state: Any, move: str) -> None:
    """Make a move, action by action."""
    game = state.get_game()
    view = state.observe(state.current_player()).view
    for action in game.encoding.actions(view, move):
        state.apply_action(action)


def test_the_minimax_of_openspiel_finds_every_value_of_chopsticks() -> None:
    """All positions that can come up within ten moves of each player."""
    solver = minimax_solver.MinimaxSolver("cardcore_chopsticks(moves=10,actions=flat)")
    found = {positions(key): entry.value for key, entry in solver.solve().items()}
    values = chopsticks.solve(depth=20).values
    reached, level = set(), {((1, 1), (1, 1), 0)}
    for _ in range(20):
        following = {after for state in level for after in rules_of_chopsticks.next_moves(state)}
        reached |= {state for state in level if rules_of_chopsticks.next_moves(state)}
        level = following
    assert found == {(a, b, ply): values[ply, *a, *b] * (-1) ** ply for a, b, ply in reached}


def positions(text: str) -> tuple[tuple[int, int], tuple[int, int], int]:
    """Read a position of Chopsticks, with the number of moves that were made."""
    a, b, c, d, ply = map(int, re.findall(r"\d+", text)[:5])
    return (a, b), (c, d), ply


def test_the_minimax_of_openspiel_wins_what_the_tablebase_wins() -> None:
    """Where the end is near enough, the horizon does not matter."""
    base = chopsticks.tablebase()
    tried = 0
    for mine, other in product(product(range(5), repeat=2), repeat=2):
        distance = base.distance(mine, other)
        if sum(mine) == 0 or sum(other) == 0 or distance is None or distance > 3:
            continue
        deal = f"{mine[0]} {mine[1]}/{other[0]} {other[1]}"
        game = pyspiel.load_game("cardcore_chopsticks", {"moves": 2, "deal": deal})
        assert minimax.alpha_beta_search(game)[0] == base.value(mine, other), deal
        tried += 1
    assert tried > 50


def test_the_tree_search_of_openspiel_finds_a_move_that_wins() -> None:
    game = pyspiel.load_game(
        "cardcore_chopsticks", {"moves": 10, "deal": "2 3/1 4", "actions": "flat"}
    )
    state = game.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2, 200, evaluator, solve=True, random_state=np.random.RandomState(1))
    action = bot.step(state)
    base = chopsticks.tablebase()
    assert base.value((2, 3), (1, 4)) == 1
    after = state.child(action).observe(0).view.hands
    assert base.value(after[1], after[0]) == -1


@pytest.mark.parametrize("row", [(3, 10, 3, 9, 5, 2), (1, 1, 7, 2), (5, -3, 8, 8, 0, 2, 9), (4,)])
def test_ends_between_perfect_sides_is_worth_what_openspiel_finds(row: tuple[int, ...]) -> None:
    game = pyspiel.load_game("cardcore_ends", {"deal": " ".join(map(str, row))})
    value, _ = minimax.alpha_beta_search(game)
    assert 2 * value == ends.value(row)


@pytest.mark.parametrize("row", [(3, 10, 3, 9, 5, 2), (9, 2, 8, 3, 7, 4, 6, 5)])
def test_the_best_response_of_openspiel_beats_the_greedy_dog_by_as_much(
    row: tuple[int, ...],
) -> None:
    game = pyspiel.load_game("cardcore_ends", {"deal": " ".join(map(str, row))})
    response = best_response.BestResponsePolicy(game, 0, Played(game, "greedy"))
    assert 2 * response.value(game.new_initial_state()) == ends.solve(row, "optimal").margin


def test_nothing_can_be_won_from_the_perfect_bot_in_ends() -> None:
    game = pyspiel.load_game("cardcore_ends(count=4,low=1,high=3)")
    perfect = Played(game, "perfect")
    assert exploitability.nash_conv(game, perfect) == pytest.approx(0, abs=1e-12)
    values = expected_game_score.policy_value(game.new_initial_state(), [perfect, perfect])
    rows = list(product(range(1, 4), repeat=4))
    expected = Fraction(sum(ends.value(row) for row in rows), 2 * len(rows))
    assert values == pytest.approx([float(expected), -float(expected)], abs=1e-12)


def best_reply(seat: int) -> Fraction:
    """Find the most that a seat can get in the tiny game against random play, by the reference.

    Positions that the seat cannot tell apart are kept together, with their chances: those of one
    hand at first, and then of one line of play.
    """
    rules = reference.Rules(suits=2, values=3, players=2)
    deck = rules.deck()
    hands = list(combinations(deck, rules.hand_size()))
    groups = defaultdict(list)
    for first in hands:
        deal = [list(first), [card for card in deck if card not in first]]
        groups[tuple(deal[seat])].append((Fraction(1, len(hands)), (deal, ())))
    return sum((_best(rules, seat, group) for group in groups.values()), Fraction(0))


def _at(rules: Any, deal: Any, moves: tuple[str, ...]) -> Any:
    game = reference.Hearts(rules, [list(hand) for hand in deal])
    for move in moves:
        game.play(move)
    return game


def _best(rules: Any, seat: int, group: list[Any]) -> Fraction:
    games = [(chance, deal, moves, _at(rules, deal, moves)) for chance, (deal, moves) in group]
    if games[0][3].is_over:
        return sum(
            (chance * Fraction(game.scores()[1 - seat] - game.scores()[seat], 2))
            for chance, _, _, game in games
        )
    after = defaultdict(list)
    for chance, deal, moves, game in games:
        legal = game.legal_moves()
        share = chance if game.to_move == seat else chance / len(legal)
        for move in legal:
            after[game.to_move, move].append((share, (deal, (*moves, move))))
    # Who opens is seen by all before anybody plays.
    worth = {key: _best(rules, seat, following) for key, following in after.items()}
    own = [value for (mover, _), value in worth.items() if mover == seat]
    return sum((value for (mover, _), value in worth.items() if mover != seat), Fraction(0)) + (
        max(own) if own else 0
    )


def test_the_best_responses_of_openspiel_in_hearts_are_those_of_the_reference() -> None:
    game = pyspiel.load_game(TINY)
    uniform = policy.UniformRandomPolicy(game)
    expected = [best_reply(seat) for seat in (0, 1)]
    for seat in (0, 1):
        response = best_response.BestResponsePolicy(game, seat, uniform)
        found = response.value(game.new_initial_state())
        assert found == pytest.approx(float(expected[seat]), abs=1e-12)
    assert sum(expected) == Fraction(39, 40)
    assert exploitability.nash_conv(game, uniform) == pytest.approx(39 / 40, abs=1e-12)


def test_regret_minimization_of_openspiel_solves_a_tiny_hearts() -> None:
    game = pyspiel.convert_to_cached_tree(pyspiel.load_game(TINY))
    solver = pyspiel.CFRPlusSolver(game)
    before = pyspiel.nash_conv(game, solver.average_policy())
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) < 1e-3 < before


@pytest.mark.parametrize(
    "name",
    [
        TINY,
        "cardcore_hearts(suits=2,values=2,players=3)",
        "cardcore_president(players=2,deck=3d 3c 4h 4s,actions=flat)",
    ],
)
def test_an_information_state_is_what_the_seat_got_and_heard_and_nothing_else(name: str) -> None:
    """Text, tensors and an independent record distinguish the same positions."""
    game = pyspiel.load_game(name)
    accounts: dict[str, set[Any]] = defaultdict(set)
    tensors: dict[str, set[bytes]] = defaultdict(set)
    legal: dict[str, set[Any]] = defaultdict(set)
    for state in states(game):
        if state.is_chance_node() or state.is_terminal():
            continue
        seat = state.current_player()
        dealt, *_ = state.dealing()
        heard = tuple(
            (step.player, step.action) for step in state.full_history() if step.player >= 0
        )
        text = state.information_state_string(seat)
        accounts[text].add((seat, dealt[seat], heard))
        tensors[text].add(np.array(state.information_state_tensor(seat)).tobytes())
        legal[text].add(tuple(state.legal_actions()))
    assert len(accounts) > 10
    for found in (accounts, tensors, legal):
        assert all(len(values) == 1 for values in found.values())
    assert len({next(iter(values)) for values in accounts.values()}) == len(accounts)
    assert len({next(iter(values)) for values in tensors.values()}) == len(tensors)


@pytest.mark.parametrize("actions", ["factored", "flat"])
@pytest.mark.parametrize("name", [TINY, "cardcore_president(players=2,deck=3d 3c 4h 4s 5d 5c)"])
def test_nothing_that_a_player_did_or_knew_is_forgotten(name: str, actions: str) -> None:
    game = pyspiel.load_game(name.replace(")", f",actions={actions})"))
    before: dict[str, set[Any]] = defaultdict(set)
    left: list[tuple[Any, tuple[Any, ...]]] = [(game.new_initial_state(), ((), ()))]
    while left:
        state, lines = left.pop()
        seat = state.current_player()
        if seat >= 0:
            text = state.information_state_string(seat)
            before[text].add(lines[seat])
        for action in state.legal_actions():
            after = list(lines)
            if seat >= 0:
                after[seat] = (*lines[seat], (text, action))
            left.append((state.child(action), tuple(after)))
    assert len(before) > 100
    assert all(len(lines) == 1 for lines in before.values())


@pytest.mark.parametrize("actions", ["factored", "flat"])
@pytest.mark.parametrize(
    "name",
    [
        "cardcore_draw",
        "cardcore_draw(players=4)",
        "cardcore_ends",
        "cardcore_hearts",
        "cardcore_hearts(players=3,passing=False)",
        "cardcore_hearts(suits=3,values=5,players=4)",
        "cardcore_president(players=3)",
    ],
)
def test_a_state_that_is_sampled_is_one_that_the_player_could_be_in(
    name: str, actions: str
) -> None:
    with_actions = (
        name.replace(")", f",actions={actions})") if ")" in name else f"{name}(actions={actions})"
    )
    game = pyspiel.load_game(with_actions)
    generator = np.random.RandomState(3)
    others = 0
    for _ in range(2):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                cards, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(generator.choice(cards, p=chances))
                continue
            seat = state.current_player()
            if generator.uniform() < 0.3:
                sampled = state.resample_from_infostate(seat, generator.uniform)
                for told in ("information_state_string", "observation_tensor", "legal_actions"):
                    assert getattr(sampled, told)(seat) == getattr(state, told)(seat)
                others += str(sampled) != str(state)
            state.apply_action(generator.choice(state.legal_actions()))
    assert others > 0 or name == "cardcore_ends"


def test_the_search_for_hidden_games_of_openspiel_ducks_with_the_special_card() -> None:
    """Card 1-3 costs four points: who can leave the trick to the other does not win it with it."""
    game = pyspiel.load_game("cardcore_hearts(suits=2,values=4,players=2)")
    state = dealt(game, ["0-1 0-2 1-1 1-3", "0-3 0-4 1-2 1-4"])
    play(state, "1-2")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game, evaluator, 4.0, 200, ismcts.UNLIMITED_NUM_WORLD_SAMPLES, np.random.RandomState(1)
    )
    assert sorted(map(state.action_to_string, state.legal_actions())) == ["1-1", "1-3"]
    assert state.action_to_string(bot.step(state)) == "1-1"


def dealt(game: Any, hands: list[str]) -> Any:
    """Deal these hands."""
    state = game.new_initial_state()
    while state.is_chance_node():
        groups, group, _ = state.dealing()
        cards = sorted(game.dealing.deck.index(card) for card in hands[len(groups)].split())
        state.apply_action(cards[len(group)])
    return state


def test_a_deal_that_is_given_is_not_sampled_again() -> None:
    game = pyspiel.load_game("cardcore_hearts(suits=2,values=2,players=2,deal=0-1 1-2/0-2 1-1)")
    with pytest.raises(ValueError, match="expected a game without deal or deck"):
        game.new_initial_state().resample_from_infostate(0, lambda: 0.5)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cardcore_hearts(target=50)", "target: expected 0, found 50: deals after the first"),
        ("cardcore_president(rounds=2)", "rounds: expected 1, found 2: rounds after the first"),
        ("cardcore_draw(hands=3)", "hands: expected 1, found 3: hands after the first"),
        ("cardcore_draw(deck=As Ks)", "deck: expected 10 cards for each of 2 players"),
        ("cardcore_draw(deal=As Ah/Ks Kh)", "deal: expected 2 hands of five cards"),
        ("cardcore_president(deck=As Ks)", "deck: expected a card for each of 4 players"),
        ("cardcore_hearts(suits=2,values=2,players=2,passing=False)", "passing: only an option of"),
        ("cardcore_hearts(players=2)", "players"),
        ("cardcore_hearts(suits=2,values=2,players=2,deal=0-1 0-9/1-1 1-2)", "hand 1, '0-9'"),
        ("cardcore_ends(low=0,high=5000)", "high: expected at most 4,096 values"),
        ("cardcore_chopsticks(deal=1 1)", "expected the hands of two players"),
        ("cardcore_ends(actions=spoken)", "actions"),
        ("cardcore_ends(actions=listed)", "listed actions have no fixed number"),
    ],
)
def test_what_cannot_be_dealt_by_chance_is_refused(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pyspiel.load_game(name)


def test_other_observers_are_refused() -> None:
    game = pyspiel.load_game(TINY)
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="expected public information and that of one player"):
        game.make_py_observer(everything)
    with pytest.raises(ValueError, match="params: expected none, found"):
        game.make_py_observer(None, {"size": "large"})
