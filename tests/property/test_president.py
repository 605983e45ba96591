from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cardcore import president
from cardcore.president import Move

hands = st.sets(st.integers(0, 51), max_size=20)


@given(hands)
def test_moves_are_sorted_distinct_and_in_the_hand(hand: set[int]) -> None:
    moves = president.legal_moves(hand)
    assert len(set(moves)) == len(moves)
    for move in moves:
        assert {int(card) for card in move.cards} <= hand
        assert Move(str(move)) == move
    for high, low in pairwise(moves):
        assert high.kind is not None and low.kind is not None
        assert high.kind > low.kind or (high.kind == low.kind and not low.beats(high))


@given(hands, st.data())
def test_what_beats_a_move_is_what_is_listed(hand: set[int], data: st.DataObject) -> None:
    moves = president.legal_moves(hand)
    if moves:
        beat = data.draw(st.sampled_from(moves))
        assert president.legal_moves(hand, beat) == [move for move in moves if move.beats(beat)]
        card = data.draw(st.sampled_from(sorted(hand)))
        listed = [move for move in moves if card in map(int, move.cards)]
        assert president.legal_moves(hand, containing=card) == listed


@given(st.sets(st.integers(0, 51), max_size=26))
def test_a_shortest_line_is_a_partition_of_which_every_move_counts(hand: set[int]) -> None:
    line = president.moves_to_victory(hand)
    played = [int(card) for move in line.moves for card in move.cards]
    assert sorted(played) == sorted(hand) and line.count == len(line.moves)
    ranks = len({card // 4 for card in hand})
    assert -(-len(hand) // 5) <= line.count <= ranks
    for move in line.moves:
        left = hand - {int(card) for card in move.cards}
        assert president.moves_to_victory(left).count == line.count - 1


@settings(max_examples=30)
@given(
    st.integers(2, 13),
    st.integers(0, 2**64 - 1),
    st.sampled_from(["request", "best"]),
    st.randoms(use_true_random=False),
)
def test_random_matches_end_with_all_places_given(
    players: int, seed: int, trade: str, random: Random
) -> None:
    game = president.new(players=players, rounds=2, seed=seed, trade=trade)
    while not game.is_over:
        game.play(random.choice(game.legal_moves()))
    for places in zip(*game.view(0).records, strict=True):
        assert sorted(places) == list(range(1, players + 1))


@given(st.text(max_size=20))
def test_any_text_is_a_move_or_an_error_that_names_it(text: str) -> None:
    try:
        move = Move(text)
    except ValueError as error:
        assert str(error)
    else:
        assert Move(str(move)) == move
