"""The referee's acts: each with its reason, each a public line of the journal.

What concerns an unplayed order (reopen, enter) becomes public when the turn closes, and answers
alike whether an order was in or not (rules/fairness.md, 2). Who belongs to one of the two teams
is refused.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games import clock, fairness
from games.contract import Outcome, Refused, Side, Slot, other
from games.models import JournalLine, Match, Strike, Submission, Turn, User
from games.selectors.clock import outages
from games.selectors.roles import belongs_to
from games.services.course import (
    Case,
    awaited,
    match_end,
    published,
    turn_close,
    turn_open,
    turn_schedule,
)
from games.services.ledger import Ledger
from games.services.matches import case_lock
from games.services.sealing import seal, unseal
from games.services.turns import drafts_send
