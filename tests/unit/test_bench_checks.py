"""Answers that are wrong, and the measurements that have to tell."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cardcore
from bench import chopsticks as bench_chopsticks
from bench import discard as bench_discard
from bench import dog, poker
from bench import ends as bench_ends
from bench import hearts as bench_hearts
from bench import president as bench_president
from bench import threads as bench_threads
from bench.peers import Peer
from cardcore import arena, chopsticks, draw, ends, hearts, president
from cardcore import poker as native_poker
from cardcore.compare import hearts as compared_hearts
from cardcore.compare.measure import WrongAnswer
from cardcore.compare.poker import hands
from cardcore.reference import hearts as reference_hearts

HANDS = hands(200)

solve_ends = ends.solve
solve_table = chopsticks.solve
tablebase = chopsticks.tablebase
rank_many = native_poker.rank_many
analyze_many = draw.analyze_many
best_discards = draw.best_discards
run = arena.run


def late_tables_empty(*hands: Any, **options: Any) -> Any:
    tables = analyze_many(*hands, **options)
    tables[60:] = 0
    return tables


def singles(hand: Any) -> president.Line:
    moves = [move for move in president.legal_moves(hand) if len(move.cards) == 1]
    return president.Line(len(moves), moves)


def nothing_decided(*arguments: Any, **options: Any) -> chopsticks.Table:
    table = solve_table(*arguments, **options)
    table.__dict__["values"] = np.zeros_like(table.values)
    return table


def other_rules(rules: chopsticks.Rules) -> chopsticks.Tablebase:
    solved = tablebase(chopsticks.Rules(rules.fingers, rules.hands, splits=False))
    solved.rules = rules
    return solved


def with_random_bots(game: str, bots: Any, *arguments: Any, **options: Any) -> arena.Result:
    bots = ["random" if isinstance(bot, str) else bot for bot in bots]
    return run(game, bots, *arguments, **options)


WRONG: list[tuple[str, Any, str, Callable[..., Any], Callable[[], Any]]] = [
    (
        "strengths the wrong way round",
        native_poker,
        "rank_many",
        lambda hands, **options: 7461 - rank_many(hands, **options),
        lambda: poker.beside(HANDS, []),
    ),
    (
        "six of seven cards",
        native_poker,
        "rank_many",
        lambda hands, **options: rank_many(np.asarray(hands)[:, :6], **options),
        lambda: poker.many_of_seven(6_000),
    ),
    (
        "hands that no seed says",
        cardcore,
        "deal_many",
        lambda count, **_: hands(count),
        lambda: poker.dealing(4_000),
    ),
    (
        "tables of later hands",
        draw,
        "analyze_many",
        late_tables_empty,
        bench_discard.many_hands,
    ),
    (
        "tables of later hands with a joker",
        draw,
        "analyze_many",
        late_tables_empty,
        bench_discard.many_wild_hands,
    ),
    (
        "no discard",
        draw,
        "best_discards",
        lambda hands, **options: (np.zeros(len(hands), int), best_discards(hands, **options)[1]),
        lambda: bench_threads.threads(
            "best discards",
            lambda threads: draw.best_discards(HANDS, threads=threads),
            lambda best: bench_threads.right_discards(HANDS, best),
        ),
    ),
    (
        "lines of single cards",
        president,
        "moves_to_victory",
        singles,
        lambda: bench_president.growth(10),
    ),
    ("values of no table", chopsticks, "solve", nothing_decided, bench_chopsticks.plies),
    (
        "a tablebase of other rules",
        chopsticks,
        "tablebase",
        other_rules,
        lambda: bench_chopsticks.tablebase(chopsticks.Rules(fingers=6)),
    ),
    ("greedy deals by random bots", arena, "run", with_random_bots, bench_hearts.large_deck),
    (
        "a greedy choice that is not the report's",
        reference_hearts.Hearts,
        "greedy_play",
        lambda game: game.legal_moves()[0],
        bench_hearts.greedy_deals,
    ),
    (
        "points out of nowhere",
        hearts,
        "random_means",
        lambda *_, **__: [7.0] * 4,
        compared_hearts.time_deals,
    ),
    ("rows worth nothing", ends, "value", lambda _: 0, lambda: bench_ends.both_perfect(1_000)),
    ("long rows worth nothing", ends, "value", lambda _: 0, bench_ends.growth_of_values),
    (
        "lines against another opponent",
        ends,
        "solve",
        lambda cards, _="optimal", **options: solve_ends(cards, "minimax", **options),
        bench_ends.growth_of_lines,
    ),
    (
        "lookahead that is greedy",
        ends,
        "solve",
        lambda cards, policy, first: solve_ends(
            cards, "greedy" if policy == "lookahead" else policy, first
        ),
        lambda: list(dog.shares("deck", 20, "dog", 30)),
    ),
]


@pytest.mark.parametrize(
    ("owner", "name", "wrong", "measure"),
    [case[1:] for case in WRONG],
    ids=[case[0] for case in WRONG],
)
def test_a_wrong_answer_is_told(
    monkeypatch: pytest.MonkeyPatch,
    owner: Any,
    name: str,
    wrong: Callable[..., Any],
    measure: Callable[[], Any],
) -> None:
    monkeypatch.setattr(owner, name, wrong)
    with pytest.raises(WrongAnswer):
        measure()


def test_a_sorted_list_is_not_the_strengths_of_shuffled_hands() -> None:
    shuffled = poker.all_hands()
    strengths = rank_many(shuffled)
    assert poker.right(shuffled, strengths)
    assert not poker.right(shuffled, np.sort(strengths))


def test_a_peer_that_is_wrong_once_is_told() -> None:
    def rank_all(hands: list[Any]) -> list[int]:
        return [*rank_many(np.array(hands, np.uint8)).tolist()[:-1], 7461]

    peer = Peer("peer", list(range(52)), rank_all, lambda number: number)
    with pytest.raises(WrongAnswer, match="the answer of peer is wrong"):
        poker.beside(HANDS, [peer])


def test_plain_margins_are_those_of_the_reference() -> None:
    from cardcore.reference.ends import margin

    generator = np.random.default_rng(1)
    for count in range(60):
        cards = generator.integers(-9, 20, count % 15).tolist()
        assert bench_ends.margin(cards) == margin(cards)
