"""The flat tree of one page: every element and every run of text, in preorder."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from scrapy_treesim.tree import _attributes_cy, _libxml2_cy, _text_cy, tags
from scrapy_treesim.tree._flat_cy import check_runs, fill_sums
from scrapy_treesim.tree.printable import printable
from scrapy_treesim.tree.walk import Read, compiled, read_lxml

if TYPE_CHECKING:
    from lxml import etree

_HTML = tags.NUMBER["html"]
_KNOWN = len(tags.KNOWN)
"""All of these can be written in an XPath."""
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
# What lxml takes in no expression, and what a reader puts for bytes that are no text.
_UNWRITABLE = re.compile(r"[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffd-\uffff]")
_ATTRIBUTE_NUMBERS = {name: number for number, name in enumerate(tags.ATTRIBUTES)}


@dataclass(frozen=True, slots=True, repr=False)
class PageTree:
    """A page's nodes in flat preorder arrays, apart from lxml once read.

    A node is its number in document order; node 0 is the root. The subtree of node ``i`` is the
    slice ``i : i + size[i]``. What libxml2 makes a second root (whatever follows an early
    ``</html>``) counts as the root's last child. Text that is nothing but white space makes no
    node; it stays in :attr:`text`, at the end of what precedes it.
    """

    names: list[str]
    """Tag names by tag number: :data:`tags.KNOWN`, then the page's own."""
    tag: array[int]
    """Tag number of each node; :data:`tags.TEXT` for text."""
    parent: array[int]
    """Parent of each node; -1 for the root."""
    depth: array[int]
    """Edges from the root."""
    size: array[int]
    """Nodes in the subtree, the node itself included."""
    nth: array[int]
    """Place among the siblings of the same tag, from 1; 0 where there is no other."""
    start: array[int]
    """Start of the subtree's text in :attr:`text`; one entry more than nodes,
    for the end."""
    chars: array[int]
    """Characters of text before the node, white space collapsed; one entry more than nodes."""
    linked: array[int]
    """The same, of text inside ``<a>``."""
    text: bytes
    """The page's text in UTF-8, as it stands in the source, without script and style; read it
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
    """The type and the text of each script in UTF-8, which no node has."""
    held: _attributes_cy.Attributes = field(init=False, repr=False, compare=False)
    """The attributes as kernels read them."""
    _places: array[int] = field(
        default_factory=lambda: array("i"), init=False, repr=False, compare=False
    )
    """Place of each node among its siblings; empty until one is asked for."""

    def __post_init__(self) -> None:
        held = self.first_attribute, self.attribute, self.value_start, self.values
        object.__setattr__(self, "held", _attributes_cy.Attributes(*held))

    def __reduce__(self) -> tuple[type[PageTree], tuple[object, ...]]:
        # What a kernel reads cannot be copied with it; it is made anew.
        return PageTree, tuple(getattr(self, one.name) for one in fields(self) if one.init)

    @classmethod
    def read(cls, root: etree._Element) -> PageTree:
        """Walk the subtree of ``root`` once; O(nodes + bytes of text)."""
        return assemble(_libxml2_cy.read if compiled else read_lxml, root)

    def __len__(self) -> int:
        return len(self.tag)

    def __repr__(self) -> str:
        return f"<PageTree of {len(self)} nodes>"

    def name(self, node: int) -> str:
        """The node's tag name, ``<text>`` for text."""
        return self.names[self.tag[node]]

    def children(self, node: int) -> Iterator[int]:
        """The node's children, text nodes among them, in order."""
        stop = node + self.size[node]
        child = node + 1
        while child < stop:
            yield child
            child += self.size[child]

    def raw_text(self, node: int) -> str:
        """The text of the subtree as it stands in the source, nothing put between its pieces."""
        return printable(self.text[self.start[node] : self.start[node + self.size[node]]])

    def plain_text(self, node: int) -> str:
        """The text of the subtree on one line: :meth:`raw_text`, white space collapsed."""
        start = self.start
        return _text_cy.collapsed(self.text, start[node], start[node + self.size[node]])

    def has_gap(self, node: int) -> bool:
        """Tell whether white space follows an element's start (or an empty element)."""
        return self.start[node + 1] > self.start[node]

    def text_chars(self, node: int) -> int:
        """Characters of text in the subtree, white space collapsed in each run of text."""
        return self.chars[node + self.size[node]] - self.chars[node]

    def linked_chars(self, node: int) -> int:
        """The part of :meth:`text_chars` that lies inside links."""
        return self.linked[node + self.size[node]] - self.linked[node]

    def attributes(self, node: int) -> dict[str, str]:
        """The node's attributes among :data:`tags.ATTRIBUTES`."""
        return {
            tags.ATTRIBUTES[self.attribute[entry]]: self.value(entry)
            for entry in range(self.first_attribute[node], self.first_attribute[node + 1])
        }

    def get(self, node: int, name: str) -> str | None:
        """The value of an attribute among :data:`tags.ATTRIBUTES`, None where it is not given."""
        return self.held.get(node, _ATTRIBUTE_NUMBERS[name])

    def value(self, entry: int) -> str:
        """The value of an entry of :attr:`attribute`."""
        return self.held.text(entry)

    def xpath(self, node: int, namespaced: bool = False) -> str:
        """The node's place, as ``/html/body/div[2]``; of a text node, its parent's.

        ``namespaced``: whether the steps have to hold in a document with namespaces.
        """
        steps: list[str] = []
        if self.tag[node] == tags.TEXT:
            node = self.parent[node]
        while node > 0 and not self._is_further_root(node):
            steps.append(self.xpath_step(node, namespaced))
            node = self.parent[node]
        nth = 1 + max(1, self.nth[node]) if node else int(self._has_further_root())
        steps.append(written_step(self.name(node), nth, 1, namespaced))
        return "/" + "/".join(reversed(steps))

    def xpath_step(self, node: int, namespaced: bool = False) -> str:
        """The last step of the XPath of an element below the root."""
        tag = self.tag[node]
        name = self.names[tag]
        if tags.TEXT < tag < _KNOWN and not namespaced:
            nth = self.nth[node]
            return f"{name}[{nth}]" if nth else name
        # The place takes a look at all nodes, and names that want it are rare.
        place = 0 if is_writable(name) else self._place(node)
        return written_step(name, self.nth[node], place, namespaced)

    def _place(self, node: int) -> int:
        """The element's place among its siblings, whatever their tags; all are counted at once."""
        if not self._places:
            places, elements = (array("i", bytes(4 * len(self))) for _ in range(2))
            for i in range(1, len(self)):
                if self.tag[i] != tags.TEXT:
                    elements[self.parent[i]] += 1
                    places[i] = elements[self.parent[i]]
            self._places.extend(places)
        return self._places[node]

    def _is_further_root(self, node: int) -> bool:
        return self.tag[node] == _HTML and self.parent[node] == 0 and self.tag[0] == _HTML

    def _has_further_root(self) -> bool:
        # They come last of the root's children.
        last = len(self) - 1
        while self.parent[last] > 0:
            last = self.parent[last]
        return last > 0 and self._is_further_root(last)


def assemble(read: Callable[[etree._Element, list[str]], Read], root: etree._Element) -> PageTree:
    """The tree of ``root`` by one of the two readers.

    What all kernels rely on is checked here once: preorder, and places inside text and values.
    """
    names: list[str] = list(tags.KNOWN)
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
    """Tell whether an XPath can have a tag's name in it."""
    return _PLAIN_NAME.fullmatch(name) is not None or _UNWRITABLE.search(name) is None


def written_step(name: str, nth: int, place: int, namespaced: bool = False) -> str:
    """One step of an XPath, whatever the tag is called.

    ``nth`` is the place among siblings of the same tag, 0 where there is no other; ``place`` that
    among all of them, which stands for names that no XPath can have in it.
    """
    if not is_writable(name):
        return f"*[{place}]"
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
