"""Lines: the text of a paragraph, a heading or a cell, with its marks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain
from typing import Final
from unicodedata import category

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.markdown.escaping import escaped, fence_for
from scrapy_treesim.tree.printable import visible

_WHITE = re.compile(r"\s+")


@dataclass(slots=True, eq=False)
class Mark:
    """A mark that sets a part of a line off: strong, emphasis, code or a link."""

    delimiter: str
    address: str = ""
    left: int = 0
    """How often the address may still be written."""

    @property
    def is_code(self) -> bool:
        """Tell whether it is code."""
        return self.delimiter == "`"

    @property
    def is_markup(self) -> bool:
        """Tell whether its delimiters are read as such wherever they stand."""
        return self.is_code or self.address != ""


STRONG: Final = Mark("**")
_EMPHASIS: Final = Mark("*")
STRESSES: Final = {
    **dict.fromkeys(tags.numbers("b strong"), STRONG),
    **dict.fromkeys(tags.numbers("i em"), _EMPHASIS),
}

_TEXT, _MARKUP, _STRESS = range(3)

_HARD_BREAK = "\\\n"
# One of each, however many there are on a page.
_SPACE: Final = (_TEXT, " ")
_BREAK: Final = (_MARKUP, _HARD_BREAK)


class Line:
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
        self._open: list[tuple[Mark, int]] = []
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

    def text(self, raw: str, marks: tuple[Mark, ...]) -> None:
        """Text to be escaped and collapsed."""
        written = _WHITE.sub(" ", visible(raw))
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

    def image(self, written: str, marks: tuple[Mark, ...]) -> None:
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
                written.append(escaped(raw, at_start))
                if raw.endswith("!") and piece.startswith("["):
                    written[-1] = written[-1][:-1] + "\\!"
            elif piece.startswith("`") and written and written[-1].endswith("`"):
                written.append(" ")
            written.append(piece)
            at_start = leading and piece == _HARD_BREAK
        self._items, self._gap, self.has_text = [], "", False
        line = "".join(written)
        return line.replace("|", "\\|") if self.in_cell else line

    def _add(self, kind: int, piece: str, marks: tuple[Mark, ...]) -> None:
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

    def _begin(self, marks: tuple[Mark, ...], piece: str, meeting: bool) -> None:
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

    def _edge(self, inner: str, marks: tuple[Mark, ...]) -> int:
        """The amount of punctuation between a word and a word to be stressed."""
        opening = marks[self._shared(marks) :]
        if not opening or self._gap or any(mark.is_markup for mark in opening):
            return 0
        if _reads(inner[0], self._before()):
            return 0
        edge = _word_start(inner)
        return edge if edge < len(inner) else 0

    def _shared(self, marks: tuple[Mark, ...]) -> int:
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
        fence = fence_for(content, 1)
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


def _first(marks: tuple[Mark, ...], piece: str) -> str:
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
