"""Part of a page as Markdown: CommonMark, and tables the way GitHub writes them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Final
from unicodedata import category
from urllib.parse import quote

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.html import UNWRITTEN
from scrapy_treesim.tree.text import BREAK, INLINE, PREFORMATTED, preformatted

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

_DEEPEST = 20
"""So many lists and quotations are written inside each other; deeper ones dissolve."""
_LONGEST_HEADING = 500
"""With more characters a heading is one that was never closed, and dissolves."""
_MOST_REPEATS = 20
"""So many blocks of one link bear its address."""
_WIDEST_SPAN = 20

_HEADINGS: Final = {tags.NUMBER[f"h{level}"]: level for level in range(1, 7)}
_LISTS = tags.numbers("ul ol menu dir")
_ORDERED = tags.NUMBER["ol"]
_ITEM = tags.NUMBER["li"]
_QUOTATION = tags.NUMBER["blockquote"]
_RULE = tags.NUMBER["hr"]
_TERM = tags.NUMBER["dt"]
_TABLE = tags.NUMBER["table"]
_CAPTION = tags.NUMBER["caption"]
_ROW = tags.NUMBER["tr"]
_CELLS = tags.numbers("td th")
_LINK = tags.NUMBER["a"]
_IMAGE = tags.NUMBER["img"]
_CODES = tags.numbers("code kbd samp tt")
_CODE = tags.NUMBER["code"]

_WHITE = re.compile(r"\s+")
_BACKTICKS = re.compile("`+")
_LANGUAGE = re.compile(r"(?:^|\s)language-([\w.#+-]+)")
_SPECIAL = re.compile(
    r"[*`\[\]]|\\(?=[!-/:-@\[-`{-~]|\Z)|<(?=[A-Za-z/!?]|\Z)|&(?=#?[0-9A-Za-z]{1,31};)"
    r"|(?<![^\W_])_|_(?![^\W_])|~(?=~)|(?<=~)~"
)
# Ends where the backslash has to go. The last one underlines a heading or parts a table's head.
_LEADING = re.compile(r"\d{1,9}(?=[.)](?: |\Z))|(?=#{1,6}(?: |\Z)|>|[-+](?: |\Z)|[-:|=][-:|= ]*\Z)")
_CLOSING_HASHES = re.compile(r"(?<![^ ])(?=#+\Z)")
_UNSAFE_IN_ADDRESSES = re.compile(r"[\s()<>\\`\x00-\x1f\x7f]")
_REFERENCE = re.compile(r"&(?=#?[0-9A-Za-z]{1,31};)")


# Lines: the text of a paragraph, a heading or a cell.


@dataclass(slots=True, eq=False)
class _Mark:
    """A mark that sets a part of a line off: strong, emphasis, code or a link."""

    delimiter: str
    address: str = ""
    left: int = 0
    """How often the address may still be written."""

    @property
    def is_code(self) -> bool:
        return self.delimiter == "`"

    @property
    def is_markup(self) -> bool:
        """Tell whether its delimiters are read as such wherever they stand."""
        return self.is_code or self.address != ""


_STRONG: Final = _Mark("**")
_EMPHASIS: Final = _Mark("*")
_STRESSES: Final = {
    **dict.fromkeys(tags.numbers("b strong"), _STRONG),
    **dict.fromkeys(tags.numbers("i em"), _EMPHASIS),
}

_TEXT, _MARKUP, _STRESS = range(3)
_HARD_BREAK = "\\\n"
# One of each, however many there are on a page.
_SPACE: Final = (_TEXT, " ")
_BREAK: Final = (_MARKUP, _HARD_BREAK)


class _Line:
    """A line in the making, white space collapsed.

    Its pieces come with the marks they bear, outermost first. A stress is written where
    CommonMark reads it as one: white space and, where need be, punctuation at its edges is put
    outside, and one that even so would be read as asterisks is left out.
    """

    def __init__(self) -> None:
        self.in_cell = False
        self.has_text = False
        self._items: list[tuple[int, str]] = []
        # With the item each was opened by; -1 where it was not to be written.
        self._open: list[tuple[_Mark, int]] = []
        self._gap = ""

    @property
    def at_break(self) -> bool:
        """Tell whether a hard break is all that came last."""
        return self._gap == _HARD_BREAK

    def space(self) -> None:
        """White space between what came and what is to come."""
        self._gap = self._gap or " "

    def hard_break(self) -> None:
        """A new line inside the paragraph."""
        self._gap = _HARD_BREAK

    def text(self, raw: str, marks: tuple[_Mark, ...]) -> None:
        """Text to be escaped and collapsed."""
        written = _WHITE.sub(" ", raw)
        if written.startswith(" "):
            self.space()
        inner = written.strip(" ")
        if not inner:
            return
        edge = self._edge(inner, marks)
        if edge:
            self._add(_TEXT, inner[:edge].rstrip(" "), marks[: self._shared(marks)])
            if inner[edge - 1] == " ":
                self.space()
            inner = inner[edge:]
        self._add(_TEXT, inner, marks)
        self.has_text = True
        if written.endswith(" "):
            self.space()

    def image(self, written: str, marks: tuple[_Mark, ...]) -> None:
        """An image, already written."""
        self._add(_MARKUP, written, tuple(mark for mark in marks if not mark.is_code))

    def take(self, leading: bool = False) -> str:
        """The line as Markdown; a new one begins. ``leading``: whether it is a block's start."""
        self._close(0, " ")
        written: list[str] = []
        text: list[str] = []
        at_start = leading
        for kind, piece in chain(self._items, ((_MARKUP, ""),)):
            if kind == _TEXT:
                text.append(piece)
                continue
            raw = "".join(text)
            text.clear()
            if raw:
                written.append(_escaped(raw, at_start))
                if raw.endswith("!") and piece.startswith("["):
                    written[-1] = written[-1][:-1] + "\\!"
            elif piece.startswith("`") and written and written[-1].endswith("`"):
                written.append(" ")
            written.append(piece)
            at_start = leading and piece == _HARD_BREAK
        self._items, self._gap, self.has_text = [], "", False
        line = "".join(written)
        return line.replace("|", "\\|") if self.in_cell else line

    def _add(self, kind: int, piece: str, marks: tuple[_Mark, ...]) -> None:
        if marks:
            opened = [mark for mark, _ in self._open]
            marks = tuple(mark for mark in marks if mark.left or not mark.address or mark in opened)
        shared = self._shared(marks)
        opening = marks[shared:]
        self._close(shared, self._gap or _first(opening, piece))
        # Two runs of asterisks that meet would be read as one.
        meeting = not self._gap and bool(self._items) and self._items[-1][0] == _STRESS
        if self._gap and self._items:
            self._items.append(_SPACE if self._gap == " " else _BREAK)
        self._gap = ""
        if opening:
            self._begin(opening, piece, meeting)
        self._items.append((kind, piece))

    def _begin(self, marks: tuple[_Mark, ...], piece: str, meeting: bool) -> None:
        nested = any(place >= 0 and not mark.is_markup for mark, place in self._open)
        before = self._before()
        for place, mark in enumerate(marks):
            if mark.is_markup:
                before = mark.delimiter
                mark.left -= mark.left > 0
                self._open.append((mark, len(self._items)))
                self._items.append((_MARKUP, mark.delimiter))
                continue
            inner = _first(marks[place:], piece)
            ambiguous = meeting or (nested and _may_end(before, inner))
            if ambiguous or not _reads(inner, before):
                self._open.append((mark, -1))
            else:
                self._open.append((mark, len(self._items)))
                self._items.append((_STRESS, mark.delimiter))

    def _edge(self, inner: str, marks: tuple[_Mark, ...]) -> int:
        """The amount of punctuation between a word and a word to be stressed."""
        opening = marks[self._shared(marks) :]
        if not opening or self._gap or any(mark.is_markup for mark in opening):
            return 0
        if _reads(inner[0], self._before()):
            return 0
        edge = _word_start(inner)
        return edge if edge < len(inner) else 0

    def _shared(self, marks: tuple[_Mark, ...]) -> int:
        """The number of open marks that stay open."""
        shared = 0
        for (mark, _), wanted in zip(self._open, marks, strict=False):
            # Pieces of code that meet are one, and none holds a break.
            met = mark.is_code and wanted.is_code and not self._gap
            if (mark is not wanted and not met) or (mark.is_code and self.at_break):
                break
            shared += 1
        return shared

    def _close(self, shared: int, after: str) -> None:
        tail = ""
        while len(self._open) > shared:
            mark, place = self._open.pop()
            if place < 0:
                continue
            if mark.is_code:
                self._close_code(place)
            elif mark.address:
                self._items += [(_TEXT, tail), (_MARKUP, f"]({mark.address})")]
                tail = ""
            else:
                in_link = any(mark.address for mark, _ in self._open[shared:])
                outer = tail or ("]" if in_link else after)
                if not _reads(self._before(), outer[0]):
                    tail = self._cut_punctuation()
                    if not tail:
                        self._items[place] = (_TEXT, "")
                        continue
                self._items.append((_STRESS, mark.delimiter))
        if tail:
            self._items.append((_TEXT, tail))

    def _close_code(self, place: int) -> None:
        content = "".join(piece for _, piece in self._items[place + 1 :])
        del self._items[place:]
        # What code cannot hold in a cell, and in a link at the start of a paragraph.
        in_link = any(mark.address for mark, _ in self._open)
        if (self.in_cell and "\\|" in content) or (in_link and "]:" in content):
            self._items.append((_TEXT, content))
            return
        fence = _fence(content, 1)
        pad = " " if "`" in (content[0], content[-1]) else ""
        self._items.append((_MARKUP, f"{fence}{pad}{content}{pad}{fence}"))

    def _cut_punctuation(self) -> str:
        """Take what follows the last word off the line; nothing if no word comes before."""
        kind, piece = self._items[-1]
        end = len(piece) - _word_start(piece[::-1])
        if kind != _TEXT or not end:
            return ""
        self._items[-1] = (_TEXT, piece[:end])
        return piece[end:]

    def _before(self) -> str:
        for kind, piece in reversed(self._items):
            if kind != _STRESS and piece:
                return piece[-1]
        return " "


def _first(marks: tuple[_Mark, ...], piece: str) -> str:
    """The character that is to follow, asterisks apart."""
    return "[" if any(mark.is_markup for mark in marks) else piece[0]


def _is_punctuation(character: str) -> bool:
    return category(character)[0] in "PS"


def _reads(inner: str, outer: str) -> bool:
    """Tell whether a stress may begin or end between the two (CommonMark's flanking)."""
    return not _is_punctuation(inner) or outer.isspace() or _parts(outer)


def _may_end(before: str, after: str) -> bool:
    """Tell whether a stress that begins between the two could be taken for the end of another."""
    return not before.isspace() and (_is_punctuation(after) or not _parts(before))


def _parts(character: str) -> bool:
    # Symbols beyond ASCII count as punctuation since CommonMark 0.31 only.
    return _is_punctuation(character) and (character.isascii() or category(character)[0] == "P")


def _word_start(text: str) -> int:
    for place, character in enumerate(text):
        if not character.isspace() and not _is_punctuation(character):
            return place
    return len(text)


def _fence(content: str, least: int) -> str:
    return "`" * max(least, 1 + max(map(len, _BACKTICKS.findall(content)), default=0))


def _escaped(text: str, at_start: bool = False) -> str:
    written = _SPECIAL.sub(r"\\\g<0>", text)
    found = _LEADING.match(written) if at_start else None
    return f"{written[: found.end()]}\\{written[found.end() :]}" if found else written


def _destination(address: str) -> str:
    safe = _UNSAFE_IN_ADDRESSES.sub(lambda found: quote(found[0]), address)
    return _REFERENCE.sub(r"\\&", safe)


# Blocks: paragraphs, lists, quotations.


@dataclass(slots=True, eq=False)
class _List:
    ordered: bool = False
    count: int = 0
    last: int = 0
    """The number of the block that its last item ended with."""
    loose: bool = False


@dataclass(slots=True, eq=False)
class _Container:
    """An item of a list, or a quotation."""

    items: _List | None
    blocks: int = 0
    prefix: str = ""
    """What its lines start with; empty until the first is written."""

    def begin(self, outer: str) -> str:
        """The start of the first line, after the prefix of the outer container."""
        if self.items is None:
            marker = rest = "> "
        else:
            self.items.count += 1
            marker = f"{self.items.count}. " if self.items.ordered else "- "
            rest = " " * len(marker)
        self.prefix = outer + rest
        return marker


class _Blocks:
    """Blocks in the making, a blank line between them except in plain lists."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._containers: list[_Container] = []
        self._count = 0

    @property
    def depth(self) -> int:
        return len(self._containers)

    def enter(self, items: _List | None) -> None:
        """Begin an item of a list, or a quotation; it is written once it holds something."""
        self._containers.append(_Container(items))

    def leave(self) -> None:
        container = self._containers.pop()
        if container.items is not None and container.prefix:
            container.items.last = self._count

    def write(self, block: str) -> None:
        """A block, its lines without prefixes."""
        begun = [container for container in self._containers if container.prefix]
        fresh = self._containers[len(begun) :]
        prefix = begun[-1].prefix if begun else ""
        if self._pieces:
            self._pieces.append("\n")
            if not (fresh and self._is_next_item(fresh[0], begun)):
                self._pieces.append(f"{prefix.rstrip()}\n")
        self._pieces.append(prefix)
        for container in fresh:
            self._pieces.append(container.begin(prefix))
            prefix = container.prefix
        first, *others = block.split("\n")
        self._pieces.append(first)
        for line in others:
            self._pieces.append(f"\n{prefix}{line}" if line else f"\n{prefix.rstrip()}")
        self._count += 1
        if self._containers:
            innermost = self._containers[-1]
            innermost.blocks += 1
            if innermost.items is not None and innermost.blocks > 1:
                innermost.items.loose = True

    def _is_next_item(self, fresh: _Container, begun: list[_Container]) -> bool:
        """Tell whether the item comes right after another or after the line its list belongs to."""
        items = fresh.items
        if items is None:
            return False
        if items.count:
            return items.last == self._count and not items.loose
        above = begun[-1].items if begun else None
        return above is not None and not above.loose

    def result(self) -> str:
        return "".join(self._pieces)


# Tables


class _Grid:
    """A table in the making; spans are made up for by empty cells."""

    def __init__(self) -> None:
        self._rows: list[list[str]] = []
        self._row: list[str] = []
        # For how many rows, this one included, a cell takes up a column.
        self._taken: dict[int, int] = {}

    def cell(self, written: str, columns: int, rows: int) -> None:
        while len(self._row) in self._taken:
            self._row.append("")
        start = len(self._row)
        self._row += [written, *[""] * (columns - 1)]
        if rows > 1:
            stop = min(len(self._row), _WIDEST_SPAN)
            self._taken.update(dict.fromkeys(range(start, stop), rows))

    def end_row(self) -> None:
        if any(self._row):
            self._rows.append(self._row)
        self._row = []
        self._taken = {column: rows - 1 for column, rows in self._taken.items() if rows > 1}

    def result(self) -> str:
        if not self._rows:
            return ""
        width = max(map(len, self._rows))
        head, *others = self._rows
        head += [""] * (width - len(head))
        rows = [head, ["---"] * width, *others]
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)


@dataclass(slots=True, eq=False)
class _OpenTable:
    """The state of a table that is being written."""

    node: int
    end: int
    row_end: int = 0
    cell_end: int = 0
    caption_end: int = 0
    block_end: int = 0
    rows: int = 0
    columns: int = 0
    widest: int = 0
    counted_row: int = 0
    counted_cell: int = 0
    filled: bool = False
    plain: bool = True

    def open(self, node: int, tag: int, end: int) -> None:
        """An element of the table that is no table itself."""
        inside = node < max(self.cell_end, self.caption_end)
        if tag == _ROW and not inside:
            self.row_end = end
        elif tag in _CELLS and not inside and node < self.row_end:
            self.cell_end = end
        elif tag == _CAPTION and not inside:
            self.caption_end = end
        elif tag in PREFORMATTED or (inside and tag not in INLINE and tag != BREAK):
            self.block_end = max(self.block_end, end)

    def fill(self, node: int) -> None:
        """Text or an image of the table."""
        self.filled = True
        if node < self.caption_end:
            # One that comes late would have to be written in the midst of the table.
            self.plain &= not self.rows
        elif node >= self.cell_end or node < self.block_end:
            self.plain = False
        elif self.counted_cell != self.cell_end:
            if self.counted_row != self.row_end:
                self.rows += 1
                self.columns = 0
            self.columns += 1
            self.widest = max(self.widest, self.columns)
            self.counted_row, self.counted_cell = self.row_end, self.cell_end


def _plain_tables(tree: PageTree, flagged_before: array[int], node: int) -> set[int]:
    """The tables of two rows and two columns or more that hold lines alone; others lay out."""
    found: set[int] = set()
    open_tables: list[_OpenTable] = []

    def close() -> None:
        table = open_tables.pop()
        if table.plain and table.rows > 1 and table.widest > 1:
            found.add(table.node)
        if table.filled and open_tables:
            open_tables[-1].filled = True
            open_tables[-1].plain = False

    stop = node + tree.size[node]
    i = node
    while i < stop:
        while open_tables and i >= open_tables[-1].end:
            close()
        tag = tree.tag[i]
        after = i + tree.size[i]
        if tag in UNWRITTEN or flagged_before[after] == flagged_before[i]:
            i = after
            continue
        if tag == _TABLE:
            open_tables.append(_OpenTable(i, after))
        elif open_tables and tag in (tags.TEXT, _IMAGE):
            open_tables[-1].fill(i)
        elif open_tables:
            open_tables[-1].open(i, tag, after)
        i += 1
    while open_tables:
        close()
    return found


# The page


def _nothing() -> None:
    pass


class _Writer:
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
        self._line, self._blocks = _Line(), _Blocks()
        # Items without a list make one of their own.
        self._lists = [_List()]
        self._marks: tuple[_Mark, ...] = ()
        self._heading = 0
        self._grid: _Grid | None = None
        # Where an open element ends, the marks outside, and what is to do then.
        self._open: list[tuple[int, tuple[_Mark, ...], Callable[[], None]]] = []

    def close_before(self, node: int) -> None:
        """Close what ends before a node."""
        while self._open and node >= self._open[-1][0]:
            _, marks, end = self._open.pop()
            end()
            self._marks = marks

    def pass_over(self, node: int) -> None:
        """A subtree that is not written: it still keeps apart what it stands between."""
        tag = self._tree.tag[node]
        if self._grid is not None and not self._line.in_cell and tag in _CELLS:
            self._add_cell(node, "")
        elif self._grid is not None and not self._line.in_cell and tag == _ROW:
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
                self._marks = self._with(_STRONG)
        self._open.append((after, outer, end))
        if tree.has_gap(node):
            self._line.space()
        return node + 1

    def result(self) -> str:
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
            if tag == _ROW:
                return self._grid.end_row
            if tag in _CELLS:
                self._line.in_cell = True
                return partial(self._end_cell, node)
        elif node in self._plain_tables:
            self._grid = _Grid()
            return self._end_grid
        elif tag in _HEADINGS and self._tree.text_chars(node) <= _LONGEST_HEADING:
            self._heading = _HEADINGS[tag]
            return self._end_heading
        elif tag in _LISTS:
            self._lists.append(_List(tag == _ORDERED))
            return self._end_list
        elif tag in (_ITEM, _QUOTATION) and self._blocks.depth < _DEEPEST:
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
        columns = min(self._span(node, "colspan"), _WIDEST_SPAN)
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
        fence = _fence(written, 3)
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
        for name in ("src", "data-src"):
            address = self._address(node, name)
            if address:
                alt = _escaped(" ".join((self._tree.get(node, "alt") or "").split()))
                self._line.image(f"![{alt}]({address})", self._marks)
                return

    def _marks_in(self, node: int, tag: int) -> tuple[_Mark, ...]:
        """The marks of what stands in an inline element; code is always the innermost."""
        if tag in _CODES:
            return self._with(_Mark("`"))
        if tag in _STRESSES:
            return self._with(_STRESSES[tag])
        address = self._address(node, "href") if tag == _LINK else ""
        if not address:
            return self._marks
        stresses = [mark for mark in self._marks if not mark.is_markup]
        code = [mark for mark in self._marks if mark.is_code]
        return (*stresses, _Mark("[", address, _MOST_REPEATS), *code)

    def _with(self, mark: _Mark) -> tuple[_Mark, ...]:
        if mark in self._marks or any(other.is_code for other in self._marks):
            return self._marks
        return (*self._marks, mark)

    def _address(self, node: int, name: str) -> str:
        value = self._tree.get(node, name)
        return _destination((value and self._absolute(value)) or "")


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
    """
    flagged_before = array("i", accumulate(keep, initial=0))
    writer = _Writer(tree, keep, absolute, _plain_tables(tree, flagged_before, node))
    stop = node + tree.size[node]
    i = node
    while i < stop:
        writer.close_before(i)
        after = i + tree.size[i]
        if tree.tag[i] in UNWRITTEN or flagged_before[after] == flagged_before[i]:
            writer.pass_over(i)
            i = after
        else:
            i = writer.write(i)
    return writer.result()
