"""The mails: sent after commit, at least once, in the reader's words, never out of date."""

from datetime import datetime, timedelta

import pytest
from django.core.mail import EmailMessage
from pytest_django import Settings

from games.models import Challenge, Invitation, Match, Notice, Strike, Team, User
from games.notify import outbox
from games.notify.mail import notices_send
from games.notify.outbox import Kind
from games.services.clock import clock_tick
from games.services.orders import Author, draft_save, order_submit
from games.services.referee import game_time_move
from games.services.reminders import reminders_send
from games.services.turns import turns_play_due
from tests.games.factories import NOW, Village, make_match

Outbox = list[EmailMessage]

GAME_TIME = NOW + timedelta(hours=8)
LAST_LEAD = GAME_TIME - timedelta(hours=3)
MINUTE = timedelta(minutes=1)
INITIAL = "1 1 1 2 2 2 3 3 3 3 1"
SECRET_SIGNS = "1 1 1 2 2 2"


@pytest.fixture(autouse=True)
def match(village: Village) -> Match:
    """Announced, and all that this brought by mail is out of the way."""
    players = User.objects.filter(username__in=("alix", "brune", "colin", "perrin"))
    players.update(language="en", zone="America/Montreal")
    match = make_match(village.team_a, village.team_b)
    Notice.objects.all().delete()
    return match


def send(match: Match, village: Village, slot: str, now: datetime = NOW) -> str:
    """A captain sends his order; the receipt."""
    captain = village.captain_a if slot == "A" else village.captain_b
    turn = match.turns.get(closed_at=None).number
    text = INITIAL if turn == 0 else "+ + 0 0 0 0 0 0 0 0 0"
    author = Author(captain, "captain")
    sent = order_submit(match=match, turn=turn, slot=slot, text=text, author=author, now=now)
    return sent.receipt


def play_initial(match: Match, village: Village) -> None:
    send(match, village, "A")
    send(match, village, "B")
    clock_tick(now=GAME_TIME)


def to(mailoutbox: Outbox, name: str) -> list[EmailMessage]:
    return [mail for mail in mailoutbox if mail.to == [f"{name}@example.org"]]


def only(mailoutbox: Outbox, name: str) -> EmailMessage:
    [mail] = to(mailoutbox, name)
    return mail


def test_a_reminder_says_how_long_is_left_when_and_what_it_would_cost(
    village: Village, match: Match, mailoutbox: Outbox
) -> None:
    reminders_send(now=LAST_LEAD)
    notices_send(now=LAST_LEAD)
    mail = only(mailoutbox, "alix")
    assert "3\xa0hours left" in mail.subject
    assert "Tuesday 1 December, 15:00 (Montreal time)" in mail.body
    assert "Tuesday 1 December, 21:00 (Paris time)" in mail.body
    assert "no strike in this match" in mail.body
    assert "gets a strike" in mail.body
    assert f"http://localhost:8000/m/{match.public_id}/order/" in mail.body


def test_a_side_with_a_strike_is_told_that_the_next_loses_the_match(
    village: Village, match: Match, mailoutbox: Outbox
) -> None:
    turn = match.turns.get()
    Match.objects.filter(pk=match.pk).update(pace=match.pace | {"strikes_to_forfeit": 2})
    Strike.objects.create(match=match, turn=turn, side="A", kind="given", at=NOW)
    reminders_send(now=LAST_LEAD)
    notices_send(now=LAST_LEAD)
    assert "1 strike in this match" in only(mailoutbox, "alix").body
    assert "loses the match by forfeit" in only(mailoutbox, "alix").body
    assert "no strike in this match" in only(mailoutbox, "brune").body
    assert "loses the match" not in only(mailoutbox, "brune").body


@pytest.mark.parametrize("itself", [True, False])
def test_a_reminder_says_whether_the_draft_goes_by_itself(
    village: Village, match: Match, mailoutbox: Outbox, itself: bool
) -> None:
    author = Author(village.captain_a, "captain")
    draft_save(
        match=match,
        turn=0,
        slot="A",
        text=INITIAL,
        sends_itself=itself,
        author=author,
        now=NOW,
    )
    reminders_send(now=LAST_LEAD)
    notices_send(now=LAST_LEAD)
    assert ("goes by itself" in only(mailoutbox, "alix").body) is itself
    assert "goes by itself" not in only(mailoutbox, "brune").body


def test_french_readers_get_french(village: Village, mailoutbox: Outbox) -> None:
    User.objects.filter(pk=village.captain_a.pk).update(language="fr", zone="Europe/Paris")
    reminders_send(now=LAST_LEAD)
    notices_send(now=LAST_LEAD)
    mail = only(mailoutbox, "alix")
    assert "3\xa0heures" in mail.subject
    assert "mardi 1er décembre, 21\xa0h\xa000 (heure de Paris)." in mail.body
    assert "manquement" in mail.body
    assert "left" in only(mailoutbox, "brune").subject


def test_no_mail_tells_an_unplayed_order_a_receipt_or_what_the_other_side_did(
    village: Village, match: Match, mailoutbox: Outbox
) -> None:
    silent = to_brune_after(match, mailoutbox)
    receipt = send(match, village, "A")
    assert to_brune_after(match, mailoutbox) == silent
    words = "".join(f"{mail.subject}{mail.body}{mail.message()}" for mail in mailoutbox)
    assert SECRET_SIGNS not in words
    assert receipt not in words


def to_brune_after(match: Match, mailoutbox: Outbox) -> tuple[str, str]:
    """What B's captain is mailed at the last lead, as if it came for the first time."""
    Notice.objects.all().delete()
    mailoutbox.clear()
    Match.objects.filter(pk=match.pk).update(remind_at=LAST_LEAD)
    reminders_send(now=LAST_LEAD)
    notices_send(now=LAST_LEAD)
    mail = only(mailoutbox, "brune")
    return str(mail.subject), str(mail.body)


def test_the_turn_just_played_is_told_with_the_next_one(
    village: Village, match: Match, mailoutbox: Outbox
) -> None:
    play_initial(match, village)
    notices_send(now=GAME_TIME)
    captain, player = only(mailoutbox, "alix"), only(mailoutbox, "perrin")
    assert captain.subject == "Castillon against Beaulieu: turn 1, your order"
    assert player.subject == "Castillon against Beaulieu: initial, the report"
    for mail in (captain, player):
        assert "The soule is in the middle of the field." in mail.body
    assert f"/m/{match.public_id}/order/" not in player.body
    assert f"http://localhost:8000/m/{match.public_id}/post/2/" in player.body


def test_a_forfeit_is_told_as_a_forfeit(village: Village, match: Match, mailoutbox: Outbox) -> None:
    Match.objects.filter(pk=match.pk).update(pace=match.pace | {"strikes_to_forfeit": 1})
    send(match, village, "B")
    turns_play_due(now=GAME_TIME + 31 * MINUTE)
    notices_send(now=GAME_TIME + 31 * MINUTE)
    mail = only(mailoutbox, "perrin")
    assert mail.subject == "Castillon against Beaulieu: the match is over"
    assert "Initial: not played." in mail.body
    assert "Beaulieu wins by forfeit" in mail.body


def test_the_announcement_goes_to_all_and_the_line_up_to_captains(
    village: Village, mailoutbox: Outbox
) -> None:
    again = make_match(village.team_b, village.team_a, kind="official")
    Notice.objects.exclude(kind__in=[Kind.ANNOUNCED, Kind.LINE_UP]).delete()
    notices_send(now=NOW + timedelta(days=1))
    assert [mail.subject for mail in to(mailoutbox, "perrin")] == [
        "Beaulieu against Castillon: a match is announced"
    ]
    captain = only(mailoutbox, "alix")
    subject = "Beaulieu against Castillon: the match is announced, your line-up is due"
    assert captain.subject == subject
    assert "Initial: your side’s order is awaited too." in captain.body
    again.seats.update(line_up={"players": [], "bench": []})
    mailoutbox.clear()
    Notice.objects.filter(kind=Kind.LINE_UP).update(try_at=NOW, sent_at=None)
    notices_send(now=NOW + timedelta(days=1))
    assert mailoutbox == []


@pytest.mark.parametrize(
    ("muted", "told"),
    [
        ([], Kind.LINE_UP),
        ([Kind.LINE_UP], Kind.ANNOUNCED),
        ([Kind.LINE_UP, Kind.ANNOUNCED], Kind.YOUR_TURN),
        ([Kind.LINE_UP, Kind.ANNOUNCED, Kind.YOUR_TURN], None),
    ],
)
def test_a_captain_gets_one_mail_of_an_announcement(
    village: Village, muted: list[Kind], told: Kind | None
) -> None:
    User.objects.filter(pk=village.captain_a.pk).update(muted=muted)
    make_match(village.team_b, village.team_a)
    kinds = Notice.objects.filter(user=village.captain_a).values_list("kind", flat=True)
    assert list(kinds) == ([told] if told else [])


def test_captains_hear_of_a_match_to_which_they_may_add_a_word(
    village: Village, mailoutbox: Outbox
) -> None:
    make_match(village.team_b, village.team_a, kind="official", announced=False)
    notices_send(now=NOW)
    assert {mail.to[0].partition("@")[0] for mail in mailoutbox} == {"alix", "brune", "colin"}
    mail = only(mailoutbox, "alix")
    assert mail.subject == "Beaulieu against Castillon: a match is created"
    assert "you may add a word of your own" in mail.body


def test_that_a_match_is_created_is_no_news_once_it_is_announced(
    village: Village, mailoutbox: Outbox
) -> None:
    make_match(village.team_b, village.team_a, kind="official")
    Notice.objects.exclude(kind=Kind.CREATED).delete()
    notices_send(now=NOW + timedelta(days=1))
    assert mailoutbox == []


def test_a_challenge_and_an_invitation_are_told_until_they_are_answered(
    village: Village, mailoutbox: Outbox
) -> None:
    for answered in (False, True):
        tell_challenge_and_invitation(village, answered=answered)
        notices_send(now=NOW)
    assert only(mailoutbox, "brune").subject == "Castillon challenges Beaulieu"
    assert "http://localhost:8000/teams/beaulieu/" in only(mailoutbox, "brune").body
    assert only(mailoutbox, "margot").subject == "Castillon t’invite"
    assert "sous le nom de Margot la Brune" in only(mailoutbox, "margot").body


def test_a_challenge_is_told_to_who_can_answer_it(village: Village) -> None:
    notices: list[Notice] = []
    outbox.challenge(notices, village.team_b, village.team_a, NOW)
    assert [notice.user for notice in notices] == [village.captain_a]


def tell_challenge_and_invitation(village: Village, *, answered: bool) -> None:
    team_a, team_b = Team.objects.get(name="Castillon"), Team.objects.get(name="Beaulieu")
    notices: list[Notice] = []
    now = NOW + timedelta(seconds=answered)
    outbox.challenge(notices, team_a, team_b, now)
    outbox.invitation(notices, team_a, village.member, now)
    for notice in notices:
        notice.try_at = NOW
    Notice.objects.bulk_create(notices)
    Challenge.objects.all().delete()
    Invitation.objects.all().delete()
    if not answered:
        Challenge.objects.create(
            challenger=team_a, challenged=team_b, game="soule", pace={}, created_at=NOW
        )
        Invitation.objects.create(
            team=team_a, user=village.member, name="Margot la Brune", created_at=NOW
        )


def test_what_is_out_of_date_is_dropped(village: Village, match: Match, mailoutbox: Outbox) -> None:
    reminders_send(now=LAST_LEAD)
    send(match, village, "A", now=LAST_LEAD)
    notices_send(now=LAST_LEAD + MINUTE)
    assert to(mailoutbox, "alix") == []
    assert len(to(mailoutbox, "brune")) == 1
    assert not Notice.objects.exclude(try_at=None).exists()


def test_a_reminder_of_a_game_time_that_was_moved_is_dropped(
    village: Village, match: Match, mailoutbox: Outbox
) -> None:
    reminders_send(now=LAST_LEAD)
    game_time_move(
        match=match,
        game_time=GAME_TIME + timedelta(days=1),
        referee=village.referee,
        why="market day",
        now=LAST_LEAD,
    )
    notices_send(now=LAST_LEAD + MINUTE)
    assert mailoutbox == []


def test_your_turn_for_a_turn_that_has_closed_is_dropped(
    village: Village, match: Match, mailoutbox: Outbox
) -> None:
    play_initial(match, village)
    send(match, village, "A", now=GAME_TIME + MINUTE)
    send(match, village, "B", now=GAME_TIME + MINUTE)
    clock_tick(now=GAME_TIME + timedelta(days=1))
    notices_send(now=GAME_TIME + timedelta(days=1))
    assert [mail.subject for mail in to(mailoutbox, "alix")] == [
        "Castillon against Beaulieu: turn 2, your order"
    ]


def test_a_kind_that_was_switched_off_meanwhile_is_dropped(
    village: Village, mailoutbox: Outbox
) -> None:
    reminders_send(now=LAST_LEAD)
    User.objects.filter(pk=village.captain_a.pk).update(muted=[Kind.REMINDER])
    notices_send(now=LAST_LEAD)
    assert to(mailoutbox, "alix") == []


def test_a_mail_is_sent_once_however_often_the_outbox_is_looked_at(mailoutbox: Outbox) -> None:
    reminders_send(now=LAST_LEAD)
    for minute in range(5):
        notices_send(now=LAST_LEAD + minute * MINUTE)
    assert len(mailoutbox) == 3


def test_headers_name_the_sender_and_the_way_to_switch_it_off(mailoutbox: Outbox) -> None:
    reminders_send(now=LAST_LEAD)
    notices_send(now=LAST_LEAD)
    headers = only(mailoutbox, "alix").message()
    assert headers["List-Unsubscribe"] == "<http://localhost:8000/preferences/>"
    assert headers["Message-ID"].endswith("@localhost>")


def test_killed_between_sending_and_noting_the_same_message_id_goes_again(
    settings: Settings, mailoutbox: Outbox
) -> None:
    settings.EMAIL_BACKEND = "tests.games.notify.post_offices.DiesAfterTaking"
    reminders_send(now=LAST_LEAD)
    with pytest.raises(SystemExit):
        notices_send(now=LAST_LEAD)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    notices_send(now=LAST_LEAD + MINUTE)
    assert len(mailoutbox) == 1, "the lease still holds"
    notices_send(now=LAST_LEAD + 2 * MINUTE)
    first, second = to(mailoutbox, mailoutbox[0].to[0].partition("@")[0])
    assert first.message()["Message-ID"] == second.message()["Message-ID"]
    assert len({mail.message()["Message-ID"] for mail in mailoutbox}) == 3


def test_a_refused_mail_is_tried_again_ever_later_and_given_up_after_ten_times(
    settings: Settings, mailoutbox: Outbox, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "tests.games.notify.post_offices.RefusesAlix"
    notices: list[Notice] = []
    outbox.invitation(notices, Team.objects.get(name="Beaulieu"), captain(), NOW)
    Notice.objects.bulk_create(notices)
    Invitation.objects.create(
        team=Team.objects.get(name="Beaulieu"), user=captain(), name="Alix", created_at=NOW
    )
    now, pauses = NOW, []
    for _ in range(9):
        notices_send(now=now)
        again = Notice.objects.get().try_at
        assert again
        pauses.append(again - now)
        now = again
    notices_send(now=now)
    assert [pause / MINUTE for pause in pauses] == [5, 10, 20, 40, 80, 160, 320, 360, 360]
    given_up = Notice.objects.get()
    assert (given_up.try_at, given_up.sent_at, given_up.attempts) == (None, None, 10)
    assert mailoutbox == []
    assert "ConnectionRefusedError" in caplog.text
    assert "1 1 1" not in caplog.text
    assert "Alix" not in caplog.text


def captain() -> User:
    return User.objects.get(username="alix")


def test_one_that_cannot_be_sent_or_even_put_into_words_stops_no_other(
    settings: Settings, mailoutbox: Outbox
) -> None:
    settings.EMAIL_BACKEND = "tests.games.notify.post_offices.RefusesAlix"
    reminders_send(now=LAST_LEAD)
    Notice.objects.filter(user__username="colin").update(facts={})
    notices_send(now=LAST_LEAD)
    assert [mail.to for mail in mailoutbox] == [["brune@example.org"]]
    assert Notice.objects.filter(sent_at=None, attempts=1).count() == 2


def test_a_mail_server_that_cannot_be_reached_loses_nothing(
    settings: Settings, mailoutbox: Outbox
) -> None:
    settings.EMAIL_BACKEND = "tests.games.notify.post_offices.Closed"
    reminders_send(now=LAST_LEAD)
    notices_send(now=LAST_LEAD)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    notices_send(now=LAST_LEAD + 5 * MINUTE)
    assert len(mailoutbox) == 3


def test_more_than_one_batch_goes_in_one_look(village: Village, mailoutbox: Outbox) -> None:
    for _ in range(8):
        make_match(village.team_a, village.team_b)
    reminders_send(now=LAST_LEAD)
    Notice.objects.exclude(kind=Kind.REMINDER).delete()
    notices_send(now=LAST_LEAD)
    assert len(mailoutbox) == 9 * 3
