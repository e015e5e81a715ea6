"""The strikes that stand: those that nobody has waived."""

from collections.abc import Iterable

from django.db.models import Count

from games.contract import Side, side_of
from games.models import Match, Strike


def standing(matches: Iterable[Match]) -> dict[tuple[int, Side], int]:
    """How many strikes of each side of each match (by its id) stand: one query for all."""
    strikes = Strike.objects.filter(match__in=[match.pk for match in matches], waived_at=None)
    rows = strikes.values_list("match", "side").annotate(count=Count("id")).order_by()
    return {(match, side_of(side)): count for match, side, count in rows}
