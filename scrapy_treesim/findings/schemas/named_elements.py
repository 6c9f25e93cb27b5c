"""Values of a page by what the ``itemprop``, the ``rel`` or the class names around them say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.findings.schemas.concepts import concepts_of
from scrapy_treesim.reading.headline import headline_of
from scrapy_treesim.records.table.words import noun_of
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import text_of
from scrapy_treesim.values.bylines import byline_of
from scrapy_treesim.values.other_things import names_other

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_CHARS: Final = 200
"""Largest number of characters of an element's text."""
MAX_NODES: Final = 30
"""Largest number of nodes of an element."""
MAX_VALUES: Final = 8
"""Largest number of values of one name: more are a menu's."""
MAX_TAGS: Final = 40
"""Largest number of tags of one page."""
MAX_GROUPS: Final = 100
"""Largest number of groups of elements of one name: with more it says nothing."""
_LINKED: Final = frozenset(("author", "category", "tags"))
"""Names of elements whose links are the values, whatever is beside them."""
_OUTSIDE: Final = tags.numbers("head nav aside")
_FORM: Final = tags.NUMBER["form"]
_LINK: Final = tags.NUMBER["a"]


class NamedValues(NamedTuple):
    """The values in elements of one name, side by side."""

    name: str
    texts: tuple[str, ...]
    node: int
    """The first of the elements."""


def named_values(page: Page) -> Iterator[NamedValues]:
    """Yield what each name of the page says: of several groups of elements the nearest one to the
    headline in the tree. Where two different ones are as near, the name says nothing."""
    headline = page.once(headline_of)
    for name, nodes in _nodes_by_name(page).items():
        groups: dict[int, dict[str, int]] = {}
        for node, after in zip(nodes, [*nodes[1:], len(page.tree)], strict=True):
            # Of elements in one another, the inmost has the value alone.
            if after >= node + page.tree.size[node]:
                texts = groups.setdefault(page.tree.parent[node], {})
                links = _links_in(page.tree, node) if name in _LINKED else []
                for value in links or [node]:
                    texts.setdefault(" ".join(text_of(page.tree, value).split()), value)
        if len(groups) > MAX_GROUPS:
            continue
        around = headline.node if headline else 0
        distances = [_nodes_around(page.tree, parent, around) for parent in groups]
        least = min(distances, default=0)
        nearest = {
            tuple(texts): min(texts.values())
            for texts, distance in zip(groups.values(), distances, strict=True)
            if distance == least
        }
        if len(nearest) == 1:
            ((values, first),) = nearest.items()
            if name == "author":
                values = (*(byline_of(text).author or text for text in values),)
            if len(values) <= (MAX_TAGS if name == "tags" else MAX_VALUES):
                yield NamedValues(name, values, first)


def _of_writing(class_name: str) -> str | None:
    """Return what a class name says that is no noun: an author, or one of WordPress' own."""
    is_author = class_name != "by" and concepts_of(class_name) == {"author"}
    return "author" if is_author else _WORDPRESS.get(class_name)


_WORDPRESS: Final = {
    "posted_in": "category", "cat-links": "category", "tagged_as": "tags", "tags-links": "tags",
}  # fmt: skip
"""Names of classes that its themes and shops share."""


def _links_in(tree: PageTree, node: int) -> list[int]:
    """Return the links with text in an element."""
    links = (inner for inner in range(node, node + tree.size[node]) if tree.tag[inner] == _LINK)
    return [link for link in links if tree.text_chars(link)]


def _nodes_around(tree: PageTree, node: int, headline: int) -> int:
    """Return the number of nodes of the smallest element with a node and the headline."""
    while node > 0 and not node <= headline < node + tree.size[node]:
        node = tree.parent[node]
    return tree.size[max(0, node)]


def _nodes_by_name(page: Page) -> dict[str, list[int]]:
    """Return the elements with a short text of each name, in page order."""
    tree, outside = page.tree, 0
    named: dict[str, list[int]] = {}
    for node, tag in enumerate(tree.tag):
        # A form around most of the page is no form.
        is_form = tag == _FORM and 2 * tree.size[node] < len(tree)
        outside = max(outside, node + tree.size[node] if is_form or tag in _OUTSIDE else 0)
        if node < outside or tree.first_attribute[node] == tree.first_attribute[node + 1]:
            continue
        names = _names_of(tree, node) if tree.size[node] < MAX_NODES else ()
        if names and 0 < len(tree.plain_text(node)) <= MAX_CHARS:
            for name in names:
                named.setdefault(name, []).append(node)
    return named


def _names_of(tree: PageTree, node: int) -> dict[str, None]:
    """Return the names of an element, and the nouns of its class names."""
    names = f"{tree.get(node, 'itemprop') or ''} {tree.get(node, 'rel') or ''}".split()
    classes = (tree.get(node, "class") or "").split()
    nouns = ((noun_of(name) or _of_writing(name), name) for name in classes)
    own_names = (noun for noun, name in nouns if noun and not names_other(noun, name))
    return dict.fromkeys((*names, *own_names))
