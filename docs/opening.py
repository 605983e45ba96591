"""The picture of what the bot ``nash`` opens with, and the table of what it does before the draw.

``python docs/opening.py`` draws ``docs/pictures/opening.svg`` again and prints the table.
"""

from collections.abc import Iterator
from pathlib import Path

import cardcore
from cardcore import Card, draw, poker

PICTURE = Path(__file__).parent / "pictures" / "opening.svg"

#: Hands that are dealt, and how many of them are looked at for each kind.
DEALT, LOOKED_AT = 300_000, 40

RANKS = "23456789TJQKA"

KINDS = [
    "ten high or lower",
    "jack or queen high",
    "king high",
    "ace high",
    "open-ended straight",
    "four of a suit",
    *(f"pair of {rank}" for rank in RANKS),
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house or better",
]

#: What is asked of the strategy: the moves before, the seat, and the move.
QUESTIONS = {
    "opens": ((), 0, "bet"),
    "bets after a check": (("check",), 1, "bet"),
    "folds to a bet": (("bet",), 1, "fold"),
    "raises a bet": (("bet",), 1, "raise"),
}


def kind(hand: list[Card]) -> str:
    """Name the kind of a hand."""
    category = str(poker.rank(hand)).partition(",")[0]
    if category == "one pair":
        values = [card.rank for card in hand]
        return f"pair of {next(value for value in values if values.count(value) == 2)}"
    if category in ("full house", "four of a kind", "straight flush"):
        return "full house or better"
    if category != "high card":
        return category
    if max([card.suit for card in hand].count(suit) for suit in "cdhs") == 4:
        return "four of a suit"
    places = sorted(RANKS.index(card.rank) for card in hand)
    if any(places[begin + 3] - places[begin] == 3 for begin in range(2)) and (
        # An ace at the end of four leaves one side only.
        [card.rank for card in sorted(hand)][1:] != ["J", "Q", "K", "A"]
    ):
        return "open-ended straight"
    return {
        "A": "ace high",
        "K": "king high",
        "Q": "jack or queen high",
        "J": "jack or queen high",
    }.get(RANKS[places[-1]], "ten high or lower")


def chances() -> dict[str, dict[str, float]]:
    """Give by kind of hand how often each question is answered with its move."""
    solution = draw.equilibrium()
    found: dict[str, list[dict[str, float]]] = {name: [] for name in KINDS}
    for hand in hands():
        answers = found[kind(hand)]
        if len(answers) < LOOKED_AT:
            answers.append({name: ask(solution, hand, *asked) for name, asked in QUESTIONS.items()})
    return {
        name: {asked: sum(each[asked] for each in answers) / len(answers) for asked in QUESTIONS}
        for name, answers in found.items()
    }


def hands() -> Iterator[list[Card]]:
    """Deal hands, always the same."""
    for numbers in cardcore.deal_many(DEALT, cards=5, seed=1).tolist():
        yield [Card(number) for number in numbers]


def ask(
    solution: draw.Equilibrium, hand: list[Card], moves: tuple[str, ...], seat: int, move: str
) -> float:
    """Tell how likely a seat with this hand makes a move after these moves."""
    others = [Card(number) for number in range(52) if Card(number) not in hand][:15]
    deck = [*hand, *others] if seat == 0 else [*others[:5], *hand, *others[5:]]
    game = draw.new(deal=[deck])
    for made in moves:
        game.play(made)
    return solution.probabilities(game.view(seat))[move]


def picture(found: dict[str, dict[str, float]]) -> str:
    """Draw the first two questions as bars."""
    shown = list(QUESTIONS)[:2]
    colors = ("#3f6fb5", "#d08a2e")
    row, left, width = 22, 125, 260
    height = row * len(KINDS) + 60
    across = left + width + 40
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {height}" '
        'style="font: 10px sans-serif">',
        "<title>How often nash bets before the draw, by hand</title>",
        f'<rect width="{across}" height="{height}" fill="#ffffff"/>',
    ]
    for place, (asked, color) in enumerate(zip(shown, colors, strict=True)):
        x = left + 80 * place
        lines.append(f'<rect x="{x}" y="10" width="12" height="12" fill="{color}"/>')
        lines.append(f'<text x="{x + 18}" y="20">{asked}</text>')
    for number, name in enumerate(KINDS):
        y = 34 + row * number
        lines.append(f'<text x="{left - 8}" y="{y + 13}" text-anchor="end">{name}</text>')
        for place, (asked, color) in enumerate(zip(shown, colors, strict=True)):
            length = found[name][asked] * width
            lines.append(
                f'<rect x="{left}" y="{y + 9 * place}" width="{length:.1f}" height="8" '
                f'fill="{color}"/>'
            )
    bottom = height - 8
    for percent in (0, 25, 50, 75, 100):
        x = left + width * percent / 100
        lines.append(
            f'<line x1="{x}" y1="30" x2="{x}" y2="{bottom - 14}" stroke="#999999" '
            'stroke-width="0.5"/>'
        )
        lines.append(f'<text x="{x}" y="{bottom}" text-anchor="middle">{percent}%</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def table(found: dict[str, dict[str, float]]) -> str:
    """Write all questions as a table for a page, in percent."""
    lines = [f"| hand | {' | '.join(QUESTIONS)} |", "|---|" + "---|" * len(QUESTIONS)]
    for name in KINDS:
        cells = " | ".join(f"{100 * found[name][asked]:.0f}" for asked in QUESTIONS)
        lines.append(f"| {name} | {cells} |")
    return "\n".join(lines)


if __name__ == "__main__":
    found = chances()
    PICTURE.write_text(picture(found), encoding="utf-8")
    print(table(found))
