"""Things that attributes of elements declare, in microdata and RDFa."""

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
"""Attributes that declare something, of one syntax, that are looked at."""
MAX_VALUES: Final = 100
"""Values that are kept of one property."""
MAX_SAID_BYTES: Final = 1_000
"""Bytes of an attribute with the names of types or properties that are read."""

NODE: Final = "@node"
"""The property that has the element of a thing."""

_VOCABULARIES: Final = (
    "schema.org", "data-vocabulary.org", "purl.org/goodrelations", "ogp.me/ns"
)  # fmt: skip
_PREFIXES: Final = frozenset(("", "schema", "s", "v", "gr", "product", "og", "books"))
_IS_TYPEOF: Final = bytes(name == "typeof" for name in tags.ATTRIBUTES)


def read_microdata(page: Page) -> list[Thing]:
    """Read the things in order, and first, without types, what is said of no thing; to be asked
    once a page."""
    return _read(page.tree, _MICRODATA)


def read_rdfa(page: Page) -> list[Thing]:
    """The same of RDFa: a simple subset, of known vocabularies."""
    tree = page.tree
    if not nodes_of(tree.attribute, _IS_TYPEOF):
        return []
    return _read(tree, _RDFA)


def _read(tree: PageTree, syntax: _Syntax) -> list[Thing]:
    """The things of one syntax in order, and first, without types, what is said of none."""
    name, typing, naming, further, names_in = syntax
    wanted = bytes(number in (typing, naming, further) for number in range(len(tags.ATTRIBUTES)))
    things = [Thing(name, (), {})]
    open_things = [0]
    ends = [len(tree)]
    attribute, starts = tree.attribute, tree.first_attribute
    entries = nodes_of(attribute, wanted)[:MAX_MARKED]
    at = 0
    while at < len(entries):
        node = bisect_right(starts, entries[at]) - 1
        names: tuple[str, ...] = ()
        types: tuple[str, ...] | None = None
        while at < len(entries) and entries[at] < starts[node + 1]:
            entry = entries[at]
            at += 1
            said = tree.values[tree.value_start[entry] : tree.value_start[entry + 1]]
            if attribute[entry] == naming:
                names = names_in(said[:MAX_SAID_BYTES])
            elif attribute[entry] == typing:
                types = names_in(said[:MAX_SAID_BYTES])
            else:
                types = types or ()
        while node >= ends[-1]:
            open_things.pop()
            ends.pop()
        above = open_things[-1]
        own: Properties | None = None
        if types is not None:
            own = {"@type": [*types], NODE: node}
            of = names[0] if names else ""
            open_things.append(len(things))
            ends.append(node + tree.size[node])
            things.append(Thing(name, types, own, above or None, of, node))
        for one in names:
            value = Marked(tree, node, one) if own is None else own
            _add(things[above].properties, one, value)
    return things


def _add(properties: Properties, name: str, value: Any) -> None:
    if not name.startswith("@") and len(said := properties.setdefault(name, [])) < MAX_VALUES:
        said.append(value)


@lru_cache(maxsize=1024)
def _local(said: bytes) -> tuple[str, ...]:
    """The own names in an attribute."""
    return tuple(local_names(printable(said).split()[:MAX_NAMES]))


@lru_cache(maxsize=1024)
def _known(said: bytes) -> tuple[str, ...]:
    """The own names of what known vocabularies have."""
    return tuple(filter(None, map(_known_name, printable(said).split()[:MAX_NAMES])))


def _known_name(name: str) -> str:
    prefix, colon, rest = name.partition(":")
    if "//" in name:
        return local_name(name) if any(one in name for one in _VOCABULARIES) else ""
    return local_name(rest if colon else name) if not colon or prefix in _PREFIXES else ""


class _Syntax(NamedTuple):
    """The attributes of a syntax, by their numbers, and what reads names in them."""

    name: str
    types: int
    properties: int
    scope: int
    names_in: Callable[[bytes], tuple[str, ...]]


_ITEMTYPE, _ITEMPROP, _ITEMSCOPE, _TYPEOF, _PROPERTY = map(
    tags.ATTRIBUTES.index, ("itemtype", "itemprop", "itemscope", "typeof", "property")
)
_MICRODATA: Final = _Syntax("microdata", _ITEMTYPE, _ITEMPROP, _ITEMSCOPE, _local)
_RDFA: Final = _Syntax("rdfa", _TYPEOF, _PROPERTY, _TYPEOF, _known)
