"""Values of a clicked node and of its parallels in a list, and nodes of a pasted value."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.reading.occurrences import (
    ABSOLUTE,
    LINKED,
    TEXT,
    NodeTexts,
    PageText,
    in_attributes,
    nearest_text,
    shown,
    squeezed,
)
from scrapy_treesim.templates.rules import LabelError
from scrapy_treesim.templates.rules.selection import bare
from scrapy_treesim.templates.rules.signatures import NAMING, node_signatures
from scrapy_treesim.tree import PageTree, tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_CHARS: Final = 20_000
"""Largest number of characters of a value."""
MAX_BELOW: Final = 200
"""Largest number of nodes below a node without text in which to look for its picture."""

_BY_ATTRIBUTE: Final = tags.numbers("img input meta source video audio embed iframe")
"""Elements with their value in an attribute."""
_ATTRIBUTES: Final = ("src", "data-src", "value", "content", "alt", "title", "datetime", "href")
"""Attributes that may be the value, in the order offered."""


@dataclass(frozen=True, slots=True)
class NodeValue:
    """A value of a node, and its source."""

    node: int
    value: str
    """Text on one line; addresses are absolute."""
    take: str
    """Source of the value: ``text`` or an attribute."""


class NodeReader:
    """Reader of the nodes of one page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._texts = NodeTexts(page)

    def read(self, node: int, take: str) -> str:
        """Read a node's text or attribute, on one line; empty if there is none."""
        if take in LINKED and (absolute := self._texts.value(node, ABSOLUTE + take)):
            return absolute
        return self._texts.value(node, take)

    def choices(self, node: int) -> list[NodeValue]:
        """Return all values of a node, the most probable first; possibly none."""
        tree = self._page.tree
        values = [*self._values_of(node)]
        if not values:
            below = range(node + 1, min(node + MAX_BELOW, node + tree.size[node]))
            values = next(filter(None, ([*self._values_of(child)] for child in below)), [])
        return values

    def _values_of(self, node: int) -> Iterator[NodeValue]:
        tree = self._page.tree
        attributes = {name: value for name in _ATTRIBUTES if (value := self.read(node, name))}
        text = self.read(node, TEXT)
        if text and tree.tag[node] not in _BY_ATTRIBUTE:
            yield NodeValue(node, text, TEXT)
            text = ""
        for name, value in attributes.items():
            yield NodeValue(node, value, name)
        if text:
            yield NodeValue(node, text, TEXT)


def node_value(
    page: Page, node: int, take: str | None = None, value: str | None = None
) -> NodeValue:
    """Return the value of a node by one way to read it, ``text`` or an attribute.

    Without ``take`` by the most probable one that has ``value``, a part pasted or selected, if any.

    Raises:
        LabelError: the node has no such value.
    """
    if not 0 <= node < len(page.tree):
        raise LabelError(f"the page has no node {node}")
    choices = NodeReader(page).choices(node)
    name = page.tree.name(page.tree.element(node))
    if not choices:
        raise LabelError(f"this <{name}> has no value: click a text, a picture or a link")
    if take is None and value is not None:
        holding = (choice.take for choice in choices if squeezed(value) in squeezed(choice.value))
        take = next(holding, TEXT)
    chosen = next((choice for choice in choices if take in (None, choice.take)), None)
    if chosen is None:
        have = ", ".join(choice.take for choice in choices)
        raise LabelError(f"this <{name}> has no {take!r:.40} to take; it has {have}")
    if len(chosen.value) > MAX_CHARS:
        raise LabelError(
            f"this <{name}> has {len(chosen.value):,} characters, and a field's value has at most"
            f" {MAX_CHARS:,}: click something smaller"
        )
    return chosen


MIN_LIST: Final = 3
"""Smallest number of members of a list, unless the page has none as large."""
MAX_VALUES: Final = 500
"""Largest number of values of a field on a page."""

_ITEMS: Final = tags.numbers("li dd option article")
"""Elements that are members of a list whatever their classes and number."""
_CELLS: Final = tags.numbers("td th")


def parallel_nodes(page: Page, node: int) -> list[int]:
    """Return a node's parallels in its list and the node itself, in page order, MAX_VALUES at most.

    These have its label, below a parent of the same tag, in the smallest element with several.
    Nodes without names, as cells of tables, need the same number in their row too, unless that row
    is a name and its value: such values are a list of their own. O(nodes + depth).
    """
    tree = page.tree
    label = node_signatures(tree).label
    tag_above = tree.tag[tree.parent[node]]
    is_item = tree.tag[node] in _ITEMS
    alike = [
        other
        for other, tag in enumerate(tree.tag)
        if tag == tree.tag[node]
        and (is_item or tag == tags.TEXT or label[other] == label[node])
        and tree.tag[tree.parent[other]] == tag_above
    ]
    is_named = is_item or any(tree.get(node, name) for name in NAMING)
    if not is_named and not _is_value(tree, tree.parent[node]):
        numbered = [other for other in alike if tree.nth[other] == tree.nth[node]]
        alike = numbered if len(numbered) > 1 else alike
    nodes = _within(tree, node, alike)
    first = max(0, bisect_left(nodes, node) + 1 - MAX_VALUES)
    return nodes[first : first + MAX_VALUES]


def _is_value(tree: PageTree, node: int) -> bool:
    """Tell whether an element is the value in a row of a name and its value."""
    cells = [cell for cell in tree.children(tree.parent[node]) if tree.tag[cell] in _CELLS]
    return tree.tag[node] in _ITEMS or (tree.tag[node] in _CELLS and len(cells) == 2)


def _within(tree: PageTree, node: int, alike: Sequence[int]) -> list[int]:
    """Select the nodes in the smallest element around a node that has MIN_LIST of them."""
    nodes = [node]
    above = tree.parent[node]
    while above >= 0 and len(nodes) < MIN_LIST:
        first, last = bisect_left(alike, above), bisect_left(alike, above + tree.size[above])
        nodes = [*alike[first:last]]
        above = tree.parent[above]
    return nodes


@dataclass(frozen=True, slots=True)
class Label:
    """A user's label of a node."""

    page: int
    """Index of the page among the open ones."""
    node: int
    field: str
    all: bool = False
    """True for all parallel values, False for this one alone."""
    take: str | None = None
    """Source of the value: ``text`` or an attribute; None for the most probable."""
    value: str | None = None
    """Part of it to take; None for all of it."""


@dataclass(frozen=True, slots=True)
class LabelledValues:
    """The values of a label, with their nodes."""

    by_node: Mapping[int, str]
    """Values by node, in page order."""
    take: str

    @property
    def values(self) -> tuple[str, ...]:
        """Distinct values, in page order."""
        return tuple(dict.fromkeys(self.by_node.values()))


def labelled_values(page: Page, label: Label) -> LabelledValues:
    """Return the values of a label: that of its node, or those of all parallel nodes."""
    chosen = node_value(page, label.node, label.take, label.value)
    value = chosen.value if label.value is None else " ".join(label.value.split())
    if not label.all:
        return LabelledValues({chosen.node: value}, chosen.take)
    before, _, after = chosen.value.partition(value)
    reader = NodeReader(page)
    read = (
        (node, bare(reader.read(node, chosen.take), before, after))
        for node in parallel_nodes(page, chosen.node)
    )
    by_node = {node: text for node, text in read if text and len(text) <= MAX_CHARS}
    return LabelledValues(by_node or {chosen.node: value}, chosen.take)


_HEAD: Final = tags.NUMBER["head"]
MAX_MATCHES: Final = 20


def find_value(page: Page, text: str) -> dict[str, Any]:
    """Find a text on a page: by itself, within others, over several, in an attribute.

    ``found`` has the smallest elements first, ``message`` says that there are more or, without a
    match, the nearest text.

    Raises:
        ValueError: the text is empty or too long.
    """
    if not squeezed(text):
        raise ValueError("paste a value that is on the page")
    if len(text) > MAX_CHARS:
        raise ValueError(f"a value has at most {MAX_CHARS:,} characters")
    matches = sorted(dict.fromkeys(_matches_of(page, text)), key=partial(_rank, page))
    if matches:
        more = f"these are {MAX_MATCHES} of its places" if len(matches) > MAX_MATCHES else ""
        return {"found": matches[:MAX_MATCHES], "message": more}
    near = nearest_text(page, text)
    instead = f"nearest is {shown(near)}" if near else "nor does anything like it"
    return {"found": [], "message": f"{shown(text)} does not stand on the page; {instead}"}


def _rank(page: Page, match: NodeValue) -> tuple[bool, bool, int, int]:
    """Rank visible matches first: texts, then attributes, then the page's head."""
    tree = page.tree
    above = match.node
    while tree.depth[above] > 1:
        above = tree.parent[above]
    return tree.tag[above] == _HEAD, match.take != TEXT, tree.size[match.node], match.node


def _matches_of(page: Page, text: str) -> Iterator[NodeValue]:
    squeezed_text, tree, reader = squeezed(text), page.tree, NodeTexts(page)
    for match in PageText(page).find(squeezed_text):
        # An element with one child and nothing else repeats that child's text.
        if not match.above and (
            value := bare(reader.value(match.node, TEXT), match.prefix, match.suffix)
        ):
            yield NodeValue(tree.element(match.node), value, TEXT)
    for _, attribute in islice(in_attributes(page, {squeezed_text}), 10 * MAX_MATCHES):
        take = attribute.take.removeprefix(ABSOLUTE)
        yield NodeValue(attribute.node, " ".join(text.split()), take)
