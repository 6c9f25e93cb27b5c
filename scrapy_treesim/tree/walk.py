"""Readers of a page: from lxml's tree into flat preorder arrays, in one walk.

The compiled one reads libxml2's nodes (see :mod:`._libxml2_cy`); the interpreted one reads the same
tree through lxml's Python API. Both fill the same arrays, to the last byte. Neither recurses, so
depth is bounded by memory alone.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, TypeAlias

from scrapy_treesim.tree import _libxml2_cy, _text_cy, tags

if TYPE_CHECKING:
    from lxml import etree

compiled: bool = _libxml2_cy.compiled
"""True if the kernels run compiled.

>>> compiled in (True, False)
True
"""

checked: bool = _text_cy.checked
"""True if they are compiled to find faults (``TREESIM_CHECKED=1``)."""

_MUTE = tags.numbers("script style")

_ATTRIBUTE_NUMBERS = {name: number for number, name in enumerate(tags.ATTRIBUTES)}

Read: TypeAlias = "tuple[array[int], array[int], array[int], array[int], array[int], bytes, array[int], array[int], array[int], bytes, list[tuple[bytes, bytes]]]"  # noqa: E501
"""Arrays of a page: tag, parent, depth, start, chars, text, first_attribute, attribute,
value_start, values, and the scripts, each with its type."""


def roots_of(root: etree._Element) -> list[etree._Element]:
    """Return the root and the elements beside it, which follow an early ``</html>``."""
    if root.getparent() is not None:
        return [root]
    return [root, *root.itersiblings("*")]


def read_lxml(root: etree._Element, names: list[str]) -> Read:
    """Read through lxml's Python API; append new tag names to ``names``."""
    arrays = _ArrayBuilder(names)
    further_roots = roots_of(root)[:0:-1]
    above, level = -1, 0
    node: etree._Element | None = root
    open_nodes: list[tuple[etree._Element, int]] = []
    while True:
        assert node is not None
        if isinstance(node.tag, str):
            row = arrays.add_element(node, above, level)
            arrays.add_text(node.text, row, level + 1)
            if len(node):
                open_nodes.append((node, above))
                above, level = row, level + 1
                node = node[0]
                continue
        while node is not root:
            arrays.add_text(node.tail, above, level)
            following = node.getnext()
            if following is not None:
                node = following
                break
            node, above = open_nodes.pop()
            level -= 1
        if node is root:
            if not further_roots:
                return arrays.read()
            node = root = further_roots.pop()
            above, level = 0, 1


class _ArrayBuilder:
    """Builder of the arrays of a page."""

    def __init__(self, names: list[str]) -> None:
        self._names = names
        self._numbers = dict(tags.NUMBER)
        self._tag, self._parent, self._depth = array("i"), array("i"), array("i")
        self._start, self._chars, self._first_attribute = array("i"), array("i"), array("i")
        self._attribute, self._value_start = array("i"), array("i")
        self._text: list[bytes] = []
        self._values: list[bytes] = []
        self._scripts: list[tuple[bytes, bytes]] = []
        self._text_bytes = self._value_bytes = 0

    def add_element(self, element: etree._Element, above: int, level: int) -> int:
        """Add an element; return its number."""
        name = element.tag
        if name == "script":
            kind, text = element.get("type") or "", element.text or ""
            self._scripts.append((kind.encode("utf-8", "replace"), text.encode("utf-8", "replace")))
        if name[0] == "{":
            name = name.rpartition("}")[2]
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self._names)
            self._names.append(name)
        self._add(number, above, level, 0)
        for key, value in element.items():
            attribute = _ATTRIBUTE_NUMBERS.get(key)  # type: ignore[arg-type]
            if attribute is not None:
                self._attribute.append(attribute)
                self._value_start.append(self._value_bytes)
                encoded = value.encode("utf-8", "replace")  # type: ignore[union-attr]
                self._values.append(encoded)
                self._value_bytes += len(encoded)
        return len(self._tag) - 1

    def add_text(self, content: str | None, above: int, level: int) -> None:
        """Add a run of text, unless it is code; blank text is added without a node."""
        if not content or self._tag[above] in _MUTE:
            return
        words = content.split()
        if words:
            self._add(tags.TEXT, above, level, sum(map(len, words)) + len(words) - 1)
        encoded = content.encode("utf-8", "replace")
        self._text.append(encoded)
        self._text_bytes += len(encoded)

    def _add(self, number: int, above: int, level: int, own_chars: int) -> None:
        self._tag.append(number)
        self._parent.append(above)
        self._depth.append(level)
        self._start.append(self._text_bytes)
        self._chars.append(own_chars)
        self._first_attribute.append(len(self._attribute))

    def read(self) -> Read:
        """Return the arrays, closing entries included."""
        self._chars.append(0)
        self._start.append(self._text_bytes)
        self._first_attribute.append(len(self._attribute))
        self._value_start.append(self._value_bytes)
        return (self._tag, self._parent, self._depth, self._start, self._chars,
                b"".join(self._text), self._first_attribute, self._attribute, self._value_start,
                b"".join(self._values), self._scripts)  # fmt: skip
