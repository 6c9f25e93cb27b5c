"""Kernel of hidden elements: those that their own attributes hide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Buffer, Bytes, Ints
from scrapy_treesim.tree.constants import CLOSED, HIDDEN
from scrapy_treesim.tree.tags import ATTRIBUTES, NUMBER

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

HIDDEN_NAME = cython.declare(cython.int, ATTRIBUTES.index("hidden"))
ID_NAME = cython.declare(cython.int, ATTRIBUTES.index("id"))
OPEN_NAME = cython.declare(cython.int, ATTRIBUTES.index("open"))
STYLE_NAME = cython.declare(cython.int, ATTRIBUTES.index("style"))
DIALOG = cython.declare(cython.int, NUMBER["dialog"])

cython.declare(
    DISPLAY=Bytes, NONE=Bytes, VISIBILITY=Bytes, UNSEEN=Bytes, UNTIL_FOUND=Bytes, STREAMED=Bytes
)
DISPLAY = b"display"
NONE = b"none"
VISIBILITY = b"visibility"
UNSEEN = b"hidden"
UNTIL_FOUND = b"until-found"
STREAMED = b"S:"
"""The beginning of ids that React gives to what it sends ahead, hidden until a script places it."""

COLON = cython.declare(cython.int, ord(":"))
SEMICOLON = cython.declare(cython.int, ord(";"))

MAX_STYLE_BYTES = cython.declare(cython.Py_ssize_t, 500)
"""Bytes of a style that are read."""


def hidden_elements(tree: PageTree) -> bytearray:
    """A flag for every node: :data:`~.constants.HIDDEN`, :data:`~.constants.CLOSED` or 0.

    What stands below such an element has no flag of its own, nor has what is shown later without
    anyone's doing: ``hidden="until-found"``, and parts that React sends ahead.
    """
    hidden = bytearray(len(tree))
    flag_hidden(tree, hidden)
    return hidden


def flag_hidden(tree: PageTree, hidden: Buffer) -> cython.Py_ssize_t:
    """Flag the elements that their own attributes hide, and closed dialogs; return how many.

    ``hidden`` holds a zero for every node; flags are ``HIDDEN`` and ``CLOSED``.
    """
    tag: Ints = tree.tag
    first_attribute: Ints = tree.first_attribute
    attribute: Ints = tree.attribute
    value_start: Ints = tree.value_start
    values: Bytes = tree.values
    count: cython.Py_ssize_t = 0
    entry: cython.Py_ssize_t = 0
    for node in range(len(tag)):
        stop: cython.Py_ssize_t = first_attribute[node + 1]
        if entry == stop and tag[node] != DIALOG:
            continue
        found: cython.int = 0
        streamed: cython.bint = False
        opened: cython.bint = False
        while entry < stop:
            name: cython.int = attribute[entry]
            at: cython.Py_ssize_t = value_start[entry]
            end: cython.Py_ssize_t = value_start[entry + 1]
            entry += 1
            if name == STYLE_NAME:
                if found == 0 and _style_hides(values, at, end):
                    found = HIDDEN
            elif name == HIDDEN_NAME:
                if not _is(values, at, end, UNTIL_FOUND):
                    found = HIDDEN
            elif name == ID_NAME:
                streamed = _is(values, at, end, STREAMED)
            elif name == OPEN_NAME:
                opened = True
        if tag[node] == DIALOG and not opened:
            found = CLOSED
        if found != 0 and not streamed:
            hidden[node] = found
            count += 1
    return count


def _style_hides(values: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Tell whether a style has ``display: none`` or ``visibility: hidden``."""
    if stop > at + MAX_STYLE_BYTES:
        stop = at + MAX_STYLE_BYTES
    # In a longer word, as in backface-visibility.
    inside: cython.bint = False
    while at < stop:
        first: cython.int = values[at]
        if not inside and (first == DISPLAY[0] or first == VISIBILITY[0]):
            if _is(values, at, stop, DISPLAY) and _is_value(values, at + 7, stop, NONE):
                return True
            if _is(values, at, stop, VISIBILITY) and _is_value(values, at + 10, stop, UNSEEN):
                return True
        inside = first > 32 and first != SEMICOLON
        at += 1
    return False


def _is_value(
    values: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, word: Bytes
) -> cython.bint:
    """Tell whether a colon and the word stand there."""
    at = _after_blanks(values, at, stop)
    if at >= stop or values[at] != COLON:
        return False
    return _is(values, _after_blanks(values, at + 1, stop), stop, word)


def _is(values: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, word: Bytes) -> cython.bint:
    """Tell whether a word stands there."""
    if at + len(word) > stop:
        return False
    for i in range(len(word)):  # noqa: SIM110
        if values[at + i] != word[i]:
            return False
    return True


def _after_blanks(
    values: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """The first place that has no white space, three places on at the most."""
    most: cython.Py_ssize_t = at + 3
    while at < stop and at < most and (values[at] == 32 or 9 <= values[at] <= 13):
        at += 1
    return at
