"""Text that is safe in a foreign forum."""

from django import template

register = template.Library()

# BBCode has no escape sign: letters that only look alike open no tag, and no HTML either.
_INERT = str.maketrans("[]<>", "［］‹›")


@register.filter
def inert(text: str) -> str:
    """The text with no bracket that a BBCode or HTML reader would take for a tag."""
    return str(text).translate(_INERT)
