"""Shapes: integers of distinct subtrees, to compare them by ``==``."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Ints
from scrapy_treesim.tree.tags import NUMBER

if TYPE_CHECKING:
    from scrapy_treesim.tree.cleaning import Tree


class ShapeTable:
    """The distinct ordered subtrees of one or more trees.

    A shape is a number; a child's shape is smaller than its parent's. ``tag[s]``, ``size[s]`` (in
    nodes) and ``children[s]`` (a tuple of shapes) describe it. Two subtrees, of one tree
    or of two, are identical exactly if their shapes are equal (Song 2011 leaves the
    compression of repeated subtrees open; hash-consing does it without loss).
    """

    tag: list[int]
    """Tag number of each shape."""
    size: list[int]
    """Nodes of each shape."""
    children: list[tuple[int, ...]]
    """Shapes of each shape's children."""
    _shapes: dict[int | tuple[int, tuple[int, ...]], int]
    """Shapes by tag and children, leaves by tag alone."""
    numbers: dict[str, int]
    """Tag numbers of names outside HTML, in order of appearance."""

    def __init__(self) -> None:
        self.tag = []
        self.size = []
        self.children = []
        self._shapes = {}
        self.numbers = {}

    def __len__(self) -> int:
        return len(self.tag)

    def number(self, name: str) -> int:
        """Return the tag number of a name in this table, the same for all pages."""
        number = NUMBER.get(name)
        if number is None:
            number = self.numbers.setdefault(name, len(NUMBER) + len(self.numbers))
        return number

    @cython.ccall
    @cython.locals(child=cython.int)
    def add(self, tag: cython.int, children: tuple) -> cython.int:  # type: ignore[type-arg]
        """Return the shape of a node with this tag and children of these shapes."""
        # Leaves are many: their tag alone is their key.
        key = (tag, children) if children else tag
        shape: cython.int = self._shapes.get(key, -1)
        if shape < 0:
            shape = len(self.tag)
            self._shapes[key] = shape
            nodes: cython.int = 1
            for child in children:
                nodes += self.size[child]
            self.tag.append(tag)
            self.size.append(nodes)
            self.children.append(children)
        return shape

    def intern(self, tree: Tree) -> array[int]:
        """Return the shape of every node of ``tree``; O(nodes)."""
        numbers = array("i", range(len(tree.names)))
        for number in range(len(NUMBER), len(tree.names)):
            numbers[number] = self.number(tree.names[number])
        shapes = array("i", bytes(4 * len(tree)))
        self._fill(tree.tag, tree.size, numbers, shapes)
        return shapes

    def _fill(self, tag: Ints, size: Ints, numbers: Ints, shapes: Ints) -> cython.void:
        for i in range(len(tag) - 1, -1, -1):
            if size[i] == 1:
                shapes[i] = self.add(numbers[tag[i]], ())
                continue
            kids: list[int] = []
            stop: cython.Py_ssize_t = i + size[i]
            child: cython.Py_ssize_t = i + 1
            while child < stop:
                kids.append(shapes[child])
                child += size[child]
            shapes[i] = self.add(numbers[tag[i]], tuple(kids))
