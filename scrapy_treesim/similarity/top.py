"""The top of a tree, where the whole of it is too much to be compared."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy_treesim.tree import ShapeTable


def top_of(table: ShapeTable, shape: int, nodes: int, into: ShapeTable) -> int:
    """The first ``nodes`` nodes in breadth-first order, as a shape of the table ``into``.

    What a page's template made is mostly at the top of it. O(nodes) time and memory, plus the
    children of these; ``nodes`` is 1 or more.
    """
    shapes = array("i", [shape])
    first = array("i")
    for node in shapes:
        first.append(len(shapes))
        shapes.extend(table.children[node][: nodes - len(shapes)])
    first.append(len(shapes))
    made = array("i", bytes(4 * len(shapes)))
    for at in range(len(shapes) - 1, -1, -1):
        made[at] = into.add(table.tag[shapes[at]], tuple(made[first[at] : first[at + 1]]))
    return made[0]
