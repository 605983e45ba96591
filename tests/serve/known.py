"""Which cards a viewer may know, found out from the record of a game rather than from its views."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import cardcore
from cardcore.records import replay_moves

_CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")

#: What is passed, requested, given or discarded is the mover's alone, even if nothing is discarded;
#: all else, such as to pass in President, is done openly.
_SECRET = re.compile(r"pass .|request|give|discard")


def cards_in(text: str) -> set[str]:
    """Find everything that reads like a card, wherever it stands."""
    return set(_CARD.findall(text))


def is_secret(text: str) -> bool:
    """Tell whether nobody but its mover may hear a move as it was made."""
    return _SECRET.match(text) is not None


class Known:
    """What everybody may know after every move of a recorded game.

    A seat knows the cards it has held in the current hand, round or deal, and those that have been
    played or shown in it. A spectator knows only the latter.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        self._moves = list(replay_moves(record))
        self._name = record["game"]
        self._seats = len(record["seats"])
        game = cardcore.replay({**record, "moves": [], "result": None})
        self._own: list[list[set[str]]] = []
        self._open: list[set[str]] = []
        self._parts: list[int] = []
        for count in range(len(self._moves) + 1):
            part = game.view(None).part
            self._parts.append(0 if part is None else part["number"])
            self._own.append([set(map(str, game.view(seat).hand)) for seat in range(self._seats)])
            self._open.append(self._opened(game, count))
            if count < len(self._moves):
                game.play(self._moves[count][1])

    def _opened(self, game: Any, count: int) -> set[str]:
        """Give the cards that a move has laid open for everybody."""
        if self._name == "draw":
            last = game.view(None).last
            hands = [] if last is None else last["shown"]
            return {str(card) for hand in hands if hand is not None for card in hand}
        text = self._moves[count - 1][1] if count else ""
        found = set() if is_secret(text) else cards_in(text)
        # Everybody knows by the rules which card opens a deal, and sees who is to play it.
        return found | {"2c"} if self._name == "hearts" else found

    def cards(self, seat: int | None, count: int, since: int) -> set[str]:
        """Give the cards that a seat may know after ``count`` moves.

        The moves from ``since`` on are sent again, also those of a part that is over by now.
        """
        part = self._parts[count]
        found: set[str] = set()
        for place in range(count + 1):
            is_told = place > since
            # A move that ends a part opens its cards in the part that is over.
            if is_told or part in (self._parts[place], self._parts[max(place - 1, 0)]):
                found |= self._open[place]
                if seat is not None and (is_told or self._parts[place] == part):
                    found |= self._own[place][seat]
        return found


def check_frames(
    record: Mapping[str, Any],
    seat: int | None,
    frames: list[dict[str, Any]],
    said: Iterable[str] = (),
) -> int:
    """Hold every frame of a game that a viewer was sent against what they may know.

    An answer may also name the cards that the viewer named in what they ``said``. Gives the number
    of frames that were looked at.
    """
    known = Known(record)
    looked, count = 0, 0
    for frame in frames:
        # A token is random text, in which anything may stand.
        found = cards_in(str({key: value for key, value in frame.items() if key != "token"}))
        if frame["type"] == "state":
            table = frame["table"]
            if table is None:
                assert not found
                continue
            if table["is_over"]:
                break
            count = table["count"]
            allowed = known.cards(seat, count, table["history"]["from"])
        else:
            allowed = known.cards(seat, count, 0) | cards_in(" ".join(said))
        assert found <= allowed, (count, found - allowed, frame)
        looked += 1
    return looked
