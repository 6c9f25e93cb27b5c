"""The writer that takes the nodes of a page in order."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.markdown.blocks import Blocks, List
from scrapy_treesim.tree.markdown.escaping import destination, escaped, fence_for
from scrapy_treesim.tree.markdown.line import STRESSES, STRONG, Line, Mark
from scrapy_treesim.tree.markdown.tables import CELLS, MAX_SPAN, ROW, Grid
from scrapy_treesim.tree.markdown.unwritten import UNWRITTEN
from scrapy_treesim.tree.picture_address import picture_address
from scrapy_treesim.tree.text import BREAK, INLINE, PREFORMATTED, preformatted

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

MAX_DEPTH: Final = 20
"""So many lists and quotations are written inside each other; deeper ones dissolve."""
MAX_HEADING_CHARS: Final = 500
"""With more characters a heading is one that was never closed, and dissolves."""
MAX_REPEATS: Final = 20
"""So many blocks of one link bear its address."""

_HEADINGS: Final = {tags.NUMBER[f"h{level}"]: level for level in range(1, 7)}
_LISTS = tags.numbers("ul ol menu dir")
_ORDERED = tags.NUMBER["ol"]
_ITEM = tags.NUMBER["li"]
_QUOTATION = tags.NUMBER["blockquote"]
_RULE = tags.NUMBER["hr"]
_TERM = tags.NUMBER["dt"]
_LINK = tags.NUMBER["a"]
_IMAGE = tags.NUMBER["img"]
_CODES = tags.numbers("code kbd samp tt annotation")
_CODE = tags.NUMBER["code"]

_LANGUAGE = re.compile(r"(?:^|\s)language-([\w.#+-]+)")
_CLOSING_HASHES = re.compile(r"(?<![^ ])(?=#+\Z)")


def _nothing() -> None:
    pass


class Writer:
    """Takes the nodes in order and writes them."""

    def __init__(
        self,
        tree: PageTree,
        keep: bytearray,
        absolute: Callable[[str], str | None],
        plain_tables: set[int],
    ) -> None:
        self._tree, self._keep = tree, keep
        self._absolute = absolute
        self._plain_tables = plain_tables
        self._line, self._blocks = Line(), Blocks()
        # Items without a list make one of their own.
        self._lists = [List()]
        self._marks: tuple[Mark, ...] = ()
        self._heading = 0
        self._grid: Grid | None = None
        # Where an open element ends, the marks outside, and what is to do then.
        self._open: list[tuple[int, tuple[Mark, ...], Callable[[], None]]] = []

    def close_before(self, node: int) -> None:
        """Close what ends before a node."""
        while self._open and node >= self._open[-1][0]:
            _, marks, end = self._open.pop()
            end()
            self._marks = marks

    def pass_over(self, node: int) -> None:
        """A subtree that is not written: it still keeps apart what it stands between."""
        tag = self._tree.tag[node]
        if self._grid is not None and not self._line.in_cell and tag in CELLS:
            self._add_cell(node, "")
        elif self._grid is not None and not self._line.in_cell and tag == ROW:
            self._grid.end_row()
        elif tag == BREAK:
            self._line.space()
        elif tag not in INLINE and tag not in UNWRITTEN:
            self._end_block()
        if self._tree.raw_text(node)[-1:].isspace():
            self._line.space()

    def write(self, node: int) -> int:
        """Write a node, or begin to; the node to go on with."""
        tree = self._tree
        tag = tree.tag[node]
        after = node + tree.size[node]
        if tag == tags.TEXT:
            self._line.text(tree.raw_text(node), self._marks)
            return after
        if tag in PREFORMATTED and not self._is_one_line():
            self._end_block()
            self._write_code(node)
            return after
        outer, end = self._marks, _nothing
        if tag == _IMAGE:
            self._write_image(node)
        elif tag == BREAK:
            self._break()
        elif tag in INLINE:
            self._marks = self._marks_in(node, tag)
        else:
            self._end_block()
            end = self._end_block if self._is_one_line() else self._begin_block(node, tag)
            if tag == _TERM:
                self._marks = self._with(STRONG)
        self._open.append((after, outer, end))
        if tree.has_gap(node):
            self._line.space()
        return node + 1

    def result(self) -> str:
        """All that was written as Markdown."""
        self.close_before(len(self._tree))
        self._end_block()
        return self._blocks.result()

    # Blocks

    def _is_one_line(self) -> bool:
        """Tell whether the rest has to go on one line, blocks and all."""
        return self._heading > 0 or self._line.in_cell

    def _end_block(self) -> None:
        if self._is_one_line():
            self._line.space()
        else:
            self._write_block(self._line.take(leading=True))

    def _write_block(self, block: str) -> None:
        if block:
            self._blocks.write(block)

    def _begin_block(self, node: int, tag: int) -> Callable[[], None]:
        """Begin a block; what is to do at its end."""
        if self._grid is not None:
            if tag == ROW:
                return self._grid.end_row
            if tag in CELLS:
                self._line.in_cell = True
                return partial(self._end_cell, node)
        elif node in self._plain_tables:
            self._grid = Grid()
            return self._end_grid
        elif tag in _HEADINGS and self._tree.text_chars(node) <= MAX_HEADING_CHARS:
            self._heading = _HEADINGS[tag]
            return self._end_heading
        elif tag in _LISTS:
            self._lists.append(List(tag == _ORDERED))
            return self._end_list
        elif tag in (_ITEM, _QUOTATION) and self._blocks.depth < MAX_DEPTH:
            self._blocks.enter(self._lists[-1] if tag == _ITEM else None)
            return self._end_container
        elif tag == _RULE:
            self._blocks.write("***")
        return self._end_block

    def _end_list(self) -> None:
        self._end_block()
        self._lists.pop()

    def _end_container(self) -> None:
        self._end_block()
        self._blocks.leave()

    def _end_heading(self) -> None:
        hashes, self._heading = "#" * self._heading, 0
        if not self._line.has_text:
            self._end_block()
            return
        written = _CLOSING_HASHES.sub(r"\\", self._line.take(), count=1)
        self._write_block(f"{hashes} {written}")

    def _end_cell(self, node: int) -> None:
        written = self._line.take()
        self._line.in_cell = False
        self._add_cell(node, written)

    def _add_cell(self, node: int, written: str) -> None:
        assert self._grid is not None
        columns = min(self._span(node, "colspan"), MAX_SPAN)
        self._grid.cell(written, columns, self._span(node, "rowspan"))

    def _span(self, node: int, name: str) -> int:
        value = (self._tree.get(node, name) or "").strip()
        return max(1, int(value[:4])) if value.isdecimal() else 1

    def _end_grid(self) -> None:
        assert self._grid is not None
        grid, self._grid = self._grid, None
        self._end_block()
        self._write_block(grid.result())

    def _write_code(self, node: int) -> None:
        tree = self._tree
        written = preformatted(tree, node, self._keep).strip("\n")
        if not written.strip():
            return
        within = range(node, node + tree.size[node])
        code = next((i for i in within if tree.tag[i] == _CODE), node)
        classes = (tree.get(node, "class") or "", tree.get(code, "class") or "")
        language = _LANGUAGE.search(" ".join(classes))
        fence = fence_for(written, 3)
        written = written.replace("\r\n", "\n").replace("\r", "\n")
        self._write_block(f"{fence}{language[1] if language else ''}\n{written}\n{fence}")

    # Inside a line

    def _break(self) -> None:
        if self._is_one_line():
            self._line.space()
            return
        if self._line.at_break:
            self._end_block()
        self._line.hard_break()

    def _write_image(self, node: int) -> None:
        address = self._address(picture_address(self._tree, node))
        if address:
            alt = escaped(" ".join((self._tree.get(node, "alt") or "").split()))
            self._line.image(f"![{alt}]({address})", self._marks)

    def _marks_in(self, node: int, tag: int) -> tuple[Mark, ...]:
        """The marks of what stands in an inline element; code is always the innermost."""
        if tag in _CODES:
            return self._with(Mark("`"))
        if tag in STRESSES:
            return self._with(STRESSES[tag])
        address = self._address(self._tree.get(node, "href")) if tag == _LINK else ""
        if not address:
            return self._marks
        stresses = [mark for mark in self._marks if not mark.is_markup]
        code = [mark for mark in self._marks if mark.is_code]
        return (*stresses, Mark("[", address, MAX_REPEATS), *code)

    def _with(self, mark: Mark) -> tuple[Mark, ...]:
        if mark in self._marks or any(other.is_code for other in self._marks):
            return self._marks
        return (*self._marks, mark)

    def _address(self, value: str | None) -> str:
        return destination((value and self._absolute(value)) or "")
