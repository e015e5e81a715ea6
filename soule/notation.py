"""What captains write, read without guessing (rules/soule.md, Notation that must read).

Pure. A text either says one thing or is Refused; its place is the count of the sign from 1:

- ``too-long`` (most): more text than any order needs;
- ``sign`` (sign): nothing that is a sign;
- ``initial`` (sign): no 1, 2 or 3;
- ``not-opponent`` (sign, most): nobody of the other side has this number;
- ``no-substitutions`` (sign): this match has none;
- ``own-bench`` (sign): nobody of one's own bench has this number;
- ``too-few``, ``too-many`` (got, want).
"""

import re
from collections.abc import Iterator

from games.contract import Refused
from soule.rules import INITIAL

LONGEST = 1000
"""Characters that are looked at at most: a 22 with its name and its BBCode has under 300."""


def initial(text: str, count: int) -> tuple[str, ...]:
    """The ``count`` signs of an initial: ``("1", "2", ...)``."""
    signs: list[str] = []
    for word in _words(text):
        if word not in INITIAL:
            raise Refused("initial", len(signs) + 1, {"sign": shown(word)})
        signs.append(word)
    return _counted(signs, count)


def tactic(text: str, count: int, opponents: int, bench: range | None) -> tuple[str, ...]:
    """The ``count`` signs of a tactic: ``("+", "11", "R12", ...)``.

    ``opponents``: the highest number that can be hit. ``bench``: the numbers of one's own
    bench, None where the ruleset has no substitutions.
    """
    signs: list[str] = []
    for word in _words(text):
        if _RUN.issuperset(word):
            signs.extend(word)
        else:
            signs.append(_action(word, len(signs) + 1, opponents, bench))
    return _counted(signs, count)


def shown(word: str) -> str:
    """A foreign word cut short, its invisible characters made visible, safe to show and store."""
    return "".join(c if c.isprintable() else "\ufffd" for c in word[:20])


_RUN = frozenset("+-0")
_LINE_ENDS = "\r\n\x85\u2028\u2029"
_BLANKS = "\t\xa0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_ALIKE = str.maketrans(
    {chr(wide): chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)}
    | dict.fromkeys("\u2013\u2014\u2212", "-")  # en dash, em dash, minus
    | dict.fromkeys(_BLANKS, " ")
    | dict.fromkeys(_LINE_ENDS, "\n")
)
_SEPARATORS = re.compile(r"[ \n,;/]+")
_NUMBER = re.compile(r"[1-9][0-9]*")
_REPLACED = re.compile(r"R(?:[1-9][0-9]*)?")

# Struck-through text ([s], ~~) is left out on purpose: what is struck is not meant.
_OPENING = re.compile(
    r"\[(b|i|u|code|tt|pre|quote|spoiler|center|left|right|color|size|font)(?:=[^\[\]:]{1,60})?\]"
    r"|```|\*\*|__|[`*_]",
    re.IGNORECASE,
)
# A team's name: words that start with a letter or a digit, the first with a letter.
# Accents may come as characters of their own (U+0300 to U+036F).
_NAME = re.compile(r"[^\W\d_][\w\u0300-\u036f'’.°&-]*(?: +[\w&][\w\u0300-\u036f'’.°&-]*)*")
_LONGEST_NAME = 60


def _words(text: str) -> Iterator[str]:
    if len(text) > LONGEST:
        raise Refused("too-long", None, {"most": LONGEST})
    bare = _unwrapped(text.translate(_ALIKE))
    return filter(None, _SEPARATORS.split(_unwrapped(_unnamed(bare))))


def _unwrapped(text: str) -> str:
    """The text inside the BBCode or Markdown that stands around the whole of it."""
    text = text.strip(" \n")
    while opened := _OPENING.match(text):
        closing = _closing(opened)
        inner = text[opened.end() : -len(closing)]
        if not inner or not text.lower().endswith(closing) or _reopened(opened, inner):
            break
        text = inner.strip(" \n")
    return text


def _closing(opened: re.Match[str]) -> str:
    return f"[/{opened[1].lower()}]" if opened[1] else opened[0]


def _reopened(opened: re.Match[str], inner: str) -> bool:
    # "[b]1[/b] 2 [b]3[/b]" is not one thing in bold.
    inner = inner.lower()
    return _closing(opened) in inner or bool(opened[1] and f"[{opened[1].lower()}" in inner)


def _unnamed(text: str) -> str:
    """The text after a leading ``Name :``; where what leads is no name, the whole text."""
    head, colon, tail = text.partition(":")
    opened = _OPENING.match(head)
    if opened and _closing(opened) not in head[opened.end() :].lower():
        # "**Name :** + 0 ..." closes after the colon.
        closing, tail = _closing(opened), tail.lstrip(" \n")
        if not tail.lower().startswith(closing):
            return text
        head, tail = head[opened.end() :], tail[len(closing) :]
    return tail if colon and _is_name(_unwrapped(head)) else text


def _is_name(name: str) -> bool:
    # Words that are all signs are no name: "X X :0" may be two signs and a smiley.
    return (
        len(name) <= _LONGEST_NAME
        and bool(_NAME.fullmatch(name))
        and not all(_is_letter_sign(word.upper()) or word.isdigit() for word in name.split())
    )


def _is_letter_sign(word: str) -> bool:
    return word in ("X", "A") or bool(_REPLACED.fullmatch(word))


def _action(word: str, place: int, opponents: int, bench: range | None) -> str:
    sign = word.upper()
    facts = {"sign": shown(word)}
    if sign in ("X", "A"):
        return sign
    if _NUMBER.fullmatch(sign):
        if int(sign) > opponents:
            raise Refused("not-opponent", place, {**facts, "most": opponents})
        return sign
    if not _REPLACED.fullmatch(sign):
        raise Refused("sign", place, facts)
    if bench is None:
        raise Refused("no-substitutions", place, facts)
    if sign != "R" and int(sign[1:]) not in bench:
        raise Refused("own-bench", place, facts)
    return sign


def _counted(signs: list[str], count: int) -> tuple[str, ...]:
    if len(signs) != count:
        kind = "too-few" if len(signs) < count else "too-many"
        raise Refused(kind, min(len(signs), count) + 1, {"got": len(signs), "want": count})
    return tuple(signs)
