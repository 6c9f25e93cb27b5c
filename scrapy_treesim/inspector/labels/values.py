"""The values of nodes: of a click, of all in its place, and the nodes of a pasted value."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules import LabelError
from scrapy_treesim.templates.rules.signatures import NAMING, node_signatures
from scrapy_treesim.templates.rules.values import (
    ABSOLUTE,
    LINKED,
    TEXT,
    NodeTexts,
    PageText,
    bare,
    in_attributes,
    nearest_text,
    shown,
    squeezed,
)
from scrapy_treesim.tree import PageTree, tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_CHARS: Final = 20_000
"""Characters of a value."""
BELOW: Final = 200
"""Nodes below one without text among which its picture is."""

_BY_ATTRIBUTE: Final = tags.numbers("img input meta source video audio embed iframe")
"""Elements that say what they say by an attribute."""
_FIRST: Final = ("src", "data-src", "value", "content", "alt", "title", "datetime", "href")
"""The attributes that may be taken, in the order in which they are offered."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One thing that a node says."""

    node: int
    value: str
    """On one line; addresses absolute."""
    take: str
    """``text`` or an attribute."""


class Reader:
    """Reads the nodes of one page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._texts = NodeTexts(page)

    def read(self, node: int, take: str) -> str:
        """Read a node's text or attribute, on one line; empty where there is none."""
        if take in LINKED and (absolute := self._texts.value(node, ABSOLUTE + take)):
            return absolute
        return self._texts.value(node, take)

    def choices(self, node: int) -> list[Taken]:
        """All that can be taken of a node, what is meant most likely first; maybe nothing."""
        tree = self._page.tree
        found = [*self._of(node)]
        if not found:
            below = range(node + 1, min(node + BELOW, node + tree.size[node]))
            found = next(filter(None, ([*self._of(one)] for one in below)), [])
        return found

    def _of(self, node: int) -> Iterator[Taken]:
        tree = self._page.tree
        said = {name: value for name in _FIRST if (value := self.read(node, name))}
        text = self.read(node, TEXT)
        if text and tree.tag[node] not in _BY_ATTRIBUTE:
            yield Taken(node, text, TEXT)
            text = ""
        for name, value in said.items():
            yield Taken(node, value, name)
        if text:
            yield Taken(node, text, TEXT)


def taken(page: Page, node: int, take: str | None = None, value: str | None = None) -> Taken:
    """The value of a node by one way to read it.

    Args:
        page: the page.
        node: one of its nodes.
        take: ``text`` or an attribute; None for what is meant most likely.
        value: a part of it that is meant, as it was pasted or selected; None for all of it.

    Raises:
        LabelError: the node has no such thing.
    """
    if not 0 <= node < len(page.tree):
        raise LabelError(f"the page has no node {node}")
    choices = Reader(page).choices(node)
    name = page.tree.name(page.tree.parent[node] if page.tree.tag[node] == tags.TEXT else node)
    if not choices:
        raise LabelError(f"this <{name}> says nothing: click a text, a picture or a link")
    if take is None and value is not None:
        holding = (one.take for one in choices if squeezed(value) in squeezed(one.value))
        take = next(holding, TEXT)
    chosen = next((one for one in choices if take in (None, one.take)), None)
    if chosen is None:
        have = ", ".join(one.take for one in choices)
        raise LabelError(f"this <{name}> has no {take!r:.40} to take; it has {have}")
    if len(chosen.value) > MAX_CHARS:
        raise LabelError(
            f"this <{name}> holds {len(chosen.value):,} characters, and a field's value has at most"
            f" {MAX_CHARS:,}: click something smaller"
        )
    return chosen


LIST: Final = 3
"""Members that make a list; fewer do where there is no such."""
MAX_PLACES: Final = 500
"""Values of a field on a page."""

_ITEMS: Final = tags.numbers("li dd option article")
"""Elements that are members of a list whatever their classes and number."""
_CELLS: Final = tags.numbers("td th")


def same_place(page: Page, node: int) -> list[int]:
    """The nodes in the same place as a node, itself among them, in page order; at most MAX_PLACES.

    Those of its label below a parent of the same tag, in the smallest element that holds several.
    Where they have no names, as cells of tables, they are told by their number, unless the row
    they lie in is a name and its value: that value is a list of its own. O(nodes + depth).
    """
    tree = page.tree
    label = node_signatures(tree).label
    tag_above = tree.tag[tree.parent[node]]
    is_item = tree.tag[node] in _ITEMS
    alike = [
        one
        for one, tag in enumerate(tree.tag)
        if tag == tree.tag[node]
        and (is_item or tag == tags.TEXT or label[one] == label[node])
        and tree.tag[tree.parent[one]] == tag_above
    ]
    is_named = is_item or any(tree.get(node, name) for name in NAMING)
    if not is_named and not _is_value(tree, tree.parent[node]):
        numbered = [one for one in alike if tree.nth[one] == tree.nth[node]]
        alike = numbered if len(numbered) > 1 else alike
    found = _within(tree, node, alike)
    first = max(0, bisect_left(found, node) + 1 - MAX_PLACES)
    return found[first : first + MAX_PLACES]


def _is_value(tree: PageTree, node: int) -> bool:
    """Tell whether an element is the value in a row of a name and its value."""
    cells = [one for one in tree.children(tree.parent[node]) if tree.tag[one] in _CELLS]
    return tree.tag[node] in _ITEMS or (tree.tag[node] in _CELLS and len(cells) == 2)


def _within(tree: PageTree, node: int, alike: Sequence[int]) -> list[int]:
    """Those of some nodes that lie in the smallest element around a node with LIST of them."""
    found = [node]
    above = tree.parent[node]
    while above >= 0 and len(found) < LIST:
        first, last = bisect_left(alike, above), bisect_left(alike, above + tree.size[above])
        found = [*alike[first:last]]
        above = tree.parent[above]
    return found


@dataclass(frozen=True, slots=True)
class Label:
    """A label that somebody gives a node."""

    page: int
    """The page's number among those that are open."""
    node: int
    field: str
    all: bool = False
    """True if all values at this position are meant, else this alone."""
    take: str | None = None
    """``text`` or an attribute; None for what is meant most likely."""
    value: str | None = None
    """The part of it that is meant; None for all of it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The values that a label means, and where they were shown."""

    meant: Mapping[int, str]
    """By node what it says; in page order."""
    take: str

    @property
    def values(self) -> tuple[str, ...]:
        """Each value once."""
        return tuple(dict.fromkeys(self.meant.values()))


def shown_values(page: Page, label: Label) -> Shown:
    """The values that a label means: that of its node, or all that stand in the same place."""
    chosen = taken(page, label.node, label.take, label.value)
    value = chosen.value if label.value is None else " ".join(label.value.split())
    if not label.all:
        return Shown({chosen.node: value}, chosen.take)
    before, _, after = chosen.value.partition(value)
    reader = Reader(page)
    read = (
        (node, bare(reader.read(node, chosen.take), before, after))
        for node in same_place(page, chosen.node)
    )
    meant = {node: said for node, said in read if said and len(said) <= MAX_CHARS}
    return Shown(meant or {chosen.node: value}, chosen.take)


_HEAD: Final = tags.NUMBER["head"]
MAX_FOUND: Final = 20


@dataclass(frozen=True, slots=True)
class FoundValues:
    """All places of a value, the smallest elements first."""

    found: tuple[Taken, ...]
    message: str = ""
    """Message to show: that there are more, or the nearest text."""


def find_value(page: Page, text: str) -> FoundValues:
    """Find a text on a page: by itself, within others, over several, in an attribute.

    Where it does not stand so, the message tells the nearest text.

    Raises:
        ValueError: there is nothing to look for, or too much.
    """
    if not squeezed(text):
        raise ValueError("paste a value that stands on the page")
    if len(text) > MAX_CHARS:
        raise ValueError(f"a value has at most {MAX_CHARS:,} characters")
    found = sorted(dict.fromkeys(_places_of(page, text)), key=partial(_rank, page))
    if found:
        more = f"these are {MAX_FOUND} of its places" if len(found) > MAX_FOUND else ""
        return FoundValues(tuple(found[:MAX_FOUND]), more)
    near = nearest_text(page, text)
    instead = f"nearest is {shown(near)}" if near else "nor does anything like it"
    return FoundValues((), f"{shown(text)} does not stand on the page; {instead}")


def _rank(page: Page, one: Taken) -> tuple[bool, bool, int, int]:
    """Visible places first: texts, then attributes, then the page's head."""
    tree = page.tree
    above = one.node
    while tree.depth[above] > 1:
        above = tree.parent[above]
    return tree.tag[above] == _HEAD, one.take != TEXT, tree.size[one.node], one.node


def _places_of(page: Page, text: str) -> Iterator[Taken]:
    wanted = squeezed(text)
    yield from _in_texts(page, PageText(page), wanted)
    for _, one in islice(in_attributes(page, {wanted}), 10 * MAX_FOUND):
        take = one.take.removeprefix(ABSOLUTE)
        value = " ".join(text.split())
        yield Taken(one.node, value, take)


def _in_texts(page: Page, texts: PageText, wanted: str) -> Iterator[Taken]:
    tree = page.tree
    reader = NodeTexts(page)
    for one in texts.find(wanted):
        # Of an element around with nothing else in it the inner one says the same.
        if one.above:
            continue
        value = bare(reader.value(one.node, TEXT), one.prefix, one.suffix)
        is_text = tree.tag[one.node] == tags.TEXT
        if value:
            yield Taken(tree.parent[one.node] if is_text else one.node, value, TEXT)
