"""Kernel of Markdown: the writer of the flagged nodes of a page, in order."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints
from scrapy_treesim.tree import tags as html
from scrapy_treesim.tree._attributes_cy import Attributes
from scrapy_treesim.tree.markdown._blocks_cy import BlockWriter, List
from scrapy_treesim.tree.markdown._escaping_cy import (
    BROKEN_REFERENCE,
    destination,
    escaped,
    fence_for,
)
from scrapy_treesim.tree.markdown._line_cy import Line, Mark
from scrapy_treesim.tree.markdown._tables_cy import table_as_lines
from scrapy_treesim.tree.markdown.code_language import code_language
from scrapy_treesim.tree.markdown.constants import *
from scrapy_treesim.tree.markdown.formulas import formulas_of_scripts, sets_formulas
from scrapy_treesim.tree.picture_address import picture_address
from scrapy_treesim.tree.printable import printable
from scrapy_treesim.tree.text import preformatted

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

TEXT = cython.declare(cython.int, html.TEXT)
TAG_COUNT = cython.declare(cython.int, len(html.NAMES))
HREF = cython.declare(cython.int, html.ATTRIBUTES.index("href"))
ALT = cython.declare(cython.int, html.ATTRIBUTES.index("alt"))
_MAY_BE_MARKUP: Final = re.compile(r"[<\[{]")
# Lines of code that begin another block for Python-Markdown inside lists and quotations, where it
# has no fences; the rest of such code, and code after it without a blank line, is then text.
_BEGINS_BLOCK: Final = re.compile(r"(?:\A|\n)[^\S\n]*(?:[\n<>#*+:|=!_`~\[-]|\d{1,9}[.)])")
_CLOSING_HASHES: Final = re.compile(r"(?<![^ ])(?=#+\Z)")


class MarkdownWriter:
    """Writer of nodes in document order.

    ``kinds`` and ``roles`` are of the known tags; any other tag is a block. ``tables`` are the ones
    written as tables.
    """

    def __init__(
        self,
        tree: PageTree,
        keep: bytearray,
        kinds: Bytes,
        roles: Bytes,
        tables: set[int],
        attributes: Attributes,
        absolute: Callable[[str], str | None],
    ) -> None:
        if len(kinds) < TAG_COUNT or len(roles) < TAG_COUNT or len(keep) < len(tree.tag):
            raise IndexError(f"{len(kinds)} kinds for {TAG_COUNT} tags, or too few roles or flags")
        self.tree = tree
        self.tag: Ints = tree.tag
        self.size: Ints = tree.size
        self.start: Ints = tree.start
        self.text: bytes = tree.text
        self.flags = keep
        self.keep: Bytes = keep
        self.kinds = kinds
        self.roles = roles
        self.tables = tables
        self.attributes = attributes
        self.absolute = absolute
        self.line: Line = Line(tree.text, sets_formulas(tree))
        self.formulas: dict[int, str] = formulas_of_scripts(tree)
        self.blocks: BlockWriter = BlockWriter()
        # Items without a list make one of their own.
        self.lists: list[List] = [List(False)]
        self.strong: Mark = Mark("**")
        self.emphasis: Mark = Mark("*")
        self.marks: tuple[Mark, ...] = ()
        self.heading: cython.int = 0
        # The Markdown of each cell of the open table.
        self.cells: dict[int, str] | None = None
        # Of an open element its end, the marks outside, the action at its end, and itself.
        self.open: list[tuple[int, tuple[Mark, ...], int, int]] = []
        self.next_end: cython.Py_ssize_t = len(tree.tag) + 1

    @cython.ccall
    def write(self, node: cython.Py_ssize_t) -> str:
        """Return the flagged nodes below a node as Markdown."""
        if not 0 <= node < len(self.tag):
            raise IndexError(f"no node {node} among {len(self.tag)}")
        stop: cython.Py_ssize_t = node + self.size[node]
        flagged: cython.Py_ssize_t = node
        i: cython.Py_ssize_t = node
        while i < stop:
            if i >= self.next_end:
                self._close_before(i)
            after: cython.Py_ssize_t = i + self.size[i]
            while flagged < i or (flagged < stop and self.keep[flagged] != 1):
                flagged += 1
            number: cython.int = self.tag[i]
            if flagged >= after or self._kind(number) & IS_UNWRITTEN:
                self._pass_over(i, number)
                i = after
            elif number == TEXT:
                self.line.text(self.start[i], self.start[i + 1], self.marks)
                i = after
            else:
                i = self._open(i, number, after)
        self._close_before(len(self.tag))
        self._end_block()
        return self.blocks.result()

    def _kind(self, number: cython.int) -> cython.int:
        return self.kinds[number] if number < TAG_COUNT else IS_BLOCK

    def _role(self, number: cython.int) -> cython.int:
        return self.roles[number] if number < TAG_COUNT else NO_ROLE

    @cython.locals(end=cython.Py_ssize_t, action=cython.int, element=cython.Py_ssize_t)
    def _close_before(self, node: cython.Py_ssize_t) -> None:
        """Close the elements that end before a node."""
        while self.open:
            end, marks, action, element = self.open[len(self.open) - 1]
            if node < end:
                self.next_end = end
                return
            self.open.pop()
            self._end(action, element)
            self.marks = marks
        self.next_end = len(self.tag) + 1

    def _pass_over(self, node: cython.Py_ssize_t, number: cython.int) -> None:
        """Skip a subtree, but separate its neighbours."""
        role: cython.int = self._role(number)
        kind: cython.int = self._kind(number)
        if self.cells is not None and not self.line.in_cell and (role == CELL or role == ROW):
            pass
        elif role == BREAK:
            self.line.space()
        elif node in self.formulas:
            self.line.image(self.formulas[node], self.marks)
        elif kind & IS_BLOCK and not kind & IS_UNWRITTEN:
            self._end_block()
        if self._ends_blank(node):
            self.line.space()

    def _ends_blank(self, node: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the text of a subtree ends with white space or a control character."""
        start: cython.Py_ssize_t = self.start[node]
        stop: cython.Py_ssize_t = self.start[node + self.size[node]]
        if start >= stop:
            return False
        byte: cython.int = self.text[stop - 1]
        if byte < 128:
            return byte <= 32 or byte == 127
        last = printable(self.text[max(start, stop - 4) : stop])
        return last[len(last) - 1].isspace()

    def _open(
        self, node: cython.Py_ssize_t, number: cython.int, after: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Begin to write an element; return the next node."""
        role: cython.int = self._role(number)
        kind: cython.int = self._kind(number)
        if kind & IS_PREFORMATTED and not self._is_one_line():
            self._end_block()
            self._write_code(node)
            return after
        outer = self.marks
        action: cython.int = END_NOTHING
        if role == IMAGE:
            self._write_image(node)
        elif role == BREAK:
            self._break()
        elif not kind & IS_BLOCK:
            self._mark(node, role)
        else:
            self._end_block()
            action = END_BLOCK if self._is_one_line() else self._begin_block(node, role)
            if role == TERM:
                self._add_mark(self.strong)
        if self.start[node + 1] > self.start[node]:
            self.line.space()
        if after > node + 1:
            self.open.append((after, outer, action, node))
            self.next_end = after
        else:
            self._end(action, node)
            self.marks = outer
        return node + 1

    # Blocks

    def _is_one_line(self) -> cython.bint:
        """Tell whether all blocks have to go on one line."""
        return self.heading > 0 or self.line.in_cell

    def _end_block(self) -> None:
        if self._is_one_line():
            self.line.space()
        else:
            self.blocks.write(self.line.take(True))

    def _begin_block(self, node: cython.Py_ssize_t, role: cython.int) -> cython.int:
        """Begin a block; return the action at its end."""
        if self.cells is not None:
            if role == ROW:
                return END_NOTHING
            if role == CELL:
                self.line.in_cell = True
                return END_CELL
        elif role == TABLE and node in self.tables:
            self.cells = {}
            self.line.had_formula = False
            return END_GRID
        elif role >= HEADING and self.tree.text_chars(node) <= MAX_HEADING_CHARS:
            self.heading = role - HEADING + 1
            return END_HEADING
        elif role == BULLETS or role == NUMBERS:
            self.lists.append(List(role == NUMBERS))
            return END_LIST
        elif (role == ITEM or role == QUOTATION) and self.blocks.depth() < MAX_DEPTH:
            self.blocks.enter(self.lists[len(self.lists) - 1] if role == ITEM else None)
            return END_CONTAINER
        elif role == RULE:
            self.blocks.write("***")
        return END_BLOCK

    def _end(self, action: cython.int, node: cython.Py_ssize_t) -> None:
        """Do the action at the end of an element."""
        if action == END_NOTHING:
            return
        if action == END_HEADING:
            self._end_heading()
        elif action == END_CELL:
            written = self.line.take(False)
            self.line.in_cell = False
            if self.cells is not None:
                self.cells[int(node)] = written
        elif action == END_GRID:
            cells = self.cells or {}
            self.cells = None
            self._end_block()
            self.blocks.write(table_as_lines(self.tree, int(node), cells))
        else:
            self._end_block()
            if action == END_LIST:
                self.lists.pop()
            elif action == END_CONTAINER:
                self.blocks.leave()

    def _end_heading(self) -> None:
        hashes = "#" * self.heading
        self.heading = 0
        if not self.line.has_text:
            self._end_block()
            return
        written = self.line.take(False)
        if written.endswith("#"):
            written = _CLOSING_HASHES.sub(r"\\", written, count=1)
        self.blocks.write(f"{hashes} {written}")

    def _write_code(self, node: cython.Py_ssize_t) -> None:
        tree = self.tree
        written = preformatted(tree, node, self.flags).replace("\r\n", "\n").replace("\r", "\n")
        written = written.strip("\n")
        if not written.strip():
            return
        if self.blocks.depth():
            # Without blank lines around it, which end an item or a quotation for Python-Markdown.
            begin = written.rfind("\n", 0, len(written) - len(written.lstrip())) + 1
            stop = written.find("\n", len(written.rstrip()))
            written = written[begin : stop if stop >= 0 else len(written)]
        language = code_language(tree, node, node + tree.size[node])
        fence = fence_for(written, 3)
        block = f"{fence}{language}\n{written}\n{fence}"
        is_split = _BEGINS_BLOCK.search(written) is not None or self.blocks.joins_text()
        if BROKEN_REFERENCE.search(written) or (is_split and _MAY_BE_MARKUP.search(written)):
            self.blocks.write_outside(block)
            return
        self.blocks.write(block)
        if is_split:
            self.blocks.loosen()

    # Inside a line

    def _break(self) -> None:
        if self._is_one_line():
            self.line.space()
            return
        if self.line.at_break():
            self._end_block()
        self.line.hard_break()

    def _write_image(self, node: cython.Py_ssize_t) -> None:
        address = self._address(picture_address(self.tree, node))
        if address:
            entry: cython.int = self.attributes.entry(node, ALT)
            alt = self.attributes.text(entry) if entry >= 0 else ""
            alt = escaped(" ".join(alt.split()), False)
            self.line.image(f"![{alt}]({address})", self.marks)

    @cython.locals(mark=Mark)
    def _mark(self, node: cython.Py_ssize_t, role: cython.int) -> None:
        """Set the marks inside an inline element; code is always the innermost."""
        if role == CODE:
            self._add_mark(Mark("`"))
        elif role == STRONG:
            self._add_mark(self.strong)
        elif role == EMPHASIS:
            self._add_mark(self.emphasis)
        elif role == LINK:
            entry: cython.int = self.attributes.entry(node, HREF)
            target = self.attributes.text(entry) if entry >= 0 else ""
            # The anchor of a heading leads to the heading itself.
            address = "" if self.heading and target.startswith("#") else self._address(target)
            if not address:
                return
            marks = [Mark("[", address, MAX_REPEATS)]
            for mark in self.marks:
                if mark.is_code:
                    marks.append(mark)
                elif not mark.is_markup:
                    marks.insert(len(marks) - 1, mark)
            self.marks = tuple(marks)

    @cython.locals(other=Mark)
    def _add_mark(self, mark: Mark) -> None:
        for other in self.marks:
            if other is mark or other.is_code:
                return
        self.marks = (*self.marks, mark)

    def _address(self, value: str | None) -> str:
        absolute = self.absolute(value) if value else None
        return destination(absolute) if absolute else ""
