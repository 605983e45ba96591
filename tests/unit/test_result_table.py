"""What is printed and what notebooks show: readable, escaped, and short enough to look at."""

from html.parser import HTMLParser
from typing import Any

import pytest

import cardcore
from cardcore import arena, chopsticks, discard, ends, hearts, president
from cardcore.result_table import ResultTable

HAND = "9d Td 6c Qc 8h"

#: Everything that is shown, and words that its readers look for.
SHOWN: list[tuple[Any, list[str]]] = [
    (discard.analyze(HAND), ["hold", "9d Td", "straight flush", "0.65224"]),
    (discard.showdown("Ah Ad Kc 7s 2d"), ["Ah Ad Kc", "equity", "0.93631", "exact"]),
    (discard.showdown(HAND, "class", samples=50), ["low", "high", "50 samples"]),
    (
        discard.solve("jacks-or-better-9-6"),
        ["contribution", "royal flush", "800", "40,390.55", "0.00002476"],
    ),
    (chopsticks.solve(26), ["the first player loses", "tap L L", "2 1"]),
    (chopsticks.tablebase(), ["the first player loses in 26 plies", "split 0 2", "loses in 15"]),
    (
        chopsticks.tablebase(chopsticks.Rules(rollover=True)),
        ["the first player draws by endless play"],
    ),
    (president.moves_to_victory("3d 3c 4d"), ["2 moves to victory", "3d 3c", "pair"]),
    (ends.solve([3, 10, 3, 9, 5, 2]), ["player 21, opponent 11: +10", "dog", "place"]),
    (hearts.solve(hearts.new(suits=3, values=4, players=3, seed=5)), ["0 0 8", "1-2 1-1 0-2"]),
    (
        arena.run("ends", ["perfect", "random"], 10, seed=1),
        ["ends, 10 games, seed 1; higher is better", "0 perfect", "1 random", "beats 0"],
    ),
]


class Cells(HTMLParser):
    """Reads the cells of a table, and fails if tags are left open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        assert tag in ("table", "caption", "tr", "th", "td")
        self.open.append(tag)
        if tag in ("caption", "th", "td"):
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.cells[-1] += data


@pytest.mark.parametrize(("value", "words"), SHOWN, ids=lambda value: type(value).__name__)
def test_results_are_readable(value: Any, words: list[str]) -> None:
    printed = str(value)
    for word in words:
        assert word in printed
    assert len(printed.splitlines()) <= 45
    # What is printed is what a notebook shows, cell by cell.
    cells = Cells(value._repr_html_()).cells
    assert "".join("".join(cells).split()) == "".join(printed.split())
    assert "\n" not in repr(value)


@pytest.mark.parametrize("name", cardcore.games())
def test_games_and_views_are_readable_at_every_step(name: str) -> None:
    game = cardcore.new(name, seed=3)
    for _ in range(60):
        for value in (game, *(game.view(seat) for seat in (None, *range(game.seats)))):
            cells = Cells(value._repr_html_()).cells
            assert "".join("".join(cells).split()) == "".join(str(value).split())
            assert str(value).startswith(name)
            assert "\n" not in repr(value)
        if game.is_over:
            break
        game.play(game.view(game.to_move).choose("random", seed=1))


def test_a_view_shows_what_its_seat_may_know() -> None:
    game = president.new(deal=["3d 4c", "3c 2s"], rounds=1)
    game.play("3d")
    assert str(game.view(1)).splitlines()[:2] == [
        "president, round 1 of 1, seen by seat 1, seat 1 to move",
        "hand      3c 2s",
    ]
    assert "4c" not in str(game.view(1)) and "4c" not in game.view(1)._repr_html_()
    assert str(game).startswith("president, round 1 of 1, 1 move, seat 1 to move\nscores, lower is")
    for hidden in ("4c", "3c", "2s"):
        assert hidden not in str(game) and hidden not in game._repr_html_()


def test_text_from_elsewhere_is_escaped() -> None:
    class Player:
        def choose(self, view: Any) -> Any:
            return view.legal_moves()[0]

    Player.__name__ = "<script>alert('&')</script>"
    shown = arena.run("ends", [Player(), "random"], 2)._repr_html_()
    assert "<script>" not in shown
    assert "0 <script>alert('&')</script>" in Cells(shown).cells
    paytable = discard.Paytable("<b>", dict.fromkeys(discard.CLASSES, 1))
    assert "<b>" not in discard.solve(paytable)._repr_html_()


def test_long_tables_are_cut_and_say_so() -> None:
    line = ends.solve(range(1000))
    assert str(line).endswith("\n… and 960 more")
    assert "… and 960 more" in Cells(line._repr_html_()).cells
    assert "more" not in str(ends.solve(range(40)))


def test_an_empty_table_has_its_headings() -> None:
    sheet = ResultTable("nothing", ["a", "b"], [])
    assert sheet.text() == "nothing\na  b"
    assert Cells(sheet.html()).cells == ["nothing", "a", "b"]


def test_columns_fit_a_data_frame() -> None:
    """All of one length, and of plain values."""
    table = discard.analyze(HAND)
    for columns, count in (
        (table.to_dict(), 32),
        (table.to_dict("double-double-bonus-9-6"), 32),
        (discard.showdown(HAND).to_dict(), 32),
        (discard.showdown(HAND, "class", samples=9).to_dict(), 32),
        (discard.solve("bonus-8-5").to_dict(), 12),
        (discard.solve("showdown").to_dict(), 3),
        (ends.solve([1, 2, 3], first="dog").turns(), 3),
    ):
        assert {len(column) for column in columns.values()} == {count}
        assert {type(cell) for column in columns.values() for cell in column} <= {int, float, str}
