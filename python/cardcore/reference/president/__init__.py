"""President in plain Python: the report's algorithms, and the whole match."""

from cardcore.reference.president.match import (
    HouseRules,
    President,
    deal_to,
    get_finishing_roles,
    get_lowest_card,
    greedy,
)
from cardcore.reference.president.moves import (
    KINDS,
    PLACES,
    MoveRules,
    beats,
    forget,
    get_type,
    get_valid_moves,
    greater_than,
    in_order,
    moves_to_victory,
    sorted_by_hand_type,
    subtract,
)

__all__ = [
    "KINDS",
    "PLACES",
    "HouseRules",
    "MoveRules",
    "President",
    "beats",
    "deal_to",
    "forget",
    "get_finishing_roles",
    "get_lowest_card",
    "get_type",
    "get_valid_moves",
    "greater_than",
    "greedy",
    "in_order",
    "moves_to_victory",
    "sorted_by_hand_type",
    "subtract",
]
