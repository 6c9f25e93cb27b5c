"""A page as one document in Markdown: front matter, headline, text, comments."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article import article
from scrapy_treesim.comments import comments as comments_of
from scrapy_treesim.page import Page, Source
from scrapy_treesim.tree.markdown.escaping import escaped
from scrapy_treesim.values.fields import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.article import Article
    from scrapy_treesim.comments import Comment

FRONT_MATTER: Final = (
    "author", "date", "modified", "language", "site_name", "tags", "description", "licence",
)  # fmt: skip
"""Fields of the article in front matter, after title and address."""

_SPECIAL: Final = re.compile(r"[<>&\[\]!()*_`{}$~\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Signs of Markdown and HTML, line ends of YAML, and characters that UTF-8 cannot encode."""


def markdown(
    source: Page | Source,
    *,
    headline: bool = True,
    front_matter: bool = False,
    links: bool = True,
    images: bool = True,
    tables: bool = True,
    comments: bool = False,
) -> str:
    """Write a page's main text as a Markdown document; nothing for a page without one.

    The ``headline`` is its first heading. ``front_matter`` is YAML, of the fields that have a
    value. Without ``links`` their text stays; without ``tables`` their cells are paragraphs;
    ``comments`` come last, each a quotation, answers inside the comment that they answer.

    >>> text = "The ferry is back, after a winter in the yard and a spring of waiting for parts."
    >>> written = markdown("<h1>The ferry returns</h1>" + 6 * f"<p>{text}</p>").splitlines()
    >>> written[:2], written[2] == text
    (['# The ferry returns', ''], True)

    Raises:
        TypeError: the source cannot be read as a page.
    """
    page = Page.of(source)
    main = article(page)
    if main is None:
        return ""
    parts = [_front_matter(page, main)] if front_matter else []
    if headline and main.headline:
        parts.append(f"# {escaped(main.headline, False)}")
    parts.append(main.as_markdown(links=links, images=images, tables=tables))
    if comments:
        parts.extend(map(_quotation, comments_of(page)))
    return "\n\n".join(filter(None, parts)) + "\n"


def _front_matter(page: Page, main: Article) -> str:
    values = {"title": main.headline or main.title, "url": main.canonical_url or page.url}
    values |= {name: plain(getattr(main, name)) for name in FRONT_MATTER}
    fields = (f"{name}: {_json(value)}" for name, value in values.items() if value)
    return "\n".join(("---", *fields, "---"))


def _json(value: str | list[str]) -> str:
    """A value as JSON, also valid YAML, without markup for renderers that ignore front matter."""
    if isinstance(value, list):
        return f"[{', '.join(map(_json, value))}]"
    return _SPECIAL.sub(
        lambda sign: f"\\u{ord(sign[0]):04x}", json.dumps(value, ensure_ascii=False)
    )


def _quotation(comment: Comment) -> str:
    """A comment with its author and date, quoted once more for each level of answers."""
    mark = "> " * (min(comment.depth, 10) + 1)
    return "\n".join(mark + line if line else mark.rstrip() for line in _lines(comment))


def _lines(comment: Comment) -> Iterator[str]:
    byline = ", ".join(filter(None, (comment.author, comment.date or comment.time)))
    if byline:
        yield f"**{escaped(byline, False)}**"
        yield ""
    for number, line in enumerate(comment.text.splitlines()):
        if number:
            yield ""
        yield escaped(line, True)
