import csv
import io
import json
import math
import statistics
import zlib
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardcore
from cardcore import View, arena
from cardcore._core import Tally
from cardcore.arena import Tournament
from cardcore.jobs import CheckpointError
from cardcore.tournament.counts import Counts
from cardcore.tournament.job import ScoresJob, TallyJob
from cardcore.tournament.line_ups import choose_line_ups
from cardcore.tournament.ratings import rate
from cardcore.tournament.result import summarize
from cardcore.tournament.scores import COLUMNS
from cardcore.tournament.stopping import interim_analyses, is_clear


class Native:
    """A native bot in Python's clothes."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View) -> Any:
        return view.choose(self.name, seed=0)


def told(result: Tournament) -> str:
    """Give all but how long it took."""
    return json.dumps({**result.to_dict(), "seconds": 0, "games_per_second": 0})


def test_two_bots_fare_as_in_an_arena_of_the_same_games() -> None:
    played = arena.run("ends", ["greedy", "random"], 80, 3, count=9)
    found = arena.tournament("ends", ["greedy", "random"], 80, 3, count=9)
    for bot, other in zip(found.bots, played.bots, strict=True):
        assert bot.mean == other.mean
        assert bot.firsts == pytest.approx(other.firsts)
        assert bot.interval is not None and other.interval is not None
        assert bot.interval == pytest.approx(other.interval, rel=1e-9)
    pairing = found.cross_table[0][1]
    assert pairing is not None
    assert pairing.margin == pytest.approx(played.bots[0].mean - played.bots[1].mean)
    assert pairing.share == played.bots[0].beats[1]


@pytest.mark.parametrize("first", ["greedy", Native("greedy")])
def test_an_arena_is_a_tournament_of_one_line_up(first: Any) -> None:
    template, line_ups = cardcore.new("ends", seed=0, count=9), [(0, 1)]
    bots = [first, "random"]
    tally = TallyJob(template, bots, line_ups, 12, 3).run(range(1, 6))
    scores = ScoresJob(template, bots, line_ups, 12, 3).run(range(1, 6))
    assert Tally.of_scores(scores.reshape(-1, 2), False) == tally
    assert (tally.games, tally.blocks) == (10, 5)


def test_checkpoints_keep_their_form() -> None:
    template, bots = cardcore.new("chopsticks", seed=0), ["perfect", "random"]
    described = {
        "game": "chopsticks",
        "rules": template.rules,
        "start": template.start,
        "bots": bots,
        "seed": 7,
    }
    summed = TallyJob(template, bots, [(0, 1)], 5, 7)
    assert summed.describe() == {"job": "arena", "games": 5, **described}
    assert summed.total == 3 and summed.unit == "deals"
    tally = summed.run(range(3))
    content = summed.encode(tally)
    sums = [5, 2, tally.totals, tally.block_totals, tally.block_squares, tally.firsts, tally.wins]
    assert json.loads(content) == sums
    assert summed.decode(content, range(3)) == tally
    with pytest.raises(ValueError, match="expected sums of 2 bots"):
        summed.decode(b"[0, 0, [0], [0], [0], [0], [[0]]]", range(3))
    with pytest.raises(ValueError, match="expected 4 games, found 5"):
        summed.decode(content, range(2))
    kept = ScoresJob(template, bots, [(0, 1), (1, 0)], 6, 7)
    assert kept.describe() == {"job": "tournament", "line_ups": [[0, 1], [1, 0]], **described}
    assert kept.total == 6 and kept.unit == "deals of line-ups"
    scores = kept.run(range(1, 4))
    content = kept.encode(scores)
    assert zlib.decompress(content) == scores.astype("<i8").tobytes()
    assert kept.decode(content, range(1, 4)).tolist() == scores.tolist()
    with pytest.raises(ValueError, match="expected the scores of deals"):
        kept.decode(b"no scores", range(1, 4))
    # A few bytes that would expand to a gigabyte are read no further than needed.
    for wrong in (content, zlib.compress(bytes(2**20)), zlib.compress(b"")):
        with pytest.raises(ValueError, match="expected the scores of 2 deals"):
            kept.decode(wrong, range(2))


@pytest.mark.parametrize("game", cardcore.games())
def test_every_line_up_plays_the_deals_of_its_arena(game: str) -> None:
    names = list(cardcore.bots(game))[:3]
    found = arena.tournament(game, names, 12, 5)
    seats = len(found.line_ups[0])
    totals, counts = [0.0] * len(names), [0] * len(names)
    for line_up in found.line_ups:
        played = arena.run(game, [names[bot] for bot in line_up], found.deals * seats, 5)
        for bot, result in zip(line_up, played.bots, strict=True):
            totals[bot] += result.mean * played.games
            counts[bot] += played.games
    assert found.games == len(found.line_ups) * found.deals * seats
    for rating, total, count in zip(found.bots, totals, counts, strict=True):
        assert rating.games == count
        assert rating.mean == pytest.approx(total / count)
    for one, other in combinations(range(len(names)), 2):
        there, back = found.cross_table[one][other], found.cross_table[other][one]
        assert there is not None and back is not None
        assert there.margin == -back.margin
        assert there.share + back.share == pytest.approx(1)


def test_the_result_is_the_same_on_any_executor(tmp_path: Path) -> None:
    def play(**how: Any) -> str:
        bots = ["random", "greedy", "rule"]
        return told(arena.tournament("hearts", bots, 400, 1, until=1.0, target=None, **how))

    alone = play(threads=1)
    assert play(threads=2) == alone
    with ProcessPoolExecutor(2) as pool:
        assert play(executor=pool) == alone
    path = tmp_path / "kept"

    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done > 200:
            raise Enough

    with pytest.raises(Enough):
        play(checkpoint=path, progress=stop)
    assert play(checkpoint=path) == alone
    with pytest.raises(CheckpointError, match="it belongs to another job: seed is 1 there, 2 here"):
        arena.tournament(
            "hearts", ["random", "greedy", "rule"], 400, 2, target=None, checkpoint=path
        )


def test_who_stops_early_has_the_results_of_the_deals_that_were_played() -> None:
    bots = ["random", "greedy", "perfect"]
    stopped = arena.tournament("ends", bots, 10_000, 4, until=1.0, count=8)
    assert stopped.reached and stopped.deals < 5000
    whole = arena.tournament("ends", bots, 2 * stopped.deals, 4, count=8)
    assert [bot.rating for bot in whole.bots] == [bot.rating for bot in stopped.bots]
    for row, other in zip(whole.cross_table, stopped.cross_table, strict=True):
        for usual, wider in zip(row, other, strict=True):
            if usual is not None and wider is not None:
                assert (usual.margin, usual.share) == (wider.margin, wider.share)
                assert usual.half is not None and wider.half is not None
                assert usual.half < wider.half
    widths = [pairing.half for row in stopped.cross_table for pairing in row if pairing is not None]
    assert max(width for width in widths if width is not None) <= 1.0
    never = arena.tournament("ends", bots, 200, 4, until=0.001, count=8)
    assert never.reached is False and never.deals == 100
    assert "goal not reached" in str(never)


def test_decisions_stop_a_tournament_and_are_marked() -> None:
    found = arena.tournament("ends", ["random", "perfect"], 10_000, 0, decide=0.01, count=8)
    assert found.reached and found.deals == 32
    assert found.decisions == ((1, 0),)
    assert str(found).count(" *") == 3  # both ways, and what it means
    fixed = arena.tournament("ends", ["random", "perfect"], 64, 0, count=8).cross_table[0][1]
    anytime = found.cross_table[0][1]
    assert fixed is not None and anytime is not None
    assert fixed.half is not None and anytime.half is not None
    assert anytime.half > fixed.half and anytime.margin == fixed.margin
    # What is known well enough needs no decision.
    both = arena.tournament("ends", ["random"] * 2, 10**5, 0, decide=0.01, until=1, count=8)
    assert both.reached and both.decisions == ()


def test_python_players_take_the_same_path() -> None:
    native = arena.tournament("ends", ["greedy", "random", "perfect"], 60, 9, count=11)
    wrapped = arena.tournament("ends", [Native("greedy"), "random", "perfect"], 60, 9, count=11)
    assert [bot.name for bot in wrapped.bots] == ["Native", "random", "perfect"]
    assert wrapped.cross_table == native.cross_table


def test_line_ups() -> None:
    assert choose_line_ups(4, 4) == ("all against all", [(0, 1, 2, 3)])
    # Eight bots at tables of four: 70 line-ups, or 56 of pairs.
    assert [choose_line_ups(bots, 4)[0] for bots in (3, 7, 8)] == [
        "round robin",
        "all against all",
        "round robin",
    ]
    way, line_ups = choose_line_ups(3, 3, "round robin")
    assert way == "round robin" and len(line_ups) == 6 and line_ups[1] == (0, 2, 2)
    assert len(choose_line_ups(5, 2, "all against all")[1]) == 10


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (("ends", ["random"]), {}, ValueError, "bots: expected at least 2, found 1"),
        (("ends", ["random", "gredy"]), {}, ValueError, "unknown bot 'gredy'"),
        (("chess", ["random"] * 2), {}, ValueError, "unknown game 'chess'"),
        (("ends", "random"), {}, TypeError, "bots: expected a list of names and players"),
        (("ends", ["random"] * 2, 0), {}, ValueError, "games: expected a whole number from 1"),
        (("ends", ["random"] * 2), {"until": 0}, ValueError, "until: expected a number above 0"),
        (("ends", ["random"] * 2), {"until": True}, TypeError, "until: expected a number above 0"),
        (("ends", ["random"] * 2), {"until": math.nan}, ValueError, "found nan"),
        (("ends", ["random"] * 2), {"decide": 0.5}, ValueError, "above 0 and below 0.5, found 0.5"),
        (("ends", ["random"] * 2), {"schedule": "cup"}, ValueError, "schedule: expected one of"),
        (
            ("hearts", ["random"] * 3),
            {"schedule": "all against all"},
            ValueError,
            "bots: expected at least 4 for all against all, one per seat, found 3",
        ),
        (("ends", ["random"] * 200), {}, ValueError, "200 of them make 19,900 line-ups"),
        (
            ("ends", ["random"] * 2, 10**9),
            {"scores": True},
            ValueError,
            "scores: expected at most 50,000,000 to be kept, found 2,000,000,000",
        ),
    ],
)
def test_what_cannot_be_played_is_told(
    arguments: tuple[Any, ...], options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        arena.tournament(*arguments, **options)


def test_ratings_of_two_are_the_odds_and_of_more_those_that_were_planted() -> None:
    wins = np.array([[0.0, 749.5], [249.5, 0.0]])
    found = rate(wins, np.array([wins / 2, wins / 2]))
    assert found.ratings[0] - found.ratings[1] == pytest.approx(400 * math.log10(3))
    planted = np.array([150.0, 20.0, -170.0])
    odds = 10 ** ((planted[:, None] - planted[None, :]) / 400)
    # With one tie less, which is added.
    wins = (1e6 * odds / (1 + odds) - 0.5) * (1 - np.eye(3))
    found = rate(wins, np.array([wins, wins]))
    assert found.ratings == pytest.approx(planted, abs=1e-6)
    assert found.ratings.sum() == pytest.approx(0)


def test_who_always_wins_has_a_rating_that_is_not_sure() -> None:
    batch = np.array([[0.0, 10.0], [0.0, 0.0]])
    always = rate(2 * batch, np.array([batch, batch]))
    # 20 to none, with half a win more for both.
    assert always.ratings[0] == pytest.approx(200 * math.log10(41))
    assert always.errors is not None and always.errors[0] > 200
    once = arena.tournament("ends", ["perfect", "random"], 2, 0).bots[0]
    assert (once.rating_interval, once.interval) == (None, None)


def test_ratings_of_one_batch_have_no_error() -> None:
    wins = np.array([[0.0, 3.0], [1.0, 0.0]])
    assert rate(wins, wins[None]).errors is None


def test_batches_grow_without_a_trace() -> None:
    generator = np.random.default_rng(3)
    scores = generator.integers(0, 27, size=(150 * 3, 3))
    line_ups = [(0, 1, 2)]
    at_once, grown = Counts(line_ups, 3, True), Counts(line_ups, 3, True)
    at_once.make_room(150)
    at_once.count(0, 0, scores)
    at_once.deals = 150
    for look in (32, 48, 64, 96, 128, 150):
        grown.make_room(look)
        grown.count(0, grown.deals, scores[3 * grown.deals : 3 * look])
        grown.deals = look
    assert at_once.size == grown.size == 4 and grown.batches == 37
    names = ["a", "b", "c"]
    assert summarize(at_once, names) == summarize(grown, names)
    assert sum(bot.firsts for bot in summarize(grown, names).bots) == pytest.approx(1)


def test_huge_scores_are_summed_exactly() -> None:
    cards = [2**61, 1, 1, -(2**61)]
    found = arena.tournament("ends", ["random", "greedy"], 100, 0, cards=cards, scores=True)
    assert found.scores is not None
    rows = found.scores.to_numpy().tolist()
    total = sum(score for *_, bot, score in rows if bot == 0)
    assert found.bots[0].mean == total / 100
    assert found.bots[0].interval is not None


def test_scores_of_single_games_can_be_kept() -> None:
    found = arena.tournament("hearts", ["random", "greedy"], 8, 2, target=None, scores=True)
    scores = found.scores
    assert scores is not None and len(scores) == 2 * 8 * 4
    rows = scores.to_numpy()
    assert rows.shape == (64, 6)
    for number, bot in enumerate(found.bots):
        assert rows[rows[:, 4] == number][:, 5].mean() == bot.mean
    # Game 5 of the first line-up is the second of deal 1.
    seating = cardcore._core.arena_seating(2, 5, 4)
    game = cardcore.new("hearts", seed=seating.deal_seed, target=None)
    bots = ["random", "greedy", "greedy", "greedy"]
    cardcore.play(game, [bots[index] for index in seating.bots], seed=seating.play_seed)
    assert rows[20:24, 5].tolist() == game.scores()
    assert rows[20:24, :4].tolist() == [[0, 1, 1, seat] for seat in range(4)]
    read_back = list(csv.DictReader(io.StringIO(scores.to_csv())))
    assert [int(row["score"]) for row in read_back] == rows[:, 5].tolist()
    assert {row["bot"] for row in read_back} == {"random", "greedy"}
    loaded = np.load(io.BytesIO(scores.to_npy()))
    assert loaded.dtype.names == COLUMNS
    assert loaded["score"].tolist() == rows[:, 5].tolist()
    assert found.scores is not None and "scores" not in found.to_dict()


def test_scores_as_parquet() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    found = arena.tournament("ends", ["random", "greedy"], 6, 2, count=5, scores=True)
    assert found.scores is not None
    table = parquet.read_table(io.BytesIO(found.scores.to_parquet()))
    assert tuple(table.column_names) == COLUMNS
    assert table["score"].to_pylist() == found.scores.to_numpy()[:, 5].tolist()
    assert set(table["bot"].to_pylist()) == {"random", "greedy"}


def test_results_can_be_read_and_kept() -> None:
    found = arena.tournament("ends", ["random", "greedy", "perfect"], 100, 1, count=8)
    lines = str(found).splitlines()
    assert lines[0].startswith("ends, round robin, 3 line-ups on 50 deals, 300 games, seed 1;")
    assert [line.split()[1] for line in lines[2:5]] == ["perfect", "greedy", "random"]
    html = found._repr_html_()
    assert html.count("<table>") == 2 and "perfect" in html
    assert json.loads(json.dumps(found.to_dict()))["ranking"] == [2, 1, 0]
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert [float(row["rating"]) for row in rows] == [bot.rating for bot in found.bots]
    pairing = found.cross_table[1][2]
    assert pairing is not None and float(rows[1]["margin_2"]) == pairing.margin
    assert rows[1]["margin_1"] == ""


def test_skewed_results_need_more_evidence() -> None:
    assert is_clear(2.6, 1, 0, 40, 2.5) is True and is_clear(-2.6, 1, 0, 40, 2.5) is False
    assert is_clear(2.4, 1, 0, 40, 2.5) is None
    # Somebody who often wins a little and seldom loses much is not better for a good start.
    assert is_clear(2.6, 1, -3, 40, 2.5) is None and is_clear(-2.6, 1, 3, 40, 2.5) is None
    # The statistic of Hall alone decides nothing.
    assert is_clear(2.4, 1, 3, 40, 2.5) is None


def test_spreads_of_batches_are_those_of_the_textbook() -> None:
    books = Counts([(0, 1)], 2, False)
    sums = [3, 1, 4, 1, 5, 9, 2, 6]
    # Two games a deal, of which one comes out even.
    scores = np.array([[[value, 0], [0, 0]] for value in sums]).reshape(-1, 2)
    books.count(0, 0, scores)
    books.deals = len(sums)
    mean = statistics.mean(sums)
    squares = sum((value - mean) ** 2 for value in sums) + 1
    deviation = math.sqrt(squares / 7)
    assert books.error(books.margins[:, 0, 1], 2) == pytest.approx(deviation / math.sqrt(8) / 2)
    cubes = statistics.mean((value - mean) ** 3 for value in sums)
    assert books.skewness(books.margins[:, 0, 1]) == pytest.approx(cubes / deviation**3)
    assert books.skewness(books.margins[:, 1, 0]) == -books.skewness(books.margins[:, 0, 1])


def test_looks_are_rare() -> None:
    assert [interim_analyses(deals) for deals in (1, 32, 38, 39)] == [[1], [32], [38], [32, 39]]
    many = interim_analyses(10**9)
    assert len(many) < 60
    assert all(after >= 1.2 * before for before, after in pairwise(many))


def wrong(seed: int, decide: float) -> bool:
    """Tell whether anything is decided between two equal bots, which is always wrong."""
    found = arena.tournament("ends", ["random"] * 2, 512, seed, decide=decide, count=6)
    return bool(found.decisions)


def test_equal_bots_are_distinguished_as_rarely_as_promised() -> None:
    count, allowed = 200, 0.1
    found = sum(wrong(seed, allowed) for seed in range(count))
    # Four standard deviations above what is allowed; and it does err.
    assert 0 < found < count * allowed + 4 * math.sqrt(count * allowed * (1 - allowed))


def test_margins_are_as_sure_as_told_when_the_interval_was_narrow_enough() -> None:
    truth = arena.tournament("ends", ["random", "greedy"], 40_000, 2**63, count=6).cross_table[0][1]
    assert truth is not None
    inside = deals = 0
    for seed in range(200):
        found = arena.tournament("ends", ["random", "greedy"], 10**5, seed, until=1.0, count=6)
        pairing = found.cross_table[0][1]
        assert found.reached and pairing is not None and pairing.interval is not None
        inside += pairing.interval[0] <= truth.margin <= pairing.interval[1]
        deals += found.deals
    assert deals > 200 * 40  # not at the first look
    assert inside >= 200 * 0.95 - 4 * math.sqrt(200 * 0.95 * 0.05)
