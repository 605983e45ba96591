import json
import pickle
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cardcore import ParseError, discard, draw

#: An exponent that no decimal number has.
HUGE = "9" * 30

NINE_SIX: dict[str, Any] = {
    "jacks_or_better": 1,
    "two_pair": 2,
    "three_of_a_kind": 3,
    "straight": 4,
    "flush": 6,
    "full_house": 9,
    "four_of_a_kind": 25,
    "straight_flush": 50,
    "royal_flush": 800,
}


def toml(payouts: dict[str, Any], name: str | None = None) -> str:
    head = f'name = "{name}"\n' if name else ""
    return head + "[payouts]\n" + "".join(f"{key} = {value}\n" for key, value in payouts.items())


NATURAL = (
    "jacks-or-better-9-6",
    "jacks-or-better-9-5",
    "jacks-or-better-8-6",
    "jacks-or-better-8-5",
    "jacks-or-better-7-5",
    "tens-or-better-6-5",
    "bonus-8-5",
    "bonus-7-5",
    "bonus-deluxe-9-6",
    "bonus-deluxe-8-6",
    "double-bonus-10-7",
    "double-bonus-9-7",
    "double-bonus-9-6",
    "double-double-bonus-10-6",
    "double-double-bonus-9-6",
    "double-double-bonus-9-5",
    "double-double-bonus-8-5",
    "triple-double-bonus-9-7",
    "triple-double-bonus-9-6",
    "all-american-8-8-8",
)

WILD = (
    "deuces-wild-full-pay",
    "deuces-wild-not-so-ugly",
    "deuces-wild-illinois",
    "deuces-wild-loose",
    "joker-poker-kings-20-7-5",
    "joker-poker-two-pair-20-10-6",
    "deuces-and-joker",
)


def test_built_in_paytables() -> None:
    assert discard.PAYTABLES == NATURAL + WILD
    for name in discard.PAYTABLES:
        paytable = draw.Paytable(name)
        if name in NATURAL:
            assert tuple(paytable.payouts) == discard.OUTCOMES
            assert paytable.payouts["royal flush"] == 800
        else:
            assert tuple(paytable.payouts) == tuple(line.name for line in discard.lines(name))
            assert paytable.payouts["no win"] == 0
        assert bool(paytable.wild or paytable.jokers) == (name in WILD)
        assert pickle.loads(pickle.dumps(paytable)) == paytable
        assert eval(repr(paytable), {"Paytable": draw.Paytable}) == paytable
        entries = dict(paytable._valuation.entries)
        written = draw.Paytable(name, entries, wild=paytable.wild, jokers=paytable.jokers)
        assert written == paytable
    with pytest.raises(ValueError, match="unknown paytable 'jacks', expected one of jacks-or-"):
        draw.Paytable("jacks")


def test_files(tmp_path: Path) -> None:
    written = draw.Paytable("jacks-or-better-9-6", NINE_SIX)
    assert written == draw.Paytable("jacks-or-better-9-6")
    assert hash(written) == hash(draw.Paytable("jacks-or-better-9-6"))
    assert pickle.loads(pickle.dumps(written)) == written
    (tmp_path / "jacks-or-better-9-6.toml").write_text(toml(NINE_SIX))
    assert draw.Paytable.load(tmp_path / "jacks-or-better-9-6.toml") == written
    path = tmp_path / "mine.JSON"
    path.write_text(json.dumps({"name": "jacks-or-better-9-6", "payouts": NINE_SIX}))
    assert draw.Paytable.load(str(path)) == written
    assert draw.solve(written).exact == Fraction(1653526326983, 1661102543100)


def test_payouts_are_exact(tmp_path: Path) -> None:
    path = tmp_path / "tenths.toml"
    path.write_text(toml({**NINE_SIX, "flush": "0.1", "straight": "1e1"}))
    paytable = draw.Paytable.load(path)
    assert paytable.name == "tenths"
    assert (paytable.payouts["flush"], paytable.payouts["straight"]) == (Fraction(1, 10), 10)
    for tenth in (0.1, "0.1", Decimal("0.1"), Fraction(1, 10), "1/10"):
        assert draw.Paytable("tenths", {**NINE_SIX, "flush": tenth, "straight": 10}) == paytable
    for zero in (-0.0, Decimal("0e99"), "0.000", "0/7"):
        assert draw.Paytable("zero", {**NINE_SIX, "flush": zero}).payouts["flush"] == 0


def test_narrow_classes_decide() -> None:
    payouts = draw.Paytable(
        "wide", NINE_SIX, one_pair=Decimal("0.5"), four_aces=160, four_aces_low_kicker=400
    ).payouts
    assert payouts["pair of twos to nines"] == payouts["pair of tens"] == Fraction(1, 2)
    assert payouts["pair of jacks or better"] == 1
    assert payouts["four fives to kings"] == payouts["four twos to fours, low kicker"] == 25
    assert (payouts["four aces"], payouts["four aces, low kicker"]) == (160, 400)


@pytest.mark.parametrize("missing", NINE_SIX)
def test_missing_classes_are_named(missing: str) -> None:
    payouts = {key: value for key, value in NINE_SIX.items() if key != missing}
    with pytest.raises(ParseError, match=f"^paytable 'x': the payout for '{missing}' is missing$"):
        draw.Paytable("x", payouts)


@pytest.mark.parametrize(
    "bad", [-1, float("nan"), float("inf"), float("-inf"), Decimal("NaN"), "many", "", -0.5, -1e300]
)
def test_bad_payouts_are_refused(bad: Any) -> None:
    with pytest.raises(
        ParseError, match=r"^paytable 'x', class 'flush': expected a number of 0 or"
    ):
        draw.Paytable("x", {**NINE_SIX, "flush": bad})


def test_other_mistakes_are_refused() -> None:
    with pytest.raises(ParseError, match=r"^paytable 'x': unknown class 'six_of_a_kind', expected"):
        draw.Paytable("x", {**NINE_SIX, "six_of_a_kind": 9})
    extreme: Any
    for extreme in (10**13, 1e-13, 10**30, 1e300, 1e-300, Decimal("1e99999"), "1/" + "3" * 20):
        with pytest.raises(ParseError, match="too large or have too many decimals"):
            draw.Paytable("x", {**NINE_SIX, "flush": extreme})
    fine = Fraction(10**5000 + 1, 10**5000)
    for extreme in (10**5000, fine, 1 / fine, Fraction(1, 10**5000), Decimal("1e-999999")):
        with pytest.raises(ParseError, match="too large or have too many decimals"):
            draw.Paytable("x", {**NINE_SIX, "flush": extreme})
    for negative in (-(10**5000), Fraction(-(10**5000), 3)):
        with pytest.raises(ParseError, match=r"of 0 or more, found 'less than -10\*\*40'$"):
            draw.Paytable("x", {**NINE_SIX, "flush": negative})
    with pytest.raises(ParseError, match="of 0 or more, found '-1/1000"):
        draw.Paytable("x", {**NINE_SIX, "flush": Fraction(-1, 10**5000)})
    bad: Any
    for bad in (True, None, [1], {}):
        with pytest.raises(TypeError, match="class 'flush': expected a number"):
            draw.Paytable("x", {**NINE_SIX, "flush": bad})
    with pytest.raises(TypeError, match="expected classes as text, found int"):
        draw.Paytable("x", {**NINE_SIX, 7: 1})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="name: expected text, found int"):
        draw.Paytable(7)  # type: ignore[arg-type]
    with pytest.raises(ParseError, match="name: expected printable text"):
        draw.Paytable(" ", NINE_SIX)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.toml", "payouts = ", "is not TOML: "),
        ("x.json", "{", "is not JSON: "),
        ("x.json", "[1]", "is not a paytable: expected a table, found list"),
        ("x.json", "{}", "payouts: expected a table of classes, found nothing"),
        ("x.json", '{"payouts": 3}', "payouts: expected a table of classes, found int"),
        ("x.json", '{"name": 3, "payouts": {}}', "name: expected text, found int"),
        ("x.json", '{"pay": {}}', "unknown key 'pay', expected name, payouts, wild or jokers"),
        ("x.json", '{"payouts": {"flush": 1, "flush": 2}}', "key 'flush' is given twice"),
        ("x.json", '{"payouts": {"flush": NaN}}', "class 'flush': expected a number of 0 or more"),
        ("x.toml", "[payouts]\nflush = nan", "class 'flush': expected a number of 0 or more"),
        ("x.toml", "[payouts]\nflush = -6", "class 'flush': expected a number of 0 or more"),
        ("x.toml", "[payouts]\nflush = true", "class 'flush': expected a number of 0 or more"),
        ("x.toml", f"[payouts]\nflush = 1e{HUGE}", f": the number '1e{HUGE}' is too large or has"),
        (
            "x.json",
            f'{{"payouts": {{"flush": 1e-{HUGE}}}}}',
            f": the number '1e-{HUGE}' is too large",
        ),
        ("x.toml", "[payouts]\nfush = 6", "unknown class 'fush'"),
        ("x.toml", "[payouts]\nflush = 6", "the payout for 'jacks_or_better' is missing"),
        ("x.toml", "\ud800", "is not text: byte 0 is not UTF-8"),
        ("x.txt", "", "expected a file that ends in .toml or .json"),
        ("x.json", "[" * 100_000, "is not "),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, name: str, content: str, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content.encode("utf-8", "surrogatepass"))
    with pytest.raises(ParseError) as error:
        draw.Paytable.load(path)
    assert message in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path / "bad\0name.toml"):
        with pytest.raises(ParseError, match=r"^cannot read "):
            draw.Paytable.load(path)
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(ParseError, match=r"^cannot read "):
        draw.Paytable.load(tmp_path / "folder.toml")


def test_a_file_that_never_ends_is_refused(tmp_path: Path) -> None:
    endless = tmp_path / "endless.toml"
    endless.symlink_to("/dev/zero")
    with pytest.raises(
        ParseError, match=r"endless\.toml' is too long: expected at most 1,048,576 b"
    ):
        draw.Paytable.load(endless)


def test_both_spellings_of_two_pair_are_read() -> None:
    other = {("two_pairs" if name == "two_pair" else name): pays for name, pays in NINE_SIX.items()}
    mine = discard.Paytable("mine", NINE_SIX)
    assert discard.Paytable("mine", other) == mine
    assert mine.payouts["two pair"] == 2 and "two pairs" not in mine.payouts
    for line in ("two pair", "two pairs", "two_pair", "two_pairs"):
        assert mine.with_payout(line, 3).payouts["two pair"] == 3
    with pytest.raises(ParseError, match="'two_pair' is given twice"):
        discard.Paytable("mine", {**NINE_SIX, "two_pairs": 2})
    name = "joker-poker-two-pair-20-10-6"
    assert discard.Paytable("joker-poker-two-pairs-20-10-6") == discard.Paytable(name)
    assert discard.analyze("Jk As Ks 9d 4c", "joker-poker-two-pairs-20-10-6") == discard.analyze(
        "Jk As Ks 9d 4c", name
    )
