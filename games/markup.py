"""Members' words: Markdown made safe."""

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable("image")
_TAGS = {"p", "br", "em", "strong", "a", "ul", "ol", "li", "blockquote", "code", "pre", "hr"}
_TAGS |= {"h1", "h2", "h3", "h4", "h5", "h6"}


def prose(text: str) -> SafeString:
    """Markdown as HTML of an allow-list of tags; links say that they are users' own."""
    html = nh3.clean(
        _MARKDOWN.render(text),
        tags=_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow ugc noopener",
    )
    return mark_safe(html)
