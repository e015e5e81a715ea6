"""The admin's registers: what may be changed of people and teams, and what is not even shown."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from games.models import Match, Outage, User
from tests.conftest import SignIn
from tests.games.factories import NOW, Village

REGISTERS = ("user", "team", "outage")


@pytest.fixture
def admin(village: Village, sign_in: SignIn) -> Client:
    return sign_in(village.admin)


def test_an_admin_makes_somebody_a_referee(village: Village, admin: Client) -> None:
    page = reverse("admin:games_user_change", args=[village.member.pk])
    admin.post(page, {"username": "margot", "is_active": "on", "is_staff": "on"})
    village.member.refresh_from_db()
    assert village.member.is_staff
    assert not village.member.is_superuser
    assert village.member.check_password("le-pre-est-a-tous")


@pytest.mark.parametrize("register", REGISTERS)
def test_registers_are_closed_to_referees(village: Village, sign_in: SignIn, register: str) -> None:
    address = reverse(f"admin:games_{register}_changelist")
    assert sign_in(village.referee).get(address).status_code == 403
    assert sign_in(village.member).get(address).status_code == 302


def test_no_password_is_shown_changed_or_guessed_at(village: Village, admin: Client) -> None:
    page = reverse("admin:games_user_change", args=[village.member.pk])
    html = admin.get(page).content.decode()
    assert village.member.password not in html
    assert 'name="password"' not in html
    admin.post(page, {"username": "margot", "is_active": "on", "password": "x", "email": "x@y.z"})
    member = User.objects.get(pk=village.member.pk)
    assert (member.password, member.email) == (village.member.password, "margot@example.org")
    people = reverse("admin:games_user_changelist")
    for guess in ({"password__startswith": "md5"}, {"last_login__gte": "2026-01-01"}):
        assert admin.get(people, guess).status_code == 400
    assert admin.get(people, {"is_staff__exact": "1"}).status_code == 200


@pytest.mark.parametrize("kind", ["user", "team"])
def test_nobody_is_added_or_deleted_here(village: Village, admin: Client, kind: str) -> None:
    row = village.member if kind == "user" else village.team_a
    assert admin.get(reverse(f"admin:games_{kind}_add")).status_code == 403
    address = reverse(f"admin:games_{kind}_delete", args=[row.pk])
    assert admin.get(address).status_code == 403
    assert admin.post(address, {"post": "yes"}).status_code == 403


def test_no_new_captain_by_this_door_during_a_match(
    village: Village, match: Match, admin: Client
) -> None:
    page = reverse("admin:games_team_change", args=[village.team_a.pk])
    data = {"name": "Castillon", "captain": village.admin.pk}
    admin.post(page, data)
    village.team_a.refresh_from_db()
    assert village.team_a.captain == village.captain_a
    Match.objects.update(status=Match.Status.OVER)
    admin.post(page, data)
    village.team_a.refresh_from_db()
    assert village.team_a.captain == village.admin


def test_the_register_of_outages_is_read_and_never_changed(admin: Client) -> None:
    outage = Outage.objects.create(start=NOW, end=NOW + timedelta(hours=1))
    times = {"start_0": "2026-12-01", "start_1": "20:00", "end_0": "2026-12-01", "end_1": "21:00"}
    page = reverse("admin:games_outage_change", args=[outage.pk])
    assert admin.get(page).status_code == 200
    assert admin.post(page, times).status_code == 403
    assert admin.post(reverse("admin:games_outage_add"), times).status_code == 403
    gone = reverse("admin:games_outage_delete", args=[outage.pk])
    assert admin.post(gone, {"post": "yes"}).status_code == 403
    assert list(Outage.objects.values_list("start", "end")) == [(outage.start, outage.end)]


def test_the_offices_own_log_names_fields_and_no_values(village: Village, admin: Client) -> None:
    page = reverse("admin:games_user_change", args=[village.member.pk])
    admin.post(page, {"username": "margaux", "is_active": "on"})
    assert '"fields": ["Username"]' in LogEntry.objects.get().change_message
    assert "margot" not in LogEntry.objects.get().change_message


@pytest.mark.parametrize(
    "model", ["submission", "turn", "notice", "journalline", "post", "strike", "seat", "challenge"]
)
def test_nothing_else_has_an_office(admin: Client, model: str) -> None:
    assert admin.get(f"/office/games/{model}/").status_code == 404


def test_the_packages_own_registers_stay_out(admin: Client) -> None:
    for address in ("account/emailaddress", "auth/group", "admin/logentry", "sessions/session"):
        assert admin.get(f"/office/{address}/").status_code == 404


def test_one_signs_in_where_everybody_does(
    village: Village, visitor: Client, sign_in: SignIn
) -> None:
    answer = visitor.get("/office/", follow=True)
    assert answer.redirect_chain[-1][0].startswith(reverse("account_login"))
    assert sign_in(village.member).get("/office/", follow=True).status_code == 403
    entered = sign_in(village.referee).get("/office/", follow=True)
    assert entered.redirect_chain[-1][0] == reverse("admin:games_match_changelist")
