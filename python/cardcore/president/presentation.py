"""Presentation of President."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardcore import president
from cardcore._core import Game
from cardcore.difficulty import Level
from cardcore.plural import count
from cardcore.presentation import Cost, Estimates, Hint, Presentation, Preset, WeighedMoves
from cardcore.president import Rules, View

_SETS = ("one card", "pair", "three of a kind", "four of a kind")
_FIVES = ("straight", "flush", "full house", "four of a kind plus one", "straight flush")
_SHORT = {"four of a kind plus one": "four and one"}

_PLURALS = {"T": "tens", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces"}


class PresidentPresentation(Presentation[View]):
    """Titles, levels, rules and hints of President."""

    description = "Get rid of your cards first: your place is your role in the next round."

    ladder: Sequence[Level] = (
        Level("shortest", 2),
        Level("shortest"),
        Level("plan"),
        Level("search"),
    )

    rollout_bot: str | None = "plan"

    limits: Mapping[str, int] = {"rounds": 50}

    presets: Sequence[Preset] = (
        Preset(
            "basic",
            "Party game",
            "sets of equal ranks, no suits, all cards dealt",
            Rules.basic().changes(),
        ),
        Preset(
            "report",
            "With poker hands",
            "straights, flushes and full houses too, and ranks are requested in trades",
            Rules.report().changes(),
        ),
        Preset(
            "big-two",
            "Big Two",
            "the first player out ends the round, and is paid for the others' cards",
            Rules.big_two().changes(),
        ),
        Preset(
            "daihinmin",
            "Daihinmin",
            "eights clear the pile, four of a kind turn the order around, a pass binds",
            Rules.daihinmin().changes(),
        ),
    )

    def reasons(self, view: View, chosen: str) -> list[str]:
        """Explain the effect of the move on the number of moves that empty the hand."""
        return [_reason(view, chosen)]

    def hint(
        self,
        view: View,
        *,
        adviser: str | None = None,
        seated: Sequence[Level | None] | None = None,
        effort: float = 1.0,
    ) -> Hint:
        """Suggest a move to a seat; if cards score, with the points to expect."""
        found = super().hint(view, adviser=adviser, seated=seated, effort=effort)
        if found.numbers is None or view.rules["score"] == "places":
            return found
        return replace(found, numbers=replace(found.numbers, quantity="{} points"))

    def estimates(self, weighed: WeighedMoves, assumption: str = "") -> Estimates | None:
        """Return the mean finishing positions of the best moves."""
        found = super().estimates(weighed, assumption)
        return found and replace(found, quantity="place {}", others=0)

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        five = [kind for kind in _FIVES if kind in rules["kinds"]]
        cards = "cards of one rank such as 3d 3c" if _sizes(rules) != "one card" else "a card"
        cards += ", or five cards that are a straight or better" if five == [*_FIVES] else ""
        cards += f", or five cards: {', '.join(five)}" if five and five != [*_FIVES] else ""
        passing = "or pass"
        if rules["may_pass"] == "unable":
            passing = "or pass if nothing beats them"
        trade = {"request": "; in a trade: request K, give 3d", "best": "; in a trade: give 3d"}
        return (
            f"{cards}; they beat the same number of {_beaten(rules)} cards; 3 is the lowest rank, "
            f"2 the highest; {passing}{trade.get(rules['trade'], '')}"
        )

    def rules(self, rules: Mapping[str, Any]) -> list[str]:
        """Explain the game as these rules have it."""
        first = rules["ends"] == "first"
        suits = "; suits go d, c, h, s" if rules["beats"] == "suit" else "; no suit is higher"
        return [
            "Be the first to get rid of your cards: that ends the round."
            if first
            else "Be the first to get rid of your cards.",
            f"3 is the lowest rank, then 4 up to king, ace and 2{suits}."
            + (" Cards that are left over are dealt too." if rules["deal"] == "all" else ""),
            *_moves(rules),
            _turns(rules),
            *_special(rules),
            _opening(rules),
            *_trades(rules),
            _scoring(rules),
        ]

    def view_facts(self, view: View) -> dict[str, Any]:
        """Return the kind of the move to beat."""
        return {"kind": None if view.beat is None else _kind(president.Move(view.beat))}

    def selection_facts(self, view: View, text: str) -> dict[str, Any]:
        """Return the kind of the selected cards, and whether they beat the cards on the table."""
        if view.phase != "play":
            return {"kind": None}
        try:
            move = president.Move(text)
        except ValueError:
            return {"kind": None}
        beats = None
        if view.beat is not None:
            beats = move.beats(view.beat, Rules(**view.rules), is_reversed=view.reversed)
        return {"kind": _kind(move), "beats": beats}

    def cost(self, game: Game[View, Any], text: str) -> Cost | None:
        """Return how many moves longer a play makes the way to an empty hand."""
        view = game.view(game.to_move)
        if view.phase != "play" or text == "pass":
            return None
        left = [card for card in view.hand if str(card) not in text.split()]
        kinds = view.rules["kinds"]
        now = president.moves_to_victory(view.hand, kinds).count
        after = president.moves_to_victory(left, kinds).count if left else 0
        return Cost(after + 1 - now, "moves", "to empty your hand if nobody beats them")


def _sizes(rules: Mapping[str, Any]) -> str:
    """Return which sets of equal ranks may be played, in words."""
    sizes = [str(size) for size, kind in enumerate(_SETS, start=1) if kind in rules["kinds"]]
    words = {"1": "one", "2": "two", "3": "three", "4": "four"}
    if len(sizes) == 1:
        return "one card"
    if len(sizes) == len(_SETS):
        return "one to four cards of a rank"
    *most, last = (words[size] for size in sizes)
    return f"{', '.join(most)} or {last} cards of a rank"


def _beaten(rules: Mapping[str, Any]) -> str:
    return "equal or lower" if rules["beats"] == "equal" else "lower"


def _moves(rules: Mapping[str, Any]) -> list[str]:
    """Explain the kinds of moves."""
    five = [kind for kind in _FIVES if kind in rules["kinds"]]
    short = [_SHORT.get(kind, kind) for kind in five]
    if not five:
        return [f"Lead {_sizes(rules)}."]
    lines = [f"Lead {_sizes(rules)}, or five: {', '.join(short)}."]
    if len(five) > 1:
        lines.append(
            "Of five cards the higher kind wins; else the highest card, triple or four decide."
        )
    return lines


def _turns(rules: Mapping[str, Any]) -> str:
    """Explain turns and passes."""
    higher = {"equal": "equal or higher cards", "higher": "cards of a higher rank"}
    cards = f"as many {higher.get(rules['beats'], 'higher cards')}"
    can = ", or passes" if rules["may_pass"] == "always" else ", and passes only without any"
    back = ", and may come back" if rules["passing"] == "free" else " and is out of this pile"
    again = "When nobody else is in it" if rules["passing"] == "locked" else "When all others pass"
    return f"The next player beats that with {cards}{can}{back}. {again}, the last to play leads."


def _special(rules: Mapping[str, Any]) -> list[str]:
    """Explain clears and revolutions, in one line."""
    told = []
    if rules["clears"] is not None:
        name = plural(rules["clears"]).capitalize()
        told.append(f"{name} alone clear the pile: who plays them leads again.")
    if rules["revolution"]:
        fours = [
            kind for kind in ("four of a kind", "four of a kind plus one") if kind in rules["kinds"]
        ]
        name = "four of a kind, also plus one," if len(fours) > 1 else fours[0]
        told.append(
            f"{name.capitalize()} turn the order of the ranks around for the rest of the round."
        )
    return [" ".join(told)] if told else []


def _opening(rules: Mapping[str, Any]) -> str:
    """Explain who leads a round."""
    first = "the lowest card dealt opens" if rules["opens"] == "lowest" else "the first seat leads"
    if rules["rounds"] == 1:
        return f"{first[0].upper()}{first[1:]}."
    if rules["opens"] == rules["leads"] == "lowest":
        return "The lowest card dealt opens every round."
    later = {"lowest": "the lowest card dealt opens"}
    who = later.get(rules["leads"], f"the {rules['leads'].capitalize()} leads")
    return f"{first[0].upper()}{first[1:]} the first round; later {who}."


def _trades(rules: Mapping[str, Any]) -> list[str]:
    """Explain roles and trades."""
    if rules["trade"] == "none" or rules["rounds"] == 1:
        return []
    asks = (
        "names ranks, and gets the lower side's highest card of each"
        if rules["trade"] == "request"
        else "gets the lower side's highest cards"
    )
    most, fewer = rules["exchanged"]
    cards = count(most, "card")
    if rules["players"] > 3 and fewer:
        cards += f", the vices {fewer}" if most else f" for the vices {fewer}"
    return [
        "Places make the roles: first President, last Bum, next to them the vices."
        if rules["players"] > 3
        else "Places make the roles: first President, last Bum.",
        f"Before each round but the first they trade {cards}: the upper side {asks}, and gives "
        "back any.",
    ]


def _scoring(rules: Mapping[str, Any]) -> str:
    """Explain the score."""
    rounds = count(rules["rounds"], "round")
    if rules["score"] == "places":
        return f"{rounds}; the places are added up, and the lowest sum wins."
    return (
        f"{rounds}; everyone left pays the winner a point a card, twice that from 10 cards on, "
        "three times if none was played; the highest score wins."
    )


def _reason(view: View, chosen: str) -> str:
    """Explain the effect of a move on the number of moves that empty the hand."""
    verb, *rest = chosen.split()
    if verb == "request":
        held = Counter(card.rank for card in view.hand)
        ranks = [str(move)[-1] for move in view.legal_moves()]
        highest = next((rank for rank in ranks if held[rank] < 4), ranks[0])
        best = " are the highest available" if rest[0] == highest else ""
        return f"{plural(rest[0])}{best}: you hold {held[rest[0]]} of four"
    kinds = view.rules["kinds"]
    now = president.moves_to_victory(view.hand, kinds)
    if chosen == "pass":
        if len(view.legal_moves()) == 1:
            return f"nothing in your hand beats {view.beat}"
        keeps = "passing keeps your hand together, which takes"
        return f"{keeps} {count(now.count, 'move')}: {_line(now)}"
    played = rest if verb == "give" else chosen.split()
    left = [card for card in view.hand if str(card) not in played]
    if not left:
        return "it empties your hand"
    after = president.moves_to_victory(left, kinds)
    if verb != "give" and after.count >= now.count:
        # Another reason than the number of moves speaks for it, and only rollouts know which.
        left_over = f"{count(after.count, 'move')} after it: {_line(after)}"
        return f"not the shortest way out, but better on average; {left_over}"
    takes = f"your hand takes {count(now.count, 'move')} now and {after.count} after it"
    return f"{takes}: {_line(after)}"


def plural(rank: str) -> str:
    """Return the plural name of a rank."""
    return _PLURALS.get(rank, f"{rank}s")


def _line(line: president.Line) -> str:
    return ", ".join(map(str, line.moves))


def _kind(move: president.Move) -> str | None:
    return None if move.kind is None else move.kind.label


PRESENTATION = PresidentPresentation("president")
