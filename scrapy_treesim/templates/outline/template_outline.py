"""The outline of a template: essential and optional nodes, what repeats, where data stands.

A page is laid beside it top-down, in time near to the page's size: see :mod:`.outline_tree`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.templates.outline.node_labels import (
    DATA,
    TEXT,
    NodeLabels,
    parts_of,
)
from scrapy_treesim.templates.outline.outline_tree import Laying, OutlineTree, held_labels
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.templates.template import Template
    from scrapy_treesim.tree import PageTree


ESSENTIAL: Final = 0.9
"""The share of the pages that an essential node is on at the least: all of fewer than ten pages.

The thesis wants all; but then one page that came among the others by mistake takes most essential
nodes away. From 0.7 to 0.9 it hardly matters.
"""
MAX_NODES: Final = 2_000
"""Nodes of an outline, those on most pages."""
MAX_EXAMPLE: Final = 80
"""Characters of an example."""
MAX_LABEL: Final = 1_000
"""Characters of a label or text in a file."""


@dataclass(frozen=True, slots=True)
class OutlineNode:
    """An element or text of a template."""

    label: str
    """``div#main.post``: a tag, the id and the class names that its elements have in common; digits
    in names are ``N``. ``#text`` for texts."""
    parent: int
    """The node that holds it, an earlier one; -1 for the root."""
    on: int
    """How many of the template's pages it is on."""
    repeats: bool = False
    """Whether siblings share it on some page: records of one kind."""
    text: str | None = None
    """What the text says on all pages, if it does; the template's own text."""
    example: str | None = None
    """What the text says on some page where it differs from page to page: data."""
    after: str | None = None
    """What stands before the text, as a label."""

    @property
    def is_data(self) -> bool:
        """Tell whether it is a text that differs from page to page."""
        return self.label == TEXT and self.text is None


@dataclass(frozen=True, repr=False)
class TemplateOutline:
    """The nodes in document order, flat."""

    pages: int
    """How many pages it was made of."""
    nodes: tuple[OutlineNode, ...]

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        return f"<TemplateOutline of {len(self)} nodes, {len(self.essential)} essential>"

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def probability(self, node: int) -> float:
        """The share of the pages that a node is on, in (0, 1]; never more than its parent's."""
        return self.nodes[node].on / self.pages

    def is_essential(self, node: int) -> bool:
        """Tell whether the node is on every page, or nearly; others are optional."""
        return self.nodes[node].on >= ESSENTIAL * self.pages

    @cached_property
    def essential(self) -> frozenset[int]:
        """The nodes that are on every page, or nearly."""
        return frozenset(filter(self.is_essential, range(len(self))))

    @cached_property
    def tree(self) -> OutlineTree:
        """The tree that pages are laid on, its places the nodes."""
        return _tree_of(self)

    def to_json(self) -> dict[str, Any]:
        """Plain dicts and lists, with what is not given left out."""
        nodes = []
        for node in self.nodes:
            written = {"label": node.label, "in": node.parent, "on": node.on}
            if node.repeats:
                written["repeats"] = True
            for name in ("text", "example", "after"):
                if (value := getattr(node, name)) is not None:
                    written[name] = value
            nodes.append(written)
        return {"pages": self.pages, "nodes": nodes}

    @classmethod
    def from_json(cls, written: object) -> TemplateOutline:
        """The outline that :meth:`to_json` wrote.

        Raises:
            ValueError: it is none; the message says where it is wrong.
        """
        if not isinstance(written, Mapping) or not isinstance(written.get("nodes"), list):
            raise ValueError('an outline is an object with "pages" and a list of "nodes"')
        pages = _count("pages", written.get("pages"), 1)
        if len(written["nodes"]) > MAX_NODES:
            raise ValueError(f'"nodes" are {len(written["nodes"])}, {MAX_NODES} are allowed')
        nodes: list[OutlineNode] = []
        for number, one in enumerate(written["nodes"]):
            nodes.append(_read_node(number, one, nodes, pages))
        return cls(pages, tuple(nodes))

    def _lines(self) -> Iterator[str]:
        depth: list[int] = []
        for i, node in enumerate(self.nodes):
            depth.append(depth[node.parent] + 1 if node.parent >= 0 else 0)
            words = [node.label]
            if node.text is not None:
                words = [repr(node.text)]
            elif node.example is not None:
                words = ["data, as", repr(node.example)]
            if node.repeats:
                words.append("repeats")
            if node.on < self.pages:
                words.append(f"on {self.probability(i):.0%}")
            yield "  " * depth[-1] + "  ".join((words[0], " ".join(words[1:]))).rstrip()


def _read_node(number: int, written: object, before: list[OutlineNode], pages: int) -> OutlineNode:
    where = f"node {number}"
    if not isinstance(written, Mapping):
        raise ValueError(f"{where} is no object")
    parent = written.get("in")
    # The root comes first, and it alone stands in nothing.
    if type(parent) is not int or not min(number, 1) - 1 <= parent < max(number, 0):
        raise ValueError(f'"in" of {where} is not the number of an earlier node')
    label = _text(where, "label", written)
    if not label:
        raise ValueError(f'"label" of {where} is missing')
    most = before[parent].on if before else pages
    return OutlineNode(
        label,
        parent,
        _count(f'"on" of {where}', written.get("on"), 0, most),
        bool(written.get("repeats")),
        _text(where, "text", written),
        _text(where, "example", written),
        _text(where, "after", written),
    )


def _text(where: str, name: str, written: Mapping[object, object]) -> str | None:
    value = written.get(name)
    if value is None or (isinstance(value, str) and len(value) <= MAX_LABEL):
        return value
    raise ValueError(f'"{name}" of {where} is no text of up to {MAX_LABEL} characters')


def _count(what: str, value: object, least: int, most: int = 1 << 31) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{what} is {value!r:.40}, a count of {least} or more is wanted")
    return value


def _tree_of(outline: TemplateOutline) -> OutlineTree:
    """The outline's nodes as places, of the same numbers."""
    names: set[str] = set()
    texts: set[str] = set()
    for node in outline.nodes:
        if node.label != TEXT:
            names |= parts_of(node.label)[1]
        if node.text is not None:
            texts.add(node.text)
        if node.after and node.after.startswith('"'):
            texts.add(node.after[1:-1])
    labels = NodeLabels(names, texts)
    tree = OutlineTree(labels)
    for node in outline.nodes:
        tree.add(node.parent, _number(labels, node), _after(labels, node.after))
    for child, held in held_labels(tree.label, tree.parent, labels.bare).items():
        tree.hold(child, held)
    return tree


def _number(labels: NodeLabels, node: OutlineNode) -> int:
    if node.text is not None:
        return labels.text(node.text)
    return DATA if node.label == TEXT else labels.number(node.label)


def _after(labels: NodeLabels, after: str | None) -> int:
    if after is None:
        return DATA
    return labels.text(after[1:-1]) if after.startswith('"') else labels.number(after)


@dataclass(frozen=True, slots=True, repr=False)
class Alignment:
    """The places of an outline's nodes on a page."""

    confidence: float
    """The share of the essential nodes that the page has, in [0, 1]."""
    node: array[int]
    """Nodes of the page's tree, in document order: those that count for a template."""
    place: array[int]
    """The outline's node that each of them is, -1 if it is none."""
    within: array[int]
    """The same; for what is none, the outline's node that the smallest element around it is."""
    is_data: bytearray
    """1 for texts that are not the template's own."""

    def nodes(self) -> dict[int, list[int]]:
        """The page's nodes by node of the outline: several where it, or what holds it, repeats.

        What the page lacks is not there. O(nodes).
        """
        return self._by_place(self.place, bytearray(b"\1") * len(self.node))

    def data(self) -> dict[int, list[int]]:
        """The page's data, text nodes, by the outline's node that they are or lie in. O(nodes)."""
        return self._by_place(self.within, self.is_data)

    def _by_place(self, places: array[int], wanted: bytearray) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for node, place, counts in zip(self.node, places, wanted, strict=True):
            if counts and place >= 0:
                found.setdefault(place, []).append(node)
        return found


def align(outline: TemplateOutline, tree: PageTree) -> Alignment:
    """Lay a page on an outline; O(nodes of the page), and the outline's once."""
    base = outline.tree
    page = base.labels.read(tree)
    laying = Laying(base, page)
    laying.lay()
    is_data = bytearray(
        tag == tags.TEXT and (place < 0 or outline.nodes[place].text is None)
        for tag, place in zip(page.tree.tag, laying.place, strict=True)
    )
    essential = outline.essential
    found = len(essential.intersection(laying.place))
    return Alignment(
        found / len(essential) if essential else 0.0,
        page.tree.origin,
        laying.place,
        laying.places_above(),
        is_data,
    )


MAX_STEPS: Final = 2
"""Labels in the path of a place."""

_HEAD: Final = ("head > title",)


@dataclass(frozen=True, slots=True)
class DataPlace:
    """A text that differs from page to page."""

    path: str
    """The labels of the elements that hold it, the outer ones first: ``main.product > h1.name``."""
    share: float
    """Of the template's pages, those that have it, in (0, 1]."""
    repeats: bool
    """Whether it stands in something that repeats."""
    example: str
    """What it says on some page."""


def data_places(template: Template) -> list[DataPlace]:
    """The places of a template's data, in the order of the page; none without an outline."""
    outline = template.outline
    if outline is None:
        return []
    repeats: list[bool] = []
    places = []
    for number, node in enumerate(outline.nodes):
        repeats.append(node.repeats or (node.parent >= 0 and repeats[node.parent]))
        if node.is_data:
            steps: list[str] = []
            above = node.parent
            while above >= 0 and len(steps) < MAX_STEPS:
                steps.append(outline.nodes[above].label)
                above = outline.nodes[above].parent
            path = " > ".join(reversed(steps))
            share = outline.probability(number)
            places.append(DataPlace(path, share, repeats[number], node.example or ""))
    return places


def suggested(template: Template, most: int = 3) -> list[str]:
    """The elements that most likely hold fields: on most pages, named by a class, not repeated."""
    places = [one for one in data_places(template) if not one.repeats and one.path not in _HEAD]
    order = sorted(places, key=lambda one: (-round(one.share, 1), not _is_named(one.path)))
    holders = dict.fromkeys(one.path.rpartition(" > ")[2] for one in order)
    return [*holders][:most]


def _is_named(path: str) -> bool:
    holder = path.rpartition(" > ")[2]
    return "." in holder or "#" in holder or holder in ("h1", "h2", "time", "address")
