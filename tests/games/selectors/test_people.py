"""People and teams, as pages and services need them."""

from games.models import Match, Player, Team
from games.selectors import people
from games.services.referee import forfeit_declare, match_stop
from tests.games.factories import NOW, Village, make_match, make_team, seat_member


def test_teams_by_name_with_the_size_of_their_rosters(village: Village) -> None:
    Player.objects.filter(name="Castillon 11").update(left_at=NOW)
    assert [(team.name, vars(team)["size"]) for team in people.teams()] == [
        ("Beaulieu", 11),
        ("Castillon", 10),
    ]


def test_a_roster_is_without_those_who_left(village: Village) -> None:
    Player.objects.filter(name="Castillon 1").update(left_at=NOW)
    names = [player.name for player in people.roster(village.team_a)]
    assert names == [f"Castillon {number}" for number in range(2, 12)]


def test_meetings_newest_first_with_their_result(village: Village, match: Match) -> None:
    a, b = village.team_a, village.team_b
    won, stopped = make_match(b, a), make_match(a, b)
    why = "a plague"
    forfeit_declare(match=won, losers=("A",), referee=village.referee, why=why, now=NOW)
    match_stop(match=stopped, referee=village.referee, why=why, now=NOW)
    found = people.meetings(a, 9)
    assert [each.match.pk for each in found] == [stopped.pk, won.pk, match.pk]
    assert [each.won for each in found] == [None, True, None]
    assert [each.won for each in people.meetings(b, 9)] == [None, False, None]
    assert {each.opponent for each in found} == {b}
    assert len(people.meetings(a, 2)) == 2


def test_who_commands_is_captain_or_co_captain(village: Village) -> None:
    assert set(people.commanders(village.team_a)) == {village.captain_a, village.co_captain_a}
    Player.objects.filter(user=village.co_captain_a).update(left_at=NOW)
    assert set(people.commanders(village.team_a)) == {village.captain_a}


def test_a_commander_of_both_is_found(village: Village) -> None:
    assert people.shared_commander(village.team_a, village.team_b) is None
    seat_member(village.team_b, village.co_captain_a, co_captain=True)
    assert people.shared_commander(village.team_a, village.team_b) == village.co_captain_a


def test_an_opponent_is_one_of_an_unfinished_match(village: Village, match: Match) -> None:
    third = make_team("Valcombe", village.member)

    def opponent(team: Team) -> Team | None:
        return people.commanded_opponent(village.captain_a, team)

    assert opponent(village.team_b) == village.team_a
    assert opponent(third) is None
    match_stop(match=match, referee=village.referee, why="a plague", now=NOW)
    assert opponent(village.team_b) is None
