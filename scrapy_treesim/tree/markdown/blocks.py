"""Blocks: paragraphs, lists, quotations."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, eq=False)
class List:
    """A list with the items written so far."""

    ordered: bool = False
    count: int = 0
    last: int = 0
    """The number of the block that its last item ended with."""
    loose: bool = False


@dataclass(slots=True, eq=False)
class Container:
    """An item of a list, or a quotation."""

    items: List | None
    blocks: int = 0
    prefix: str = ""
    """What its lines start with; empty until the first is written."""

    def begin(self, outer: str) -> str:
        """The start of the first line, after the prefix of the outer container."""
        if self.items is None:
            marker = rest = "> "
        else:
            self.items.count += 1
            marker = f"{self.items.count}. " if self.items.ordered else "- "
            rest = " " * len(marker)
        self.prefix = outer + rest
        return marker


class Blocks:
    """Blocks in the making, a blank line between them except in plain lists."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._containers: list[Container] = []
        self._count = 0

    @property
    def depth(self) -> int:
        """Items and quotations around what is written."""
        return len(self._containers)

    def enter(self, items: List | None) -> None:
        """Begin an item of a list, or a quotation; it is written once it holds something."""
        self._containers.append(Container(items))

    def leave(self) -> None:
        """End the innermost of them."""
        container = self._containers.pop()
        if container.items is not None and container.prefix:
            container.items.last = self._count

    def write(self, block: str) -> None:
        """A block, its lines without prefixes."""
        begun = [container for container in self._containers if container.prefix]
        fresh = self._containers[len(begun) :]
        prefix = begun[-1].prefix if begun else ""
        if self._pieces:
            self._pieces.append("\n")
            if not (fresh and self._is_next_item(fresh[0], begun)):
                self._pieces.append(f"{prefix.rstrip()}\n")
        self._pieces.append(prefix)
        for container in fresh:
            self._pieces.append(container.begin(prefix))
            prefix = container.prefix
        first, *others = block.split("\n")
        self._pieces.append(first)
        for line in others:
            self._pieces.append(f"\n{prefix}{line}" if line else f"\n{prefix.rstrip()}")
        self._count += 1
        if self._containers:
            innermost = self._containers[-1]
            innermost.blocks += 1
            if innermost.items is not None and innermost.blocks > 1:
                innermost.items.loose = True

    def _is_next_item(self, fresh: Container, begun: list[Container]) -> bool:
        """Tell whether the item comes right after another or after the line its list belongs to."""
        items = fresh.items
        if items is None:
            return False
        if items.count:
            return items.last == self._count and not items.loose
        above = begun[-1].items if begun else None
        return above is not None and not above.loose

    def result(self) -> str:
        """All blocks as Markdown."""
        return "".join(self._pieces)
