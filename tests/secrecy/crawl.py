"""What the site answers to one who reads, as it can be compared byte by byte."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from django.db import connection
from django.http import HttpResponse
from django.test import Client

from games.models import User

CHANGING = (
    (rb'name="csrfmiddlewaretoken" value="[^"]*"', b""),
    (rb'"X-CSRFToken": "[^"]*"', b""),
    (rb'data-left="\d+">[^<]*<', b"<"),
    (rb"<time data-clock=.*?</time>", b""),
    ("(Enregistré à) [^<]*".encode(), rb"\1"),
)
"""What differs between two answers of a site at rest: tokens, countdowns, the footer's clock,
and for a draft's own side the minute of its last saving."""

FRAGMENTED = ("/order/", "/news/?after=0")
"""The addresses that answer htmx otherwise than a browser."""

MASKED_HEADERS = ("Content-Length", "Expires")
"""The length of a body that is compared itself, and a moment that is always the present one."""


class Answer(NamedTuple):
    """An answer without what differs at rest, and how many queries it took."""

    status: int
    headers: tuple[tuple[str, str], ...]
    cookies: tuple[str, ...]
    body: bytes
    queries: int


Answers = dict[tuple[str, str], Answer]
"""Answers by role and address."""


def browser_of(user: User | None) -> Client:
    """A browser of a member, or of a visitor, that shows a server's mistake as its page."""
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    return client


def crawl(browsers: Mapping[str, Client], addresses: Iterable[str]) -> Answers:
    """What each role is answered at each address; a part of a page (htmx) where it asks for one."""
    answers: Answers = {}
    for address in addresses:
        for role, client in browsers.items():
            answers[role, address] = ask(partial(client.get, address))
            if address.endswith(FRAGMENTED):
                part = partial(client.get, address, headers={"HX-Request": "true"})
                answers[role, f"{address} (part)"] = ask(part)
    return answers


def ask(request: Callable[[], Any]) -> Answer:
    """The answer to a request."""
    count = _Count()
    with connection.execute_wrapper(count):
        response: HttpResponse = request()
    headers = {name: value for name, value in response.items() if name not in MASKED_HEADERS}
    return Answer(
        response.status_code,
        tuple(sorted(headers.items())),
        tuple(sorted(response.cookies)),
        masked(response.content),
        count.queries,
    )


def masked(body: bytes) -> bytes:
    """The body without what differs at rest."""
    for pattern, instead in CHANGING:
        body = re.sub(pattern, instead, body, flags=re.DOTALL)
    return body


def differing(before: Answers, after: Answers) -> list[tuple[str, str]]:
    """Which roles see a difference, and where."""
    assert before.keys() == after.keys()
    return [place for place in before if before[place] != after[place]]


def holding(answers: Answers, words: Iterable[bytes]) -> list[tuple[str, str]]:
    """Who is told one of these words, and where."""
    return [
        place
        for place, answer in answers.items()
        if any(word in answer.body + repr(answer.headers).encode() for word in words)
    ]


class _Count:
    """Counts the queries that pass."""

    def __init__(self) -> None:
        self.queries = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.queries += 1
        return execute(sql, params, many, context)
