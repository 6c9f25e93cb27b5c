"""Shapes: integers of distinct subtrees, to compare them by ``==``."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

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

    def __init__(self) -> None:
        self.tag: list[int] = []
        self.size: list[int] = []
        self.children: list[tuple[int, ...]] = []
        self.numbers: dict[str, int] = {}
        """Tag numbers of names outside HTML, in order of appearance."""
        self._shapes: dict[int | tuple[int, tuple[int, ...]], int] = {}
        """Shapes by tag and children, leaves by tag alone."""

    def __len__(self) -> int:
        return len(self.tag)

    def number(self, name: str) -> int:
        """Return the tag number of a name in this table, the same for all pages."""
        number = NUMBER.get(name)
        if number is None:
            number = self.numbers.setdefault(name, len(NUMBER) + len(self.numbers))
        return number

    def add(self, tag: int, children: tuple[int, ...]) -> int:
        """Return the shape of a node with this tag and children of these shapes."""
        # Leaves are many: their tag alone is their key.
        key = (tag, children) if children else tag
        shape = self._shapes.get(key)
        if shape is None:
            shape = self._shapes[key] = len(self.tag)
            self.tag.append(tag)
            self.size.append(1 + sum(map(self.size.__getitem__, children)))
            self.children.append(children)
        return shape

    def intern(self, tree: Tree) -> array[int]:
        """Return the shape of every node of ``tree``; O(nodes)."""
        numbers = [*range(len(NUMBER)), *map(self.number, tree.names[len(NUMBER) :])]
        shapes = array("i", bytes(4 * len(tree)))
        size = tree.size
        for node in range(len(tree) - 1, -1, -1):
            children = []
            child, stop = node + 1, node + size[node]
            while child < stop:
                children.append(shapes[child])
                child += size[child]
            shapes[node] = self.add(numbers[tree.tag[node]], tuple(children))
        return shapes
