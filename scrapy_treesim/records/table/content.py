"""What lies in the records of a region, node by node: data or none, and of what sort."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.analysis.text_kinds import KINDS, LONG, PASSAGE, TEXT, kind_of, text_at
from scrapy_treesim.records.table import _content_cy
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE, SILENT

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

_Descent: TypeAlias = "tuple[list[int | tuple[int, ...]], list[str]]"

_KIND_SHIFT: Final = 64 - len(KINDS) - 2
_VALUE: Final = 1 << 63
_WORDS: Final = 1 << 62
# A passage is text too; what has digits in it has that in common.
_BITS_OF_KIND: Final = {
    kind: 1 << (_KIND_SHIFT + number) | (_WORDS if kind in (TEXT, PASSAGE) else _VALUE)
    for number, kind in enumerate(KINDS)
}
# What has neither a numeral nor a star in it is words; a star's first byte in UTF-8 is E2.
_HINT: Final = bytes(chr(byte).isdecimal() or byte == 0xE2 for byte in range(256))
_LINE: Final = INLINE - tags.numbers("button input svg map object")
"""Tags of what stands in a line of text."""


# As the kernel has them, where compiled constants of C.
_SILENT_ROLE, _INLINE_ROLE = 1, 2


def _role(tag: int) -> int:
    if tag in SILENT:
        return _SILENT_ROLE
    return _INLINE_ROLE if tag in _LINE else 0


_ROLES: Final = array("i", map(_role, range(len(tags.KNOWN))))
_TAG_BITS: Final = array("Q", (1 << tag % _KIND_SHIFT for tag in range(len(tags.KNOWN))))


class Content:
    """What lies below each node of some records.

    Arrays over all nodes of the page, filled inside the records; O(nodes).
    """

    def __init__(self, tree: PageTree, records: Iterable[Sequence[int]]) -> None:
        self.tree = tree
        n = len(tree)
        self.bits = array("Q", bytes(8 * n))
        """For each node a set of the tags and kinds of text below it; 0 where there is no data."""
        self.flow = array("i", bytes(4 * n))
        """1 where more lies below a node than a line of text."""
        self.children = array("i", bytes(4 * n))
        """Children with data."""
        self.only = array("i", bytes(4 * n))
        """The first of these."""
        self.name = array("i", bytes(4 * n))
        """A number for tag, class and itemprop together; 0 for text."""
        self._names: dict[tuple[int, bytes, bytes], int] = {(tags.TEXT, b"", b""): 0}
        roots = array("i", (root for record in records for root in record))
        self._read_texts(roots)
        more = len(tree.names) - len(_ROLES)
        _content_cy.read_content(
            tree.tag,
            tree.parent,
            tree.size,
            tree.first_attribute,
            tree.attribute,
            tree.value_start,
            tree.values,
            roots,
            _ROLES + array("i", bytes(4 * more)),
            _TAG_BITS + array("Q", (1 << number % _KIND_SHIFT for number in range(more))),
            self.bits,
            self.flow,
            self.children,
            self.only,
            self.name,
            self._names,
        )

    def _read_texts(self, roots: array[int]) -> None:
        tree = self.tree
        for node in _content_cy.read_texts(
            tree.tag,
            tree.size,
            tree.start,
            tree.text,
            roots,
            _HINT,
            LONG,
            _BITS_OF_KIND[TEXT],
            _BITS_OF_KIND[PASSAGE],
            self.bits,
        ):
            self.bits[node] = _BITS_OF_KIND[kind_of(text_at(tree, node))]

    @cached_property
    def names(self) -> list[tuple[int, frozenset[str], str | None]]:
        """Tag, class names and itemprop by the number in :attr:`name`."""
        return [
            (tag, frozenset(words.decode("utf-8", "replace").split()), prop.decode() or None)
            for tag, words, prop in self._names
        ]

    def step(self, names: Iterable[int]) -> str:
        """A path's step to nodes called so: the tag and the class names that all of them have."""
        known = [self.names[name] for name in sorted(names) if name]
        if not known:
            return "text"
        common = frozenset.intersection(*(classes for _, classes, _ in known))
        return ".".join((self.tree.names[known[0][0]], *sorted(common)))

    def descend(self, members: Sequence[int | tuple[int, ...]]) -> _Descent | None:
        """The nodes that members lead to through elements with one child, and the steps to them.

        None where a member has more than one child or none, or they part at once.
        """
        single = [node for node in members if isinstance(node, int)]
        if len(single) < len(members):
            return None
        nodes = array("i", single)
        names = _content_cy.descend(nodes, self.tree.tag, self.children, self.only, self.name)
        return ([*nodes], [self.step((name,)) for name in names]) if names else None

    def below(self, node: int) -> list[int]:
        """The children of a node that have data."""
        if self.children[node] < 2:
            return [self.only[node]] if self.children[node] else []
        bits, size = self.bits, self.tree.size
        found = []
        child = self.only[node]
        stop = node + size[node]
        while child < stop:
            if bits[child]:
                found.append(child)
            child += size[child]
        return found

    def lines(self, node: int) -> list[list[int]]:
        """The children with data as runs of inline neighbours; any other is one alone."""
        tree = self.tree
        found: list[list[int]] = []
        joined = False
        for child in tree.children(node):
            if not self.bits[child]:
                joined = joined and tree.tag[child] in _LINE
            elif self.flow[child]:
                found.append([child])
                joined = False
            elif joined:
                found[-1].append(child)
            else:
                found.append([child])
                joined = True
        return found
