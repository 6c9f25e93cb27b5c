"""Writer of the flagged nodes of a page, in order."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.markdown.blocks import BlockWriter, List
from scrapy_treesim.tree.markdown.code_language import code_language
from scrapy_treesim.tree.markdown.escaping import BROKEN_REFERENCE, destination, escaped, fence_for
from scrapy_treesim.tree.markdown.formulas import formulas_of_scripts, sets_formulas
from scrapy_treesim.tree.markdown.line import HARD_BREAK, Line, Mark, Marks
from scrapy_treesim.tree.markdown.roles import IN_LINE, UNWRITTEN, Role
from scrapy_treesim.tree.markdown.tables import table_as_lines
from scrapy_treesim.tree.picture_address import picture_address
from scrapy_treesim.tree.printable import printable
from scrapy_treesim.tree.text import PREFORMATTED, preformatted

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

MAX_DEPTH: Final = 20
"""Largest depth of nested lists and quotations; deeper ones dissolve."""
MAX_HEADING_CHARS: Final = 500
"""Largest number of characters of a heading; a longer one was never closed, and dissolves."""
MAX_REPEATS: Final = 20
"""Largest number of blocks with the address of one link."""
_STRONG: Final = Mark("**")
_MARK_OF: Final[dict[Role | None, Mark]] = {Role.STRONG: _STRONG, Role.EMPHASIS: Mark("*")}
_MAY_BE_MARKUP: Final = re.compile(r"[<\[{]")
# Lines of code that begin another block for Python-Markdown inside lists and quotations, where it
# has no fences; the rest of such code, and code after it without a blank line, is then text.
_BEGINS_BLOCK: Final = re.compile(r"(?:\A|\n)[^\S\n]*(?:[\n<>#*+:|=!_`~\[-]|\d{1,9}[.)])")
_CLOSING_HASHES: Final = re.compile(r"(?<![^ ])(?=#+\Z)")

End: TypeAlias = "Callable[[int], None] | None"
"""Action at the end of an element."""


class MarkdownWriter:
    """Writer of nodes in document order.

    ``roles`` are of tags; ``tables`` are the ones written as tables.
    """

    def __init__(
        self,
        tree: PageTree,
        keep: bytearray,
        roles: dict[int, Role],
        tables: set[int],
        absolute: Callable[[str], str | None],
    ) -> None:
        self._tree = tree
        self._keep = keep
        self._roles = roles
        self._tables = tables
        self._absolute = absolute
        self._line = Line(sets_formulas(tree))
        self._formulas = formulas_of_scripts(tree)
        self._blocks = BlockWriter()
        # Items without a list make one of their own.
        self._lists = [List(False)]
        self._marks: Marks = ()
        self._heading = 0
        # The Markdown of each cell of the open table.
        self._cells: dict[int, str] | None = None
        # Of an open element its end, the marks outside, the action at its end, and itself.
        self._open: list[tuple[int, Marks, End, int]] = []

    def write(self, node: int) -> str:
        """Return the flagged nodes below a node as Markdown."""
        tag, size = self._tree.tag, self._tree.size
        stop, flagged = node + size[node], -1
        while node < stop:
            while self._open and node >= self._open[-1][0]:
                self._close()
            after = node + size[node]
            if flagged < node:
                flagged = self._keep.find(1, node, stop)
                if flagged < 0:
                    flagged = stop
            if flagged >= after or tag[node] in UNWRITTEN:
                self._pass_over(node)
                node = after
            elif tag[node] == tags.TEXT:
                self._line.text(self._tree.raw_text(node), self._marks)
                node = after
            else:
                node = self._enter(node, after)
        while self._open:
            self._close()
        self._end_block()
        return self._blocks.result()

    def _close(self) -> None:
        """Close the innermost element."""
        _, marks, end, node = self._open.pop()
        if end:
            end(node)
        self._marks = marks

    def _pass_over(self, node: int) -> None:
        """Skip a subtree, but separate its neighbours."""
        tree, tag = self._tree, self._tree.tag[node]
        role = self._roles.get(tag)
        if self._cells is None or self._line.in_cell or role not in (Role.CELL, Role.ROW):
            if role is Role.BREAK:
                self._line.space()
            elif node in self._formulas:
                self._line.image(self._formulas[node], self._marks)
            elif tag not in IN_LINE and tag not in UNWRITTEN:
                self._end_block()
        start, stop = tree.start[node], tree.start[node + tree.size[node]]
        # White space or a control character at the end of its text.
        if printable(tree.text[max(start, stop - 4) : stop])[-1:].isspace():
            self._line.space()

    def _enter(self, node: int, after: int) -> int:
        """Begin to write an element; return the next node."""
        tag = self._tree.tag[node]
        role = self._roles.get(tag)
        if tag in PREFORMATTED and not self._is_one_line():
            self._end_block()
            self._write_code(node)
            return after
        outer, end = self._marks, None
        if role is Role.IMAGE:
            self._write_image(node)
        elif role is Role.BREAK:
            self._break()
        elif tag in IN_LINE:
            self._mark(node, role)
        else:
            self._end_block()
            end = self._end_of_block if self._is_one_line() else self._begin_block(node, role)
            if role is Role.TERM:
                self._add_mark(_STRONG)
        if self._tree.has_gap(node):
            self._line.space()
        if end or self._marks is not outer:
            self._open.append((after, outer, end, node))
        return node + 1

    # Blocks

    def _is_one_line(self) -> bool:
        """Tell whether all blocks have to go on one line."""
        return self._heading > 0 or self._line.in_cell

    def _end_block(self) -> None:
        if self._is_one_line():
            self._line.space()
        elif block := self._line.take(True):
            self._blocks.write(block)

    def _begin_block(self, node: int, role: Role | None) -> End:
        """Begin a block; return the action at its end."""
        if self._cells is not None:
            if role is Role.ROW:
                return None
            if role is Role.CELL:
                self._line.in_cell = True
                return self._end_cell
        elif role is Role.TABLE and node in self._tables:
            self._cells = {}
            self._line.had_formula = False
            return self._end_table
        elif role is Role.HEADING and self._tree.text_chars(node) <= MAX_HEADING_CHARS:
            self._heading = int(self._tree.name(node)[1])
            return self._end_heading
        elif role in (Role.BULLETS, Role.NUMBERS):
            self._lists.append(List(role is Role.NUMBERS))
            return self._end_list
        elif role in (Role.ITEM, Role.QUOTATION) and self._blocks.depth() < MAX_DEPTH:
            self._blocks.enter(self._lists[-1] if role is Role.ITEM else None)
            return self._end_container
        elif role is Role.RULE:
            self._blocks.write("***")
        return self._end_of_block

    def _end_of_block(self, node: int) -> None:
        self._end_block()

    def _end_list(self, node: int) -> None:
        self._end_block()
        self._lists.pop()

    def _end_container(self, node: int) -> None:
        self._end_block()
        self._blocks.leave()

    def _end_cell(self, node: int) -> None:
        written = self._line.take(False)
        self._line.in_cell = False
        if self._cells is not None:
            self._cells[node] = written

    def _end_table(self, node: int) -> None:
        cells, self._cells = self._cells or {}, None
        self._end_block()
        self._blocks.write(table_as_lines(self._tree, node, cells))

    def _end_heading(self, node: int) -> None:
        hashes, self._heading = "#" * self._heading, 0
        if not self._line.has_text:
            self._end_block()
            return
        written = self._line.take(False)
        if written.endswith("#"):
            written = _CLOSING_HASHES.sub(r"\\", written, count=1)
        self._blocks.write(f"{hashes} {written}")

    def _write_code(self, node: int) -> None:
        tree = self._tree
        written = preformatted(tree, node, self._keep).replace("\r\n", "\n").replace("\r", "\n")
        written = written.strip("\n")
        if not written.strip():
            return
        if self._blocks.depth():
            # Without blank lines around it, which end an item or a quotation for Python-Markdown.
            begin = written.rfind("\n", 0, len(written) - len(written.lstrip())) + 1
            stop = written.find("\n", len(written.rstrip()))
            written = written[begin : stop if stop >= 0 else len(written)]
        language = code_language(tree, node, node + tree.size[node])
        fence = fence_for(written, 3)
        block = f"{fence}{language}\n{written}\n{fence}"
        is_split = _BEGINS_BLOCK.search(written) is not None or self._blocks.joins_text()
        if BROKEN_REFERENCE.search(written) or (is_split and _MAY_BE_MARKUP.search(written)):
            self._blocks.write_outside(block)
            return
        self._blocks.write(block)
        if is_split:
            self._blocks.loosen()

    # Inside a line

    def _break(self) -> None:
        if self._is_one_line():
            self._line.space()
            return
        if self._line.gap == HARD_BREAK:
            self._end_block()
        self._line.gap = HARD_BREAK

    def _write_image(self, node: int) -> None:
        address = self._address(picture_address(self._tree, node))
        if address:
            alt = " ".join((self._tree.get(node, "alt") or "").split())
            self._line.image(f"![{escaped(alt, False)}]({address})", self._marks)

    def _mark(self, node: int, role: Role | None) -> None:
        """Set the marks inside an inline element; code is always the innermost."""
        if role is Role.CODE:
            self._add_mark(Mark("`"))
        elif role in _MARK_OF:
            self._add_mark(_MARK_OF[role])
        elif role is Role.LINK:
            target = self._tree.get(node, "href") or ""
            # The anchor of a heading leads to the heading itself.
            if address := not (self._heading and target.startswith("#")) and self._address(target):
                stress = (mark for mark in self._marks if not mark.is_markup)
                code = (mark for mark in self._marks if mark.is_code)
                self._marks = (*stress, Mark("[", address, MAX_REPEATS), *code)

    def _add_mark(self, mark: Mark) -> None:
        if not any(outer is mark or outer.is_code for outer in self._marks):
            self._marks = (*self._marks, mark)

    def _address(self, value: str | None) -> str:
        absolute = self._absolute(value) if value else None
        return destination(absolute) if absolute else ""
