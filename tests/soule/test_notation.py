"""What captains write: every way that must read, and what is refused rather than guessed."""

import time
from collections.abc import Callable

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from games.contract import Refused
from soule import notation

WANT = "+ 0 0 + + 0 - 0 + + 0"
MIXED = "+ - 0 1 11 X A + 7 10 0"


def tactic(text: str, count: int = 11, most: int = 11, bench: range | None = None) -> str:
    return " ".join(notation.tactic(text, count, most, bench))


def refused(text: str, count: int = 11, bench: range | None = None) -> Refused:
    with pytest.raises(Refused) as caught:
        notation.tactic(text, count, 11, bench)
    return caught.value


@pytest.mark.parametrize(
    "text",
    [
        WANT,
        "+,0,0,+,+,0,-,0,+,+,0",
        "+;0;0;+;+;0;-;0;+;+;0;",
        "+/0/0/+/+/0/-/0/+/+/0",
        "+\t0\t0\t+\t+\t0\t-\t0\t+\t+\t0",
        "+\n0\r\n0\n+\n+\n0\n-\n0\n+\n+\n0\n",
        "+, 0 ; 0 / +\t+\n0 , - ,, 0 + + 0",
        "+00++0-0++0",
        "+00 ++0 -0 ++0",
        "+00,++0;-0/++0",
        "+ 0 0 + + 0 – 0 + + 0",
        "+ 0 0 + + 0 — 0 + + 0",
        "+ 0 0 + + 0 − 0 + + 0",
        "+00++0–0++0",
        "＋　０　０　＋　＋　０　－　０　＋　＋　０",
        "＋００＋＋０－０＋＋０",
        "+，0；0／+ + 0 - 0 + + 0",
        "+\u00a00\u202f0\u2007+\u2009+ 0 - 0 +\u3000+\u20020",
        "  " + WANT + "  \n",
        "Castillon : " + WANT,
        "Castillon: " + WANT,
        "Castillon\u00a0: " + WANT,
        "Castillon：" + WANT,
        "Castillon :+00++0-0++0",
        "Saint-Cirq d'Ans & Cie : " + WANT,
        "Équipe n° 2 : " + WANT,
        "E\u0301quipe : " + WANT,
        "Castillon :\n" + WANT,
        f"[b]{WANT}[/b]",
        f"[B]{WANT}[/B]",
        f"[code]{WANT}[/code]",
        f"[code]\n{WANT}\n[/code]",
        f"[color=#aa0000][b]{WANT}[/b][/color]",
        f"[quote=Ventadour]{WANT}[/quote]",
        f"**{WANT}**",
        f"`{WANT}`",
        f"```\n{WANT}\n```",
        f"***{WANT}***",
        f"*{WANT}*",
        f"__{WANT}__",
        f"[b]Castillon[/b] : {WANT}",
        f"[b]Castillon :[/b] {WANT}",
        f"[b]Castillon : {WANT}[/b]",
        f"**Castillon** : {WANT}",
        f"**Castillon :** {WANT}",
        f"**Castillon** : **{WANT}**",
        f"**Castillon :** `{WANT}`",
        f"Castillon : [code]{WANT}[/code]",
        f"[b]Castillon :[/b] [b]{WANT}[/b]",
    ],
)
def test_it_reads(text: str) -> None:
    assert tactic(text) == WANT


@pytest.mark.parametrize(
    "text",
    [
        MIXED,
        "+ - 0 1 11 x a + 7 10 0",
        "+-0 1 11 X A + 7 10 0",
        "+ - 0 １ １１ Ｘ ａ + ７ 10 0",
        "+,-,0,1,11,X,A,+,7,10,0",
    ],
)
def test_numbers_and_letters_read(text: str) -> None:
    assert tactic(text) == MIXED


@pytest.mark.parametrize(
    ("text", "place", "sign"),
    [
        # what looks like a sign with something glued to it
        ("1-2 0 0 0 0 0 0 0 0 0 0", 1, "1-2"),
        ("0 +1 0 0 0 0 0 0 0 0 0", 2, "+1"),
        ("0 -1 0 0 0 0 0 0 0 0 0", 2, "-1"),
        ("+00 1+ 0 0 0 0 0 0", 4, "1+"),
        ("1) +", 1, "1)"),
        ("1. + 2. -", 1, "1."),
        ("1: + 2: -", 1, "1:"),
        ("(+) 0", 1, "(+)"),
        ("0 0 01", 3, "01"),
        ("0 007", 2, "007"),
        ("0 1.5", 2, "1.5"),
        ("0 R+", 2, "R+"),
        ("0 XX", 2, "XX"),
        ("0 xx", 2, "xx"),
        ("0 A1", 2, "A1"),
        ("0 1x", 2, "1x"),
        ("0 +x", 2, "+x"),
        # smileys
        (":) + 0", 1, ":)"),
        ("+ 0 :) 0", 3, ":)"),
        ("+ 0 :-) 0", 3, ":-)"),
        ("+ 0 :0 0", 3, ":0"),
        ("X X :0 0 0 0 0 0 0 0 0 0", 3, ":0"),
        ("x :- 0 0 0 0 0 0 0 0 0 0", 2, ":-"),
        ("A :0 0 0 0 0 0 0 0 0 0 0", 2, ":0"),
        ("+ xD", 2, "xD"),
        ("+ ^^", 2, "^^"),
        ("+ 0_0", 2, "0_0"),
        ("+ <3", 2, "<3"),
        ("Castillon :) + 0", 1, ")"),
        # letters that look alike, digits of other scripts, other forms of a digit
        ("+ o 0", 2, "o"),
        ("+ O 0", 2, "O"),
        ("+ l", 2, "l"),
        ("+ Х", 2, "Х"),  # a Cyrillic letter
        ("+ ٣", 2, "٣"),
        ("+ ²", 2, "²"),
        ("+ ①", 2, "①"),
        ("+ ½", 2, "½"),
        ("+ ‐", 2, "‐"),  # U+2010 is no dash of ours
        ("+ ±", 2, "±"),
        ("+ =", 2, "="),
        # prose, quotes, struck-through text
        ("mes ordres", 1, "mes"),
        ("Castillon + 0 0", 1, "Castillon"),
        ("Castillon : Ventadour : + 0", 1, "Ventadour"),
        ("Bonsoir\nCastillon : + 0", 1, "Bonsoir"),
        ('"+ 0"', 1, '"+'),
        ("> + 0", 1, ">"),
        ("[s]+[/s] 0", 1, "[s]+["),
        ("~~+~~ 0", 1, "~~+~~"),
        ("[1] 0", 1, "[1]"),
        ("[b]+ 0", 1, "[b]+"),
        ("+ 0[/b]", 2, "0["),
        ("[b]+[/b] 0 [b]0[/b]", 1, "[b]+["),
        ("**+** 0 **0**", 1, "**+**"),
        ("<b>+ 0", 1, "<b>+"),
        # invisible characters are shown, not skipped
        ("+ 0\x00", 2, "0\ufffd"),
        ("+ \u200b0", 2, "\ufffd0"),
        ("\ufeff+ 0", 1, "\ufffd+"),
        ("+ \u202e0 0", 2, "\ufffd0"),
        ("+ \ud800", 2, "\ufffd"),
        ("+ " + "z" * 500, 2, "z" * 20),
    ],
)
def test_it_is_refused_at_its_place(text: str, place: int, sign: str) -> None:
    assert refused(text) == Refused("sign", place, {"sign": sign})


@pytest.mark.parametrize(
    ("text", "place", "sign"),
    [("0 0 0 0 0 0 14 0 0 0 0", 7, "14"), ("12", 1, "12"), ("+00 99", 4, "99"), ("1" * 50, 1, "")],
)
def test_nobody_has_this_number(text: str, place: int, sign: str) -> None:
    found = refused(text)
    assert (found.kind, found.place, found.facts["most"]) == ("not-opponent", place, 11)
    assert found.facts["sign"].startswith(sign)


@pytest.mark.parametrize(
    ("text", "kind", "place", "got"),
    [
        ("", "too-few", 1, 0),
        (" \n ", "too-few", 1, 0),
        ("Castillon :", "too-few", 1, 0),
        ("[b][/b]", "sign", 1, None),
        ("0 0 0 0 0 0 0 0 0 0", "too-few", 11, 10),
        ("+00++0-0++", "too-few", 11, 10),
        ("0 0 0 0 0 0 0 0 0 0 0 0", "too-many", 12, 12),
        ("+00++0-0++00", "too-many", 12, 12),
        ("0" * 900, "too-many", 12, 900),
    ],
)
def test_the_count_must_be_right(text: str, kind: str, place: int, got: int | None) -> None:
    found = refused(text)
    assert (found.kind, found.place, found.facts.get("got")) == (kind, place, got)


def test_a_megabyte_is_refused_at_once() -> None:
    before = time.process_time()
    for text in ("+ " * 500_000, "[b]" * 400_000, "*" * 1_000_000, "a " * 500_000 + ":"):
        assert refused(text) == Refused("too-long", None, {"most": notation.LONGEST})
    assert time.process_time() - before < 0.5


@pytest.mark.parametrize("part", ["[b]", "*", "`", "a ", "a-", "[color=", ":", "1", "R", "é’ "])
def test_the_longest_text_takes_no_time(part: str) -> None:
    text = (part * notation.LONGEST)[: notation.LONGEST]
    before = time.process_time()
    with pytest.raises(Refused):
        notation.tactic(text, 11, 11, None)
    assert time.process_time() - before < 0.1


def test_in_a_22_opponents_have_numbers_up_to_22() -> None:
    line = " ".join(str(n) for n in range(1, 23))
    assert tactic(line, count=22, most=22) == line


def test_substitutions_read_where_the_ruleset_has_them() -> None:
    line = "R R12 r r13 0 0 0 0 0 0 0"
    assert tactic(line, bench=range(12, 14)) == line.upper()


@pytest.mark.parametrize("sign", ["R", "r", "R12"])
def test_substitutions_are_refused_where_it_has_none(sign: str) -> None:
    assert refused(f"0 {sign}") == Refused("no-substitutions", 2, {"sign": sign})


@pytest.mark.parametrize("sign", ["R1", "R11", "R14", "R999"])
def test_nobody_of_the_bench_has_this_number(sign: str) -> None:
    assert refused(f"0 {sign}", bench=range(12, 14)) == Refused("own-bench", 2, {"sign": sign})


@pytest.mark.parametrize("sign", ["R0", "R012", "R-1", "RR", "R12R"])
def test_no_sign_at_all(sign: str) -> None:
    assert refused(sign, bench=range(12, 14)).kind == "sign"


def test_an_initial_reads() -> None:
    text = "**Argonne :** 1, 1 2/1;1\t2 ２ 1 1 2 3"
    assert notation.initial(text, 11) == tuple("11211221123")


@pytest.mark.parametrize(
    ("text", "place", "sign"),
    [
        ("1 0", 2, "0"),
        ("1 4", 2, "4"),
        ("1 +", 2, "+"),
        ("1 -1", 2, "-1"),
        ("1 X", 2, "X"),
        ("11211221122", 1, "11211221122"),
        ("1 1 12", 3, "12"),
        ("1 ²", 2, "²"),
    ],
)
def test_an_initial_holds_1_2_and_3_only(text: str, place: int, sign: str) -> None:
    with pytest.raises(Refused) as caught:
        notation.initial(text, 11)
    assert caught.value == Refused("initial", place, {"sign": sign})


def test_an_initial_must_be_complete() -> None:
    with pytest.raises(Refused) as caught:
        notation.initial("1 1 1", 11)
    assert caught.value == Refused("too-few", 4, {"got": 3, "want": 11})


SIGNS = st.sampled_from(["+", "-", "0", "X", "A", "R", "R12", *map(str, range(1, 12))])
GAPS = st.text(" \t\n,;/\u00a0\u3000", min_size=1, max_size=3)


@given(st.lists(SIGNS, min_size=11, max_size=11), st.lists(GAPS, min_size=11, max_size=11))
@settings(deadline=None)
def test_what_was_read_reads_again(signs: list[str], gaps: list[str]) -> None:
    text = "".join(sign + gap for sign, gap in zip(signs, gaps, strict=True))
    canonical = tactic(text, bench=range(12, 14))
    assert canonical == " ".join(signs)
    assert tactic(canonical, bench=range(12, 14)) == canonical


@given(st.text(st.sampled_from("+-0"), min_size=11, max_size=11))
@settings(deadline=None)
def test_a_run_reads_sign_by_sign(run: str) -> None:
    assert tactic(run) == " ".join(run)


@given(st.text() | st.text("+-0123xXaArR12 ,;/:()[]b*`_\n–−", max_size=40))
@settings(deadline=None)
def test_any_text_reads_or_is_refused(text: str) -> None:
    for read in (
        lambda: notation.tactic(text, 3, 11, range(12, 14)),
        lambda: notation.initial(text, 3),
    ):
        signs, sign = attempt(read)
        assert len(signs) == 3 or sign.isprintable()


def attempt(read: Callable[[], tuple[str, ...]]) -> tuple[tuple[str, ...], str]:
    """What was read, or the sign that was refused."""
    try:
        return read(), ""
    except Refused as no:
        event(no.kind)
        return (), no.facts.get("sign", "")
