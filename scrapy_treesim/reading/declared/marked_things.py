"""Things declared by attributes of elements, in microdata and RDFa."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scrapy_treesim.reading.declared.thing import (
    MAX_NAMES,
    Marked,
    Properties,
    Thing,
    local_name,
    local_names,
)
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.printable import printable

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_MARKED: Final = 10_000
"""Largest number of attributes read of one syntax."""
MAX_VALUES: Final = 100
"""Largest number of values of one property."""
MAX_ATTRIBUTE_BYTES: Final = 1_000
"""Largest number of bytes read of an attribute with names of types or properties."""

NODE: Final = "@node"
"""Property for the element of a thing."""

_VOCABULARIES: Final = (
    "schema.org", "data-vocabulary.org", "purl.org/goodrelations", "ogp.me/ns"
)  # fmt: skip
_PREFIXES: Final = frozenset(("", "schema", "s", "v", "gr", "product", "og", "books"))
_IS_TYPEOF: Final = bytes(name == "typeof" for name in tags.ATTRIBUTES)


def read_microdata(page: Page) -> list[Thing]:
    """Read the things in order, the first one for properties of no thing; call it through
    ``page.once``."""
    return _read(page.tree, _MICRODATA)


def read_rdfa(page: Page) -> list[Thing]:
    """Read RDFa likewise: a simple subset, of known vocabularies."""
    tree = page.tree
    if not nodes_of(tree.attribute, _IS_TYPEOF):
        return []
    return _read(tree, _RDFA)


def _read(tree: PageTree, syntax: _Syntax) -> list[Thing]:
    """Return the things of one syntax in order, the first one for properties of no thing."""
    name, typing, naming, further, names_in = syntax
    is_read = bytes(number in (typing, naming, further) for number in range(len(tags.ATTRIBUTES)))
    things = [Thing(name, (), {})]
    open_things = [0]
    ends = [len(tree)]
    attribute, starts = tree.attribute, tree.first_attribute
    entries = nodes_of(attribute, is_read)[:MAX_MARKED]
    i = 0
    while i < len(entries):
        node = bisect_right(starts, entries[i]) - 1
        names: tuple[str, ...] = ()
        types: tuple[str, ...] | None = None
        while i < len(entries) and entries[i] < starts[node + 1]:
            entry = entries[i]
            i += 1
            raw = tree.values[tree.value_start[entry] : tree.value_start[entry + 1]]
            if attribute[entry] == naming:
                names = names_in(raw[:MAX_ATTRIBUTE_BYTES])
            elif attribute[entry] == typing:
                types = names_in(raw[:MAX_ATTRIBUTE_BYTES])
            else:
                types = types or ()
        while node >= ends[-1]:
            open_things.pop()
            ends.pop()
        above = open_things[-1]
        properties: Properties | None = None
        if types is not None:
            properties = {"@type": [*types], NODE: node}
            of = names[0] if names else ""
            open_things.append(len(things))
            ends.append(node + tree.size[node])
            things.append(Thing(name, types, properties, above or None, of, node))
        for property_name in names:
            marked = Marked(tree, node, property_name) if properties is None else properties
            _add(things[above].properties, property_name, marked)
    return things


def _add(properties: Properties, name: str, value: Any) -> None:
    if not name.startswith("@") and len(values := properties.setdefault(name, [])) < MAX_VALUES:
        values.append(value)


@lru_cache(maxsize=1024)
def _local_names(attribute: bytes) -> tuple[str, ...]:
    """Return the local names in an attribute."""
    return tuple(local_names(printable(attribute).split()[:MAX_NAMES]))


@lru_cache(maxsize=1024)
def _vocabulary_names(attribute: bytes) -> tuple[str, ...]:
    """Return the local names in an attribute, of known vocabularies alone."""
    return tuple(filter(None, map(_vocabulary_name, printable(attribute).split()[:MAX_NAMES])))


def _vocabulary_name(name: str) -> str:
    prefix, colon, rest = name.partition(":")
    if "//" in name:
        return local_name(name) if any(vocabulary in name for vocabulary in _VOCABULARIES) else ""
    return local_name(rest if colon else name) if not colon or prefix in _PREFIXES else ""


class _Syntax(NamedTuple):
    """Attributes of a syntax by number, and the reader of their names."""

    name: str
    types: int
    properties: int
    scope: int
    names_in: Callable[[bytes], tuple[str, ...]]


_ITEMTYPE, _ITEMPROP, _ITEMSCOPE, _TYPEOF, _PROPERTY = map(
    tags.ATTRIBUTES.index, ("itemtype", "itemprop", "itemscope", "typeof", "property")
)
_MICRODATA: Final = _Syntax("microdata", _ITEMTYPE, _ITEMPROP, _ITEMSCOPE, _local_names)
_RDFA: Final = _Syntax("rdfa", _TYPEOF, _PROPERTY, _TYPEOF, _vocabulary_names)
