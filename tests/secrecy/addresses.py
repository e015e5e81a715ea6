"""Every address that the site answers, from the URL resolver itself.

A pattern without arguments is found by itself. One with arguments has its entry in ``_table``:
whoever adds a page adds its entry, or the crawl fails.
"""

from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from games.admin.acts import ACTS
from tests.secrecy.scene import TURN, Scene


class Pattern(NamedTuple):
    """A pattern of the resolver: its whole route, its name with its namespace, its arguments."""

    route: str
    name: str
    arguments: tuple[str, ...]

    @property
    def key(self) -> str:
        """Under what ``_table`` knows it: its name, or its route where it has none."""
        return self.route if self.name.endswith(":") or not self.name else self.name


def addresses(scene: Scene) -> list[str]:
    """Every address, at least one a pattern; LookupError for a pattern that nobody entered."""
    table, found = _table(scene), list[str]()
    for pattern in patterns():
        own = list(table.get(pattern.key, ()))
        if not pattern.arguments:
            own.append(reverse(pattern.name))
        if not own:
            raise LookupError(f"{pattern.key} has no entry in {__name__}._table")
        for address in own:
            assert resolve(address.partition("?")[0]).route == pattern.route, address
        found += own
    return found


def patterns() -> Iterator[Pattern]:
    """The patterns of the whole site."""
    return _walk(get_resolver().url_patterns, "", "")


def _walk(entries: list[URLPattern | URLResolver], route: str, namespace: str) -> Iterator[Pattern]:
    for entry in entries:
        whole = route + str(entry.pattern).removeprefix("^")
        if isinstance(entry, URLResolver):
            inner = f"{namespace}{entry.namespace}:" if entry.namespace else namespace
            yield from _walk(entry.url_patterns, whole, inner)
        else:
            groups = tuple(entry.pattern.regex.groupindex)
            yield Pattern(whole, f"{namespace}{entry.name or ''}", groups)


def _table(scene: Scene) -> dict[str, list[str]]:
    """The addresses of each pattern with arguments, and what else is asked of others."""
    return {**_forum(scene), **_account(), **_office(scene)}


def _forum(scene: Scene) -> dict[str, list[str]]:
    match, teams = scene.match.public_id, ("castillon", "beaulieu", "montfort")

    def of(name: str, *args: object) -> str:
        return reverse(name, args=[match, *args])

    return {
        "healthz": ["/healthz?clock"],
        "rules": [reverse("rules", args=[game]) for game in settings.GAMES],
        "match_list": ["/matches/?over=1"],
        "team_detail": [reverse("team_detail", args=[team]) for team in teams],
        "team_manage": [reverse("team_manage", args=[team]) for team in teams],
        "challenge_send": [reverse("challenge_send", args=[team]) for team in teams],
        "challenge_answer": [reverse("challenge_answer", args=[scene.challenge.pk])],
        "invitation_answer": [reverse("invitation_answer", args=[scene.invitation.pk])],
        "match_detail": [of("match_detail")],
        "match_news": [of("match_news"), of("match_news") + "?after=0"],
        "post": [of("post", number) for number in range(1, scene.match.posts_made + 3)],
        "post_create": [of("post_create")],
        "report": [
            of("report", turn, kind) for turn in (0, TURN, TURN + 1) for kind in ("txt", "bbcode")
        ],
        "journal": [of("journal")],
        "match_file": [of("match_file")],
        "word": [of("word")],
        "line_up": [of("line_up")],
        "order": [of("order")],
        "receipt": [of("receipt")],
        "order_clock": [of("order_clock", turn) for turn in (0, TURN)],
    }


def _account() -> dict[str, list[str]]:
    return {
        "account_confirm_email": [reverse("account_confirm_email", args=["no-such-key"])],
        "account_reset_password_from_key": [
            reverse("account_reset_password_from_key", args=["1", "no-such-key"])
        ],
    }


def _office(scene: Scene) -> dict[str, list[str]]:
    match, desk = scene.match.pk, reverse("admin:games_match_changelist")
    village = scene.village
    people = (village.captain_a, village.captain_b, village.referee)
    rows = {
        "team": [team.pk for team in (village.team_a, village.team_b)],
        "user": [user.pk for user in people],
        "outage": [scene.outage.pk],
    }
    table = {
        "admin:games_match_changelist": [
            f"{desk}?{query}"
            for query in ("status=playing", "status=over", "q=castillon", "page=2")
        ],
        "admin:games_match_change": [reverse("admin:games_match_change", args=[match])],
        "admin:games_match_act": [
            reverse("admin:games_match_act", args=[match, name]) for name in ACTS
        ],
        "admin:autocomplete": [
            "/office/autocomplete/?app_label=games&model_name=team&field_name=captain&term=a"
        ],
        "admin:view_on_site": ["/office/r/1/1/"],
        "admin:app_list": ["/office/games/"],
        "office/(?P<url>.*)$": ["/office/games/submission/", "/office/games/notice/"],
    }
    for model, keys in rows.items():
        for page in ("history", "delete", "change"):
            name = f"admin:games_{model}_{page}"
            table[name] = [reverse(name, args=[key]) for key in keys]
        table[f"office/games/{model}/<path:object_id>/"] = [
            f"/office/games/{model}/{key}/" for key in keys
        ]
    return table
