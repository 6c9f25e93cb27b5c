"""Data declared in microdata, or by the markup near the headline."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.metadata.addresses import image_address
from scrapy_treesim.article.metadata.authors import names_from
from scrapy_treesim.article.metadata.dates import iso_date
from scrapy_treesim.article.metadata.declared import Metadata
from scrapy_treesim.article.metadata.languages import language_tag
from scrapy_treesim.article.metadata.page_types import PAGE_TYPES, RANKS, local_name
from scrapy_treesim.article.metadata.titles import MAX_HEADLINE_CHARS, headline_from
from scrapy_treesim.article.metadata.values import converted
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_NEAR_CHARS: Final = 300
"""A ``<time>``, an ``<address>`` or a link to the author this near the headline is the page's."""

_TIME, _ADDRESS, _ANCHOR = (tags.NUMBER[name] for name in ("time", "address", "a"))

_MARKED_TAGS: Final = frozenset((_TIME, _ADDRESS))
_MARKS: Final = frozenset(map(tags.ATTRIBUTES.index, ("itemprop", "itemtype", "rel")))


def from_markup(page: Page) -> Metadata:
    """Read the microdata of the page's item and of the page, then the times, links to an author
    and addresses near the headline."""
    tree = page.tree
    headline = page.once(headline_of)
    marked = _marked(tree)
    kind, items, properties = _microdata(tree, marked, headline and headline.node)
    near = _near(tree, marked, headline.node) if headline else []

    def values(*names: str) -> Iterator[str]:
        for item in items:
            for name in names:
                for node in properties.get((item, name), ()):
                    yield _value(tree, node)

    def authors() -> Iterator[str]:
        for item in items:
            for node in properties.get((item, "author"), ()):
                yield _value(tree, properties.get((node, "name"), [node])[0])

    def texts(tag: int) -> Iterator[str]:
        return (_value(tree, node) for node in near if tree.tag[node] == tag)

    return Metadata(
        headline=converted(values("headline", "name"), headline_from),
        author=names_from(authors())
        or names_from(texts(_ANCHOR))
        or names_from(text for text in texts(_ADDRESS) if not any(map(str.isdigit, text))),
        date=converted(chain(values("datepublished", "datecreated"), texts(_TIME)), iso_date),
        language=converted(values("inlanguage"), language_tag),
        image=converted(values("image"), lambda address: image_address(page, address)),
        page_type=kind,
    )


def _marked(tree: PageTree) -> list[int]:
    """The nodes that have one of the tags or attributes asked for, in order."""
    starts = tree.first_attribute
    entries = (entry for entry, name in enumerate(tree.attribute) if name in _MARKS)
    nodes = {bisect_right(starts, entry) - 1 for entry in entries}
    nodes.update(node for node, tag in enumerate(tree.tag) if tag in _MARKED_TAGS)
    return sorted(nodes)


def _microdata(
    tree: PageTree, marked: list[int], headline: int | None
) -> tuple[str | None, list[int | None], dict[tuple[int | None, str], list[int]]]:
    """The kind of the page's item; the item, the page's own and None for no item; and the nodes
    by item and property. The item is the one with the headline in it, else the only one."""
    properties: dict[tuple[int | None, str], list[int]] = {}
    found: list[tuple[int, str]] = []
    pages: list[int] = []
    open_items: list[int] = []
    for node in marked:
        while open_items and node >= open_items[-1] + tree.size[open_items[-1]]:
            open_items.pop()
        item = open_items[-1] if open_items else None
        for name in (tree.get(node, "itemprop") or "").lower().split()[:10]:
            properties.setdefault((item, name), []).append(node)
        name = local_name(tree.get(node, "itemtype") or "")
        if name:
            open_items.append(node)
        if name.endswith("page"):
            pages.append(node)
        elif PAGE_TYPES.get(name) in RANKS[0]:
            found.append((node, PAGE_TYPES[name]))
    if headline is not None:
        around = [one for one in found if one[0] <= headline < one[0] + tree.size[one[0]]]
        found = around[-1:] or found
    if len(found) != 1:
        return None, [*pages[:1], None], properties
    item, kind = found[0]
    return kind, [item, *pages[:1], None], properties


def _value(tree: PageTree, node: int) -> str:
    """The value of a node with a property; empty where that is a whole passage."""
    for name in ("content", "datetime", "src"):
        if value := tree.get(node, name):
            return value
    if not tree.text_chars(node):
        return tree.get(node, "href") or ""
    return tree.raw_text(node) if tree.text_chars(node) <= MAX_HEADLINE_CHARS else ""


def _near(tree: PageTree, marked: list[int], headline: int) -> list[int]:
    """The times, addresses and links to an author near the headline, those below it first."""
    after: list[int] = []
    before: list[int] = []
    end = headline + tree.size[headline]
    for node in marked:
        tag = tree.tag[node]
        if tag == _ANCHOR and "author" not in (tree.get(node, "rel") or "").lower().split():
            continue
        if tag == _TIME and "modif" in (tree.get(node, "itemprop") or "").lower():
            continue
        if node > headline:
            if tree.chars[node] - tree.chars[min(end, node)] <= MAX_NEAR_CHARS:
                after.append(node)
        elif tree.chars[headline] - tree.chars[node] <= MAX_NEAR_CHARS:
            before.append(node)
    return [*after, *reversed(before)]
