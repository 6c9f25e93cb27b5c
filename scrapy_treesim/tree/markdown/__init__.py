"""Part of a page as Markdown: CommonMark, and tables the way GitHub writes them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.markdown.blocks import Blocks, List
from scrapy_treesim.tree.markdown.line import Line, Mark, destination, escaped, fence_for
from scrapy_treesim.tree.markdown.tables import (
    MAX_SPAN,
    ON_THE_LINE,
    ROLE_OF,
    UNWRITTEN,
    Grid,
    plain_tables,
)
from scrapy_treesim.tree.picture_address import picture_address
from scrapy_treesim.tree.printable import printable, visible
from scrapy_treesim.tree.text import PREFORMATTED, preformatted

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

MAX_DEPTH: Final = 20
"""So many lists and quotations are written inside each other; deeper ones dissolve."""
MAX_HEADING_CHARS: Final = 500
"""With more characters a heading is one that was never closed, and dissolves."""
MAX_REPEATS: Final = 20
"""So many blocks of one link bear its address."""

_CODE: Final = tags.NUMBER["code"]


def markdown_of(
    tree: PageTree,
    keep: bytearray,
    node: int = 0,
    absolute: Callable[[str], str | None] = lambda address: address,
) -> str:
    """The flagged nodes below ``node`` as CommonMark, tables as GitHub's dialect has them.

    Headings, paragraphs, lists, quotations, code, tables, links, images, emphasis and breaks are
    written where they hold something flagged; other containers dissolve, and so do tables that
    lay out a page. Addresses pass through ``absolute``; where it gives None the image is left out,
    and of the link all but its text. O(nodes + bytes), whatever the depth.

    Raises:
        IndexError: the page has no such node, or ``keep`` is too short.
    """
    if not 0 <= node < len(tree) or len(keep) < len(tree):
        raise IndexError(f"no node {node} among {len(tree)}, or {len(keep)} flags are too few")
    return _Writer(tree, keep, node, absolute).write(node)


_LANGUAGE: Final = re.compile(r"(?:^|\s)language-([\w.#+-]+)")
_MAY_BE_MARKUP: Final = re.compile(r"[<\[{]")
# Lines of code that begin something else to Python-Markdown inside lists and quotations, where it
# knows no fences; the rest of such code is then read as text.
_BEGINS_BLOCK: Final = re.compile(r"(?:\A|\n)[^\S\n]*(?:[\n<>#*+:|=!_`~\[-]|\d{1,9}[.)])")
_CLOSING_HASHES: Final = re.compile(r"(?<![^ ])(?=#+\Z)")


class _Writer:
    """Takes the nodes in order and writes them; ``tables`` are those written as such."""

    def __init__(
        self, tree: PageTree, keep: bytearray, top: int, absolute: Callable[[str], str | None]
    ) -> None:
        self.tree = tree
        self.keep = keep
        self.tables = plain_tables(tree, keep, top)
        self.absolute = absolute
        self.line = Line()
        self.blocks = Blocks()
        # Items without a list make one of their own.
        self.lists: list[List] = [List(False)]
        self.strong = Mark("**")
        self.emphasis = Mark("*")
        self.marks: tuple[Mark, ...] = ()
        self.heading = 0
        self.grid: Grid | None = None
        # Where an open element ends, the marks outside, what is to do then, and itself.
        self.open: list[tuple[int, tuple[Mark, ...], str, int]] = []

    def write(self, node: int) -> str:
        """The flagged nodes below a node as Markdown."""
        tree = self.tree
        stop = node + tree.size[node]
        kept = self.keep.find(1, node, stop)
        i = node
        while i < stop:
            while self.open and i >= self.open[-1][0]:
                self._close()
            after = i + tree.size[i]
            if 0 <= kept < i:
                kept = self.keep.find(1, i, stop)
            tag = tree.tag[i]
            if not 0 <= kept < after or tag in UNWRITTEN:
                self._pass_over(i)
                i = after
            elif tag == tags.TEXT:
                run = tree.text[tree.start[i] : tree.start[i + 1]]
                self.line.text(visible(printable(run)), self.marks)
                i = after
            else:
                i = self._open(i, after)
        while self.open:
            self._close()
        self._end_block()
        return self.blocks.result()

    def _close(self) -> None:
        """End the innermost open element."""
        _, marks, what, node = self.open.pop()
        self._end(what, node)
        self.marks = marks

    def _pass_over(self, node: int) -> None:
        """A subtree that is not written: it still keeps apart what it stands between."""
        tag = self.tree.tag[node]
        role = ROLE_OF.get(tag)
        if self.grid is not None and not self.line.in_cell and role == "cell":
            self._add_cell(node, "")
        elif self.grid is not None and not self.line.in_cell and role == "row":
            self.grid.end_row()
        elif role == "break":
            self.line.space()
        elif tag not in ON_THE_LINE and tag not in UNWRITTEN:
            self._end_block()
        if self._ends_blank(node):
            self.line.space()

    def _ends_blank(self, node: int) -> bool:
        """Tell whether the text of a subtree ends with white space, or what is blanked."""
        tree = self.tree
        at, stop = tree.start[node], tree.start[node + tree.size[node]]
        return at < stop and printable(tree.text[max(at, stop - 4) : stop])[-1].isspace()

    def _open(self, node: int, after: int) -> int:
        """Begin to write an element; the node to go on with."""
        tag = self.tree.tag[node]
        role = ROLE_OF.get(tag)
        if tag in PREFORMATTED and not self._is_one_line():
            self._end_block()
            self._write_code(node)
            return after
        outer = self.marks
        what = ""
        if role == "image":
            self._write_image(node)
        elif role == "break":
            self._break()
        elif tag in ON_THE_LINE:
            self._mark(node, role)
        else:
            self._end_block()
            what = "block" if self._is_one_line() else self._begin_block(node, role)
            if role == "term":
                self._add_mark(self.strong)
        if self.tree.has_gap(node):
            self.line.space()
        if after > node + 1:
            self.open.append((after, outer, what, node))
        else:
            self._end(what, node)
            self.marks = outer
        return node + 1

    # Blocks

    def _is_one_line(self) -> bool:
        """Tell whether the rest has to go on one line, blocks and all."""
        return self.heading > 0 or self.line.in_cell

    def _end_block(self) -> None:
        if self._is_one_line():
            self.line.space()
        else:
            self._write_block(self.line.take(True))

    def _write_block(self, block: str) -> None:
        if block:
            self.blocks.write(block)

    def _begin_block(self, node: int, role: str | None) -> str:
        """Begin a block; what is to be ended with it."""
        if self.grid is not None:
            if role == "cell":
                self.line.in_cell = True
            return role if role in ("row", "cell") else "block"
        if role == "table" and node in self.tables:
            self.grid = Grid()
            return "grid"
        if role == "heading" and self.tree.text_chars(node) <= MAX_HEADING_CHARS:
            self.heading = int(self.tree.name(node)[1])
            return "heading"
        if role in ("bullets", "numbers"):
            self.lists.append(List(role == "numbers"))
            return "list"
        if role in ("item", "quotation") and self.blocks.depth() < MAX_DEPTH:
            self.blocks.enter(self.lists[-1] if role == "item" else None)
            return "container"
        if role == "rule":
            self.blocks.write("***")
        return "block"

    def _end(self, what: str, node: int) -> None:
        """Do what is to do at the end of an element."""
        if what == "heading":
            self._end_heading()
        elif what == "cell":
            written = self.line.take(False)
            self.line.in_cell = False
            self._add_cell(node, written)
        elif what == "row":
            if self.grid is not None:
                self.grid.end_row()
        elif what == "grid":
            grid = self.grid
            self.grid = None
            self._end_block()
            if grid is not None:
                self._write_block(grid.result())
        elif what:
            self._end_block()
            if what == "list":
                self.lists.pop()
            elif what == "container":
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
        self._write_block(f"{hashes} {written}")

    def _add_cell(self, node: int, written: str) -> None:
        if self.grid is not None:
            columns = min(_span(self.tree, node, "colspan"), MAX_SPAN)
            self.grid.cell(written, columns, _span(self.tree, node, "rowspan"))

    def _write_code(self, node: int) -> None:
        tree = self.tree
        written = preformatted(tree, node, self.keep).strip("\n")
        if not written.strip():
            return
        within = range(node, node + tree.size[node])
        code = next((i for i in within if tree.tag[i] == _CODE), node)
        classes = (tree.get(node, "class") or "", tree.get(code, "class") or "")
        language = _LANGUAGE.search(" ".join(classes))
        fence = fence_for(written, 3)
        written = written.replace("\r\n", "\n").replace("\r", "\n")
        block = f"{fence}{language[1] if language else ''}\n{written}\n{fence}"
        if _MAY_BE_MARKUP.search(written) and _BEGINS_BLOCK.search(written):
            self.blocks.write_outside(block)
        else:
            self.blocks.write(block)

    # Inside a line

    def _break(self) -> None:
        if self._is_one_line():
            self.line.space()
            return
        if self.line.at_break():
            self._end_block()
        self.line.hard_break()

    def _write_image(self, node: int) -> None:
        address = self._address(picture_address(self.tree, node))
        if address:
            alt = escaped(" ".join((self.tree.get(node, "alt") or "").split()), False)
            self.line.image(f"![{alt}]({address})", self.marks)

    def _mark(self, node: int, role: str | None) -> None:
        """Set the marks of what stands in an inline element; code is always the innermost."""
        if role == "code":
            self._add_mark(Mark("`"))
        elif role == "strong":
            self._add_mark(self.strong)
        elif role == "emphasis":
            self._add_mark(self.emphasis)
        elif role == "link" and (address := self._address(self.tree.get(node, "href"))):
            stresses = (mark for mark in self.marks if not mark.is_markup)
            code = (mark for mark in self.marks if mark.is_code)
            self.marks = (*stresses, Mark("[", address, MAX_REPEATS), *code)

    def _add_mark(self, mark: Mark) -> None:
        for other in self.marks:
            if other is mark or other.is_code:
                return
        self.marks = (*self.marks, mark)

    def _address(self, value: str | None) -> str:
        found = self.absolute(value) if value else None
        return destination(found) if found else ""


def _span(tree: PageTree, node: int, name: str) -> int:
    value = (tree.get(node, name) or "").strip()
    return max(1, int(value[:4])) if value.isdecimal() else 1
