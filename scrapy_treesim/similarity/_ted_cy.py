"""Kernel of tree edit distance: Zhang and Shasha 1989, over shapes in place of nodes.

The distance of two subtrees depends on their shapes alone, so that distances are kept by pairs of
shapes, and a keyroot (a node that is not its parent's first child) is worked on once for all its
equals: a list of forty rows that are built alike costs as much as one row.
"""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Ints
from scrapy_treesim.tree._shapes_cy import ShapeTable


@cython.cclass
class Forest:
    """A row of shapes in postorder, under a root that all forests share. O(nodes).

    It is mirrored, which no distance of two such forests minds: on pages that is a tenth less work.
    """

    tag: Ints
    """The tag of each node, in postorder."""
    leftmost: Ints
    """The first node of the node's subtree, itself where that is a leaf."""
    shape: Ints
    """The number of the node's shape among the different ones here."""
    keyroots: list[int]
    """One node for every shape of a keyroot; what is in a subtree comes before it."""
    shapes: cython.int
    """Number of different shapes."""
    work: cython.longlong
    """The sizes of the keyroots' subtrees; the product of two forests' is pairs of nodes."""

    def __init__(self, table: ShapeTable, row: tuple[int, ...]) -> None:
        nodes = 1
        for one in row:
            nodes += table.size[one]
        self.tag = array("i", bytes(4 * nodes))
        self.leftmost = array("i", bytes(4 * nodes))
        self.shape = array("i", bytes(4 * nodes))
        self.shapes = 0
        self.keyroots = []
        self.work = 0
        self._fill(table, row)

    @cython.locals(at=cython.int)
    def _fill(self, table: ShapeTable, row: tuple[int, ...]) -> cython.void:
        """Lay the nodes out from the last one, the root, on; of siblings the first comes first."""
        numbers: dict[int, int] = {}
        keyroots: dict[int, int] = {}
        node: cython.int = len(self.tag) - 1
        self.tag[node] = -1
        self.leftmost[node] = 0
        # What waits is a shape, or, of one that is no keyroot, its complement.
        waiting: Ints = array("i", bytes(4 * len(self.tag)))
        left: cython.Py_ssize_t = self._add(row, waiting, 0)
        while left:
            node -= 1
            left -= 1
            one: cython.int = waiting[left]
            if one < 0:
                one = ~one
            elif one not in keyroots:
                keyroots[one] = node
            number: cython.int = numbers.get(one, -1)
            if number < 0:
                number = len(numbers)
                numbers[one] = number
            self.tag[node] = table.tag[one]
            self.leftmost[node] = node - table.size[one] + 1
            self.shape[node] = number
            left = self._add(table.children[one], waiting, left)
        self.shape[len(self.tag) - 1] = len(numbers)
        self.shapes = len(numbers) + 1
        # A child's shape is smaller than its parent's.
        self.keyroots = [keyroots[one] for one in sorted(keyroots)]
        self.keyroots.append(len(self.tag) - 1)
        for at in self.keyroots:
            self.work += at - self.leftmost[at] + 1

    def _add(
        self, row: tuple[int, ...], waiting: Ints, left: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Let a row of siblings wait, the first one on top; how many wait then."""
        count: cython.Py_ssize_t = len(row)
        for k in range(count):
            one: cython.int = row[count - 1 - k]
            waiting[left] = one if k else ~one
            left += 1
        return left


@cython.locals(i=cython.int, j=cython.int)
def edit_distance(x: Forest, y: Forest) -> cython.int:
    """The least number of insertions, deletions and renamings that make one of the other.

    O(``x.work`` * ``y.work``); memory of ``x.shapes * y.shapes`` numbers and, of nodes and one more
    in either forest, as many as there are pairs.
    """
    trees: Ints = array("i", bytes(4 * x.shapes * y.shapes))
    forests: Ints = array("i", bytes(4 * (len(x.tag) + 1) * (len(y.tag) + 1)))
    for i in x.keyroots:
        for j in y.keyroots:
            _fill_distances(x, y, i, j, trees, forests)
    return trees[x.shapes * y.shapes - 1]


def _fill_distances(
    x: Forest,
    y: Forest,
    last_x: cython.Py_ssize_t,
    last_y: cython.Py_ssize_t,
    trees: Ints,
    forests: Ints,
) -> cython.void:
    """Distances of the subtrees on the left edges of two keyroots' subtrees."""
    leftmost_x: Ints = x.leftmost
    leftmost_y: Ints = y.leftmost
    shape_y: Ints = y.shape
    tag_y: Ints = y.tag
    first_x: cython.Py_ssize_t = leftmost_x[last_x]
    first_y: cython.Py_ssize_t = leftmost_y[last_y]
    # forests[r * width + c]: of the first r nodes of one subtree and the first c of the other.
    width: cython.Py_ssize_t = last_y - first_y + 2
    for c in range(width):
        forests[c] = c
    for i in range(first_x, last_x + 1):
        row: cython.Py_ssize_t = (i - first_x + 1) * width
        before: cython.Py_ssize_t = (leftmost_x[i] - first_x) * width
        known: cython.Py_ssize_t = x.shape[i] * y.shapes
        tag: cython.int = x.tag[i]
        forests[row] = i - first_x + 1
        for j in range(first_y, last_y + 1):
            c = j - first_y + 1
            best: cython.int = forests[row - width + c] + 1
            if forests[row + c - 1] + 1 < best:
                best = forests[row + c - 1] + 1
            if before == 0 and leftmost_y[j] == first_y:
                other: cython.int = forests[row - width + c - 1] + (tag != tag_y[j])
                if other < best:
                    best = other
                trees[known + shape_y[j]] = best
            else:
                other = forests[before + leftmost_y[j] - first_y] + trees[known + shape_y[j]]
                if other < best:
                    best = other
            forests[row + c] = best
