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
    from scrapy_treesim.tree import PageTree

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
        values: dict[str, list[str]] = {}
        for node in page.of_tag(_META):
            names, content = _names_and_content(page.tree, node)
            if content >= 0:
                for name in dict.fromkeys(names) if len(names) > 1 else names:
                    _add(values, name, page.tree.value(content))
        links: dict[str, list[str]] = {}
        for node, relations in page.once(relations_of).items():
            for relation in relations if page.tree.tag[node] == _LINK else ():
                _add(links, relation, page.tree.get(node, "href") or "")
        return cls(values, links)

    def texts(self, *names: str) -> Iterator[str]:
        """Yield the values of these names, name by name."""
        return chain.from_iterable(self.values[name] for name in names if name in self.values)


def _names_and_content(tree: PageTree, node: int) -> tuple[list[str], int]:
    """Return the names of a ``<meta>``, and its last attribute with content; -1 for none."""
    starts, content = tree.value_start, -1
    names: list[str] = []
    for entry in range(tree.first_attribute[node], tree.first_attribute[node + 1]):
        number = tree.attribute[entry]
        if number == _CONTENT:
            content = entry
        elif number in _NAMING and 0 < starts[entry + 1] - starts[entry] <= MAX_KEY_BYTES:
            names.append(_key(tree.values[starts[entry] : starts[entry + 1]]))
    return names, content


def _add(values: dict[str, list[str]], key: str, value: str) -> None:
    if len(of_key := values.setdefault(key, [])) < MAX_VALUES:
        of_key.append(value)


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
