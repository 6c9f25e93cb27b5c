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
from scrapy_treesim.article.metadata.subjects import (
    description_from,
    licence_from,
    subjects_from,
    web_address,
)
from scrapy_treesim.article.metadata.titles import MAX_HEADLINE_CHARS, headline_from
from scrapy_treesim.article.metadata.values import MAX_VALUES, converted
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_NEAR_CHARS: Final = 300
"""A ``<time>``, an ``<address>`` or a link to the author this near the headline is the page's."""

MAX_BETWEEN: Final = 60
"""Characters between two tags of one list at most."""
MAX_APART: Final = 200
"""Characters between two authors of one page at most."""

_HREF: Final = tags.ATTRIBUTES.index("href")
_COMMONS: Final = b"creativecommons.org/licenses/"
"""The addresses of the licences that most texts on the web have."""
_LICENCE: Final = b"licen"
"""The letters that all of what follows has in it."""
_RELATED_LICENCE: Final = frozenset(("license", "licence"))
_RELATED: Final = frozenset(("author",))
_SUBJECTS: Final = frozenset(("tag", "category"))
_TIME, _ADDRESS, _ANCHOR = (tags.NUMBER[name] for name in ("time", "address", "a"))

_IS_MARKED: Final = bytes(number in (_TIME, _ADDRESS) for number in range(len(tags.KNOWN)))
_IS_RELATION: Final = bytes(name == "rel" for name in tags.ATTRIBUTES)
_IS_OF_ITEM: Final = bytes(name in ("itemprop", "itemtype") for name in tags.ATTRIBUTES)


def from_markup(page: Page) -> Metadata:
    """Read the microdata of the page's item and of the page, then the times, links to an author
    and addresses near the headline."""
    tree = page.tree
    headline = page.once(headline_of)
    kind, items, properties = _microdata(
        tree, sorted(_with(tree, _IS_OF_ITEM)), headline and headline.node
    )
    marked = sorted(_with(tree, _IS_RELATION).union(nodes_of(tree.tag, _IS_MARKED)))
    near = _near(tree, marked, headline.node) if headline else []

    def values(*names: str) -> Iterator[str]:
        for item in items:
            for name in names:
                for node in properties.get((item, name), ()):
                    yield _value(tree, node)

    def authors() -> Iterator[str]:
        for item in items:
            end: int | None = None
            for node in properties.get((item, "author"), ()):
                # Others stand further on: those of related stories.
                if end is not None and tree.chars[node] - end > MAX_APART:
                    return
                end = tree.chars[node + tree.size[node]]
                yield _value(tree, properties.get((node, "name"), [node])[0])

    def addresses(name: str) -> Iterator[str]:
        for item in items:
            for node in properties.get((item, name), ()):
                yield tree.get(node, "href") or _value(tree, node)

    def related(relation: str) -> Iterator[str]:
        return (_value(tree, node) for node in near if relation in _relations(tree, node))

    def subjects(relation: str) -> Iterator[str]:
        """Those of the first links together that have the relation, below the headline."""
        end: int | None = None
        for node in marked[bisect_right(marked, headline.node) :] if headline else ():
            relations = _relations(tree, node) & _SUBJECTS
            # A category is a tag too, as WordPress has it.
            if not relations or min(relations) != relation:
                continue
            if end is not None and tree.chars[node] - end > MAX_BETWEEN:
                return
            end = tree.chars[node + tree.size[node]]
            yield _value(tree, node)

    def changes() -> Iterator[str]:
        for node in near:
            if tree.tag[node] == _TIME and _is_change(tree, node):
                yield _value(tree, node)

    def texts(tag: int) -> Iterator[str]:
        return (_value(tree, node) for node in near if tree.tag[node] == tag)

    times = (node for node in near if tree.tag[node] == _TIME and not _is_change(tree, node))
    return Metadata(
        headline=converted(values("headline", "name"), headline_from),
        author=names_from(authors())
        or names_from(related("author"))
        or names_from(text for text in texts(_ADDRESS) if not any(map(str.isdigit, text))),
        date=converted(
            chain(values("datepublished", "datecreated"), (_value(tree, node) for node in times)),
            iso_date,
        ),
        language=converted(values("inlanguage"), language_tag),
        image=converted(values("image"), lambda address: image_address(page, address)),
        page_type=kind,
        description=converted(values("description", "abstract"), description_from),
        tags=subjects_from(values("keywords")) or subjects_from(subjects("tag"), whole=True),
        categories=subjects_from(values("articlesection"), whole=True)
        or subjects_from(subjects("category"), whole=True),
        modified=converted(chain(values("datemodified"), changes()), iso_date),
        licence=_licence(page, marked, chain(addresses("license"), addresses("licence"))),
    )


def _licence(page: Page, marked: list[int], declared: Iterator[str]) -> str | None:
    """The licence of the page's item, else the one that its links to licences lead to."""
    if found := converted(declared, lambda value: licence_from(page, value)):
        return found
    tree = page.tree
    if _LICENCE not in tree.values:
        return None
    linked = [node for node in marked if _RELATED_LICENCE & _relations(tree, node)]
    linked = linked or _links_to(tree, _COMMONS)
    addresses = (web_address(page, tree.get(node, "href") or "") for node in linked[:MAX_VALUES])
    distinct = {address.rstrip("/"): address for address in addresses if address}
    # Where there are several, they are of pictures and of what is quoted.
    return next(iter(distinct.values())) if len(distinct) == 1 else None


def _relations(tree: PageTree, node: int) -> set[str]:
    return set((tree.get(node, "rel") or "").lower().split())


def _links_to(tree: PageTree, part: bytes) -> list[int]:
    """The first few links whose addresses hold this, in order."""
    found: list[int] = []
    at = tree.values.find(part)
    while at >= 0 and len(found) < MAX_VALUES:
        entry = bisect_right(tree.value_start, at) - 1
        node = bisect_right(tree.first_attribute, entry) - 1
        if tree.attribute[entry] == _HREF and tree.tag[node] == _ANCHOR:
            found.append(node)
        at = tree.values.find(part, tree.value_start[entry + 1])
    return found


def _with(tree: PageTree, wanted: bytes) -> set[int]:
    """The nodes that have one of the attributes that are flagged."""
    starts = tree.first_attribute
    return {bisect_right(starts, entry) - 1 for entry in nodes_of(tree.attribute, wanted)}


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


def _is_change(tree: PageTree, node: int) -> bool:
    """Tell whether a ``<time>`` is when the page was changed."""
    said = f"{tree.get(node, 'itemprop') or ''} {tree.get(node, 'class') or ''}".lower()
    return "modif" in said or "updated" in said.split()


def _value(tree: PageTree, node: int) -> str:
    """The value of a node with a property; empty where that is a whole passage."""
    for name in ("content", "datetime", "src"):
        if value := tree.get(node, name):
            return value
    if not tree.text_chars(node):
        return tree.get(node, "href") or ""
    return tree.raw_text(node) if tree.text_chars(node) <= MAX_HEADLINE_CHARS else ""


def _near(tree: PageTree, marked: list[int], headline: int) -> list[int]:
    """The times, addresses and links to authors near the headline, those below it first."""
    after: list[int] = []
    before: list[int] = []
    end = headline + tree.size[headline]
    for node in marked:
        if node > headline:
            if tree.chars[node] - tree.chars[min(end, node)] > MAX_NEAR_CHARS:
                break
        elif tree.chars[headline] - tree.chars[node] > MAX_NEAR_CHARS:
            continue
        if tree.tag[node] == _ANCHOR and _RELATED.isdisjoint(_relations(tree, node)):
            continue
        (after if node > headline else before).append(node)
    return [*after, *reversed(before)]
