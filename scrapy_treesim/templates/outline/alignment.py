"""A page beside the outline of its template: what it has of it, and what else it says.

Top-down and in time near to the page's size, see :mod:`.outline_tree`.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy_treesim.templates.outline import _laying_cy
from scrapy_treesim.templates.outline.outline_tree import Laying

if TYPE_CHECKING:
    from scrapy_treesim.templates.outline.template_outline import TemplateOutline
    from scrapy_treesim.tree import PageTree


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
    base = outline.tree()
    page = base.labels.read(tree)
    laying = Laying(base, page)
    laying.lay()
    is_data = bytearray(len(laying.place))
    _laying_cy.mark_data(page.tree.tag, laying.place, outline.own_texts(), is_data)
    essential = outline.essential()
    found = len(essential.intersection(laying.place))
    return Alignment(
        found / len(essential) if essential else 0.0,
        page.tree.origin,
        laying.place,
        laying.places_above(),
        is_data,
    )
