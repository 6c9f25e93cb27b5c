"""The one walk of a page: from lxml's tree into flat preorder arrays.

Compiled, it reads libxml2's nodes (see :mod:`._libxml2_cy`); interpreted, it reads the same tree
through lxml's Python API. Both fill the same arrays, to the last byte. Neither recurses, so that
depth is bounded by memory alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from scrapy_treesim.tree import _libxml2_cy, tags
from scrapy_treesim.tree._sums_cy import fill_sums

if TYPE_CHECKING:
    from lxml import etree

compiled: bool = _libxml2_cy.compiled
"""Whether the kernels run compiled."""

_CONTROLS = bytes(c for c in range(32) if c not in b"\t\n\r") + b"\x7f"
_NO_CONTROLS = bytes.maketrans(_CONTROLS, b" " * len(_CONTROLS))
_MUTE = tags.numbers("script style")

Read: TypeAlias = "tuple[array[int], array[int], array[int], array[int], array[int], bytes, array[int], array[int], array[int], bytes]"  # noqa: E501
"""tag, parent, depth, start, chars, text, first_attribute, attribute, value_start, values."""


class Walk(NamedTuple):
    """The arrays of :class:`scrapy_treesim.tree.PageTree`, which documents them."""

    names: list[str]
    tag: array[int]
    parent: array[int]
    depth: array[int]
    size: array[int]
    nth: array[int]
    start: array[int]
    chars: array[int]
    linked: array[int]
    text: bytes
    first_attribute: array[int]
    attribute: array[int]
    value_start: array[int]
    values: bytes


def walk(root: etree._Element) -> Walk:
    """Read the subtree of ``root`` in one pass, O(nodes + bytes)."""
    return assemble(_libxml2_cy.read if compiled else read_lxml, root)


def roots_of(root: etree._Element) -> list[etree._Element]:
    """The root and the elements beside it: libxml2 makes what follows an early ``</html>`` one."""
    if root.getparent() is not None:
        return [root]
    return [root, *root.itersiblings("*")]


def assemble(read: Callable[[etree._Element, list[str]], Read], root: etree._Element) -> Walk:
    """The walk of ``root`` by one of the two readers."""
    names: list[str] = list(tags.KNOWN)
    tag, parent, depth, start, chars, text, first_attribute, attribute, value_start, values = read(
        root, names
    )
    size, nth, linked = (array("i", bytes(4 * room)) for room in (len(tag), len(tag), len(chars)))
    fill_sums(tag, parent, size, nth, chars, linked, array("i", bytes(4 * len(names))))
    return Walk(
        names, tag, parent, depth, size, nth, start, chars, linked, _printable(text),
        first_attribute, attribute, value_start, _printable(values),
    )  # fmt: skip


def _printable(text: bytes) -> bytes:
    """The same with what XML has no place for (so XML feeds neither) blanked, byte for byte."""
    text = text.translate(_NO_CONTROLS)
    for alien in (b"\xef\xbf\xbe", b"\xef\xbf\xbf"):
        text = text.replace(alien, b"\xef\xbf\xbd")
    return text


def read_lxml(root: etree._Element, names: list[str]) -> Read:
    """Read through lxml's Python API; names that are new to ``names`` are appended to it."""
    tag, parent, depth = array("i"), array("i"), array("i")
    start, chars = array("i"), array("i")
    first_attribute, attribute, value_start = array("i"), array("i"), array("i")
    numbers = dict(tags.NUMBER)
    wanted = {name: number for number, name in enumerate(tags.ATTRIBUTES)}
    text: list[bytes] = []
    values: list[bytes] = []
    text_bytes = value_bytes = 0

    def add(number: int, above: int, level: int, own_chars: int) -> None:
        tag.append(number)
        parent.append(above)
        depth.append(level)
        start.append(text_bytes)
        chars.append(own_chars)
        first_attribute.append(len(attribute))

    def add_text(content: str | None, above: int, level: int) -> None:
        nonlocal text_bytes
        if not content or tag[above] in _MUTE:
            return
        words = content.split()
        if words:
            add(tags.TEXT, above, level, sum(map(len, words)) + len(words) - 1)
        data = content.encode("utf-8", "replace")
        text.append(data)
        text_bytes += len(data)

    further_roots = roots_of(root)[:0:-1]
    above, level = -1, 0
    node: etree._Element | None = root
    open_nodes: list[tuple[etree._Element, int]] = []
    while True:
        assert node is not None
        if isinstance(node.tag, str):
            name = node.tag
            if name[0] == "{":
                name = name.rpartition("}")[2]
            number = numbers.get(name)
            if number is None:
                number = numbers[name] = len(names)
                names.append(name)
            here = len(tag)
            add(number, above, level, 0)
            for key, value in node.items():
                attribute_number = wanted.get(key)  # type: ignore[arg-type]
                if attribute_number is not None:
                    attribute.append(attribute_number)
                    value_start.append(value_bytes)
                    data = value.encode("utf-8", "replace")  # type: ignore[union-attr]
                    values.append(data)
                    value_bytes += len(data)
            add_text(node.text, here, level + 1)
            if len(node):
                open_nodes.append((node, above))
                above, level = here, level + 1
                node = node[0]
                continue
        while node is not root:
            add_text(node.tail, above, level)
            following = node.getnext()
            if following is not None:
                node = following
                break
            node, above = open_nodes.pop()
            level -= 1
        if node is root:
            if not further_roots:
                break
            node = root = further_roots.pop()
            above, level = 0, 1
    chars.append(0)
    start.append(text_bytes)
    first_attribute.append(len(attribute))
    value_start.append(value_bytes)
    return (tag, parent, depth, start, chars, b"".join(text),
            first_attribute, attribute, value_start, b"".join(values))  # fmt: skip
