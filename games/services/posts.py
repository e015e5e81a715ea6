"""Members' words in a match's thread."""

from datetime import datetime

from django.db import transaction

from games.contract import Refused
from games.models import Match, Post, User
from games.services.ledger import Ledger

POST_LENGTH = 10_000


@transaction.atomic
def post_write(*, match: Match, author: User, body: str, now: datetime) -> Post:
    """Post a member's words; Refused when there are none, or too many.

    The same words posted twice running by one author (a double click) are one post.
    """
    body = body.replace("\0", "").strip()  # PostgreSQL stores no NUL
    if not body:
        raise Refused("post-empty")
    if len(body) > POST_LENGTH:
        raise Refused("post-long", facts={"limit": POST_LENGTH, "length": len(body)})
    locked = Match.objects.select_for_update().prefetch_related("turn").get(pk=match.pk)
    last = locked.posts.order_by("-number").first()
    if last is not None and last.author_id == author.pk and last.body == body:
        return last
    ledger = Ledger()
    ledger.post(locked, now=now, author=author, body=body)
    ledger.write()
    return locked.posts.get(number=locked.posts_made)
