"""Text of a paragraph, a heading or a cell, with its marks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from string import punctuation
from typing import Final
from unicodedata import category

from scrapy_treesim.tree.markdown.escaping import BROKEN_REFERENCE, escaped, fence_for
from scrapy_treesim.tree.markdown.formulas import escaped_beside_formulas
from scrapy_treesim.tree.printable import NO_WIDTH

HARD_BREAK: Final = "\\\n"
_WORDS, _MARKUP, _STRESS = range(3)
"""Kinds of line pieces: text to be escaped, markup, asterisks of emphasis."""
_ADDRESS: Final = re.compile(r"://|www\.", re.IGNORECASE)
_FORMULA: Final = re.compile(r"\$|\\[(\[b]")
_NO_WIDTH: Final = str.maketrans("", "", NO_WIDTH)


@dataclass(slots=True, eq=False)
class Mark:
    """A mark around a part of a line: strong, emphasis, code or a link."""

    delimiter: str
    address: str = ""
    left: int = 0
    """How often the address of a link may still be written."""
    is_link: bool = field(init=False)
    is_code: bool = field(init=False)
    is_markup: bool = field(init=False)
    """Whether its delimiters have their meaning everywhere."""

    def __post_init__(self) -> None:
        self.is_link = self.address != ""
        self.is_code = self.delimiter == "`"
        self.is_markup = self.is_code or self.is_link


Marks = tuple[Mark, ...]


class _Before:
    """Text before a piece of code, for an address or formula that could swallow the code.

    Some renderers find addresses before code, others formulas.
    """

    def __init__(self, is_formula: bool) -> None:
        self.is_address = self.had_address = False
        self.is_formula = is_formula
        self._end = ""

    def add(self, words: str) -> None:
        """Add text."""
        words = self._end + words
        last = words.rpartition(" ")[2]
        self.is_address = (self.is_address and last == words) or bool(_ADDRESS.search(last))
        self.is_formula = self.is_formula or bool(_FORMULA.search(words))
        has_brackets = "[" in words or "]" in words
        self.had_address |= (self.is_formula and has_brackets) or bool(_ADDRESS.search(words))
        self._end = last[-3:]

    def add_markup(self, piece: str) -> None:
        """Add a formula, an image, the end of a link or a break.

        mistune makes no link of text with an address, marked none of text with a bracket in an
        image or a formula; the link's own address is then bare text.
        """
        if piece.startswith("!["):
            brackets = piece.count("[") + piece.count("]")
            alt = piece.partition("](")[0]
            self.had_address |= brackets > 2 or bool(_ADDRESS.search(alt))
            self.is_formula = self.is_formula or "$" in alt
        elif piece.startswith("$"):
            self.add(piece)
        if piece.startswith(("![", "](")):
            self.is_address = self.is_address or self.had_address
        elif piece == HARD_BREAK:
            self.is_address, self._end = False, ""

    def takes_in(self, code: str) -> bool:
        """Tell whether a piece of code would not be read as code."""
        return self.is_address or (self.is_formula and "<" in code)


class Line:
    """Builder of a line, white space collapsed.

    Its pieces come with their marks, outermost first. Emphasis is written if CommonMark reads it
    as such: white space at its edges and, if necessary, punctuation at its end is moved outside,
    and emphasis that would still be read as asterisks is left out.
    """

    def __init__(self, has_formulas: bool) -> None:
        self.in_cell = False
        # Renderers without tables, or without them here, read the cells as one text.
        self.had_formula = False
        self.has_text = False
        self.gap = ""
        """White space before the next piece: nothing, a space or a hard break."""
        self._escaped = escaped_beside_formulas if has_formulas else escaped
        self._pieces: list[tuple[int, str]] = []
        # Open marks, and the position of each one's delimiter; -1 if it is not written.
        self._open: list[tuple[Mark, int]] = []

    def space(self) -> None:
        """Add white space before the next piece."""
        self.gap = self.gap or " "

    def text(self, text: str, marks: Marks) -> None:
        """Add text of the page, to be escaped and collapsed."""
        if not text.isascii():
            text = text.translate(_NO_WIDTH)
        words = " ".join(text.split())
        if text[:1].isspace():
            self.space()
        if words:
            self._add(_WORDS, words, marks)
            self.has_text = True
            if text[-1].isspace():
                self.space()

    def image(self, markdown: str, marks: Marks) -> None:
        """Add an image or a formula in Markdown."""
        self._add(_MARKUP, markdown, marks[:-1] if marks and marks[-1].is_code else marks)

    def take(self, leading: bool) -> str:
        """Return the line as Markdown and begin a new one; ``leading``: a block begins with it."""
        self.gap = ""
        if not self._pieces:
            return ""
        self._close(0, " ")
        written = self._written(leading)
        self._pieces.clear()
        self.has_text = False
        return written.replace("|", "\\|") if self.in_cell else written

    def _written(self, leading: bool) -> str:
        if len(self._pieces) == 1 and self._pieces[0][0] == _WORDS:
            _, whole = self._pieces[0]
            self.had_formula = self.had_formula or bool(_FORMULA.search(whole))
            return self._escaped(whole, leading)
        written: list[str] = []
        text: list[str] = []
        at_start, is_link = leading, False
        before = _Before(self.in_cell and self.had_formula)
        for kind, piece in [*self._pieces, (_MARKUP, "")]:
            if kind == _MARKUP and piece.startswith("`") and before.takes_in(piece):
                kind, piece = _WORDS, piece.strip("`").strip(" ")
            if kind == _WORDS:
                before.add(piece)
                text.append(piece)
                continue
            if raw := "".join(text):
                line = self._escaped(raw, at_start)
                if raw.endswith("!") and piece.startswith("["):
                    line = line[:-1] + "\\!"
                if is_link:
                    # Python-Markdown would read the definition of a reference or a footnote.
                    line = line.replace("\\]:", "\\]&#58;")
                written.append(line)
            elif piece.startswith("`") and written and written[-1].endswith("`"):
                written.append(" ")
            text.clear()
            if before.is_address and (piece == "[" or piece.startswith("![")):
                written.append(" ")
            written.append(piece)
            before.add_markup(piece)
            is_link = piece == "[" or (is_link and not piece.startswith("]("))
            at_start = leading and piece == HARD_BREAK
        self.had_formula = before.is_formula
        return "".join(written)

    def _add(self, kind: int, piece: str, marks: Marks) -> None:
        marks = self._left(marks)
        shared = self._shared(marks)
        if len(self._open) > shared:
            self._close(shared, self.gap[:1] or _first(marks[shared:], piece))
        # Two adjacent runs of asterisks would be read as one.
        is_meeting = False
        if self._pieces and self.gap:
            self._put(_WORDS if self.gap == " " else _MARKUP, self.gap)
        elif self._pieces:
            is_meeting = self._pieces[-1][0] == _STRESS
        self.gap = ""
        if len(marks) > shared:
            self._begin(marks[shared:], piece, is_meeting)
        self._put(kind, piece)

    def _left(self, marks: Marks) -> Marks:
        """Leave out links that were written often enough, unless they are open."""
        if not marks:
            return marks
        still = [mark for mark, _ in self._open]
        return tuple(m for m in marks if m.left or not m.is_link or m in still)

    def _put(self, kind: int, piece: str) -> None:
        self._pieces.append((kind, piece))

    def _begin(self, marks: Marks, piece: str, is_meeting: bool) -> None:
        is_nested = any(position >= 0 and not mark.is_markup for mark, position in self._open)
        before = self._before()
        for i, mark in enumerate(marks):
            position = len(self._pieces)
            inner = _first(marks[i:], piece)
            if mark.is_markup:
                before = mark.delimiter[0]
                mark.left = max(mark.left - 1, 0)
                self._put(_MARKUP, mark.delimiter)
            elif is_meeting or (is_nested and _may_end(before, inner)) or not _reads(inner, before):
                position = -1
            else:
                self._put(_STRESS, mark.delimiter)
            self._open.append((mark, position))

    def _shared(self, marks: Marks) -> int:
        """Return the number of open marks to keep open."""
        shared = 0
        for (mark, _), needed in zip(self._open, marks, strict=False):
            # Adjacent pieces of code are one, and none contains a break.
            is_one = mark is needed or (mark.is_code and needed.is_code and not self.gap)
            if not is_one or (mark.is_code and self.gap == HARD_BREAK):
                break
            shared += 1
        return shared

    def _close(self, shared: int, after: str) -> None:
        tail = ""
        while len(self._open) > shared:
            mark, position = self._open.pop()
            if position < 0:
                continue
            if mark.is_code:
                self._close_code(position)
            elif mark.is_link:
                self._put(_WORDS, tail)
                self._put(_MARKUP, f"]({mark.address})")
                tail = ""
            else:
                outer = tail[:1] or ("]" if self._is_in_link(shared) else after)
                if not _reads(self._before(), outer):
                    tail = self._cut_punctuation()
                    if not tail:
                        self._pieces[position] = _WORDS, ""
                        continue
                self._put(_STRESS, mark.delimiter)
        if tail:
            self._put(_WORDS, tail)

    def _is_in_link(self, first: int) -> bool:
        """Tell whether a link is open, among the marks from ``first`` on."""
        return any(mark.is_link for mark, _ in self._open[first:])

    def _close_code(self, position: int) -> None:
        content = "".join(piece for _, piece in self._pieces[position + 1 :])
        del self._pieces[position:]
        # Impossible in code inside a cell, inside a link (marked finds no end of it, and at the
        # start of a paragraph it defines a reference), and anywhere.
        is_text = (self.in_cell and "\\|" in content) or (
            ("]:" in content or "`" in content) and self._is_in_link(0)
        )
        if is_text or BROKEN_REFERENCE.search(content):
            self._put(_WORDS, content)
            return
        fence = fence_for(content, 1)
        pad = " " if content.startswith("`") or content.endswith("`") else ""
        self._put(_MARKUP, f"{fence}{pad}{content}{pad}{fence}")

    def _cut_punctuation(self) -> str:
        """Cut the text after the last word off the line and return it; empty without a word."""
        kind, piece = self._pieces[-1]
        end = len(piece)
        while end > 0 and (piece[end - 1].isspace() or _is_punctuation(piece[end - 1])):
            end -= 1
        if kind != _WORDS or not end:
            return ""
        self._pieces[-1] = _WORDS, piece[:end]
        return piece[end:]

    def _before(self) -> str:
        """Return the last character, asterisks not counted."""
        pieces = reversed(self._pieces)
        return next((piece[-1] for kind, piece in pieces if piece and kind != _STRESS), " ")


def _first(marks: Marks, piece: str) -> str:
    """Return the next character, asterisks not counted."""
    return "[" if any(mark.is_markup for mark in marks) else piece[0]


def _is_punctuation(character: str, categories: str = "PS") -> bool:
    return category(character)[0] in categories if character > "\x7f" else character in punctuation


def _reads(inner: str, outer: str) -> bool:
    """Tell whether emphasis may begin or end between the two (CommonMark's flanking)."""
    return not _is_punctuation(inner) or outer.isspace() or _parts(outer)


def _may_end(before: str, after: str) -> bool:
    """Tell whether a start of emphasis between the two could be read as the end of another."""
    return not before.isspace() and (_is_punctuation(after) or not _parts(before))


def _parts(character: str) -> bool:
    # Symbols beyond ASCII count as punctuation since CommonMark 0.31 only.
    return _is_punctuation(character, "P")
