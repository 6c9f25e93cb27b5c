"""Data declared in microdata, or by the markup near the headline."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.metadata.addresses import image_address
from scrapy_treesim.article.metadata.authors import names_from
from scrapy_treesim.article.metadata.dates import iso_date
from scrapy_treesim.article.metadata.declared import Source
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
from scrapy_treesim.tree.printable import printable

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_NEAR_CHARS: Final = 300
"""A ``<time>``, an ``<address>`` or a link to the author this near the headline is the page's."""

MAX_BETWEEN: Final = 60
"""Characters between two tags of one list at most."""
MAX_APART: Final = 200
"""Characters between two authors of one page at most."""

MAX_NAME_BYTES: Final = 500
"""Bytes of an ``itemprop`` or an ``itemtype`` that are read."""
MAX_PROPERTIES: Final = 10
"""Names of an ``itemprop`` that are read."""

_ITEMTYPE: Final = tags.ATTRIBUTES.index("itemtype")
_HREF: Final = tags.ATTRIBUTES.index("href")
_COMMONS: Final = b"creativecommons.org/licenses/"
"""The addresses of the licences that most texts on the web have."""
_LICENCE: Final = b"licen"
"""The letters that all of what follows has in it."""
_RELATED_LICENCE: Final = frozenset(("license", "licence"))
_RELATED: Final = frozenset(("author",))
_SUBJECTS: Final = frozenset(("tag", "category"))
_WANTED: Final = _RELATED_LICENCE | _RELATED | _SUBJECTS
_NONE: Final = frozenset[str]()
_TIME, _ADDRESS, _ANCHOR = (tags.NUMBER[name] for name in ("time", "address", "a"))

_IS_MARKED: Final = bytes(number in (_TIME, _ADDRESS) for number in range(len(tags.KNOWN)))
_IS_RELATION: Final = bytes(name == "rel" for name in tags.ATTRIBUTES)
_IS_OF_ITEM: Final = bytes(name in ("itemprop", "itemtype") for name in tags.ATTRIBUTES)


class _Markup:
    """The declarations of a page's markup, each read when it is asked for."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._tree = page.tree
        self._headline = page.once(headline_of)

    @cached_property
    def _items(
        self,
    ) -> tuple[str | None, list[int | None], dict[tuple[int | None, str], list[int]]]:
        headline = self._headline
        return _microdata(self._tree, _with_items(self._tree), headline and headline.node)

    @cached_property
    def relations(self) -> dict[int, set[str]]:
        """The relations of the nodes that have one that is looked for."""
        return _relations(self._tree)

    @cached_property
    def _marked(self) -> list[int]:
        """The times, the addresses and the nodes with a relation, in order."""
        return sorted(self.relations.keys() | nodes_of(self._tree.tag, _IS_MARKED))

    @cached_property
    def _near(self) -> list[int]:
        if self._headline is None:
            return []
        return _near(self._tree, self._marked, self._headline.node, self.relations)

    @property
    def kind(self) -> str | None:
        """The kind of the page's item."""
        return self._items[0]

    def values(self, *names: str) -> Iterator[str]:
        """The values of properties of the page's item, of the page and of no item."""
        _, items, properties = self._items
        if properties:
            for item in items:
                for name in names:
                    for node in properties.get((item, name), ()):
                        yield _value(self._tree, node)

    def authors(self) -> Iterator[str]:
        """The authors of the page's item, up to those of related stories."""
        tree = self._tree
        _, items, properties = self._items
        for item in items:
            end: int | None = None
            for node in properties.get((item, "author"), ()):
                # Others stand further on: those of related stories.
                if end is not None and tree.chars[node] - end > MAX_APART:
                    return
                end = tree.chars[node + tree.size[node]]
                yield _value(tree, properties.get((node, "name"), [node])[0])

    def addresses(self, name: str) -> Iterator[str]:
        """The addresses that a property has."""
        _, items, properties = self._items
        for item in items:
            for node in properties.get((item, name), ()):
                yield self._tree.get(node, "href") or _value(self._tree, node)

    def related(self, relation: str) -> Iterator[str]:
        """The values near the headline that have a relation."""
        for node in self._near:
            if relation in self.relations.get(node, ()):
                yield _value(self._tree, node)

    def subjects(self, relation: str) -> Iterator[str]:
        """Those of the first links together that have the relation, below the headline."""
        tree = self._tree
        end: int | None = None
        if self._headline is None:
            return
        for node in self._marked[bisect_right(self._marked, self._headline.node) :]:
            relations = self.relations.get(node, _NONE) & _SUBJECTS
            # A category is a tag too, as WordPress has it.
            if not relations or min(relations) != relation:
                continue
            if end is not None and tree.chars[node] - end > MAX_BETWEEN:
                return
            end = tree.chars[node + tree.size[node]]
            yield _value(tree, node)

    def times(self, *, of_change: bool) -> Iterator[str]:
        """The times near the headline: those of changes, or the others."""
        tree = self._tree
        for node in self._near:
            if tree.tag[node] == _TIME and _is_change(tree, node) == of_change:
                yield _value(tree, node)

    def texts(self, tag: int) -> Iterator[str]:
        """The values of the nodes of a tag near the headline."""
        return (_value(self._tree, node) for node in self._near if self._tree.tag[node] == tag)

    def licence(self) -> str | None:
        """The licence of the page's item, else the one that its links to licences lead to."""
        page, tree = self._page, self._tree
        declared = chain(self.addresses("license"), self.addresses("licence"))
        if found := converted(declared, lambda value: licence_from(page, value)):
            return found
        if _LICENCE not in tree.values:
            return None
        linked = [
            node for node in self._marked if _RELATED_LICENCE & self.relations.get(node, _NONE)
        ]
        linked = linked or _links_to(tree, _COMMONS)
        addresses = (
            web_address(page, tree.get(node, "href") or "") for node in linked[:MAX_VALUES]
        )
        distinct = {address.rstrip("/"): address for address in addresses if address}
        # Where there are several, they are of pictures and of what is quoted.
        return next(iter(distinct.values())) if len(distinct) == 1 else None


def from_markup(page: Page) -> Source:
    """The microdata of the page's item and of the page, then the times, links to an author and
    addresses near the headline."""
    made = _Markup(page)
    return {
        "headline": lambda: converted(made.values("headline", "name"), headline_from),
        "author": lambda: (
            names_from(made.authors())
            or names_from(made.related("author"))
            or names_from(text for text in made.texts(_ADDRESS) if not any(map(str.isdigit, text)))
        ),
        "date": lambda: converted(
            chain(made.values("datepublished", "datecreated"), made.times(of_change=False)),
            iso_date,
        ),
        "language": lambda: converted(made.values("inlanguage"), language_tag),
        "image": lambda: converted(
            made.values("image"), lambda address: image_address(page, address)
        ),
        "page_type": lambda: made.kind,
        "description": lambda: converted(made.values("description", "abstract"), description_from),
        "tags": lambda: (
            subjects_from(made.values("keywords"))
            or subjects_from(made.subjects("tag"), whole=True)
        ),
        "categories": lambda: (
            subjects_from(made.values("articlesection"), whole=True)
            or subjects_from(made.subjects("category"), whole=True)
        ),
        "modified": lambda: converted(
            chain(made.values("datemodified"), made.times(of_change=True)), iso_date
        ),
        "licence": made.licence,
    }


def _relations(tree: PageTree) -> dict[int, set[str]]:
    """The relations of all nodes that have one that is looked for."""
    found: dict[int, set[str]] = {}
    known: dict[bytes, set[str]] = {}
    values, value_start = tree.values, tree.value_start
    for entry in nodes_of(tree.attribute, _IS_RELATION):
        said = values[value_start[entry] : value_start[entry + 1]]
        relations = known.get(said)
        if relations is None:
            relations = known[said] = {*tree.value(entry).lower().split()} & _WANTED
        if relations:
            found[bisect_right(tree.first_attribute, entry) - 1] = relations
    return found


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


def _with_items(tree: PageTree) -> dict[int, tuple[tuple[str, ...], str]]:
    """The nodes that are items or have properties of one, in order, with their properties and the
    type of item."""
    found: dict[int, tuple[tuple[str, ...], str]] = {}
    values, value_start = tree.values, tree.value_start
    for entry in nodes_of(tree.attribute, _IS_OF_ITEM):
        node = bisect_right(tree.first_attribute, entry) - 1
        properties, kind = found.get(node, ((), ""))
        said = values[value_start[entry] : value_start[entry + 1]]
        if tree.attribute[entry] == _ITEMTYPE:
            kind = local_name(said[:MAX_NAME_BYTES].decode("utf-8", "replace"))
        else:
            properties = _names_of(said[:MAX_NAME_BYTES])
        found[node] = properties, kind
    return found


@lru_cache(maxsize=1024)
def _names_of(said: bytes) -> tuple[str, ...]:
    """The first few names of an ``itemprop``."""
    return tuple(printable(said).lower().split()[:MAX_PROPERTIES])


def _microdata(
    tree: PageTree, marked: dict[int, tuple[tuple[str, ...], str]], headline: int | None
) -> tuple[str | None, list[int | None], dict[tuple[int | None, str], list[int]]]:
    """The kind of the page's item; the item, the page's own and None for no item; and the nodes
    by item and property. The item is the one with the headline in it, else the only one."""
    properties: dict[tuple[int | None, str], list[int]] = {}
    found: list[tuple[int, str]] = []
    pages: list[int] = []
    open_items: list[int] = []
    for node, (names, kind) in marked.items():
        while open_items and node >= open_items[-1] + tree.size[open_items[-1]]:
            open_items.pop()
        item = open_items[-1] if open_items else None
        for name in names:
            properties.setdefault((item, name), []).append(node)
        if kind:
            open_items.append(node)
        if kind.endswith("page"):
            pages.append(node)
        elif PAGE_TYPES.get(kind) in RANKS[0]:
            found.append((node, PAGE_TYPES[kind]))
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


def _near(
    tree: PageTree, marked: list[int], headline: int, relations: Mapping[int, set[str]]
) -> list[int]:
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
        if tree.tag[node] == _ANCHOR and _RELATED.isdisjoint(relations.get(node, _NONE)):
            continue
        (after if node > headline else before).append(node)
    return [*after, *reversed(before)]
