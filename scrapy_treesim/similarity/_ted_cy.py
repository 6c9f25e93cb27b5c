"""Kernel of tree edit distance: Zhang and Shasha 1989, over shapes in place of nodes.

The distance of two subtrees depends on their shapes alone, so distances are stored by pairs of
shapes, and a keyroot (a node that is not its parent's first child) is processed once for all equal
ones: a list of forty rows of one shape costs as much as one row.
"""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Ints
from scrapy_treesim.tree.shapes import ShapeTable


class Forest:
    """A row of shapes in postorder, under an artificial common root. O(nodes).

    It is mirrored, which changes no distance of two such forests: on pages, a tenth less work.
    """

    tag: Ints
    """Tag of each node, in postorder."""
    leftmost: Ints
    """First node of each node's subtree; for a leaf, the leaf itself."""
    shape: Ints
    """Number of each node's shape among the different ones here."""
    keyroots: list[int]
    """One node for every shape of a keyroot; nodes in a subtree come before its root."""
    shapes: cython.int
    """Number of different shapes."""
    work: cython.longlong
    """Sum of the sizes of the keyroots' subtrees; the product for two forests is pairs of nodes."""

    def __init__(self, table: ShapeTable, row: tuple[int, ...]) -> None:
        nodes = 1
        for shape in row:
            nodes += table.size[shape]
        self.tag = array("i", bytes(4 * nodes))
        self.leftmost = array("i", bytes(4 * nodes))
        self.shape = array("i", bytes(4 * nodes))
        self.shapes = 0
        self.keyroots = []
        self.work = 0
        self._fill(table, row)

    @cython.locals(root=cython.int)
    def _fill(self, table: ShapeTable, row: tuple[int, ...]) -> cython.void:
        """Number the nodes backwards from the root, the last one; first siblings first."""
        numbers: dict[int, int] = {}
        keyroots: dict[int, int] = {}
        node: cython.int = len(self.tag) - 1
        self.tag[node] = -1
        self.leftmost[node] = 0
        # Waiting entries are shapes, or, for one that is no keyroot, its complement.
        waiting: Ints = array("i", bytes(4 * len(self.tag)))
        left: cython.Py_ssize_t = self._add(row, waiting, 0)
        while left:
            node -= 1
            left -= 1
            shape: cython.int = waiting[left]
            if shape < 0:
                shape = ~shape
            elif shape not in keyroots:
                keyroots[shape] = node
            number: cython.int = numbers.get(shape, -1)
            if number < 0:
                number = len(numbers)
                numbers[shape] = number
            self.tag[node] = table.tag[shape]
            self.leftmost[node] = node - table.size[shape] + 1
            self.shape[node] = number
            left = self._add(table.children[shape], waiting, left)
        self.shape[len(self.tag) - 1] = len(numbers)
        self.shapes = len(numbers) + 1
        # A child's shape is smaller than its parent's.
        self.keyroots = [keyroots[shape] for shape in sorted(keyroots)]
        self.keyroots.append(len(self.tag) - 1)
        for root in self.keyroots:
            self.work += root - self.leftmost[root] + 1

    def _add(
        self, row: tuple[int, ...], waiting: Ints, left: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Push a row of siblings on ``waiting``, the first one on top; return the new length."""
        count: cython.Py_ssize_t = len(row)
        for k in range(count):
            shape: cython.int = row[count - 1 - k]
            waiting[left] = shape if k else ~shape
            left += 1
        return left


@cython.locals(i=cython.int, j=cython.int)
def edit_distance(x: Forest, y: Forest) -> cython.int:
    """The least number of insertions, deletions and renamings from one forest to the other.

    O(``x.work`` * ``y.work``); memory of ``x.shapes * y.shapes`` plus ``(nodes of x + 1) * (nodes
    of y + 1)`` numbers.
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
    """Fill in the distances of the subtrees on the left edges of two keyroots' subtrees."""
    leftmost_x: Ints = x.leftmost
    leftmost_y: Ints = y.leftmost
    shape_y: Ints = y.shape
    tag_y: Ints = y.tag
    first_x: cython.Py_ssize_t = leftmost_x[last_x]
    first_y: cython.Py_ssize_t = leftmost_y[last_y]
    # forests[r * width + c]: distance of one subtree's first r nodes and the other's first c.
    width: cython.Py_ssize_t = last_y - first_y + 2
    for c in range(width):
        forests[c] = c
    for i in range(first_x, last_x + 1):
        row: cython.Py_ssize_t = (i - first_x + 1) * width
        before: cython.Py_ssize_t = (leftmost_x[i] - first_x) * width
        base: cython.Py_ssize_t = x.shape[i] * y.shapes
        tag: cython.int = x.tag[i]
        forests[row] = i - first_x + 1
        for j in range(first_y, last_y + 1):
            c = j - first_y + 1
            best: cython.int = forests[row - width + c] + 1
            if forests[row + c - 1] + 1 < best:
                best = forests[row + c - 1] + 1
            if before == 0 and leftmost_y[j] == first_y:
                candidate: cython.int = forests[row - width + c - 1] + (tag != tag_y[j])
                if candidate < best:
                    best = candidate
                trees[base + shape_y[j]] = best
            else:
                candidate = forests[before + leftmost_y[j] - first_y] + trees[base + shape_y[j]]
                if candidate < best:
                    best = candidate
            forests[row + c] = best
