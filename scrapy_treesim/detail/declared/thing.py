"""A thing as some syntax declares it, before its fields are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scrapy_treesim.tree.printable import printable

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

Properties: TypeAlias = dict[str, Any]
"""What is said of one thing, by the names of schema.org: plain values, :class:`Marked` ones,
further properties, and lists of these; ``@type`` and ``@id`` as in JSON-LD."""

MAX_TEXT_BYTES: Final = 20_000
"""Bytes of the text of an element that is read as a value."""

_HOLDING: Final = ("content", "datetime", "src", "data-src", "resource")
_ADDRESSES: Final = frozenset(
    "url image availability itemcondition sameas item thumbnailurl contenturl logo photo "
    "mainentityofpage additionaltype".split()
)


@dataclass(frozen=True, slots=True)
class Marked:
    """A value that an element holds; read once it is asked for."""

    tree: PageTree
    node: int
    name: str
    """The name of the property."""

    def read(self) -> str:
        """The value in ``content``, ``datetime`` or ``src``, else an address or the text."""
        tree, node = self.tree, self.node
        for name in _HOLDING:
            if value := tree.get(node, name):
                return value
        address = tree.get(node, "href") or ""
        if address and self.name.lower() in _ADDRESSES:
            return address
        start = tree.start[node]
        stop = min(tree.start[node + tree.size[node]], start + MAX_TEXT_BYTES)
        text = printable(tree.text[start:stop]).strip()
        return text or tree.get(node, "value") or address


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing that a page declares, and where it stands."""

    syntax: str
    types: tuple[str, ...]
    """Its types by their local names."""
    properties: Properties
    is_nested: bool = False
    """Whether it is said of another thing: related to it, an entry of a list, reviewed ..."""
    node: int | None = None
    """The element that declares it."""


def local_name(name: str) -> str:
    """The own name of a type or value: of ``https://schema.org/Product`` or ``gr:Offering``."""
    if name.isalnum() and len(name) <= MAX_NAME_CHARS:
        return name
    name = name.strip()[:MAX_NAME_CHARS].rstrip("/")
    return name[max(map(name.rfind, "/:#")) + 1 :]


MAX_NAME_CHARS: Final = 100
"""Characters of the name of a type or property."""
