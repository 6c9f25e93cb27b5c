"""The compiled reader of a page: libxml2's own nodes, through lxml's public C API.

Only struct members are read and nothing of libxml2 is called, so nothing has to be linked. In one
pass, for most of it is waiting for memory; arrays double where there is no room left. The GIL is
kept, so that no other thread can change the tree meanwhile. Interpreted, this module offers nothing
but the word that it is not compiled.
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
"""Nodes, or bytes of text, that the arrays' numbers can count."""
_TOO_LARGE = "the page is larger than 2 GB"

FEWEST: int = 2048
"""Nodes, and attributes, that there is room for at first; 16 times as many bytes."""

compiled: bool = cython.compiled

if cython.compiled:
    from cython.cimports.libc.string import memcpy, strcmp, strlen
    from cython.cimports.lxml.includes import etreepublic, tree

    etreepublic.import_lxml__etree()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _text_chars(text: cython.pointer(cython.uchar), length: cython.Py_ssize_t) -> cython.int:
        """``len(" ".join(text.split()))`` of UTF-8 bytes."""
        i: cython.Py_ssize_t = 0
        count: cython.int = 0
        in_space: cython.bint = True
        space: cython.bint
        c: cython.uchar
        c2: cython.uchar
        while i < length:
            c = text[i]
            if 32 < c < 0x80:
                # Most of it is words of ASCII.
                if in_space and count > 0:
                    count += 1
                in_space = False
                while i < length and 32 < text[i] < 0x80:
                    i += 1
                    count += 1
                continue
            if c < 0x80:
                space = c == 32 or 9 <= c <= 13 or 28 <= c <= 31
                i += 1
            elif c < 0xE0:
                c2 = text[i + 1] if i + 1 < length else 0
                space = c == 0xC2 and (c2 == 0x85 or c2 == 0xA0)
                i += 2
            elif c < 0xF0:
                c2 = text[i + 1] if i + 1 < length else 0
                space = False
                if c == 0xE2 and i + 2 < length:
                    if c2 == 0x80:
                        space = (
                            text[i + 2] <= 0x8A
                            or 0xA8 <= text[i + 2] <= 0xA9
                            or text[i + 2] == 0xAF
                        )
                    elif c2 == 0x81:
                        space = text[i + 2] == 0x9F
                elif c == 0xE3 and i + 2 < length:
                    space = c2 == 0x80 and text[i + 2] == 0x80
                elif c == 0xE1 and i + 2 < length:
                    space = c2 == 0x9A and text[i + 2] == 0x80
                i += 3
            else:
                space = False
                i += 4
            if space:
                in_space = True
            else:
                if in_space and count > 0:
                    count += 1
                in_space = False
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
        # XML parsers told so leave entities unresolved; the reference bears what it stands for.
        return _is_text(piece) or piece.type == tree.XML_ENTITY_REF_NODE

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_text(node: cython.pointer(tree.xmlNode)) -> cython.bint:
        return node.type == tree.XML_TEXT_NODE or node.type == tree.XML_CDATA_SECTION_NODE

    @cython.cfunc
    @cython.exceptval(check=False)
    def _next_root(top: cython.pointer(tree.xmlNode)) -> cython.pointer(tree.xmlNode):
        """The next element beside a root: what follows an early ``</html>`` is a root too."""
        if top.parent != cython.NULL and top.parent.type == tree.XML_ELEMENT_NODE:
            return cython.NULL
        top = top.next
        while top != cython.NULL and top.type != tree.XML_ELEMENT_NODE:
            top = top.next
        return top

    @cython.final
    @cython.cclass
    class _Numbering:
        """Numbers for names: libxml2 interns names, so nearly every look-up ends at its pointer."""

        pointers: (cython.pointer(tree.const_xmlChar))[1024]
        numbers: cython.int[1024]
        known: dict

        def __init__(self, known: dict) -> None:
            self.known = known
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
            self.numbers[slot] = self.known.get(cython.cast(bytes, name), -1)
            self.pointers[slot] = name
            return self.numbers[slot]

        @cython.cfunc
        def add(self, name: cython.pointer(tree.const_xmlChar), number: cython.int) -> cython.int:
            slot: cython.int = cython.cast(cython.size_t, name) & 1023
            self.known[cython.cast(bytes, name)] = number
            self.numbers[slot] = number
            return number

    @cython.cfunc
    def _doubled(held: array) -> array:
        """The numbers with as much room again."""
        if 2 * len(held) > _MOST:
            raise ValueError(_TOO_LARGE)
        return held + array("i", bytes(4 * len(held)))

    @cython.cfunc
    def _extended(held: bytearray, wanted: cython.Py_ssize_t) -> bytearray:
        """The bytes with room for as many as are wanted, and twice as much at least."""
        if wanted > _MOST:
            raise ValueError(_TOO_LARGE)
        return held + bytes(max(wanted, len(held)))

    @cython.cfunc
    def _bytes(buffer: cython.uchar[::1], count: cython.Py_ssize_t) -> bytes:
        """The first so many of them, of which there is one more at least."""
        return cython.cast(cython.p_char, cython.address(buffer[0]))[:count]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_named(name: cython.pointer(tree.const_xmlChar), wanted: cython.p_char) -> cython.bint:
        return strcmp(cython.cast(cython.p_char, name), wanted) == 0

    @cython.cfunc
    def _type_of(node: cython.pointer(tree.xmlNode)) -> bytes:
        """The value of an element's attribute ``type``."""
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
        """The text that an element begins with."""
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

    def read(root: etreepublic._Element, names: list) -> tuple:
        """Read the subtree of ``root``; names that are new to ``names`` are appended to it."""
        # One function, long as it is: in several the walk took a tenth more (measured).
        tag_numbers: _Numbering = _Numbering(dict(_TAG_NUMBERS))
        attribute_numbers: _Numbering = _Numbering(_ATTRIBUTE_NUMBERS)
        number: cython.int
        mute: cython.bint = False
        script: cython.int = tags.NUMBER["script"]
        style: cython.int = tags.NUMBER["style"]
        room: cython.Py_ssize_t = FEWEST
        attribute_room: cython.Py_ssize_t = FEWEST
        text_room: cython.Py_ssize_t = 16 * FEWEST
        value_room: cython.Py_ssize_t = 16 * FEWEST

        tag_array = array("i", bytes(4 * room))
        parent_array, depth_array, start_array, chars_array, first_array = (
            tag_array[:], tag_array[:], tag_array[:], tag_array[:], tag_array[:]
        )  # fmt: skip
        attribute_array = array("i", bytes(4 * attribute_room))
        value_array = attribute_array[:]
        text_buffer = bytearray(text_room)
        value_buffer = bytearray(value_room)
        tag: cython.int[::1] = tag_array
        parent: cython.int[::1] = parent_array
        depth: cython.int[::1] = depth_array
        start: cython.int[::1] = start_array
        chars: cython.int[::1] = chars_array
        first: cython.int[::1] = first_array
        attribute: cython.int[::1] = attribute_array
        value: cython.int[::1] = value_array
        text: cython.uchar[::1] = text_buffer
        values: cython.uchar[::1] = value_buffer

        scripts: list = []
        i: cython.Py_ssize_t = 0
        a: cython.Py_ssize_t = 0
        text_at: cython.Py_ssize_t = 0
        text_from: cython.Py_ssize_t
        value_at: cython.Py_ssize_t = 0
        length: cython.Py_ssize_t
        above: cython.int = -1
        level: cython.int = 0
        own: cython.int
        top: cython.pointer(tree.xmlNode) = root._c_node
        node: cython.pointer(tree.xmlNode) = top
        attr: cython.pointer(tree.xmlAttr)
        piece: cython.pointer(tree.xmlNode)
        while True:
            # The entry after the last node is one too.
            if i + 1 >= room:
                room *= 2
                tag_array = _doubled(tag_array)
                parent_array = _doubled(parent_array)
                depth_array = _doubled(depth_array)
                start_array = _doubled(start_array)
                chars_array = _doubled(chars_array)
                first_array = _doubled(first_array)
                tag = tag_array
                parent = parent_array
                depth = depth_array
                start = start_array
                chars = chars_array
                first = first_array
            if node.type == tree.XML_ELEMENT_NODE:
                number = tag_numbers.get(node.name)
                if number < 0:
                    number = tag_numbers.add(node.name, len(names))
                    names.append(cython.cast(bytes, node.name).decode("utf-8", "replace"))
                tag[i] = number
                parent[i] = above
                depth[i] = level
                start[i] = text_at
                first[i] = a
                attr = node.properties
                while attr != cython.NULL:
                    if attr.ns == cython.NULL:
                        number = attribute_numbers.get(attr.name)
                        if number >= 0:
                            if a + 1 >= attribute_room:
                                attribute_room *= 2
                                attribute_array = _doubled(attribute_array)
                                value_array = _doubled(value_array)
                                attribute = attribute_array
                                value = value_array
                            attribute[a] = number
                            value[a] = value_at
                            a += 1
                            piece = attr.children
                            while piece != cython.NULL:
                                if _is_value(piece):
                                    length = _length(piece.content)
                                    if value_at + length >= value_room:
                                        value_buffer = _extended(value_buffer, value_at + length)
                                        value_room = len(value_buffer)
                                        values = value_buffer
                                    memcpy(cython.address(values[value_at]), piece.content, length)
                                    value_at += length
                                piece = piece.next
                    attr = cython.cast(cython.pointer(tree.xmlAttr), attr.next)
                if tag[i] == script and node.ns == cython.NULL:
                    scripts.append((_type_of(node), _own_text(node)))
                i += 1
                if node.children != cython.NULL:
                    above = i - 1
                    level += 1
                    mute = tag[above] == script or tag[above] == style
                    node = node.children
                    continue
            elif _is_text(node):
                text_from = text_at
                while True:
                    if not mute:
                        length = _length(node.content)
                        if length > 0:
                            if text_at + length >= text_room:
                                text_buffer = _extended(text_buffer, text_at + length)
                                text_room = len(text_buffer)
                                text = text_buffer
                            memcpy(cython.address(text[text_at]), node.content, length)
                            text_at += length
                    if node.next == cython.NULL or not _is_text(node.next):
                        break
                    node = node.next
                own = 0
                if text_at > text_from:
                    own = _text_chars(cython.address(text[text_from]), text_at - text_from)
                if own > 0:
                    tag[i] = TEXT
                    parent[i] = above
                    depth[i] = level
                    start[i] = text_from
                    chars[i] = own
                    first[i] = a
                    i += 1
            while node != top and node.next == cython.NULL:
                node = node.parent
                above = parent[above]
                level -= 1
                mute = above >= 0 and (tag[above] == script or tag[above] == style)
            if node != top:
                node = node.next
                continue
            top = _next_root(top)
            if top == cython.NULL:
                break
            node = top
            above = 0
            level = 1
        start[i] = text_at
        first[i] = a
        value[a] = value_at
        # A memoryview pins its array; the arrays are cut to what was used by copying.
        return (tag_array[:i], parent_array[:i], depth_array[:i], start_array[: i + 1],
                chars_array[: i + 1], _bytes(text, text_at), first_array[: i + 1],
                attribute_array[:a], value_array[: a + 1], _bytes(values, value_at),
                scripts)  # fmt: skip
else:
    # For mypy alone: interpreted, there is none.
    read: Callable[[etree._Element, list[str]], Read]
