"""Data that the markup near the headline declares: times, links to authors, tags, licences."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.metadata.declared import Source
from scrapy_treesim.article.metadata.plain_values import web_address
from scrapy_treesim.reading.declared.relations import relations_of
from scrapy_treesim.reading.declared.thing import Marked
from scrapy_treesim.reading.declared.values import MAX_VALUES
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_NEAR_CHARS: Final = 300
"""A ``<time>``, an ``<address>`` or a link to the author this near the headline is the page's."""
MAX_BETWEEN: Final = 60
"""Characters between two tags of one list at most."""

_HREF: Final = tags.ATTRIBUTES.index("href")
_COMMONS: Final = b"creativecommons.org/licenses/"
"""The addresses of the licences that most texts on the web have."""
_LICENCE: Final = frozenset(("license", "licence"))
_SUBJECTS: Final = frozenset(("tag", "category"))
_NONE: Final = frozenset[str]()
_TIME, _ADDRESS, _ANCHOR = (tags.NUMBER[name] for name in ("time", "address", "a"))

_IS_MARKED: Final = bytes(number in (_TIME, _ADDRESS) for number in range(len(tags.KNOWN)))


def from_surroundings(page: Page) -> Source:
    """The times, links to an author and addresses near the headline, the tags below it, and the
    licence that the page links to."""
    tree = page.tree
    relations = page.once(relations_of)
    marked = sorted(relations.keys() | nodes_of(tree.tag, _IS_MARKED))
    headline = page.once(headline_of)
    near = [] if headline is None else _near(tree, marked, headline.node, relations)

    def texts_of(field: str) -> Iterable[Iterable[str]]:
        if field == "author":
            related = (node for node in near if "author" in relations.get(node, _NONE))
            addresses = (_text(tree, node) for node in near if tree.tag[node] == _ADDRESS)
            without = (text for text in addresses if not any(map(str.isdigit, text)))
            return (_text(tree, node) for node in related), without
        if field == "date" or field == "modified":
            times = (node for node in near if tree.tag[node] == _TIME)
            is_change = field == "modified"
            return ((_text(tree, one) for one in times if _is_change(tree, one) == is_change),)
        if (field == "tags" or field == "categories") and headline is not None:
            below = marked[bisect_right(marked, headline.node) :]
            relation = "tag" if field == "tags" else "category"
            return (_subjects(tree, below, relations, relation),)
        return (_licences(page, marked, relations),) if field == "licence" else ()

    return texts_of


def _text(tree: PageTree, node: int) -> str:
    return Marked(tree, node, "").read()


def _subjects(
    tree: PageTree, nodes: Iterable[int], relations: Mapping[int, frozenset[str]], relation: str
) -> Iterator[str]:
    """The first links together that have the relation."""
    end: int | None = None
    for node in nodes:
        said = relations.get(node, _NONE) & _SUBJECTS
        # A category is a tag too, as WordPress has it.
        if said and min(said) == relation:
            if end is not None and tree.chars[node] - end > MAX_BETWEEN:
                return
            end = tree.chars[node + tree.size[node]]
            yield _text(tree, node)


def _licences(
    page: Page, marked: Iterable[int], relations: Mapping[int, frozenset[str]]
) -> Iterator[str]:
    """The one licence that links to licences lead to."""
    tree = page.tree
    linked = [node for node in marked if _LICENCE & relations.get(node, _NONE)]
    linked = linked or _links_to(tree, _COMMONS)
    addresses = (web_address(page, tree.get(node, "href") or "") for node in linked[:MAX_VALUES])
    distinct = {address.rstrip("/"): address for address in addresses if address}
    # Where there are several, they are of pictures and of what is quoted.
    return iter(distinct.values() if len(distinct) == 1 else ())


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


def _is_change(tree: PageTree, node: int) -> bool:
    """Tell whether a ``<time>`` is when the page was changed."""
    said = f"{tree.get(node, 'itemprop') or ''} {tree.get(node, 'class') or ''}".lower()
    return "modif" in said or "updated" in said.split()


def _near(
    tree: PageTree, marked: list[int], headline: int, relations: Mapping[int, frozenset[str]]
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
        if tree.tag[node] == _ANCHOR and "author" not in relations.get(node, _NONE):
            continue
        (after if node > headline else before).append(node)
    return [*after, *reversed(before)]
