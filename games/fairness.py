"""Chance that anyone can check, seals, and the hash-chained journal (rules/fairness.md).

Pure: the seed and the nonces are handed in, never made here.
"""

import hashlib
import hmac
import json
import struct
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import NamedTuple

from games.contract import JSON, SIDES, Refused, Side, Slot

GENESIS = "0" * 64
"""What the first line of a journal names as the hash of the line before."""

SEED_BYTES = 32
NONCE_BYTES = 16
WORD_LENGTH = 64
WORDS = 2**32
"""How many values a 32-bit word of the stream has: the greatest bound of a draw."""


def commitment(seed: bytes) -> str:
    """The promise published when a match is created: SHA-256 of its 32-byte seed, in hex."""
    return hashlib.sha256(_sized(seed, SEED_BYTES, "seed")).hexdigest()


def clean_word(text: str) -> str:
    """A captain's word as it is published and enters the key, unchanged.

    Refused ``word-too-long`` (facts: ``limit``, ``length``, in code points) or ``word-control``
    (place of the first control character). Source: rules/fairness.md, 1.
    """
    if len(text) > WORD_LENGTH:
        raise Refused("word-too-long", facts={"limit": WORD_LENGTH, "length": len(text)})
    for place, character in enumerate(text, start=1):
        if unicodedata.category(character) in _CONTROL:
            raise Refused("word-control", place)
    return text


def stream_key(seed: bytes, words: Mapping[Side, str]) -> bytes:
    """The secret key of a match's stream, from its seed and the captains' words (32 bytes)."""
    message = "\n".join(words.get(side, "") for side in SIDES)
    return hmac.digest(_sized(seed, SEED_BYTES, "seed"), message.encode(), "sha256")


class Drawn(NamedTuple):
    """A draw as it is stored: its number in the match, its purpose, ``0 <= value < bound``."""

    n: int
    purpose: str
    bound: int
    value: int


@dataclass
class Stream:
    """The match's chance: a ``contract.Draw`` that numbers its draws and keeps them.

    ``start`` is the number of the next draw of the match: a number is never used twice. What was
    drawn stands in ``drawn``, to be stored in the transaction that uses it.
    Source: rules/fairness.md, 1.
    """

    key: bytes = field(repr=False)
    match_id: str
    start: int = 1
    drawn: list[Drawn] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        if self.start < 1:
            raise ValueError(f"draws are numbered from 1, not {self.start}")

    def __call__(self, purpose: str, bound: int) -> int:
        """One uniform integer in ``0..bound-1``; ValueError unless ``1 <= bound <= 2**32``."""
        n = self.start + len(self.drawn)
        value = uniform(_words(self.key, f"{self.match_id}:{n}:{purpose}"), bound)
        self.drawn.append(Drawn(n, purpose, bound, value))
        return value


def bot_stream(secret: str, match_id: str, turn: int, opened_at: datetime, slot: Slot) -> Stream:
    """A bot's own chance for one order: repeatable, and no part of the match's record.

    ``secret`` is the site's own and never published, as a seed is: a match whose forfeit is lifted
    goes on after that, and a turn opened again (``opened_at``) is ordered for anew.
    """
    key = hmac.digest(secret.encode(), f"bot:{match_id}".encode(), "sha256")
    return Stream(key, f"{match_id}:bot:{turn}:{utc(opened_at)}:{slot}")


def uniform(words: Iterator[int], bound: int) -> int:
    """The first of the 32-bit words that is not rejected, modulo ``bound``.

    A word at or above the greatest multiple of ``bound`` would favour the low values: it is
    passed over. ValueError unless ``1 <= bound <= 2**32``.
    """
    if not 1 <= bound <= WORDS:
        raise ValueError(f"a draw's bound is 1 to 2^32, not {bound}")
    limit = WORDS - WORDS % bound
    return next(word for word in words if word < limit) % bound


def receipt(nonce: bytes, line: str) -> str:
    """The seal of an order: SHA-256 of the 16 nonce bytes and its canonical line, in hex."""
    return hashlib.sha256(_sized(nonce, NONCE_BYTES, "nonce") + line.encode()).hexdigest()


def journal_line(
    n: int, at: datetime, kind: str, by: str, data: JSON, prev: str
) -> dict[str, JSON]:
    """A line of a match's journal, as it is hashed and shown (rules/fairness.md, 3).

    ``n`` counts from 1, ``prev`` is the hash of the line before (``GENESIS`` for the first).
    ValueError if ``at`` has no time zone.
    """
    return {"n": n, "at": utc(at), "kind": kind, "by": by, "data": data, "prev": prev}


def line_hash(line: Mapping[str, JSON]) -> str:
    """The hash that the next line of the journal names."""
    return digest(line)


def digest(data: JSON) -> str:
    """SHA-256 of the canonical JSON, in hex: of events, of a public state, of a journal line."""
    return hashlib.sha256(canonical_json(data)).hexdigest()


def canonical_json(data: JSON) -> bytes:
    """The one way to write ``data`` (RFC 8785): keys sorted by UTF-16 code units, no spaces, UTF-8.

    None, booleans, integers, strings, lists or tuples, mappings with string keys. TypeError for
    anything else: a float has no place in the record. ValueError for an integer that a browser
    could not read exactly (2^53 and beyond, RFC 7493) and for a lone surrogate.
    """
    return json.dumps(_ordered(data), ensure_ascii=False, separators=(",", ":")).encode()


# Controls, lone surrogates (no UTF-8 for them), and the separators that end a line.
_CONTROL = frozenset({"Cc", "Cs", "Zl", "Zp"})


def _sized(secret: bytes, size: int, name: str) -> bytes:
    if len(secret) != size:
        raise ValueError(f"a {name} has {size} bytes, not {len(secret)}")
    return secret


def _words(key: bytes, text: str) -> Iterator[int]:
    """The 32-bit words of a draw: eight a block, the blocks after the first marked :1, :2, ..."""
    for block in count():
        message = f"{text}:{block}" if block else text
        yield from struct.unpack(">8I", hmac.digest(key, message.encode(), "sha256"))


def utc(at: datetime) -> str:
    """``2026-12-01T20:00:00.000000Z``: UTC, always six digits."""
    if at.utcoffset() is None:
        raise ValueError("a moment needs a time zone")
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def _ordered(data: JSON) -> JSON:
    match data:
        case None | bool() | str():
            return data
        case int() if abs(data) < 2**53:
            return data
        case int():
            raise ValueError(f"{data} is beyond what JSON keeps exactly")
        case list() | tuple():
            return [_ordered(item) for item in data]
        case Mapping():
            return {key: _ordered(data[key]) for key in sorted(data, key=_utf16)}
        case _:
            raise TypeError(f"{type(data).__name__} has no canonical JSON")


def _utf16(key: JSON) -> bytes:
    if not isinstance(key, str):
        raise TypeError(f"a key is a string, not {type(key).__name__}")
    return key.encode("utf-16-be")
