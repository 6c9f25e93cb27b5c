"""Blocks of a page: maximal runs of inline content between block-level tags."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.reading import _elements_cy, constants
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.constants import CLOSED, HIDDEN
from scrapy_treesim.tree.text import INLINE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.tree import PageTree

MAX_BLOCKS: Final = 20_000
"""Largest number of blocks of a page; if there are more, neighbours are joined."""

MAX_UNSEEN: Final = 0.5
"""Largest share of a page's text in invisible elements for them to be left out; a page with more
is waiting for a script."""

_DROPPED = tags.numbers(
    "head select option optgroup datalist textarea iframe object embed noembed noframes map "
    "canvas audio video"
)
# Tags left out without an effect on the line.
_SKIPPED = tags.numbers("script style template svg")
_MATH = tags.NUMBER["math"]
BREAKS = tags.numbers("br hr wbr")
_INLINE = INLINE - tags.numbers("button")
# Tags read only on pages with hardly any other text.
_RESERVE = tags.numbers("noscript")


def _kind(number: int) -> int:
    if number in _SKIPPED:
        return constants.SKIP
    if number in _DROPPED:
        return constants.DROP
    if number == _MATH:
        return constants.FORMULA
    if number in _INLINE:
        return constants.INLINE
    if number in _RESERVE:
        return constants.RESERVE
    return constants.BREAK if tags.NAMES[number] == "br" else constants.BLOCK


_KINDS = array("i", map(_kind, range(len(tags.NAMES))))


@dataclass(frozen=True, slots=True)
class Blocks:
    """Blocks of a page, in page order. Two ``<br>`` end a block as the end of a paragraph does."""

    block: array[int]
    """Block of every text node; -1 for elements and for text left out."""
    owner: array[int]
    """Block-level element around every node, itself if it is one; -1 for nodes left out."""
    first: array[int]
    """First text node of every block."""
    last: array[int]
    """Last text node of every block."""
    before: array[int]
    """Number of blocks starting before each node, one entry more for the end. So the blocks of
    a node's subtree are ``before[node] ... before[node + size[node]] - 1``."""
    hidden: bytearray
    """Flags of :func:`.hidden_elements`."""

    def __len__(self) -> int:
        return len(self.first)

    def line(self, tree: PageTree, number: int) -> str:
        """The text of a block, white space collapsed; a break is a space, and so is the gap between
        blocks that are read as one."""
        first, pieces = self.first[number], []
        owner = self.owner[first]
        for node in range(first, self.last[number] + 1):
            if tree.tag[node] != tags.TEXT:
                if tree.tag[node] in BREAKS or tree.has_gap(node):
                    pieces.append(" ")
            elif self.block[node] == number:
                if self.owner[node] != owner:
                    owner = self.owner[node]
                    pieces.append(" ")
                pieces.append(tree.raw_text(node))
        return " ".join("".join(pieces).split())


def blocks_of(tree: PageTree) -> Blocks:
    """Return the page's blocks, at most :data:`MAX_BLOCKS`; O(nodes)."""
    blocks, kinds = _unfilled(tree), _kinds_of(tree)
    unseen = bytearray(len(tree))
    unseen_chars = _elements_cy.flag_unseen(tree, kinds, blocks.hidden, unseen)
    if unseen_chars > MAX_UNSEEN * tree.text_chars(0):
        unseen = bytearray(len(tree))
    flag_copies(tree, unseen)
    return _filled(tree, kinds, unseen, blocks)


def no_blocks(tree: PageTree) -> Blocks:
    """Return the blocks of a page without any text read."""
    everything = bytearray(b"\1") * len(tree)
    return _filled(tree, _kinds_of(tree), everything, _unfilled(tree))


def _kinds_of(tree: PageTree) -> array[int]:
    strange = len(tree.names) - len(tags.NAMES)
    return _KINDS + array("i", [constants.BLOCK]) * strange


def _unfilled(tree: PageTree) -> Blocks:
    block, owner, first, last = (array("i", bytes(4 * len(tree))) for _ in range(4))
    before = array("i", bytes(4 * len(tree) + 4))
    return Blocks(block, owner, first, last, before, hidden_elements(tree))


def _filled(tree: PageTree, kinds: array[int], unseen: bytearray, blocks: Blocks) -> Blocks:
    count = _elements_cy.split(tree, kinds, unseen, blocks)
    if count > MAX_BLOCKS:
        several = -(-count // MAX_BLOCKS)
        count = _elements_cy.join(blocks.block, blocks.first, blocks.last, count, several)
    del blocks.first[count:], blocks.last[count:]
    _elements_cy.blocks_before(blocks.first, blocks.before)
    return blocks


MAX_FORMULAS: Final = 10_000
"""Largest number of formulas of a page that are read; of others all text is kept."""

_IS_MATH: Final = bytes(number == _MATH for number in range(len(tags.NAMES)))
_ANNOTATION: Final = tags.NUMBER["annotation"]
_BINARY: Final = b"%"
# From the formula up to the sibling of its picture or glyphs.
_LEVELS: Final = 2


def flag_copies(tree: PageTree, unseen: bytearray) -> None:
    """Flag the copies of formulas; clear the flags of hidden elements around formulas.

    A formula is its source, as TeX in an ``annotation``, or else the text of its MathML. A visual
    copy is beside it, ``aria-hidden``.
    """
    for math in nodes_of(tree.tag, _IS_MATH)[:MAX_FORMULAS]:
        stop = math + tree.size[math]
        source = source_of(tree, math)
        if source is not None:
            after = source + tree.size[source]
            unseen[math + 1 : source] = b"\1" * (source - math - 1)
            unseen[after:stop] = b"\1" * (stop - after)
            above = source
            while above != math:
                unseen[above] = 0
                above = tree.parent[above]
        node = math
        for _ in range(_LEVELS):
            above = tree.parent[node]
            if above < 0:
                break
            unseen[node] = 0
            beside = node + tree.size[node]
            for sibling in (above + 1, beside):
                if (
                    sibling < above + tree.size[above]
                    and sibling != node
                    and tree.get(sibling, "aria-hidden") == "true"
                ):
                    unseen[sibling] = 1
            node = above


def source_of(tree: PageTree, math: int) -> int | None:
    """Return the ``annotation`` with a formula's source, or None without a readable one."""
    try:
        node = tree.tag.index(_ANNOTATION, math, math + tree.size[math])
    except ValueError:
        return None
    text = tree.text[tree.start[node] : tree.start[node + tree.size[node]]]
    return node if text.strip() and not text.lstrip().startswith(_BINARY) else None


MAX_STYLE_BYTES: Final = 500
"""Largest number of bytes read of a style."""
STREAMED: Final = "S:"
"""Prefix of the ids of parts streamed by React, hidden until a script moves them."""

_STYLE: Final = tags.ATTRIBUTES.index("style")
_IS_HIDDEN: Final = bytes(name == "hidden" for name in tags.ATTRIBUTES)
_IS_DIALOG: Final = bytes(name == "dialog" for name in tags.NAMES)
_DISPLAY: Final = re.compile(rb"display[\t-\r ]{0,3}:[\t-\r ]{0,3}none")
_VISIBILITY: Final = re.compile(rb"visibility[\t-\r ]{0,3}:[\t-\r ]{0,3}hidden")


def hidden_elements(tree: PageTree) -> bytearray:
    """Return for every node :data:`~.constants.HIDDEN`, :data:`~.constants.CLOSED` or 0.

    Nodes below such an element have no flag of their own, nor have elements shown later by
    the browser or a script: ``hidden="until-found"``, and parts streamed by React.
    """
    hidden = bytearray(len(tree))
    starts, values = tree.value_start, tree.values
    hiding = [
        entry
        for entry in nodes_of(tree.attribute, _IS_HIDDEN)
        if not values.startswith(b"until-found", starts[entry], starts[entry + 1])
    ]
    for entry in (*hiding, *_hiding_styles(tree, _DISPLAY), *_hiding_styles(tree, _VISIBILITY)):
        node = bisect_right(tree.first_attribute, entry) - 1
        if not (tree.get(node, "id") or "").startswith(STREAMED):
            hidden[node] = HIDDEN
    for node in nodes_of(tree.tag, _IS_DIALOG):
        if tree.get(node, "open") is None:
            hidden[node] = CLOSED
    return hidden


def _hiding_styles(tree: PageTree, hides: re.Pattern[bytes]) -> Iterator[int]:
    """Yield the entries of styles with such a declaration."""
    starts, values = tree.value_start, tree.values
    for match in hides.finditer(values):
        entry = bisect_right(starts, match.start()) - 1
        stop = min(starts[entry + 1], starts[entry] + MAX_STYLE_BYTES)
        if tree.attribute[entry] == _STYLE and match.end() <= stop:
            # Not in a longer word, as in backface-visibility.
            before = values[max(starts[entry], match.start() - 1) : match.start()]
            if before <= b" " or before == b";":
                yield entry
