"""Paragraphs, lists and quotations, with the prefixes of their lines."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class List:
    """A list with the number of items written so far."""

    is_ordered: bool
    count: int = 0
    last: int = 0
    """Number of the last block of its last item."""
    is_loose: bool = False


@dataclass(slots=True)
class _Container:
    """An item of a list, or a quotation."""

    items: List | None
    prefix: str = ""
    """Start of its lines, empty until the first is written."""
    blocks: int = 0
    is_over: bool = False
    """Whether the rest of the item is written outside it."""

    @property
    def is_begun(self) -> bool:
        return self.prefix != "" or self.is_over

    def begin(self, outer: str) -> str:
        """Return the marker of the first line, after the prefix of the outer container."""
        marker = rest = "> "
        if self.items is not None:
            self.items.count += 1
            marker = f"{self.items.count}. " if self.items.is_ordered else "- "
            rest = " " * len(marker)
        self.prefix = outer + rest
        return marker

    def add_block(self) -> None:
        """Count a block; an item of several makes its list loose."""
        self.blocks += 1
        if self.items is not None and self.blocks > 1:
            self.items.is_loose = True


class BlockWriter:
    """Builder of blocks, a blank line between them except in tight lists."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._containers: list[_Container] = []
        self._count = 0
        self._is_below_text = False

    def depth(self) -> int:
        """Return the number of open items and quotations."""
        return len(self._containers)

    def enter(self, items: List | None) -> None:
        """Begin an item of a list, or a quotation; it is written with its first block."""
        self._containers.append(_Container(items))

    def leave(self) -> None:
        """End the innermost item or quotation."""
        container = self._containers.pop()
        if container.items is not None and container.prefix:
            container.items.last = self._count

    def write_outside(self, block: str) -> None:
        """Write a block outside of all items, which end, and quotations, which begin anew."""
        containers, self._containers = self._containers, []
        self.write(block)
        self._containers = containers
        for container in containers:
            container.prefix = ""
            container.is_over = container.is_over or container.items is not None
            container.items = None

    def joins_text(self) -> bool:
        """Tell whether the next block begins an item right below lines outside any item.

        Python-Markdown joins the two.
        """
        return self._is_below_text and self._is_next_item(self._begun())

    def _begun(self) -> int:
        """Return the number of outer containers with a block."""
        containers = enumerate(self._containers)
        return next((i for i, container in containers if not container.is_begun), self.depth())

    def loosen(self) -> None:
        """Put a blank line before the next block, in all open lists."""
        for container in self._containers:
            if container.items is not None:
                container.items.is_loose = True

    def write(self, block: str) -> None:
        """Write a block, its lines without prefixes; nothing of an empty one."""
        if not block:
            return
        begun = self._begun()
        outer = reversed(self._containers[:begun])
        prefix = next((container.prefix for container in outer if container.prefix), "")
        if self._pieces:
            self._pieces.append("\n")
            if not self._is_next_item(begun):
                self._pieces.append(f"{prefix.rstrip()}\n")
                self._is_below_text = begun == self.depth()
        self._pieces.append(prefix)
        for container in self._containers[begun:]:
            if not container.is_over:
                self._pieces.append(container.begin(prefix))
                prefix = container.prefix
        first, *rest = block.split("\n")
        lines = (prefix + line if line else prefix.rstrip() for line in rest)
        self._pieces.append("\n".join((first, *lines)))
        self._count += 1
        if self._containers:
            self._containers[-1].add_block()

    def _is_next_item(self, begun: int) -> bool:
        """Tell whether an item begins right after another or the line above its list.

        Its container is the first one not yet written.
        """
        items = self._containers[begun].items if begun < self.depth() else None
        if items is None:
            return False
        if items.count:
            return items.last == self._count and not items.is_loose
        outer = self._containers[begun - 1].items if begun else None
        return outer is not None and not outer.is_loose

    def result(self) -> str:
        """Return all blocks as Markdown."""
        return "".join(self._pieces)
