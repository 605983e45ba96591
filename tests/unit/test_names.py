"""The names that editors complete are those that there are."""

from typing import get_args

import cardcore
from cardcore.names import BotName, GameName


def test_games_and_bots_are_named_as_they_are() -> None:
    assert list(get_args(GameName)) == cardcore.games()
    assert set(get_args(BotName)) == {
        bot for game in cardcore.games() for bot in cardcore.bots(game)
    }
