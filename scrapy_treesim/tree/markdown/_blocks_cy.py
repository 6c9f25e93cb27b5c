"""Kernel of blocks: paragraphs, lists and quotations, with the prefixes of their lines."""

from __future__ import annotations

from scrapy_treesim import _cython as cython


class List:
    """A list with the number of items written so far.

    ``last`` is the number of the last block of its last item.
    """

    def __init__(self, is_ordered: cython.bint) -> None:
        self.is_ordered = is_ordered
        self.count: cython.int = 0
        self.last: cython.int = 0
        self.is_loose: cython.bint = False


class Container:
    """An item of a list, or a quotation.

    ``prefix`` is the start of its lines, empty until the first is written. ``is_over``: the rest of
    the item is written outside it.
    """

    def __init__(self, items: List | None) -> None:
        self.items = items
        self.blocks: cython.int = 0
        self.prefix: str = ""
        self.is_over: cython.bint = False

    @cython.cfunc
    def begin(self, outer: str) -> str:
        """Return the marker of the first line, after the prefix of the outer container."""
        items = self.items
        if items is None:
            marker = rest = "> "
        else:
            items.count += 1
            marker = f"{items.count}. " if items.is_ordered else "- "
            rest = " " * len(marker)
        self.prefix = outer + rest
        return marker


class BlockWriter:
    """Builder of blocks, a blank line between them except in tight lists."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._containers: list[Container] = []
        self._count: cython.int = 0
        self._is_below_text: cython.bint = False

    @cython.cfunc
    def depth(self) -> cython.int:
        """Return the number of open items and quotations."""
        return len(self._containers)

    @cython.cfunc
    def enter(self, items: List | None) -> None:
        """Begin an item of a list, or a quotation; it is written with its first block."""
        self._containers.append(Container(items))

    @cython.cfunc
    def leave(self) -> None:
        """End the innermost item or quotation."""
        container: Container = self._containers.pop()
        items: List | None = container.items
        if items is not None and container.prefix:
            items.last = self._count

    @cython.cfunc
    @cython.locals(container=Container)
    def write_outside(self, block: str) -> None:
        """Write a block outside of all items, which end, and quotations, which begin anew."""
        containers = self._containers
        self._containers = []
        self.write(block)
        self._containers = containers
        for container in containers:
            container.prefix = ""
            container.is_over = container.is_over or container.items is not None
            container.items = None

    @cython.cfunc
    def joins_text(self) -> cython.bint:
        """Tell whether the next block begins an item right below lines outside any item.

        Python-Markdown joins the two.
        """
        return self._is_below_text and self._is_next_item(self._begun())

    def _begun(self) -> cython.Py_ssize_t:
        """Return the number of outer containers with a block."""
        begun: cython.Py_ssize_t = 0
        for i in range(len(self._containers)):
            container: Container = self._containers[i]
            if not container.prefix and not container.is_over:
                break
            begun += 1
        return begun

    @cython.cfunc
    @cython.locals(container=Container)
    def loosen(self) -> None:
        """Put a blank line before the next block, in all open lists."""
        for container in self._containers:
            items: List | None = container.items
            if items is not None:
                items.is_loose = True

    @cython.cfunc
    def write(self, block: str) -> None:
        """Write a block, its lines without prefixes; nothing of an empty one."""
        if not block:
            return
        begun = self._begun()
        prefix = ""
        for i in range(begun):
            container: Container = self._containers[i]
            if not container.is_over:
                prefix = container.prefix
        if self._pieces:
            self._pieces.append("\n")
            if not self._is_next_item(begun):
                self._pieces.append(f"{prefix.rstrip()}\n")
                self._is_below_text = begun == len(self._containers)
        self._pieces.append(prefix)
        for i in range(begun, len(self._containers)):
            container = self._containers[i]
            if not container.is_over:
                self._pieces.append(container.begin(prefix))
                prefix = container.prefix
        if prefix and "\n" in block:
            first, *rest = block.split("\n")
            self._pieces.append(first)
            for line in rest:
                self._pieces.append(f"\n{prefix}{line}" if line else f"\n{prefix.rstrip()}")
        else:
            self._pieces.append(block)
        self._count += 1
        if self._containers:
            container = self._containers[len(self._containers) - 1]
            container.blocks += 1
            items: List | None = container.items
            if items is not None and container.blocks > 1:
                items.is_loose = True

    def _is_next_item(self, begun: cython.Py_ssize_t) -> cython.bint:
        """Tell whether an item begins right after another or the line above its list.

        Its container is the first one not yet written.
        """
        if begun == len(self._containers):
            return False
        container: Container = self._containers[begun]
        items: List | None = container.items
        if items is None:
            return False
        if items.count:
            return items.last == self._count and not items.is_loose
        if not begun:
            return False
        container = self._containers[begun - 1]
        items = container.items
        return items is not None and not items.is_loose

    @cython.cfunc
    def result(self) -> str:
        """Return all blocks as Markdown."""
        return "".join(self._pieces)
