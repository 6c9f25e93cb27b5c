"""The parts of a view: marks on elements of the page, groups of them, and the export."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.items import Item
    from scrapy_treesim.kind.roles import Role
    from scrapy_treesim.tree import PageTree

MAX_MARKS: Final = 20_000
"""Of a view."""
MAX_VALUE: Final = 300
"""Characters of a mark's value."""
MAX_XPATH: Final = 1_000
"""Characters of a mark's XPath; a longer one is not told."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that was found, and the elements of the page that it is."""

    role: str
    """``record``, ``column``; ``comment``, ``author``, ``time``, ``body``; ``headline``, ``kept``,
    ``dropped``; ``value``; ``essential``, ``optional``, ``data``, ``field``."""
    nodes: tuple[int, ...]
    """Numbers of elements in the page's tree."""
    label: str
    group: int = 0
    """The place of its group in the view."""
    confidence: float | None = None
    """In [0, 1]; None where nothing tells."""
    why: tuple[str, ...] = ()
    value: str | None = None
    """What would be exported of it, at most 300 characters."""
    row: int | None = None
    """The record or comment, or the value among several, from 0."""
    column: int | None = None
    """The column or field, from 0."""
    xpath: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "role": self.role,
            "group": self.group,
            "nodes": [*self.nodes],
            "label": self.label,
            "confidence": rounded(self.confidence),
            "why": [*self.why],
            "value": None if self.value is None else cut(self.value, MAX_VALUE),
            "row": self.row,
            "column": self.column,
            # Of a page that is nested deep these alone would be many times the page.
            "xpath": self.xpath if self.xpath and len(self.xpath) <= MAX_XPATH else None,
        }


@dataclass(frozen=True, slots=True)
class Group:
    """Marks that belong together: a list, a thread, an article, a detail, a template."""

    title: str
    node: int
    """The smallest element that holds all of it."""
    xpath: str
    confidence: float | None = None
    why: tuple[str, ...] = ()
    role: Role | None = None
    """What it is on its page; None where nothing was found, or nobody asked."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "title": self.title,
            "role": self.role and self.role.role,
            "role_why": self.role and self.role.why,
            "confidence": rounded(self.confidence),
            "why": [*self.why],
            "node": self.node,
            "xpath": self.xpath,
        }


@dataclass(slots=True)
class Marks:
    """The marks of a view; those that come after so many are counted only."""

    most: int = MAX_MARKS
    made: list[Mark] = field(default_factory=list)
    left_out: int = 0

    @property
    def room(self) -> int:
        """The number of marks that there is still room for."""
        return self.most - len(self.made)

    def add(self, mark: Mark) -> int:
        """The mark's place; -1 where there is no room for it."""
        if self.room <= 0:
            self.left_out += 1
            return -1
        self.made.append(mark)
        return len(self.made) - 1


@dataclass(slots=True)
class Found:
    """The findings of one view of a page, while they are collected."""

    export: dict[str, Any]
    """What would be exported, as plain values."""
    summary: str = ""
    count: int | None = None
    """How many findings there are, where not all may be marked."""
    notes: list[str] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    marks: Marks = field(default_factory=Marks)


def rounded(confidence: float | None) -> float | None:
    """A confidence as it is exported."""
    return None if confidence is None else round(min(1.0, max(0.0, confidence)), 4)


def values_of(item: Item) -> dict[str, Any]:
    """An item's fields by name, as they are."""
    return {one.name: getattr(item, one.name) for one in fields(item)}


def cut(text: str, most: int) -> str:
    """The text, or as much of it as is shown."""
    return text if len(text) <= most else text[: most - 1] + "…"


def percent(share: float) -> str:
    """``97 %``."""
    return f"{100 * share:.0f} %"


def elements_of(tree: PageTree, nodes: Iterable[int]) -> tuple[int, ...]:
    """The nodes, of texts the elements they stand in; each once."""
    return tuple(
        dict.fromkeys(tree.parent[node] if tree.tag[node] == tags.TEXT else node for node in nodes)
    )


def holder(tree: PageTree, nodes: Iterable[int]) -> int:
    """The smallest element that holds all nodes; the root where there are none."""
    numbers = [*nodes]
    if not numbers:
        return 0
    node, last = min(numbers), max(numbers)
    if tree.tag[node] == tags.TEXT:
        node = tree.parent[node]
    while last >= node + tree.size[node]:
        node = tree.parent[node]
    return node
