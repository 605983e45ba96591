"""Playing through a pseudo-terminal, as a person does."""

import json
import re
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

import cardcore
from cardcore import Game, hearts
from cardcore.cli import render, training
from cardcore.cli.person import plain_cards
from cardcore.discard import Paytable
from tests.cli.terminal import ROWS, Terminal, terminal

SHORT = {
    "draw": ["--hands", "3", "--players", "3"],
    "president": ["--rounds", "2", "--players", "5"],
    "chopsticks": ["--moves", "6"],
    "hearts": ["--values", "5"],
    "ends": ["--count", "8"],
}

WORDS = ("help", "hint", "moves", "quit", "rules", "save FILE", "scores")


def advised(text: str) -> str:
    """Find the move of a hint."""
    found = re.search(r"Try: (.+)", text)
    assert found is not None, text
    return plain_cards(found[1].strip())


@pytest.mark.parametrize("game", SHORT)
def test_a_full_game_with_wrong_inputs_on_the_way(game: str, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    with terminal("play", game, *SHORT[game], "--seed", "5", "--record", str(record)) as person:
        assert person.read() is not None
        text = person.answer("what?")
        assert text is not None
        words = " ".join(text.split())
        assert "'what?' is not a move here. Type " in words
        assert ("undo" in words) == (game in ("chopsticks", "ends"))
        assert all(word in words for word in WORDS)
        text = person.answer("999")
        assert text is not None
        assert "999 is not a number in the list. Type " in " ".join(text.split())
        for word in ("help", "rules", "scores", "moves"):
            assert person.answer(word) is not None
        hint = person.answer("hint")
        while hint is not None:
            # The reason stands below the move.
            assert re.search(r"Try: .+\n\S", hint), hint
            if person.answer(advised(hint)) is None:
                break
            hint = person.answer("hint")
        assert person.process.wait(30) == 0
    assert "score" in person.output
    assert "\x1b[" in person.output
    saved = json.loads(record.read_text())
    assert saved["result"] is not None
    assert cardcore.replay(saved).is_over


def game_in(record: Path) -> Game:
    return cardcore.replay(json.loads(record.read_text()))


def check_screen(person: Terminal, labels: Sequence[str], hand: str) -> None:
    """See that table, hand and prompt are on the screen together, from above down."""
    rows = person.rows()
    assert len(rows) <= ROWS
    assert re.search(r"(?:your|another) move:$", rows[-1]), rows
    # The last table; another may still be in sight above it.
    places = [
        max((place for place, row in enumerate(rows) if row.startswith(label)), default=-1)
        for label in labels
    ]
    assert -1 not in places and places == sorted(places), (labels, rows)
    shown = re.sub(r"\s+", " ", " ".join(rows[places[-1] :]))
    assert f"your cards {hand} " in shown, (hand, rows)


def hand_of(game: Game) -> str:
    """Write the person's cards as they appear on the screen."""
    return render.cards(game.view(0).hand).plain


def test_hand_trick_and_prompt_of_hearts_are_always_in_sight(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    words = cycle(["hint", "moves", "rules", "help", "scores", "nonsense", "Ah Kh", "999", ""])
    options = ["--target", "0", "--seed", "3", "--record", str(record)]
    turns = 0
    with terminal("play", "hearts", *options) as person:
        text = person.read()
        while text is not None:
            game = game_in(record)
            labels = ["match", "points", "pass to" if game.view(0).passing else "trick"]
            hand = hand_of(game)
            check_screen(person, [*labels, "your cards"], hand)
            forced = len(game.legal_moves()) == 1
            for _ in range(2):
                word = next(words)
                if word or not forced:
                    assert person.answer(word) is not None
                    check_screen(person, [*labels, "your cards"], hand)
            hint = person.answer("hint")
            assert hint is not None
            move = advised(hint)
            # Three cards are passed without saying so.
            text = person.answer("" if forced else move.removeprefix("pass "))
            turns += 1
        assert person.process.wait(30) == 0
    assert turns == 14
    assert game_in(record).is_over
    takes = re.findall(r"(?:takes?) ((?:..? ){4})?.*?: (\d+|no) points?", told(person.output))
    assert len(takes) == 13
    assert sum(0 if points == "no" else int(points) for _, points in takes) == 26


def told(output: str) -> str:
    """Give what was told, once: a new screen begins with what happened since the last one."""
    first, *screens = re.split(r"\x1b\[2J\x1b\[H", output)
    return plain(first + "".join(screen.partition("\r\n\r\n")[2] for screen in screens))


def plain(output: str) -> str:
    return re.sub(r"\x1b\[[\d;]*m", "", output)


@pytest.mark.parametrize("seed", ["3", "14"])
def test_hand_table_and_prompt_of_president_are_always_in_sight(seed: str, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    words = cycle(["hint", "moves", "rules", "help", "scores", "nonsense", "3d 4d", "999"])
    labels = ["round", "cards left", "to beat", "your cards"]
    options = ["--rounds", "1", "--players", "2" if seed == "14" else "4", "--seed", seed]
    with terminal("play", "president", *options, "--record", str(record)) as person:
        text = person.read()
        while text is not None:
            game = game_in(record)
            check_screen(person, labels, hand_of(game))
            for _ in range(2):
                assert person.answer(next(words)) is not None
                check_screen(person, labels, hand_of(game))
            hint = person.answer("hint")
            assert hint is not None
            text = person.answer(advised(hint))
        assert person.process.wait(30) == 0
    assert game_in(record).is_over
    assert "Round 1 is over" in plain(person.output)


def test_a_number_of_a_long_list_counts_once_it_was_confirmed(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    options = ["--rounds", "1", "--players", "3", "--seed", "3", "--record", str(record)]
    with terminal("play", "president", *options) as person:
        person.read()
        before = game_in(record)
        moves = [str(move) for move in before.legal_moves()]
        assert person.answer("moves") is not None
        text = person.answer("13")
        assert text is not None
        assert text.endswith(f"play {moves[12]}? Enter, or another move: ")
        assert game_in(record).moves == before.moves
        text = person.answer("12")
        assert text is not None
        assert text.endswith(f"play {moves[11]}? Enter, or another move: ")
        assert game_in(record).moves == before.moves
        assert person.answer("") is not None
        assert game_in(record).moves[len(before.moves)] == moves[11]


def test_letters_mean_the_same_in_every_situation(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    options = ["--seats", "you,you", "--hands", "1", "--seed", "3", "--record", str(record)]
    with terminal("play", "draw", *options) as person:
        text = person.read()
        assert text is not None
        assert "c. check" in text and "b. bet" in text and "1." not in text
        refused = person.answer("f")
        assert refused is not None
        assert "There is nothing to call." in refused
        for letter, move in (("c", "check"), ("b", "bet"), ("r", "raise"), ("c", "call")):
            text = person.answer(letter)
            assert text is not None
            assert game_in(record).moves[-1] == move
        cards = [str(card) for card in game_in(record).view(0).hand[:2]]
        assert person.answer(" ".join(cards)) is not None
        assert game_in(record).moves[-1] == f"discard {' '.join(cards)}"
        assert person.answer("stand pat") is not None
        assert game_in(record).moves[-1] == "discard"
        assert person.answer("b") is not None
        assert person.answer("F") is None
        assert game_in(record).moves[-1] == "fold"


def test_folded_moves_unfold_when_they_are_chosen(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    seats = ("--seats", "you,pattern")
    with terminal("play", "draw", *seats, "--seed", "3", "--record", str(record)) as person:
        person.read()
        text = person.answer("c")
        assert text is not None
        assert "2. discard 1 card (5 ways)" in text
        text = person.answer("2")
        assert text is not None
        assert "5. discard" in text and "6." not in text
        hand = game_in(record).view(0).hand
        assert person.answer("3") is not None
        assert f"discard {hand[2]}" in game_in(record).moves


def test_a_game_without_a_file_is_offered_again(state_folder: Path) -> None:
    with terminal("play", "ends", "--count", "8", "--seed", "2") as person:
        person.read()
        assert person.answer("L") is not None
        assert person.answer("quit") is None
    assert "Go on with: cardcore play --resume" in plain(person.output)
    with terminal("play", "hearts", "--seed", "2", "--target", "0") as person:
        person.read()
        assert person.answer("hint") is not None
        hint = plain(person.output)
        assert person.answer(advised(hint)) is not None
        assert person.answer("quit") is None
    assert len(list(state_folder.iterdir())) == 2
    with terminal("play", "--resume") as person:
        text = person.read()
        assert text is not None
        assert re.search(r" 1 +hearts +4 .*\n.*\n +2 +ends +2 ", text), text
        text = person.answer("3")
        assert text is not None
        assert "Type a number from 1 to 2, or quit." in text
        text = person.answer("2")
        while text is not None:
            text = person.answer("R")
        assert person.process.wait(30) == 0
    assert [path.name.split("-")[4] for path in state_folder.iterdir()] == ["hearts"]


def test_what_is_typed_for_a_game_can_be_saved(tmp_path: Path) -> None:
    path = tmp_path / "my game.json"
    with terminal("play", "chopsticks", "--seed", "1") as person:
        person.read()
        text = person.answer("save")
        assert text is not None and "Name a file to save to" in text
        person.answer("tap L R")
        text = person.answer(f"save {path}")
        assert text is not None and "Saved. Go on with: cardcore play --resume" in text
        text = person.answer(f"save {path}")
        assert text is not None and "already. Choose another name." in " ".join(text.split())
        text = person.answer(f"save {tmp_path / 'none' / 'game.json'}")
        assert text is not None and "cannot write" in text
    assert game_in(path).moves[0] == "tap L R"


def test_an_interrupt_leaves_cleanly(tmp_path: Path) -> None:
    with terminal("play", "ends", "--record", str(tmp_path / "game.json")) as person:
        assert person.read() is not None
        # A signal just before the program begins to wait for a line may be noticed only with the
        # next key; a person would press again, too.
        for _ in range(20):
            person.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                person.process.wait(3)
                break
        assert person.read() is None
        assert person.process.wait(0) == 130
    assert "You left after 0 moves. Go on with" in person.output
    assert "Traceback" not in person.output


def test_a_hint_is_true_to_the_moves_that_are_left(tmp_path: Path) -> None:
    """With one move left nobody loses in seven plies."""
    record = tmp_path / "game.json"
    options = ["--moves", "1", "--seats", "you,perfect", "--record", str(record)]
    with terminal("play", "chopsticks", *options) as person:
        person.read()
        hint = person.answer("hint")
        while hint is not None:
            assert "loses" not in hint
            assert "ties with perfect play to the last move" in hint
            if person.answer(advised(hint)) is None:
                break
            hint = person.answer("hint")
    assert game_in(record).scores() == [0, 0]
    assert plain(person.output).count(" tie") >= 2
    assert "first" not in plain(person.output).rpartition("player")[2]


def test_your_own_bot_sits_at_the_table(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text("class Careful:\n    def choose(self, view):\n        return 'R'\n")
    options = ["--count", "4", "--seed", "1", "--seats", f"you,{bot}:Careful"]
    with terminal("play", "ends", *options) as person:
        text = person.read()
        while text is not None:
            text = person.answer("L")
        assert person.process.wait(30) == 0
    assert told(person.output).count("Careful: takes") == 2


def test_watching_shows_the_table(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    options = ["--watch", "--delay", "0", "--target", "0", "--seed", "4", "--record", str(record)]
    with terminal("play", "hearts", *options) as person:
        assert person.read() is None
        assert person.process.wait(30) == 0
    shown = plain(person.output)
    assert shown.count("takes") == 13
    # Before the passes, after them, and after each trick but the last.
    assert shown.count("\r\ntrick ") + shown.count("\r\nnow ") == 14
    first = hearts.new(target=0, seed=4)
    for seat in range(4):
        hand: list[Any] = first.view(seat).hand
        assert render.cards(hand).plain in shown


def test_mistake_after_mistake_leaves_the_table_in_sight(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    with terminal("play", "president", "--seed", "3", "--record", str(record)) as person:
        person.read()
        for _ in range(12):
            assert person.answer("what is this?") is not None
            labels = ["round", "cards left", "to beat", "your cards"]
            check_screen(person, labels, hand_of(game_in(record)))


def test_training_that_is_interrupted() -> None:
    with terminal("train", "--seed", "1") as person:
        shown = person.read()
        assert shown is not None
        assert "hand 1:" in shown
        answer = person.answer("9x")
        assert answer is not None
        assert "'9x' is not a card" in " ".join(answer.split())
        assert person.answer("none") is not None
        person.process.send_signal(signal.SIGINT)
        while person.read() is not None:
            pass
        assert person.process.wait(30) == 130
        assert "This run: 1 hand," in " ".join(person.output.split())
    kept = training.place(Paytable("jacks-or-better-9-6"))
    assert kept is not None
    assert training.read(kept).hands == 1


def test_every_moment_is_shown_until_the_person_goes_on(tmp_path: Path) -> None:
    """The end of a hand waits for Enter, and a decision begins a screen of its own."""
    record = tmp_path / "game.json"
    seats = ("--seats", "you,pattern", "--hands", "3", "--seed", "3")
    with terminal("play", "draw", *seats, "--record", str(record)) as person:
        text = person.read()
        while text is not None:
            # The screen begins with what has happened since the last decision.
            rows = person.rows()
            assert sum(row.startswith("your cards") for row in rows) == 1, rows
            legal = game_in(record).legal_moves()
            text = person.answer(
                next(move for move in ("check", "call", "discard") if move in legal)
            )
        assert person.process.wait(30) == 0
    shown = plain(person.output)
    assert person.pauses == 2, "after every hand but the last, which the result follows"
    assert all(f"Hand {number} is over" in shown for number in (1, 2, 3))
    assert re.search(r"(?:You win!|pattern wins\. You lost\.|It is a tie\.)", shown)


def test_a_move_is_confirmed_with_yes_and_taken_back_with_no(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    options = ["--rounds", "1", "--players", "3", "--seed", "3", "--record", str(record)]
    with terminal("play", "president", *options) as person:
        person.read()
        before = game_in(record)
        moves = [str(move) for move in before.legal_moves()]
        assert person.answer("moves") is not None
        assert person.answer("13") is not None
        text = person.answer("n")
        assert text is not None and text.endswith("your move: ")
        assert game_in(record).moves == before.moves
        assert person.answer("13") is not None
        assert person.answer("y") is not None
        assert game_in(record).moves[len(before.moves)] == moves[12]


def test_another_game_is_offered() -> None:
    with terminal("play", "ends", "--count", "4") as person:
        text = person.read()
        while text is not None:
            text = person.answer("L")
        assert person.process.wait(30) == 0
    assert "Play again?" in plain(person.output)
