"""rules/fairness.md: the stream, the seals and the journal's chain."""

import json
from collections import Counter
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import Draw, Refused
from games.fairness import (
    GENESIS,
    Drawn,
    Stream,
    bot_stream,
    canonical_json,
    clean_word,
    commitment,
    digest,
    journal_line,
    line_hash,
    receipt,
    stream_key,
    uniform,
)

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "fairness.md"
VECTORS = json.loads(PAGE.read_text(encoding="utf-8").split("```json\n")[1].split("```")[0])
SEED = bytes.fromhex(VECTORS["seed"])
KEY = bytes.fromhex(VECTORS["key"])
OPENED = datetime(2026, 12, 1, 20, tzinfo=UTC)


# 1. One random stream a match


def test_the_commitment_is_that_of_the_page() -> None:
    assert commitment(SEED) == VECTORS["commitment"]


def test_the_key_is_that_of_the_page() -> None:
    assert stream_key(SEED, VECTORS["words"]) == KEY


def test_a_captain_who_adds_no_word_has_the_empty_one() -> None:
    silent = bytes.fromhex(VECTORS["key_without_words"])
    assert stream_key(SEED, {}) == stream_key(SEED, {"A": "", "B": ""}) == silent


def test_the_words_enter_in_the_order_of_the_sides() -> None:
    assert stream_key(SEED, {"B": "b", "A": "a"}) == stream_key(SEED, {"A": "a", "B": "b"})
    assert stream_key(SEED, {"A": "b", "B": "a"}) != stream_key(SEED, {"A": "a", "B": "b"})


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(bytes(size))
    with pytest.raises(ValueError, match="32 bytes"):
        stream_key(bytes(size), {})


@pytest.mark.parametrize("drawn", VECTORS["draws"], ids=lambda drawn: drawn["purpose"])
def test_a_draw_is_that_of_the_page(drawn: dict[str, Any]) -> None:
    stream = Stream(KEY, VECTORS["match_id"], start=drawn["n"])
    assert stream(drawn["purpose"], drawn["bound"]) == drawn["value"]


def test_the_pages_draws_read_on_into_the_second_and_the_third_block() -> None:
    assert [drawn["words_read"] for drawn in VECTORS["draws"]][-3:] == [4, 9, 17]


def test_draws_are_numbered_on_and_kept() -> None:
    stream = Stream(KEY, VECTORS["match_id"])
    for drawn in VECTORS["draws"][:9]:
        stream(drawn["purpose"], drawn["bound"])
    assert stream.drawn == [
        Drawn(drawn["n"], drawn["purpose"], drawn["bound"], drawn["value"])
        for drawn in VECTORS["draws"][:9]
    ]


def test_a_stream_taken_up_again_goes_on_where_it_was() -> None:
    whole, first, second = Stream(KEY, "m"), Stream(KEY, "m"), Stream(KEY, "m", start=4)
    values = [whole("die", 6) for _ in range(10)]
    assert [first("die", 6) for _ in range(3)] + [second("die", 6) for _ in range(7)] == values
    assert first.drawn + second.drawn == whole.drawn


def test_a_stream_serves_as_the_contracts_draw() -> None:
    draw: Draw = Stream(KEY, "m")
    assert draw(purpose="first-strike", bound=2) in (0, 1)


def test_key_match_number_and_purpose_each_change_the_draw() -> None:
    def value(key: bytes = KEY, match: str = "m", start: int = 1, purpose: str = "p") -> int:
        return Stream(key, match, start)(purpose, 2**32)

    others = {value(key=SEED), value(match="n"), value(start=2), value(purpose="q")}
    assert len(others | {value()}) == 5


@pytest.mark.parametrize("bound", [-1, 0, 2**32 + 1])
def test_a_bound_that_no_word_can_serve_is_an_error_and_no_draw(bound: int) -> None:
    stream = Stream(KEY, "m")
    with pytest.raises(ValueError, match="bound"):
        stream("die", bound)
    assert stream.drawn == []


def test_draws_are_numbered_from_one() -> None:
    with pytest.raises(ValueError, match="from 1"):
        Stream(KEY, "m", start=0)


def test_a_stream_does_not_show_its_key() -> None:
    assert repr(KEY) not in repr(Stream(KEY, "m"))


@pytest.mark.parametrize(
    ("bound", "words", "value"),
    [
        (6, [0], 0),
        (6, [7], 1),
        # 2^32 = 6 * 715827882 + 4: the last four words would favour 0..3.
        (6, [2**32 - 5], 5),
        (6, [2**32 - 4, 3], 3),
        (6, [2**32 - 1, 2**32 - 2, 2**32 - 3, 2**32 - 4, 11], 5),
        # A power of two divides 2^32: nothing is rejected.
        (2, [2**32 - 1], 1),
        (2**32, [2**32 - 1], 2**32 - 1),
        (1, [2**32 - 1], 0),
        # 2^31 + 1 goes into 2^32 once.
        (2**31 + 1, [2**31], 2**31),
        (2**31 + 1, [2**31 + 1, 2**32 - 1, 5], 5),
    ],
)
def test_words_beyond_the_last_whole_multiple_are_rejected(
    bound: int, words: list[int], value: int
) -> None:
    left = iter([*words, 10**6])
    assert uniform(left, bound) == value
    assert list(left) == [10**6], "as many words were read as there should be"


@given(st.integers(1, 2**32), st.integers(0, 2**32 - 1))
def test_an_accepted_word_lies_in_a_whole_block_of_the_bound(bound: int, word: int) -> None:
    value = uniform(iter([word, *range(1)]), bound)
    accepted = word - word % bound + bound <= 2**32
    assert value == (word % bound if accepted else 0)


@pytest.mark.parametrize(
    ("bound", "critical"), [(2, 10.83), (6, 20.52), (20, 43.82), (36, 66.62), (400, 492.0)]
)
def test_the_stream_is_even(bound: int, critical: float) -> None:
    # Chi-square, p = 0.001; the key is fixed, so that the test says the same each time.
    total = 100_000 if bound == 6 else 20_000
    stream = Stream(KEY, "chi-square")
    counts = Counter(stream("die", bound) for _ in range(total))
    expected = total / bound
    assert sum((counts[face] - expected) ** 2 / expected for face in range(bound)) < critical


def test_a_bots_chance_is_repeatable_and_its_own() -> None:
    def values(stream: Stream) -> list[int]:
        return [stream("think", 2**32) for _ in range(3)]

    bot = values(bot_stream("secret", "m", 3, OPENED, "A"))
    assert values(bot_stream("secret", "m", 3, OPENED, "A")) == bot
    others = [
        bot_stream("another", "m", 3, OPENED, "A"),
        bot_stream("secret", "n", 3, OPENED, "A"),
        bot_stream("secret", "m", 4, OPENED, "A"),
        bot_stream("secret", "m", 3, OPENED + timedelta(days=1), "A"),
        bot_stream("secret", "m", 3, OPENED, "B"),
    ]
    assert all(set(values(other)).isdisjoint(bot) for other in others)


@pytest.mark.parametrize(
    "word", ["", "Castillon", "x" * 64, "été 🐄", "  two  spaces ", "a\u200db"]
)
def test_a_captains_word_is_kept_as_it_is(word: str) -> None:
    assert clean_word(word) == word


def test_a_word_of_65_characters_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        clean_word("é" * 65)
    assert refused.value == Refused("word-too-long", None, {"limit": 64, "length": 65})


@pytest.mark.parametrize("control", ["\n", "\t", "\0", "\x1b", "\x7f", "\x85", "\u2028", "\ud800"])
def test_a_control_character_in_a_word_is_refused_with_its_place(control: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_word(f"ab{control}c")
    assert refused.value == Refused("word-control", 3)


# 2. Sealed orders


def test_the_receipt_is_that_of_the_page() -> None:
    order = VECTORS["order"]
    assert receipt(bytes.fromhex(order["nonce"]), order["line"]) == order["receipt"]


@pytest.mark.parametrize("size", [0, 15, 17, 32])
def test_a_nonce_has_16_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        receipt(bytes(size), "+ + +")


# 3. The journal


def _page_lines() -> list[dict[str, Any]]:
    created = {"game": "soule", "ruleset": {}, "commitment": VECTORS["commitment"]}
    at = datetime(2026, 12, 1, 20, tzinfo=UTC)
    first = journal_line(1, at, "created", "organiser", created, GENESIS)
    # Half past eight in Paris is half past seven UTC.
    paris = datetime(2026, 12, 2, 8, 30, 0, 250, tzinfo=timezone(timedelta(hours=1)))
    word = {"text": VECTORS["words"]["B"], "side": "B"}
    return [first, journal_line(2, paris, "word", "captain:B", word, line_hash(first))]


def test_the_journals_lines_and_hashes_are_those_of_the_page() -> None:
    for line, wanted in zip(_page_lines(), VECTORS["journal"], strict=True):
        assert canonical_json(line).decode() == wanted["canonical"]
        assert line_hash(line) == digest(line) == wanted["hash"]


def test_the_first_line_follows_64_zeros() -> None:
    assert GENESIS == "0" * 64 == _page_lines()[0]["prev"]


def test_a_line_needs_a_time_zone() -> None:
    with pytest.raises(ValueError, match="time zone"):
        journal_line(1, datetime(2026, 12, 1, 20), "created", "system", {}, GENESIS)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (-7, "-7"),
        (2**53 - 1, "9007199254740991"),
        (1 - 2**53, "-9007199254740991"),
        ([], "[]"),
        ((1, (2, "x")), '[1,[2,"x"]]'),
        ({}, "{}"),
        ({"b": [1, None], "a": {"d": 1, "c": True}}, '{"a":{"c":true,"d":1},"b":[1,null]}'),
        ({"10": 1, "9": 2, "": 3, "A": 4, "a": 5}, '{"":3,"10":1,"9":2,"A":4,"a":5}'),
        ("été 🐄 </script>", '"été 🐄 </script>"'),
        ('"\\/\b\f\n\r\t', '"\\"\\\\/\\b\\f\\n\\r\\t"'),
        ("\x00\x1f\x7f\u2028", '"\\u0000\\u001f\x7f\u2028"'),
        # RFC 8785, 3.2.3: by UTF-16 code units a surrogate pair stands before U+FB33.
        (
            dict.fromkeys(["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\x80", "\u00f6"], 0),
            '{"\\r":0,"1":0,"\x80":0,"\u00f6":0,"\u20ac":0,"\U0001f600":0,"\ufb33":0}',
        ),
    ],
)
def test_canonical_json(data: Any, text: str) -> None:
    assert canonical_json(data) == text.encode()


@pytest.mark.parametrize("data", [1.0, float("nan"), [0.5], {"a": 1e3}, b"x", {1: 2}, {1, 2}, ...])
def test_what_has_no_place_in_the_record_is_an_error(data: Any) -> None:
    with pytest.raises(TypeError):
        canonical_json(data)


@pytest.mark.parametrize("data", [2**53, -(2**53), [2**64], "\ud800", {"\udc00": 1}])
def test_what_a_browser_would_read_otherwise_is_an_error(data: Any) -> None:
    with pytest.raises(ValueError, match=r"exactly|surrogate"):
        canonical_json(data)


JSON_DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(1 - 2**53, 2**53 - 1)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON_DATA)
def test_canonical_json_is_read_back_as_it_was(data: Any) -> None:
    assert json.loads(canonical_json(data)) == data


@given(st.dictionaries(st.text("abé🐄\ufb33"), st.integers(0, 9), max_size=6), st.randoms())
def test_the_order_in_which_keys_came_does_not_matter(data: dict[str, int], random: Any) -> None:
    keys = list(data)
    random.shuffle(keys)
    assert digest({key: data[key] for key in keys}) == digest(data)


def test_one_changed_line_breaks_the_chain() -> None:
    first, second = _page_lines()
    for key, value in [("n", 2), ("kind", "word"), ("by", "referee"), ("data", {}), ("prev", "1")]:
        assert line_hash({**first, key: value}) != second["prev"], key
    assert line_hash(first) == second["prev"]


def test_hashes_are_lower_case_hex_of_256_bits() -> None:
    hashes = [commitment(SEED), receipt(bytes(16), ""), digest({})]
    assert all(len(each) == 64 and set(each) <= set("0123456789abcdef") for each in hashes)
    assert digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
