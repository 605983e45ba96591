"""Presentation of President."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardcore import president
from cardcore._core import Game
from cardcore.difficulty import Level
from cardcore.phrases import Count, Phrase, Value
from cardcore.presentation import Cost, Estimates, Hint, Presentation, Preset, WeighedMoves
from cardcore.president import Rules, View

_SETS = ("one card", "pair", "three of a kind", "four of a kind")
_FIVES = ("straight", "flush", "full house", "four of a kind plus one", "straight flush")
_SHORT = {"four of a kind plus one": "four and one"}

_PLURALS = {
    "T": Phrase("tens"),
    "J": Phrase("jacks"),
    "Q": Phrase("queens"),
    "K": Phrase("kings"),
    "A": Phrase("aces"),
}


#: The same at the start of a sentence.
_PLURALS_FIRST = {
    "T": Phrase("Tens"),
    "J": Phrase("Jacks"),
    "Q": Phrase("Queens"),
    "K": Phrase("Kings"),
    "A": Phrase("Aces"),
}


class PresidentPresentation(Presentation[View]):
    """Titles, levels, rules and hints of President."""

    description = "Get rid of your cards first: your place is your role in the next round."

    ladder: Sequence[Level] = (
        Level("policy:temperature=16:cutoff=12"),
        Level("policy:temperature=8:cutoff=12"),
        Level("policy:temperature=5.2:cutoff=12"),
        Level("policy:temperature=3.6:cutoff=12"),
        Level("policy:temperature=2.6:cutoff=12"),
        Level("policy:temperature=1.9:cutoff=12"),
        Level("policy:temperature=1.3:cutoff=12"),
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

    @property
    def adviser(self) -> str:
        """The bot that gives hints: a search that estimates all moves, played on by ``plan``."""
        return "search:version=1"

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
        return replace(
            found, numbers=replace(found.numbers, quantity="{value} points", unit=Phrase("points"))
        )

    def estimates(self, weighed: WeighedMoves, assumption: str = "") -> Estimates | None:
        """Return the mean finishing positions of the best moves."""
        found = super().estimates(weighed, assumption)
        return found and replace(found, quantity="place {value}", unit=Phrase("place"), others=0)

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
        order: list[str] = [
            Phrase(
                "3 is the lowest rank, then 4 up to king, ace and 2; within a rank diamonds are "
                "lowest, then clubs, hearts and spades."
            )
            if rules["beats"] == "suit"
            else Phrase("3 is the lowest rank, then 4 up to king, ace and 2; no suit is higher.")
        ]
        if rules["deal"] == "all":
            order.append(Phrase("Cards that are left over are dealt too."))
        return [
            Phrase("Be the first to get rid of your cards: that ends the round.")
            if first
            else Phrase("Be the first to get rid of your cards."),
            _together(order),
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
        by = Phrase("to empty your hand if nobody beats them")
        return Cost(after + 1 - now, Phrase("moves"), by)


def _sizes(rules: Mapping[str, Any]) -> str:
    """Return which sets of equal ranks may be played, in words."""
    sizes = [str(size) for size, kind in enumerate(_SETS, start=1) if kind in rules["kinds"]]
    words = {"1": Phrase("one"), "2": Phrase("two"), "3": Phrase("three"), "4": Phrase("four")}
    if len(sizes) == 1:
        return Phrase("one card")
    if len(sizes) == len(_SETS):
        return Phrase("one to four cards of a rank")
    *most, last = (words[size] for size in sizes)
    return Phrase("{most} or {last} cards of a rank", most=[*most], last=last)


def _beaten(rules: Mapping[str, Any]) -> str:
    return "equal or lower" if rules["beats"] == "equal" else "lower"


def _moves(rules: Mapping[str, Any]) -> list[str]:
    """Explain the kinds of moves."""
    five = [kind for kind in _FIVES if kind in rules["kinds"]]
    short: list[str] = [Phrase(_SHORT.get(kind, kind)) for kind in five]
    sizes = _sizes(rules)
    if not five:
        return [Phrase("Lead {cards}.", cards=sizes)]
    lines: list[str] = [Phrase("Lead {cards}, or five: {kinds}.", cards=sizes, kinds=short)]
    if len(five) > 1:
        lines.append(
            Phrase(
                "Of five cards the higher kind wins; else the highest card, triple or four decide."
            )
        )
    return lines


def _turns(rules: Mapping[str, Any]) -> str:
    """Explain turns and passes."""
    higher = {
        "equal": Phrase("equal or higher cards"),
        "higher": Phrase("cards of a higher rank"),
    }
    cards = higher.get(rules["beats"], Phrase("higher cards"))
    lines: list[str] = [Phrase("The next player beats that with as many {cards}.", cards=cards)]
    if rules["may_pass"] != "always":
        lines.append(Phrase("Only those who have none may pass."))
    lines.append(
        Phrase("A player who passes may come back later.")
        if rules["passing"] == "free"
        else Phrase("A player who passes is out of this pile.")
    )
    lines.append(
        Phrase("When nobody else is in it, the last to play leads.")
        if rules["passing"] == "locked"
        else Phrase("When all others pass, the last to play leads.")
    )
    return _together(lines)


def _together(sentences: list[str]) -> str:
    """Put sentences into one line."""
    line = sentences[0]
    for sentence in sentences[1:]:
        line = Phrase("{one} {next}", one=line, next=sentence)
    return line


def _special(rules: Mapping[str, Any]) -> list[str]:
    """Explain clears and revolutions, in one line."""
    told: list[str] = []
    if rules["clears"] is not None:
        told.append(
            Phrase(
                "{ranks} alone clear the pile: who plays them leads again.",
                ranks=_PLURALS_FIRST.get(rules["clears"], f"{rules['clears']}s"),
            )
        )
    if rules["revolution"]:
        fours = [
            kind for kind in ("four of a kind", "four of a kind plus one") if kind in rules["kinds"]
        ]
        told.append(
            Phrase(
                "Four of a kind, also plus one, turn the order of the ranks around for the rest of "
                "the round."
            )
            if len(fours) > 1
            else Phrase(
                "{kind} turn the order of the ranks around for the rest of the round.",
                kind=Phrase(fours[0].capitalize()),
            )
        )
    return [_together(told)] if told else []


def _opening(rules: Mapping[str, Any]) -> str:
    """Explain who leads a round."""
    is_lowest = rules["opens"] == "lowest"
    if rules["rounds"] == 1:
        return (
            Phrase("The lowest card dealt opens.") if is_lowest else Phrase("The first seat leads.")
        )
    if is_lowest and rules["leads"] == "lowest":
        return Phrase("The lowest card dealt opens every round.")
    first = (
        Phrase("The lowest card dealt opens the first round.")
        if is_lowest
        else Phrase("The first seat leads the first round.")
    )
    later = {
        "lowest": Phrase("Later the lowest card dealt opens."),
        "president": Phrase("Later the President leads."),
        "bum": Phrase("Later the Bum leads."),
    }
    return _together([first, later[rules["leads"]]])


def _trades(rules: Mapping[str, Any]) -> list[str]:
    """Explain roles and trades."""
    if rules["trade"] == "none" or rules["rounds"] == 1:
        return []
    most, fewer = rules["exchanged"]
    cards: Value = Count(most, "card")
    if rules["players"] > 3 and fewer and not most:
        cards = Phrase("{cards} between the vices", cards=Count(fewer, "card"))
    elif rules["players"] > 3 and fewer:
        cards = Phrase("{cards}, the vices {fewer}", cards=cards, fewer=fewer)
    return [
        Phrase("Places make the roles: first President, last Bum, next to them the vices.")
        if rules["players"] > 3
        else Phrase("Places make the roles: first President, last Bum."),
        Phrase(
            "Before each round but the first they trade {cards}: the upper side names ranks, gets "
            "the lower side's highest card of each, and gives back any.",
            cards=cards,
        )
        if rules["trade"] == "request"
        else Phrase(
            "Before each round but the first they trade {cards}: the upper side gets the lower "
            "side's highest cards, and gives back any.",
            cards=cards,
        ),
    ]


def _scoring(rules: Mapping[str, Any]) -> str:
    """Explain the score."""
    rounds = Count(rules["rounds"], "round")
    if rules["score"] == "places":
        return Phrase("{rounds}; the places are added up, and the lowest sum wins.", rounds=rounds)
    return Phrase(
        "{rounds}; everyone left pays the winner a point a card, twice that from 10 cards on, "
        "three times if none was played; the highest score wins.",
        rounds=rounds,
    )


def _reason(view: View, chosen: str) -> str:
    """Explain the effect of a move on the number of moves that empty the hand."""
    verb, *rest = chosen.split()
    if verb == "request":
        held = Counter(card.rank for card in view.hand)
        ranks = [str(move)[-1] for move in view.legal_moves()]
        highest = next((rank for rank in ranks if held[rank] < 4), ranks[0])
        ranks_named = _PLURALS_FIRST.get(rest[0], f"{rest[0]}s")
        if rest[0] == highest:
            return Phrase(
                "{ranks} are the highest available: you hold {held} of four.",
                ranks=ranks_named,
                held=held[rest[0]],
            )
        return Phrase("{ranks}: you hold {held} of four.", ranks=ranks_named, held=held[rest[0]])
    kinds = view.rules["kinds"]
    now = president.moves_to_victory(view.hand, kinds)
    if chosen == "pass":
        if len(view.legal_moves()) == 1:
            return Phrase("Nothing in your hand beats {cards}.", cards=str(view.beat))
        return Phrase(
            "Passing keeps your hand together, which takes {moves}: {line}.",
            moves=Count(now.count, "move"),
            line=_line(now),
        )
    played = rest if verb == "give" else chosen.split()
    left = [card for card in view.hand if str(card) not in played]
    if not left:
        return Phrase("It empties your hand.")
    after = president.moves_to_victory(left, kinds)
    if verb != "give" and after.count >= now.count:
        # Another reason than the number of moves speaks for it, and only rollouts know which.
        return Phrase(
            "Not the shortest way out, but better on average; {moves} after it: {line}.",
            moves=Count(after.count, "move"),
            line=_line(after),
        )
    return Phrase(
        "Your hand takes {now} now and {after} after it: {line}.",
        now=Count(now.count, "move"),
        after=after.count,
        line=_line(after),
    )


def plural(rank: str) -> str:
    """Return the plural name of a rank."""
    return _PLURALS.get(rank, f"{rank}s")


def _line(line: president.Line) -> str:
    return ", ".join(map(str, line.moves))


def _kind(move: president.Move) -> str | None:
    return None if move.kind is None else move.kind.label


PRESENTATION = PresidentPresentation("president")
