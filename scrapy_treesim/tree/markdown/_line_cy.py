"""Kernel of lines: text of a paragraph, a heading or a cell, with its marks."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category

from scrapy_treesim import _cython as cython
from scrapy_treesim.tree._text_cy import Writer
from scrapy_treesim.tree.constants import NOTHING, SPACE
from scrapy_treesim.tree.markdown._escaping_cy import (
    BROKEN_REFERENCE,
    escaped,
    fence_for,
    is_ascii_punctuation,
)
from scrapy_treesim.tree.markdown.constants import *
from scrapy_treesim.tree.markdown.formulas import escaped_beside_formulas

ROOM = 1_000
_HARD_BREAK = "\\\n"
_ADDRESS: Final = re.compile(r"://|www\.", re.IGNORECASE)
_FORMULA: Final = re.compile(r"\$|\\[(\[b]")


class Mark:
    """A mark around a part of a line: strong, emphasis, code or a link.

    ``left`` is how often the address of a link may still be written.
    """

    def __init__(self, delimiter: str, address: str = "", left: int = 0) -> None:
        self.delimiter = delimiter
        self.address = address
        self.left: cython.int = left
        self.is_link: cython.bint = address != ""
        self.is_code: cython.bint = delimiter == "`"
        # Its delimiters have their meaning everywhere.
        self.is_markup: cython.bint = self.is_code or self.is_link


class Before:
    """Text before a piece of code, for an address or formula that could swallow the code.

    Some renderers find addresses before code, others formulas.
    """

    def __init__(self, is_formula: cython.bint) -> None:
        self.is_address: cython.bint = False
        self.had_address: cython.bint = False
        self.is_formula: cython.bint = is_formula
        self._end: str = ""

    @cython.cfunc
    def add(self, words: str) -> cython.void:
        """Add text."""
        words = self._end + words
        last: str = words.rpartition(" ")[2]
        was_address = self.is_address and last == words
        self.is_address = was_address or _ADDRESS.search(last) is not None
        self.is_formula = self.is_formula or _FORMULA.search(words) is not None
        self.had_address = (
            self.had_address
            or _ADDRESS.search(words) is not None
            or (self.is_formula and ("[" in words or "]" in words))
        )
        self._end = last[max(0, len(last) - 3) :]

    @cython.cfunc
    def add_markup(self, piece: str) -> cython.void:
        """Add a formula, an image, the end of a link or a break.

        mistune makes no link of text with an address, marked none of text with a bracket in an
        image or a formula; the link's own address is then bare text.
        """
        if piece.startswith("!["):
            alt: str = piece.partition("](")[0]
            brackets = piece.count("[") + piece.count("]")
            self.had_address = self.had_address or brackets > 2 or _ADDRESS.search(alt) is not None
            self.is_formula = self.is_formula or "$" in alt
        elif piece.startswith("$"):
            self.add(piece)
        if piece.startswith(("![", "](")):
            self.is_address = self.is_address or self.had_address
        elif piece == _HARD_BREAK:
            self.is_address = False
            self._end = ""

    @cython.cfunc
    def takes_in(self, code: str) -> cython.bint:
        """Tell whether a piece of code would not be read as code."""
        return self.is_address or (self.is_formula and "<" in code)


class Line:
    """Builder of a line, white space collapsed.

    Its pieces come with their marks, outermost first. Emphasis is written if CommonMark reads it
    as such: white space at its edges and, if necessary, punctuation at its end is moved outside,
    and emphasis that would still be read as asterisks is left out.
    """

    def __init__(self, source: bytes, has_formulas: cython.bint) -> None:
        self.has_formulas: cython.bint = has_formulas
        self.in_cell: cython.bint = False
        # Renderers without tables, or without them here, read the cells as one text.
        self.had_formula: cython.bint = False
        self.has_text: cython.bint = False
        self._words: Writer = Writer(source, ROOM)
        self._kinds: list[int] = []
        self._pieces: list[str] = []
        # Open marks, and the piece of each one's delimiter; -1 if it is not written.
        self._open: list[Mark] = []
        self._positions: list[int] = []
        self._gap: cython.int = NO_GAP

    @cython.cfunc
    def at_break(self) -> cython.bint:
        """Tell whether a hard break came last."""
        return self._gap == BREAK_GAP

    @cython.cfunc
    def space(self) -> cython.void:
        """Add white space before the next piece."""
        if self._gap == NO_GAP:
            self._gap = SPACE_GAP

    @cython.cfunc
    def hard_break(self) -> cython.void:
        """Add a new line inside the paragraph."""
        self._gap = BREAK_GAP

    @cython.cfunc
    def text(
        self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t, marks: tuple[Mark, ...]
    ) -> cython.void:
        """Add text of the source, to be escaped and collapsed."""
        words: Writer = self._words
        # A dummy byte comes first, so that white space at the start of the text is written.
        words.count = 1
        words.gap = NOTHING
        words.reserve(3 * (stop - start) + 2)
        words.add_words(start, stop)
        if words.count == 1:
            if words.gap == SPACE:
                self.space()
            return
        begin: cython.Py_ssize_t = 1
        if words.out[1] == 32:
            self.space()
            begin = 2
        self._add(WORDS, words.since(begin), marks)
        self.has_text = True
        if words.gap == SPACE:
            self.space()

    @cython.cfunc
    def image(self, markdown: str, marks: tuple[Mark, ...]) -> cython.void:
        """Add an image or a formula in Markdown."""
        if marks:
            mark: Mark = marks[len(marks) - 1]
            if mark.is_code:
                marks = marks[: len(marks) - 1]
        self._add(MARKUP, markdown, marks)

    @cython.cfunc
    def take(self, leading: cython.bint) -> str:
        """Return the line as Markdown and begin a new one; ``leading``: a block begins with it."""
        if not self._pieces:
            self._clear()
            return ""
        self._close(0, " ")
        if len(self._pieces) == 1 and self._kinds[0] == WORDS:
            whole: str = self._pieces[0]
            self.had_formula = self.had_formula or _FORMULA.search(whole) is not None
            whole = self._escaped(whole, leading)
            self._clear()
            return whole.replace("|", "\\|") if self.in_cell else whole
        written: list[str] = []
        text: list[str] = []
        at_start: cython.bint = leading
        is_link: cython.bint = False
        before: Before = Before(self.in_cell and self.had_formula)
        n: cython.Py_ssize_t = len(self._pieces)
        for i in range(n + 1):
            kind: cython.int = self._kinds[i] if i < n else MARKUP
            piece: str = self._pieces[i] if i < n else ""
            if kind == MARKUP and piece.startswith("`") and before.takes_in(piece):
                kind = WORDS
                piece = piece.strip("`").strip(" ")
            if kind == WORDS:
                before.add(piece)
                text.append(piece)
                continue
            raw: str = "".join(text)
            text = []
            if raw:
                line: str = self._escaped(raw, at_start)
                if raw.endswith("!") and piece.startswith("["):
                    line = line[: len(line) - 1] + "\\!"
                if is_link:
                    # Python-Markdown would read the definition of a reference or a footnote.
                    line = line.replace("\\]:", "\\]&#58;")
                written.append(line)
            elif piece.startswith("`") and written and written[len(written) - 1].endswith("`"):
                written.append(" ")
            if before.is_address and (piece == "[" or piece.startswith("![")):
                written.append(" ")
            written.append(piece)
            before.add_markup(piece)
            if piece == "[" or piece.startswith("]("):
                is_link = piece == "["
            at_start = leading and piece == _HARD_BREAK
        self._clear()
        self.had_formula = before.is_formula
        whole = "".join(written)
        return whole.replace("|", "\\|") if self.in_cell else whole

    def _escaped(self, words: str, at_start: cython.bint) -> str:
        if self.has_formulas:
            return escaped_beside_formulas(words, at_start)
        return escaped(words, at_start)

    def _clear(self) -> cython.void:
        """Begin a new line."""
        self._kinds.clear()
        self._pieces.clear()
        self._gap = NO_GAP
        self.has_text = False

    def _add(self, kind: cython.int, piece: str, marks: tuple[Mark, ...]) -> cython.void:
        if marks:
            marks = self._allowed(marks)
        shared: cython.Py_ssize_t = self._shared(marks)
        if len(self._open) > shared:
            self._close(shared, self._after(marks, shared, piece))
        # Two adjacent runs of asterisks would be read as one.
        meeting: cython.bint = False
        if self._pieces:
            if self._gap == SPACE_GAP:
                self._put(WORDS, " ")
            elif self._gap == BREAK_GAP:
                self._put(MARKUP, _HARD_BREAK)
            else:
                meeting = self._kinds[len(self._kinds) - 1] == STRESS
        self._gap = NO_GAP
        if len(marks) > shared:
            self._begin(marks, shared, piece, meeting)
        self._put(kind, piece)

    def _put(self, kind: cython.int, piece: str) -> cython.void:
        self._kinds.append(kind)
        self._pieces.append(piece)

    def _after(
        self, marks: tuple[Mark, ...], shared: cython.Py_ssize_t, piece: str
    ) -> cython.Py_UCS4:
        """Return the next character, asterisks not counted."""
        if self._gap:
            return " " if self._gap == SPACE_GAP else "\\"
        return _first(marks, shared, piece)

    @cython.locals(mark=Mark)
    def _allowed(self, marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
        """Return the marks without links written often enough, unless they are open."""
        for mark in marks:
            if mark.is_link and not mark.left and mark not in self._open:
                return tuple([m for m in marks if m is not mark])
        return marks

    def _begin(
        self, marks: tuple[Mark, ...], shared: cython.Py_ssize_t, piece: str, meeting: cython.bint
    ) -> cython.void:
        nested: cython.bint = False
        for i in range(len(self._open)):
            mark: Mark = self._open[i]
            if self._positions[i] >= 0 and not mark.is_markup:
                nested = True
        before: cython.Py_UCS4 = self._before()
        for i in range(shared, len(marks)):
            mark = marks[i]
            self._open.append(mark)
            if mark.is_markup:
                before = mark.delimiter[0]
                if mark.left > 0:
                    mark.left -= 1
                self._positions.append(len(self._pieces))
                self._put(MARKUP, mark.delimiter)
                continue
            inner: cython.Py_UCS4 = _first(marks, i, piece)
            if meeting or (nested and _may_end(before, inner)) or not _reads(inner, before):
                self._positions.append(-1)
            else:
                self._positions.append(len(self._pieces))
                self._put(STRESS, mark.delimiter)

    def _shared(self, marks: tuple[Mark, ...]) -> cython.Py_ssize_t:
        """Return the number of open marks to keep open."""
        shared: cython.Py_ssize_t = 0
        while shared < len(self._open) and shared < len(marks):
            mark: Mark = self._open[shared]
            needed: Mark = marks[shared]
            # Adjacent pieces of code are one, and none contains a break.
            if mark is not needed and not (mark.is_code and needed.is_code and not self._gap):
                break
            if mark.is_code and self._gap == BREAK_GAP:
                break
            shared += 1
        return shared

    def _close(self, shared: cython.Py_ssize_t, after: cython.Py_UCS4) -> cython.void:
        tail: str = ""
        while len(self._open) > shared:
            mark: Mark = self._open.pop()
            position: cython.Py_ssize_t = self._positions.pop()
            if position < 0:
                continue
            if mark.is_code:
                self._close_code(position)
            elif mark.is_link:
                self._put(WORDS, tail)
                self._put(MARKUP, f"]({mark.address})")
                tail = ""
            else:
                if tail:
                    outer: cython.Py_UCS4 = tail[0]
                else:
                    outer = "]" if self._is_in_link(shared) else after
                if not _reads(self._before(), outer):
                    tail = self._cut_punctuation()
                    if not tail:
                        self._kinds[position] = WORDS
                        self._pieces[position] = ""
                        continue
                self._put(STRESS, mark.delimiter)
        if tail:
            self._put(WORDS, tail)

    def _is_in_link(self, first: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a link is open, among the marks from ``first`` on."""
        for i in range(first, len(self._open)):
            mark: Mark = self._open[i]
            if mark.is_link:
                return True
        return False

    def _close_code(self, position: cython.Py_ssize_t) -> cython.void:
        content: str = "".join(self._pieces[position + 1 :])
        del self._kinds[position:]
        del self._pieces[position:]
        # Impossible in code inside a cell, inside a link (marked finds no end of it, and at the
        # start of a paragraph it defines a reference), and anywhere.
        is_text = (self.in_cell and "\\|" in content) or (
            ("]:" in content or "`" in content) and self._is_in_link(0)
        )
        if is_text or BROKEN_REFERENCE.search(content):
            self._put(WORDS, content)
            return
        fence = fence_for(content, 1)
        pad = " " if content.startswith("`") or content.endswith("`") else ""
        self._put(MARKUP, f"{fence}{pad}{content}{pad}{fence}")

    def _cut_punctuation(self) -> str:
        """Cut the text after the last word off the line and return it; empty without a word."""
        last: cython.Py_ssize_t = len(self._pieces) - 1
        piece: str = self._pieces[last]
        end: cython.Py_ssize_t = len(piece)
        while end > 0 and (piece[end - 1].isspace() or _is_punctuation(piece[end - 1])):
            end -= 1
        if self._kinds[last] != WORDS or not end:
            return ""
        self._pieces[last] = piece[:end]
        return piece[end:]

    def _before(self) -> cython.Py_UCS4:
        """Return the last character, asterisks not counted."""
        n: cython.Py_ssize_t = len(self._pieces)
        for i in range(n):
            piece: str = self._pieces[n - 1 - i]
            if piece and self._kinds[n - 1 - i] != STRESS:
                return piece[len(piece) - 1]
        return " "


def _first(marks: tuple[Mark, ...], first: cython.Py_ssize_t, piece: str) -> cython.Py_UCS4:
    """Return the next character, asterisks not counted."""
    for i in range(first, len(marks)):
        mark: Mark = marks[i]
        if mark.is_markup:
            return "["
    return piece[0]


def _is_punctuation(character: cython.Py_UCS4) -> cython.bint:
    if character < "\x80":
        return is_ascii_punctuation(character)
    return category(character)[0] in "PS"


def _reads(inner: cython.Py_UCS4, outer: cython.Py_UCS4) -> cython.bint:
    """Tell whether emphasis may begin or end between the two (CommonMark's flanking)."""
    return not _is_punctuation(inner) or outer.isspace() or _parts(outer)


def _may_end(before: cython.Py_UCS4, after: cython.Py_UCS4) -> cython.bint:
    """Tell whether a start of emphasis between the two could be read as the end of another."""
    return not before.isspace() and (_is_punctuation(after) or not _parts(before))


def _parts(character: cython.Py_UCS4) -> cython.bint:
    # Symbols beyond ASCII count as punctuation since CommonMark 0.31 only.
    if character < "\x80":
        return is_ascii_punctuation(character)
    return category(character)[0] == "P"
