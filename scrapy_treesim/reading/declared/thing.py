"""A thing that a page declares, in whatever syntax."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from scrapy_treesim.tree.printable import printable

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

Properties: TypeAlias = dict[str, Any]
"""Properties of one thing, by the names of schema.org: plain values,
:class:`Marked` ones, further properties, and lists of these; ``@type`` and ``@id`` as in
JSON-LD."""

MAX_TEXT_BYTES: Final = 20_000
"""Bytes of the text of an element that is read as a value."""
MAX_NAME_CHARS: Final = 100
"""Characters of the name of a type or property."""
MAX_NAMES: Final = 10
"""Types of a thing, and properties that one element is."""

_HOLDING: Final = ("content", "datetime", "src", "data-src", "resource")
_ADDRESSES: Final = frozenset(
    "url image availability itemcondition sameas item thumbnailurl contenturl logo photo "
    "mainentityofpage additionaltype license".split()
)


class Marked(NamedTuple):
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


class Thing(NamedTuple):
    """One thing that a page declares, and where it stands."""

    syntax: str
    """``json-ld``, ``microdata``, ``rdfa`` or ``opengraph``."""
    types: tuple[str, ...]
    """Its types by their local names."""
    properties: Properties
    above: int | None = None
    """The position, among those of its syntax, of the thing that it stands in."""
    of: str = ""
    """The property of that thing that it is; empty where it only stands there."""
    node: int | None = None
    """The element that declares it."""


@lru_cache(maxsize=1024)
def lower_types(types: tuple[str, ...]) -> tuple[str, ...]:
    """Types in lower case, as tables have them."""
    return tuple(map(str.lower, types))


def local_names(names: Iterable[str]) -> Iterator[str]:
    """The own names of types and properties, as ``Product`` of ``https://schema.org/Product``."""
    return filter(None, map(local_name, names))


def local_name(name: str) -> str:
    """The own name of a type or value: of ``https://schema.org/Product`` or ``gr:Offering``."""
    if name.isalnum() and len(name) <= MAX_NAME_CHARS:
        return name
    name = name.strip()[:MAX_NAME_CHARS].rstrip("/")
    return name[max(map(name.rfind, "/:#")) + 1 :]
