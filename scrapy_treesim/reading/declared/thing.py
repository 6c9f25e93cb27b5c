"""Things declared by a page, in any syntax."""

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
"""Largest number of bytes of an element's text read as a value."""
MAX_NAME_CHARS: Final = 100
"""Largest number of characters of the name of a type or property."""
MAX_NAMES: Final = 10
"""Largest number of types of a thing, and of properties of one element."""

_HOLDING: Final = ("content", "datetime", "src", "data-src", "resource")
_ADDRESSES: Final = frozenset(
    "url image availability itemcondition sameas item thumbnailurl contenturl logo photo "
    "mainentityofpage additionaltype license".split()
)


class Marked(NamedTuple):
    """A value in an element, read on demand."""

    tree: PageTree
    node: int
    name: str
    """Name of the property."""

    def read(self) -> str:
        """Return the value in ``content``, ``datetime`` or ``src``, else an address or the text."""
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
    """One thing declared by a page, and its position."""

    syntax: str
    """Syntax: ``json-ld``, ``microdata``, ``rdfa`` or ``opengraph``."""
    types: tuple[str, ...]
    """Types by their local names."""
    properties: Properties
    above: int | None = None
    """Position of the enclosing thing, among all of the syntax."""
    of: str = ""
    """Property of the enclosing thing with this value; empty if merely enclosed."""
    node: int | None = None
    """Element of the declaration."""


@lru_cache(maxsize=1024)
def lower_types(types: tuple[str, ...]) -> tuple[str, ...]:
    """Return types in lower case, as in the tables."""
    return tuple(map(str.lower, types))


def local_names(names: Iterable[str]) -> Iterator[str]:
    """Yield the local names of types or properties, as ``Product`` of ``schema:Product``."""
    return filter(None, map(local_name, names))


def local_name(name: str) -> str:
    """Return the local name of a type or value: ``https://schema.org/Product``, ``gr:Offering``."""
    if name.isalnum() and len(name) <= MAX_NAME_CHARS:
        return name
    name = name.strip()[:MAX_NAME_CHARS].rstrip("/")
    return name[max(map(name.rfind, "/:#")) + 1 :]
