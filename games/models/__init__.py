"""The rows: people, matches, paper and the service's own pulse."""

from games.models.matches import Challenge, Match, Seat, Strike, Submission, Turn
from games.models.paper import JournalLine, Notice, Post
from games.models.people import Invitation, Player, Team, User
from games.models.service import Outage, Pulse

__all__ = [
    "Challenge",
    "Invitation",
    "JournalLine",
    "Match",
    "Notice",
    "Outage",
    "Player",
    "Post",
    "Pulse",
    "Seat",
    "Strike",
    "Submission",
    "Team",
    "Turn",
    "User",
]
