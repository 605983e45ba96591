"""Solve a tiny Hearts of two players with OpenSpiel's counterfactual regret minimization.

    pip install "cardcore[openspiel]"
    python examples/solve_hearts.py --suits 2 --values 4 --iterations 300

It prints how much could still be won from the strategy as it improves, the value of holding
the card that opens, and where the best that can be done is to leave the choice to chance.
"""

import argparse

import pyspiel

import cardcore.environments.openspiel  # noqa: F401  registers the games


def solve(game: pyspiel.Game, iterations: int) -> pyspiel.CFRPlusSolver:
    """Let both sides learn from their regrets, and print how far they are."""
    solver = pyspiel.CFRPlusSolver(game)
    print("iteration  can be won")
    report = 1
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration in (report, iterations):
            print(f"{iteration:9,}  {pyspiel.nash_conv(game, solver.average_policy()):10.6f}")
            report *= 4
    return solver


def value_of_opening(state: pyspiel.State, policy: pyspiel.Policy) -> float:
    """Give what the seat that opens can expect, over all deals."""
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        values = [odds * value_of_opening(state.child(card), policy) for card, odds in outcomes]
        return float(sum(values))
    return float(pyspiel.expected_returns(state, policy, -1, True)[state.current_player()])


def mixtures(game: pyspiel.Game, policy: pyspiel.Policy) -> list[str]:
    """Tell where the strategy leaves a choice to chance, where least is known first."""
    found = {}
    left = [game.new_initial_state()]
    while left:
        state = left.pop()
        left += [state.child(action) for action in state.legal_actions()]
        if state.is_terminal() or state.is_chance_node():
            continue
        chances = policy.action_probabilities(state)
        # Where nothing depends on the choice, all chances stay equal.
        if 1 / len(chances) + 0.05 < max(chances.values()) < 0.95:
            told = [
                f"{state.action_to_string(action)} {chance:.2f}"
                for action, chance in sorted(chances.items())
            ]
            found[state.information_state_string()] = "  ".join(told)
    return [f"{known}\n    {found[known]}" for known in sorted(found, key=len)]


def main() -> None:
    """Solve the game that was asked for."""
    parser = argparse.ArgumentParser(description="Solve a tiny Hearts of two players.")
    parser.add_argument("--suits", type=int, default=2)
    parser.add_argument("--values", type=int, default=3)
    parser.add_argument("--iterations", type=int, default=200)
    asked = parser.parse_args()
    rules = f"suits={asked.suits},values={asked.values},players=2,actions=flat"
    # The tree is walked once; after that everything happens in OpenSpiel's own code.
    game = pyspiel.load_game_as_cached_tree(f"cardcore_hearts({rules})")
    solver = solve(game, asked.iterations)
    policy = solver.average_policy()
    worth = value_of_opening(game.new_initial_state(), policy)
    print(f"\nto open is worth {worth:+.4f}: points better than the mean of both")
    mixed = mixtures(game, policy)
    print(f"\ndecisions in which no card is always right: {len(mixed)}")
    print("\n".join(mixed[:5]))


if __name__ == "__main__":
    main()
