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
"""Largest number of bytes of a name; values with a longer one are not read."""
MAX_VALUES: Final = 100
"""Largest number of values of one name."""

_META, _LINK = tags.NUMBER["meta"], tags.NUMBER["link"]
_NAMING: Final = frozenset(map(tags.ATTRIBUTES.index, ("name", "property")))
_CONTENT: Final = tags.ATTRIBUTES.index("content")


@dataclass(frozen=True, slots=True)
class MetaTags:
    """Values of a page's ``<meta>`` and ``<link>``."""

    values: Mapping[str, list[str]]
    """Values by name or property in lower case, a dot for each colon."""
    links: Mapping[str, list[str]]
    """Addresses by relation in lower case."""

    @classmethod
    def read(cls, page: Page) -> MetaTags:
        """Read the values of a page; call it through ``page.once``."""
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
                    known_values = values.get(key)
                    if known_values is None:
                        values[key] = [tree.value(content)]
                    elif len(known_values) < MAX_VALUES:
                        known_values.append(tree.value(content))
        links: dict[str, list[str]] = {}
        for node, relations in page.once(relations_of).items():
            for relation in relations if tree.tag[node] == _LINK else ():
                if len(known_values := links.setdefault(relation, [])) < MAX_VALUES:
                    known_values.append(tree.get(node, "href") or "")
        return cls(values, links)

    def texts(self, *names: str) -> Iterator[str]:
        """Yield the values of these names, name by name."""
        return chain.from_iterable(self.values[name] for name in names if name in self.values)


@lru_cache(maxsize=4096)
def _key(name: bytes) -> str:
    """Return a name in lower case, a dot for each colon."""
    return printable(name).strip().lower().replace(":", ".")


MAX_RELATION_BYTES: Final = 200
"""Largest number of bytes read of a ``rel``."""

DECLARING: Final = frozenset("author canonical category licence license next prev tag".split())
"""Relations read, in lower case."""
_IS_REL: Final = bytes(name == "rel" for name in tags.ATTRIBUTES)


def relations_of(page: Page) -> Mapping[int, frozenset[str]]:
    """Return the nodes with such relations, in order; call it through ``page.once``."""
    tree = page.tree
    relations: dict[int, frozenset[str]] = {}
    values, starts = tree.values, tree.value_start
    for entry in nodes_of(tree.attribute, _IS_REL):
        start = starts[entry]
        if declaring := _relations_in(
            values[start : min(starts[entry + 1], start + MAX_RELATION_BYTES)]
        ):
            relations[bisect_right(tree.first_attribute, entry) - 1] = declaring
    return relations


@lru_cache(maxsize=1024)
def _relations_in(rel: bytes) -> frozenset[str]:
    return DECLARING & {*printable(rel).lower().split()}
