"""A click and what it means: the values, and the nodes that they are taken of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_treesim.inspector.labels.same_place import same_place
from scrapy_treesim.inspector.labels.taking import MAX_CHARS, Reader, Taken, taken
from scrapy_treesim.templates.rules.values import bare

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


@dataclass(frozen=True, slots=True)
class Label:
    """A label that somebody gives a node."""

    page: int
    """The page's number among those that are open."""
    node: int
    field: str
    all: bool = False
    """Whether all values in this place are meant, or this one alone."""
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
    choices: Sequence[Taken]
    """All that can be taken of the node that was clicked."""

    @property
    def values(self) -> tuple[str, ...]:
        """Each value once."""
        return tuple(dict.fromkeys(self.meant.values()))


def shown_values(page: Page, label: Label) -> Shown:
    """The values that a label means: that of its node, or all that stand in the same place.

    Raises:
        LabelError: the node does not hold what is to be taken of it.
    """
    chosen, choices = taken(page, label.node, label.take, label.value)
    value = chosen.value if label.value is None else " ".join(label.value.split())
    if not label.all:
        return Shown({chosen.node: value}, chosen.take, choices)
    before, _, after = chosen.value.partition(value)
    reader = Reader(page)
    read = (
        (node, bare(reader.read(node, chosen.take), before, after))
        for node in same_place(page, chosen.node)
    )
    meant = {node: said for node, said in read if said and len(said) <= MAX_CHARS}
    return Shown(meant or {chosen.node: value}, chosen.take, choices)
