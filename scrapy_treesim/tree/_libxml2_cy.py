"""The compiled reader of a page: libxml2's own nodes, through lxml's public C API.

Only struct members are read and nothing of libxml2 is called, so nothing has to be linked. In one
pass, since most of its time is waiting for memory; arrays double when they are full. The GIL is
not released, so no other thread can change the tree meanwhile. Interpreted, this module has
``compiled`` alone, which is False.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml import etree

    from scrapy_treesim.tree.walk import Read

TEXT = cython.declare(cython.int, tags.TEXT)
_TAG_NUMBERS: dict[bytes, int] = {name.encode(): number for name, number in tags.NUMBER.items()}
_ATTRIBUTE_NUMBERS: dict[bytes, int] = {
    name.encode(): number for number, name in enumerate(tags.ATTRIBUTES)
}

_MOST: int = 2**31 - 2
"""Largest number of nodes, or bytes of text, in the arrays' integers."""
_TOO_LARGE = "the page is larger than 2 GB"

FEWEST: int = 2048
"""Initial room for nodes and attributes; 16 times as many bytes."""

compiled: bool = cython.compiled

if cython.compiled:
    from cython.cimports.libc.string import memcpy, strcmp, strlen
    from cython.cimports.lxml.includes import etreepublic, tree

    etreepublic.import_lxml__etree()

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _is_space(
        text: cython.pointer(cython.uchar), i: cython.Py_ssize_t, length: cython.Py_ssize_t
    ) -> cython.bint:
        """Tell whether a character of UTF-8 is white space to Unicode."""
        c: cython.uint = text[i]
        if c < 0x80:
            return c == 32 or 9 <= c <= 13 or 28 <= c <= 31
        if c < 0xE0:
            return c == 0xC2 and i + 1 < length and (text[i + 1] == 0x85 or text[i + 1] == 0xA0)
        if c > 0xE3 or i + 2 >= length:
            return False
        sign: cython.uint = (c << 16) | (text[i + 1] << 8) | text[i + 2]
        if sign == 0xE19A80 or sign == 0xE2819F or sign == 0xE38080:
            return True
        return 0xE28080 <= sign <= 0xE2808A or 0xE280A8 <= sign <= 0xE280A9 or sign == 0xE280AF

    @cython.cfunc
    @cython.exceptval(check=False)
    def _text_chars(text: cython.pointer(cython.uchar), length: cython.Py_ssize_t) -> cython.int:
        """Return ``len(" ".join(text.split()))`` of UTF-8 bytes."""
        i: cython.Py_ssize_t = 0
        count: cython.int = 0
        in_space: cython.bint = True
        while i < length:
            c: cython.uint = text[i]
            if _is_space(text, i, length):
                in_space = True
            else:
                if in_space and count > 0:
                    count += 1
                in_space = False
                count += 1
            i += 1 if c < 0x80 else (2 if c < 0xE0 else (3 if c < 0xF0 else 4))
            # Most of it is words of ASCII.
            while not in_space and i < length and 32 < text[i] < 0x80:
                i += 1
                count += 1
        return count

    @cython.cfunc
    @cython.exceptval(check=False)
    def _length(content: cython.pointer(tree.xmlChar)) -> cython.Py_ssize_t:
        # libc, not libxml2: nothing of libxml2 is linked.
        if content == cython.NULL:
            return 0
        return strlen(cython.cast(cython.p_char, content))

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_value(piece: cython.pointer(tree.xmlNode)) -> cython.bint:
        # Some XML parsers leave entities unresolved; the reference has the content.
        return _is_text(piece) or piece.type == tree.XML_ENTITY_REF_NODE

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_text(node: cython.pointer(tree.xmlNode)) -> cython.bint:
        return node.type == tree.XML_TEXT_NODE or node.type == tree.XML_CDATA_SECTION_NODE

    @cython.cfunc
    @cython.exceptval(check=False)
    def _next_root(top: cython.pointer(tree.xmlNode)) -> cython.pointer(tree.xmlNode):
        """Return the next root, an element beside it, as after an early ``</html>``."""
        if top.parent != cython.NULL and top.parent.type == tree.XML_ELEMENT_NODE:
            return cython.NULL
        top = top.next
        while top != cython.NULL and top.type != tree.XML_ELEMENT_NODE:
            top = top.next
        return top

    @cython.final
    @cython.cclass
    class _Numbering:
        """Numbers of names, looked up by pointer, since libxml2 interns names."""

        pointers: (cython.pointer(tree.const_xmlChar))[1024]
        numbers: cython.int[1024]
        numbers_by_name: dict

        def __init__(self, numbers_by_name: dict) -> None:
            self.numbers_by_name = numbers_by_name
            for slot in range(1024):
                self.pointers[slot] = cython.NULL

        @cython.cfunc
        @cython.inline
        @cython.exceptval(-2, check=False)
        def get(self, name: cython.pointer(tree.const_xmlChar)) -> cython.int:
            slot: cython.int = cython.cast(cython.size_t, name) & 1023
            if self.pointers[slot] != name:
                return self.look_up(name, slot)
            return self.numbers[slot]

        @cython.cfunc
        @cython.exceptval(-2, check=False)
        def look_up(self, name: cython.pointer(tree.const_xmlChar), slot: cython.int) -> cython.int:
            self.numbers[slot] = self.numbers_by_name.get(cython.cast(bytes, name), -1)
            self.pointers[slot] = name
            return self.numbers[slot]

        @cython.cfunc
        def add(self, name: cython.pointer(tree.const_xmlChar), number: cython.int) -> cython.int:
            slot: cython.int = cython.cast(cython.size_t, name) & 1023
            self.numbers_by_name[cython.cast(bytes, name)] = number
            self.numbers[slot] = number
            return number

    @cython.final
    @cython.cclass
    class _Numbers:
        """A growing array of integers."""

        buffer: array
        view: cython.int[::1]

        def __init__(self) -> None:
            self.buffer = array("i", bytes(4 * FEWEST))
            self.view = self.buffer

        @cython.cfunc
        def double(self) -> cython.void:
            """Double the room."""
            if 2 * len(self.buffer) > _MOST:
                raise ValueError(_TOO_LARGE)
            self.buffer = self.buffer + array("i", bytes(4 * len(self.buffer)))
            self.view = self.buffer

    @cython.final
    @cython.cclass
    class _Utf8:
        """A growing array of bytes."""

        buffer: bytearray
        view: cython.uchar[::1]
        count: cython.Py_ssize_t

        def __init__(self) -> None:
            self.buffer = bytearray(16 * FEWEST)
            self.view = self.buffer
            self.count = 0

        @cython.cfunc
        @cython.exceptval(-1, check=False)
        def add(self, content: cython.pointer(tree.xmlChar)) -> cython.int:
            """Add the content of a node."""
            length: cython.Py_ssize_t = _length(content)
            end: cython.Py_ssize_t = self.count + length
            # One spare byte, so that there is always an address to take.
            if end >= len(self.view):
                if end > _MOST:
                    raise ValueError(_TOO_LARGE)
                self.buffer = self.buffer + bytes(max(end, len(self.buffer)))
                self.view = self.buffer
            if length > 0:
                memcpy(cython.address(self.view[self.count]), content, length)
            self.count = end
            return 0

        @cython.cfunc
        def result(self) -> bytes:
            """Return all bytes."""
            return cython.cast(cython.p_char, cython.address(self.view[0]))[: self.count]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_named(name: cython.pointer(tree.const_xmlChar), expected: cython.p_char) -> cython.bint:
        return strcmp(cython.cast(cython.p_char, name), expected) == 0

    @cython.cfunc
    def _type_of(node: cython.pointer(tree.xmlNode)) -> bytes:
        """Return the value of an element's attribute ``type``."""
        attr: cython.pointer(tree.xmlAttr) = node.properties
        while attr != cython.NULL:
            if attr.ns == cython.NULL and _is_named(attr.name, b"type"):
                pieces = []
                piece: cython.pointer(tree.xmlNode) = attr.children
                while piece != cython.NULL:
                    if _is_value(piece):
                        pieces.append(
                            cython.cast(cython.p_char, piece.content)[: _length(piece.content)]
                        )
                    piece = piece.next
                return b"".join(pieces)
            attr = cython.cast(cython.pointer(tree.xmlAttr), attr.next)
        return b""

    @cython.cfunc
    def _own_text(node: cython.pointer(tree.xmlNode)) -> bytes:
        """Return an element's text before its first child element."""
        node = node.children
        if node == cython.NULL or not _is_text(node):
            return b""
        if node.next == cython.NULL:
            return cython.cast(cython.p_char, node.content)[: _length(node.content)]
        pieces = []
        while node != cython.NULL and _is_text(node):
            if _length(node.content) > 0:
                pieces.append(cython.cast(cython.p_char, node.content)[: _length(node.content)])
            node = node.next
        return b"".join(pieces)

    @cython.final
    @cython.cclass
    class _Walk:
        """Builder of the arrays of a page."""

        names: list
        scripts: list
        tag_numbers: _Numbering
        attribute_numbers: _Numbering
        tag: _Numbers
        parent: _Numbers
        depth: _Numbers
        start: _Numbers
        chars: _Numbers
        first: _Numbers
        attribute: _Numbers
        value: _Numbers
        text: _Utf8
        values: _Utf8
        nodes: cython.Py_ssize_t
        attributes: cython.Py_ssize_t

        def __init__(self, names: list) -> None:
            self.names, self.scripts = names, []
            self.tag_numbers = _Numbering(dict(_TAG_NUMBERS))
            self.attribute_numbers = _Numbering(_ATTRIBUTE_NUMBERS)
            self.tag, self.parent, self.depth = _Numbers(), _Numbers(), _Numbers()
            self.start, self.chars, self.first = _Numbers(), _Numbers(), _Numbers()
            self.attribute, self.value = _Numbers(), _Numbers()
            self.text, self.values = _Utf8(), _Utf8()
            self.nodes = self.attributes = 0

        @cython.cfunc
        @cython.inline
        @cython.exceptval(-1, check=False)
        def add(
            self, number: cython.int, above: cython.int, level: cython.int, start: cython.Py_ssize_t
        ) -> cython.int:
            """Add a node with the start of its text in bytes."""
            i: cython.Py_ssize_t = self.nodes
            self.tag.view[i] = number
            self.parent.view[i] = above
            self.depth.view[i] = level
            self.start.view[i] = start
            self.first.view[i] = self.attributes
            self.nodes += 1
            # The entry after the last node is one too.
            if self.nodes >= len(self.tag.view):
                for ints in (self.tag, self.parent, self.depth, self.start, self.chars, self.first):
                    cython.cast(_Numbers, ints).double()
            return 0

        @cython.cfunc
        @cython.exceptval(-1, check=False)
        def add_element(
            self, node: cython.pointer(tree.xmlNode), above: cython.int, level: cython.int
        ) -> cython.int:
            """Add an element; return the number of its tag."""
            number: cython.int = self.tag_numbers.get(node.name)
            if number < 0:
                number = self.tag_numbers.add(node.name, len(self.names))
                self.names.append(cython.cast(bytes, node.name).decode("utf-8", "replace"))
            self.add(number, above, level, self.text.count)
            attr: cython.pointer(tree.xmlAttr) = node.properties
            while attr != cython.NULL:
                if attr.ns == cython.NULL:
                    attribute: cython.int = self.attribute_numbers.get(attr.name)
                    if attribute >= 0:
                        self.add_attribute(attribute, attr.children)
                attr = cython.cast(cython.pointer(tree.xmlAttr), attr.next)
            return number

        @cython.cfunc
        @cython.exceptval(-1, check=False)
        def add_attribute(
            self, number: cython.int, piece: cython.pointer(tree.xmlNode)
        ) -> cython.int:
            """Add an attribute of the last element, with the pieces of its value."""
            self.attribute.view[self.attributes] = number
            self.value.view[self.attributes] = self.values.count
            self.attributes += 1
            if self.attributes >= len(self.value.view):
                self.attribute.double()
                self.value.double()
            while piece != cython.NULL:
                if _is_value(piece):
                    self.values.add(piece.content)
                piece = piece.next
            return 0

        @cython.cfunc
        @cython.exceptval(-1, check=False)
        def add_text(
            self, node: cython.pointer(tree.xmlNode), above: cython.int, level: cython.int
        ) -> cython.int:
            """Add a run of text from a node on; blank text is added without a node."""
            begin: cython.Py_ssize_t = self.text.count
            while node != cython.NULL and _is_text(node):
                self.text.add(node.content)
                node = node.next
            length: cython.Py_ssize_t = self.text.count - begin
            chars: cython.int = _text_chars(cython.address(self.text.view[begin]), length)
            if chars > 0:
                self.chars.view[self.nodes] = chars
                self.add(TEXT, above, level, begin)
            return 0

        @cython.cfunc
        def result(self) -> tuple:
            """Return the arrays, closing entries included; copies, as memoryviews pin arrays."""
            i: cython.Py_ssize_t = self.nodes
            a: cython.Py_ssize_t = self.attributes
            self.start.view[i] = self.text.count
            self.first.view[i] = a
            self.value.view[a] = self.values.count
            return (self.tag.buffer[:i], self.parent.buffer[:i], self.depth.buffer[:i],
                    self.start.buffer[: i + 1], self.chars.buffer[: i + 1], self.text.result(),
                    self.first.buffer[: i + 1], self.attribute.buffer[:a],
                    self.value.buffer[: a + 1], self.values.result(), self.scripts)  # fmt: skip

    def read(root: etreepublic._Element, names: list) -> tuple:
        """Read the subtree of ``root``; append new tag names to ``names``."""
        walk: _Walk = _Walk(names)
        script: cython.int = tags.NUMBER["script"]
        style: cython.int = tags.NUMBER["style"]
        above: cython.int = -1
        level: cython.int = 0
        mute: cython.bint = False
        top: cython.pointer(tree.xmlNode) = root._c_node
        node: cython.pointer(tree.xmlNode) = top
        while True:
            if node.type == tree.XML_ELEMENT_NODE:
                number: cython.int = walk.add_element(node, above, level)
                if number == script and node.ns == cython.NULL:
                    walk.scripts.append((_type_of(node), _own_text(node)))
                if node.children != cython.NULL:
                    above = walk.nodes - 1
                    level += 1
                    mute = number == script or number == style
                    node = node.children
                    continue
            elif _is_text(node):
                if not mute:
                    walk.add_text(node, above, level)
                while node.next != cython.NULL and _is_text(node.next):
                    node = node.next
            while node != top and node.next == cython.NULL:
                node = node.parent
                above = walk.parent.view[above]
                level -= 1
                number = walk.tag.view[above] if above >= 0 else TEXT
                mute = number == script or number == style
            if node != top:
                node = node.next
                continue
            top = _next_root(top)
            if top == cython.NULL:
                return walk.result()
            node = top
            above = 0
            level = 1
else:
    # For mypy alone: interpreted, there is none.
    read: Callable[[etree._Element, list[str]], Read]
