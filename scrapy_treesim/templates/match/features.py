"""Features of a page that tell its template: pairs of labels, and the paths of its leaves.

A label is a tag with its class names in any order, digits of any length being one (``div.post-N``);
a pair is a label below its parent's. Both are sets, so that a list of ten is a list of one hundred
(Qiu 2013, section 3.3, collapses repeats for the same end). Pairs tell templates apart better than
labels, tags, identifiers, texts, or what the page's head names.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.match import _features_cy
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.tags import tag_code

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

_PASSED_OVER: Final = frozenset(
    "script style link meta svg head option noscript br wbr path template".split()
)
_HTML: Final = tags.NUMBER["html"]
_BODY: Final = tags.NUMBER["body"]
_CLASS: Final = tags.ATTRIBUTES.index("class")
_TOKENS: Final = 24
_DIGITS: Final = re.compile(r"\d+")

MAX_FEATURES: Final = 4_000
"""Pairs and labels of a page that are kept, those with the least numbers: of two pages the same."""
MAX_NAMES: Final = 6
"""Class names of an element that are written out; all count."""


@dataclass(frozen=True, slots=True)
class PageFeatures:
    """The features of one page, as sorted numbers that are the same in every run and process.

    8 bytes each; some hundreds a page, and at most :data:`MAX_FEATURES` of either.
    """

    pairs: array[int]
    """Pairs of labels, and paths of leaves."""
    labels: array[int]
    """Labels, those of html and body left out."""


def features_of(tree: PageTree) -> PageFeatures:
    """The features of a page; O(nodes + bytes of class names)."""
    labels, pairs, leaves = _by_node(tree)
    return PageFeatures(
        _least(_features_cy.distinct([pairs, leaves])), _least(_features_cy.distinct([labels]))
    )


def _least(numbers: array[int]) -> array[int]:
    return array("q", sorted(numbers)[:MAX_FEATURES])


def feature_names(tree: PageTree) -> dict[int, str]:
    """A readable name of each of the page's pairs, paths and labels, by its number."""
    return dict(_named(tree))


def _by_node(tree: PageTree) -> tuple[array[int], array[int], array[int]]:
    """The label, the pair and the leaf path of each node, 0 where there is none."""
    n = len(tree)
    labels, pairs, paths = (array("q", bytes(8 * n)) for _ in range(3))
    leaf = array("i", bytes(4 * n))
    _features_cy.name_nodes(
        tree.tag, tree.parent, _codes(tree), tree.first_attribute, tree.attribute,
        tree.value_start, tree.values, _CLASS, array("q", bytes(8 * _TOKENS)), labels, paths, leaf,
    )  # fmt: skip
    _features_cy.pair_nodes(tree.tag, tree.parent, _HTML, _BODY, leaf, labels, pairs, paths)
    return labels, pairs, paths


def _codes(tree: PageTree) -> array[int]:
    """A number of each tag's name, 0 for what says nothing of a template."""
    strange = tree.names[len(tags.KNOWN) :]
    return _KNOWN_CODES + array("q", [_code(name) for name in strange]) if strange else _KNOWN_CODES


def _code(name: str) -> int:
    if name in _PASSED_OVER or not name[:1].isalpha():
        return 0
    return tag_code(name)


_KNOWN_CODES: Final = array("q", [_code(name) for name in tags.KNOWN])


def _named(tree: PageTree) -> Iterator[tuple[int, str]]:
    labels, pairs, paths = _by_node(tree)
    called: dict[int, str] = {}
    for node, label in enumerate(labels):
        if pairs[node]:
            above = tree.parent[node]
            if above not in called:
                called[above] = _label(tree, above)
            called[node] = _label(tree, node)
            yield pairs[node], f"{called[above]} > {called[node]}"
            yield label, called[node]
        if paths[node]:
            yield paths[node], "/" + "/".join(_tags_above(tree, node))


def _tags_above(tree: PageTree, node: int) -> list[str]:
    names = []
    while node >= 0:
        names.append(tree.name(node))
        node = tree.parent[node]
    return names[::-1]


def _label(tree: PageTree, node: int) -> str:
    """The label as CSS has it."""
    names = {_DIGITS.sub("N", name) for name in (tree.get(node, "class") or "").split()}
    return ".".join((tree.name(node), *sorted(names)[:MAX_NAMES]))
