"""From a page to its article: the text that a method keeps, as fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.terms import terms
from scrapy_treesim.article.wang import Wang, kept_nodes
from scrapy_treesim.methods import chosen
from scrapy_treesim.page import Page, Source
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.html import html_of
from scrapy_treesim.tree.text import text_of

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


@dataclass(frozen=True, slots=True)
class Article:
    """The main text of a page."""

    title: str | None
    """What ``<title>`` says."""
    headline: str | None
    """The heading that the title is about."""
    text: str
    """Paragraph by paragraph, a line each; without the headline."""
    html: str
    """The same as clean HTML: no scripts, styles, classes; addresses absolute."""
    xpath: str
    """The smallest element that holds all of it."""
    confidence: float
    """Share of the page's text outside links that was kept, in [0, 1]."""


METHODS: Final[dict[str, Callable[[], Wang]]] = {"wang": Wang}
"""The methods by name."""


def article(page: Page | Source, method: Wang | str = "wang") -> Article | None:
    """The page's main text, or None where no part of it reads as such.

    ``method`` is a method's name, or the method with parameters of your own.

    Raises:
        ValueError: no method has that name.
        TypeError: the source cannot be read as a page.
    """
    method = chosen(method, METHODS)
    page = Page.of(page)
    tree = page.tree
    headline = _headline(page)
    flags = kept_nodes(page, method, headline)
    if flags is None:
        return None
    top = _common_ancestor(tree, flags)
    text = text_of(tree, top, flags)
    if not text:
        return None
    return Article(
        title=page.title,
        headline=None if headline is None else " ".join(page.text(headline).split()) or None,
        text=text,
        html=html_of(tree, flags, top, page.absolute),
        xpath=page.xpath(top),
        confidence=_plain_share(tree, flags),
    )


def _headline(page: Page) -> int | None:
    """The heading that shares most with the title, the highest and first of those; else an h1."""
    title = terms(page.title or "")
    best: tuple[float, int] | None = None
    chosen = None
    for node in page.headings():
        level = int(page.tree.name(node)[1])
        if level > 3:
            continue
        heading = terms(page.text(node))
        shared = (title & heading).total()
        likeness = 2 * shared / (title.total() + heading.total()) if shared else 0.0
        if likeness < 0.3 and level > 1:
            continue
        if not heading:
            continue
        rank = (likeness, -level)
        if best is None or rank > best:
            best, chosen = rank, node
    return chosen


def _common_ancestor(tree: PageTree, flags: bytearray) -> int:
    """The smallest element that holds every flagged text node."""
    texts = [node for node, flag in enumerate(flags) if flag and tree.tag[node] == tags.TEXT]
    if not texts:
        return 0
    first, last = texts[0], texts[-1]
    top = tree.parent[first]
    while top + tree.size[top] <= last:
        top = tree.parent[top]
    return top


def _plain_share(tree: PageTree, flags: bytearray) -> float:
    """Share of the text outside links that is flagged."""
    kept = sum(
        tree.text_chars(node) - tree.linked_chars(node)
        for node, flag in enumerate(flags)
        if flag and tree.tag[node] == tags.TEXT
    )
    everything = tree.text_chars(0) - tree.linked_chars(0)
    return kept / everything if everything else 0.0
