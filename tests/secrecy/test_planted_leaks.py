"""The crawl can fail: leaks are planted, one of each kind, and it must find every one of them."""

import base64
from collections.abc import Callable
from types import ModuleType

import pytest
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.urls import path
from pytest_django import Settings

from config import urls
from games.models import Submission
from tests.secrecy.addresses import addresses
from tests.secrecy.crawl import browser_of, crawl, differing, holding
from tests.secrecy.scene import ORDER, Scene, make_scene, order

GetResponse = Callable[[HttpRequest], HttpResponse]
Role = str

UNASKED = ("/account/", "/teams/", "/history/", "/outage/", "/act/")
"""What no plant here shows, or what is answered otherwise the first time that it is asked."""

COUNT = "{{ match.turn.submissions.count }}"
SENT = (
    "{% for each in match.turn.submissions.all %}{% if each.order %} hidden{% endif %}{% endfor %}"
)


@pytest.fixture
def scene(db: None) -> Scene:
    return make_scene("before")


def leaks(scene: Scene, role: Role) -> dict[str, str]:
    """Where ``role`` sees a difference once side A has sealed, and in what."""
    browsers = {role: browser_of(scene.watchers[role])}
    asked = [each for each in addresses(scene) if not any(part in each for part in UNASKED)]
    before = crawl(browsers, asked)
    order(scene, browser_of(scene.village.captain_a), "seal", ORDER)
    after = crawl(browsers, asked)
    return {
        address: next(
            name
            for name, was, now in zip(
                after[place]._fields, before[place], after[place], strict=True
            )
            if was != now
        )
        for place in differing(before, after)
        for _role, address in [place]
    }


def plant(settings: Settings, template: str, leak: str) -> None:
    """Let a template end with a leak."""
    with open(get_template(template).template.origin.name, encoding="utf-8") as file:  # type: ignore[attr-defined]
        planted = {template: file.read() + leak}
    backend, loaders = settings.TEMPLATES[0], "django.template.loaders"
    options = backend["OPTIONS"] | {
        "loaders": [
            (f"{loaders}.locmem.Loader", planted),
            f"{loaders}.filesystem.Loader",
            f"{loaders}.app_directories.Loader",
        ]
    }
    settings.TEMPLATES = [{**backend, "APP_DIRS": False, "OPTIONS": options}]


def test_without_a_plant_there_is_no_leak(scene: Scene) -> None:
    assert leaks(scene, "referee") == {}


@pytest.mark.parametrize("leak", [COUNT, f"<p class='{SENT}'></p>"], ids=["count", "hidden"])
def test_a_leak_on_a_public_page(scene: Scene, settings: Settings, leak: str) -> None:
    plant(settings, "games/_head.html", leak)
    page = scene.match.get_absolute_url()
    assert leaks(scene, "visitor") == dict.fromkeys(
        [page, f"{page}news/?after=0", f"{page}news/?after=0 (part)"], "body"
    )


def test_a_leak_on_a_card(scene: Scene, settings: Settings) -> None:
    plant(settings, "games/_card.html", COUNT.replace("match", "card.match"))
    assert leaks(scene, "player B") == {"/matches/": "body"}


def test_a_leak_at_the_referee_s_desk(scene: Scene, settings: Settings) -> None:
    plant(settings, "admin/games/match/_standing.html", SENT)
    assert leaks(scene, "referee") == {f"/office/games/match/{scene.match.pk}/": "body"}


@pytest.mark.parametrize(
    ("middleware", "what"), [("dated", "headers"), ("marked", "cookies"), ("slow", "queries")]
)
def test_a_leak_beside_the_page(
    scene: Scene, settings: Settings, middleware: str, what: str
) -> None:
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"{__name__}.{middleware}"]
    assert set(leaks(scene, "captain B").values()) == {what}


def test_a_new_page_must_have_its_entry(scene: Scene, settings: Settings) -> None:
    settings.ROOT_URLCONF = with_page("turns/<int:pk>/orders/")
    with pytest.raises(LookupError, match="planted"):
        addresses(scene)


def test_a_new_page_without_arguments_is_found(scene: Scene, settings: Settings) -> None:
    settings.ROOT_URLCONF = with_page("orders/")
    assert leaks(scene, "member") == {"/orders/": "body"}


def test_a_seed_in_disguise_is_found(scene: Scene, settings: Settings) -> None:
    seed = base64.b64encode(bytes(scene.match.seed))
    plant(settings, "games/journal.html", f"{{% block foot %}}{seed.decode()}{{% endblock %}}")
    page = f"{scene.match.get_absolute_url()}journal/"
    answers = crawl({"visitor": browser_of(None)}, addresses(scene))
    assert holding(answers, [seed]) == [("visitor", page)]


def sealed() -> int:
    return Submission.objects.exclude(order="").filter(turn__closed_at=None).count()


def dated(get_response: GetResponse) -> GetResponse:
    """A middleware that tells by a header."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["ETag"] = f'"{sealed()}"'
        return response

    return middleware


def marked(get_response: GetResponse) -> GetResponse:
    """A middleware that tells by a cookie."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if sealed():
            response.set_cookie("seen", "1")
        return response

    return middleware


def slow(get_response: GetResponse) -> GetResponse:
    """A middleware that tells by the time it takes: it asks the database once more."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if sealed():
            sealed()
        return response

    return middleware


def told(request: HttpRequest, pk: int = 0) -> HttpResponse:
    return HttpResponse(str(sealed()))


def with_page(route: str) -> ModuleType:
    """The site's addresses, and one more that tells how many orders are in."""
    planted = ModuleType("planted_urls")
    planted.__dict__.update(vars(urls))
    planted.__dict__["urlpatterns"] = [path(route, told, name="planted"), *urls.urlpatterns]
    return planted
