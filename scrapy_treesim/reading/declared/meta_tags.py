"""Declared data in ``<meta>`` and ``<link>``."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.printable import printable

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_KEY_BYTES: Final = 100
"""Bytes of a name; what has a longer one is not read."""
MAX_VALUES: Final = 100
"""Values of one name."""

_META, _LINK = tags.NUMBER["meta"], tags.NUMBER["link"]
_NAMING: Final = frozenset(map(tags.ATTRIBUTES.index, ("name", "property")))
_CONTENT: Final = tags.ATTRIBUTES.index("content")


@dataclass(frozen=True, slots=True)
class MetaTags:
    """The values of a page's ``<meta>`` and ``<link>``."""

    values: Mapping[str, list[str]]
    """By name or property in lower case, a dot for each colon."""
    links: Mapping[str, list[str]]
    """Addresses by the relation that they have, in lower case."""

    @classmethod
    def read(cls, page: Page) -> MetaTags:
        """Read those of a page; to be asked once a page."""
        tree = page.tree
        attribute, starts, first = tree.attribute, tree.value_start, tree.first_attribute
        values: dict[str, list[str]] = {}
        for node in page.of_tag(_META):
            content = -1
            names: list[str] = []
            for entry in range(first[node], first[node + 1]):
                number = attribute[entry]
                if number == _CONTENT:
                    content = entry
                elif number in _NAMING and (0 < starts[entry + 1] - starts[entry] <= MAX_KEY_BYTES):
                    names.append(_key(tree.values[starts[entry] : starts[entry + 1]]))
            if content >= 0:
                for key in dict.fromkeys(names) if len(names) > 1 else names:
                    said = values.get(key)
                    if said is None:
                        values[key] = [tree.value(content)]
                    elif len(said) < MAX_VALUES:
                        said.append(tree.value(content))
        links: dict[str, list[str]] = {}
        for node, relations in page.once(relations_of).items():
            for relation in relations if tree.tag[node] == _LINK else ():
                if len(said := links.setdefault(relation, [])) < MAX_VALUES:
                    said.append(tree.get(node, "href") or "")
        return cls(values, links)

    def texts(self, *names: str) -> Iterator[str]:
        """The values of these names, name by name."""
        return chain.from_iterable(self.values[name] for name in names if name in self.values)


@lru_cache(maxsize=4096)
def _key(name: bytes) -> str:
    """A name in lower case, a dot for each colon."""
    return printable(name).strip().lower().replace(":", ".")


MAX_RELATION_BYTES: Final = 200
"""Bytes of a ``rel`` that are read."""

DECLARING: Final = frozenset("author canonical category licence license next prev tag".split())
"""The relations that are read, in lower case."""
_IS_REL: Final = bytes(name == "rel" for name in tags.ATTRIBUTES)


def relations_of(page: Page) -> Mapping[int, frozenset[str]]:
    """The nodes that have such relations, in order, with them; to be asked once a page."""
    tree = page.tree
    found: dict[int, frozenset[str]] = {}
    values, starts = tree.values, tree.value_start
    for entry in nodes_of(tree.attribute, _IS_REL):
        start = starts[entry]
        if said := _relations_in(
            values[start : min(starts[entry + 1], start + MAX_RELATION_BYTES)]
        ):
            found[bisect_right(tree.first_attribute, entry) - 1] = said
    return found


@lru_cache(maxsize=1024)
def _relations_in(said: bytes) -> frozenset[str]:
    return DECLARING & {*printable(said).lower().split()}
