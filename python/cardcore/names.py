"""The names of games and bots as types, so that an editor completes them.

Functions take any text as well: a bot may have parameters (``"search:worlds=50"``), and the name of
a game may come from a file or a command line. An unknown one is an error that lists those known.
"""

from typing import Literal, TypeAlias

__all__ = ["BotName", "GameName"]

#: The games, as :func:`cardcore.games` lists them.
GameName: TypeAlias = Literal["draw", "president", "chopsticks", "hearts", "ends"]

#: The native bots of all games; :func:`cardcore.bots` lists those of one.
BotName: TypeAlias = Literal[
    "adaptive",
    "class",
    "equity",
    "greedy",
    "lookahead",
    "nash",
    "optimal",
    "pattern",
    "perfect",
    "plan",
    "policy",
    "random",
    "rule",
    "search",
    "shooter",
    "shortest",
    "table",
]
