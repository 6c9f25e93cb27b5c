"""The flat tree of one page: every element and every run of text, in preorder."""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from scrapy_treesim.tree import _libxml2_cy, _text_cy, tags
from scrapy_treesim.tree._flat_cy import Attributes, check_runs, fill_sums
from scrapy_treesim.tree.printable import printable
from scrapy_treesim.tree.walk import Read, compiled, read_lxml

if TYPE_CHECKING:
    from lxml import etree

    from scrapy_treesim.tree.grid import Grid

_HTML = tags.NUMBER["html"]
_TAG_COUNT = len(tags.NAMES)
"""Number of known tags, all valid in an XPath."""
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
# Characters that lxml accepts in no expression, and replacements of invalid bytes.
_UNWRITABLE = re.compile(r"[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffd-\uffff]")
_ATTRIBUTE_NUMBERS = {name: number for number, name in enumerate(tags.ATTRIBUTES)}


@dataclass(frozen=True, slots=True, repr=False)
class PageTree:
    """A page's nodes in flat preorder arrays, independent of lxml once read.

    A node is its number in document order; node 0 is the root. The subtree of node ``i`` is the
    slice ``i : i + size[i]``. A second root, which libxml2 makes of content after an early
    ``</html>``, counts as the root's last child. Text of nothing but white space makes no node;
    it stays in :attr:`text`, at the end of the text before it.
    """

    names: list[str]
    """Tag names by tag number: :data:`tags.NAMES`, then the page's own."""
    tag: array[int]
    """Tag number of each node; :data:`tags.TEXT` for text."""
    parent: array[int]
    """Parent of each node; -1 for the root."""
    depth: array[int]
    """Edges from the root."""
    size: array[int]
    """Nodes in the subtree, the node itself included."""
    nth: array[int]
    """Position among the siblings of the same tag, from 1; 0 for the only one."""
    start: array[int]
    """Start of the subtree's text in :attr:`text`; one entry more than nodes,
    for the end."""
    chars: array[int]
    """Characters of text before the node, white space collapsed; one entry more than nodes."""
    linked: array[int]
    """Characters of text inside ``<a>`` before the node, likewise."""
    text: bytes
    """The page's text in UTF-8 as in the source, without script and style; read it
    through :meth:`raw_text`, which blanks control characters."""
    first_attribute: array[int]
    """First entry of each node in :attr:`attribute`; one entry more than nodes."""
    attribute: array[int]
    """Attribute numbers, see :data:`tags.ATTRIBUTES`."""
    value_start: array[int]
    """Start of each value in :attr:`values`; one entry more than attributes."""
    values: bytes
    """Attribute values in UTF-8."""
    scripts: list[tuple[bytes, bytes]]
    """Type and text of each script in UTF-8; they are in no node."""
    attribute_reader: Attributes = field(init=False, repr=False, compare=False)
    """Attributes of all nodes, for kernels."""
    _sibling_positions: array[int] = field(
        default_factory=lambda: array("i"), init=False, repr=False, compare=False
    )
    """Position of each node among its siblings; empty until one is needed."""
    grids: dict[int, Grid | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Grids of tables by node, as far as they are laid."""

    def __post_init__(self) -> None:
        arrays = self.first_attribute, self.attribute, self.value_start, self.values
        object.__setattr__(self, "attribute_reader", Attributes(*arrays))

    def __reduce__(self) -> tuple[type[PageTree], tuple[object, ...]]:
        # Objects of kernels cannot be pickled; they are made anew.
        return PageTree, tuple(getattr(self, slot.name) for slot in fields(self) if slot.init)

    @classmethod
    def read(cls, root: etree._Element) -> PageTree:
        """Walk the subtree of ``root`` once; O(nodes + bytes of text)."""
        return assemble(_libxml2_cy.read if compiled else read_lxml, root)

    def __len__(self) -> int:
        return len(self.tag)

    def __repr__(self) -> str:
        return f"<PageTree of {len(self)} nodes>"

    def name(self, node: int) -> str:
        """Return the node's tag name, ``<text>`` for text."""
        return self.names[self.tag[node]]

    def children(self, node: int) -> Iterator[int]:
        """Yield the node's children, text nodes included, in order."""
        stop = node + self.size[node]
        child = node + 1
        while child < stop:
            yield child
            child += self.size[child]

    def element(self, node: int) -> int:
        """Return the node itself, or the parent of a text."""
        return self.parent[node] if self.tag[node] == tags.TEXT else node

    def upward(self, node: int, most: int = sys.maxsize) -> Iterator[int]:
        """Yield a node, then the elements around it below the root, at most ``most`` in all."""
        while node > 0 and most > 0:
            yield node
            node = self.parent[node]
            most -= 1

    def element_around(self, first: int, last: int) -> int:
        """Return the smallest element with all nodes from one to another."""
        node = self.element(first)
        while node + self.size[node] <= last:
            node = self.parent[node]
        return node

    def raw_text(self, node: int) -> str:
        """Return the text of the subtree as in the source, with nothing between its pieces."""
        return printable(self.text[self.start[node] : self.start[node + self.size[node]]])

    def plain_text(self, node: int) -> str:
        """Return the text of the subtree on one line: :meth:`raw_text`, white space collapsed."""
        start = self.start
        return _text_cy.collapsed(self.text, start[node], start[node + self.size[node]])

    def has_gap(self, node: int) -> bool:
        """Tell whether white space follows an element's start (or an empty element)."""
        return self.start[node + 1] > self.start[node]

    def text_chars(self, node: int) -> int:
        """Count the characters of text in the subtree, white space collapsed in each run."""
        return self.chars[node + self.size[node]] - self.chars[node]

    def linked_chars(self, node: int) -> int:
        """Count the characters of text inside links, as a part of :meth:`text_chars`."""
        return self.linked[node + self.size[node]] - self.linked[node]

    def attributes(self, node: int) -> dict[str, str]:
        """Return the node's attributes among :data:`tags.ATTRIBUTES`."""
        return {
            tags.ATTRIBUTES[self.attribute[entry]]: self.value(entry)
            for entry in range(self.first_attribute[node], self.first_attribute[node + 1])
        }

    def get(self, node: int, name: str) -> str | None:
        """Return the value of an attribute in :data:`tags.ATTRIBUTES`, or None if absent."""
        return self.attribute_reader.get(node, _ATTRIBUTE_NUMBERS[name])

    def value(self, entry: int) -> str:
        """Return the value of an entry of :attr:`attribute`."""
        return self.attribute_reader.text(entry)

    def xpath(self, node: int, namespaced: bool = False) -> str:
        """Return the node's XPath, as ``/html/body/div[2]``; its parent's for a text node.

        ``namespaced``: whether the steps have to match in a document with namespaces.
        """
        steps: list[str] = []
        node = self.element(node)
        while node > 0 and not self._is_further_root(node):
            steps.append(self.xpath_step(node, namespaced))
            node = self.parent[node]
        nth = 1 + max(1, self.nth[node]) if node else int(self._has_further_root())
        steps.append(written_step(self.name(node), nth, 1, namespaced))
        return "/" + "/".join(reversed(steps))

    def xpath_step(self, node: int, namespaced: bool = False) -> str:
        """Return the last step of the XPath of an element below the root."""
        tag = self.tag[node]
        name = self.names[tag]
        if tags.TEXT < tag < _TAG_COUNT and not namespaced:
            nth = self.nth[node]
            return f"{name}[{nth}]" if nth else name
        # The position takes a look at all nodes, and names that need it are rare.
        position = 0 if is_writable(name) else self._sibling_position(node)
        return written_step(name, self.nth[node], position, namespaced)

    def _sibling_position(self, node: int) -> int:
        """Return the element's position among siblings of any tag; all are counted at once."""
        if not self._sibling_positions:
            positions, elements = (array("i", bytes(4 * len(self))) for _ in range(2))
            for i in range(1, len(self)):
                if self.tag[i] != tags.TEXT:
                    elements[self.parent[i]] += 1
                    positions[i] = elements[self.parent[i]]
            self._sibling_positions.extend(positions)
        return self._sibling_positions[node]

    def _is_further_root(self, node: int) -> bool:
        return self.tag[node] == _HTML and self.parent[node] == 0 and self.tag[0] == _HTML

    def _has_further_root(self) -> bool:
        # They come last of the root's children.
        last = len(self) - 1
        while self.parent[last] > 0:
            last = self.parent[last]
        return last > 0 and self._is_further_root(last)


def assemble(read: Callable[[etree._Element, list[str]], Read], root: etree._Element) -> PageTree:
    """Return the tree of ``root`` by one of the two readers.

    The assumptions of all kernels are checked here once: preorder, and offsets inside text and
    values.
    """
    names: list[str] = list(tags.NAMES)
    (
        tag, parent, depth, start, chars, text, first_attribute, attribute, value_start, values,
        scripts,
    ) = read(root, names)  # fmt: skip
    check_runs(start, len(text))
    check_runs(first_attribute, len(attribute))
    check_runs(value_start, len(values))
    size, nth, linked = (array("i", bytes(4 * room)) for room in (len(tag), len(tag), len(chars)))
    fill_sums(tag, parent, size, nth, chars, linked, array("i", bytes(4 * len(names))))
    return PageTree(
        names, tag, parent, depth, size, nth, start, chars, linked, text,
        first_attribute, attribute, value_start, values, scripts,
    )  # fmt: skip


def is_writable(name: str) -> bool:
    """Tell whether a tag's name can be part of an XPath."""
    return _PLAIN_NAME.fullmatch(name) is not None or _UNWRITABLE.search(name) is None


def written_step(name: str, nth: int, position: int, namespaced: bool = False) -> str:
    """Return one step of an XPath for any tag name.

    ``nth`` is the position among siblings of the same tag, 0 for the only one; ``position`` the one
    among all of them, used for names that cannot be part of an XPath.
    """
    if not is_writable(name):
        return f"*[{position}]"
    if namespaced:
        name = f"*[local-name()={_quoted(name)}]"
    elif not _PLAIN_NAME.fullmatch(name):
        name = f"*[name()={_quoted(name)}]"
    return f"{name}[{nth}]" if nth else name


def _quoted(name: str) -> str:
    if '"' not in name:
        return f'"{name}"'
    if "'" not in name:
        return f"'{name}'"
    return "concat(" + ", '\"', ".join(f'"{part}"' for part in name.split('"')) + ")"
