"""The main text by the network's answers for blocks.

Wang's idea, that large blocks are main text and small ones only by further evidence, taken further:
the network of the whole page gives each block the probability that it is main text, and the likely
blocks are put together. Most articles lie in one subtree; then a block outside it must be much
likelier than one inside. Where the likely blocks are scattered (threads, collections, products),
the article is the set of blocks with the largest expected F1.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import compress
from operator import mul
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.article.chrome import chrome_of
from scrapy_treesim.article.stories import outside_of
from scrapy_treesim.network import _layers_cy as layers
from scrapy_treesim.network.forward import answers_of, softmax
from scrapy_treesim.network.weights import LABELS, PAGE_KINDS, ROLES
from scrapy_treesim.reading import _elements_cy
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_treesim.network.forward import Answers
    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.blocks import Blocks
    from scrapy_treesim.reading.read import Reading
    from scrapy_treesim.tree import PageTree

MAX_LOG_ODDS: Final = 6.0
"""Largest absolute value of log-odds."""
MIN_SHARE: Final = 0.6
"""Least share of all likely text that the best subtree must have to be the article. Chosen on dev
pages, like all below."""
MIN_SHARE_OF_ONE: Final = 0.2
"""Least such share where the text is rather one body."""
MIN_INSIDE: Final = 0.35
"""Least probability of a selected block inside the best subtree."""
MIN_OUTSIDE: Final = 0.8
"""Least probability of a selected block outside the best subtree."""
_ROW, _HEAD = tags.NUMBER["tr"], array("i", [tags.NUMBER["th"]])
_HEADINGS: Final = tags.numbers("h2 h3 h4 h5 h6")
_IS_WHOLE: Final = bytes(
    name in ("tr", "ul", "ol") or number in _HEADINGS for number, name in enumerate(tags.NAMES)
)
_MAX_UNITS: Final = 300
_WEIGHTS: Final = array("d", [size**0.75 for size in range(_MAX_UNITS + 1)])
"""The weight of a block's log-odds by its size."""
MIN_ARTICLE: Final = 0.05
"""Least probability of an article for a page's text to be rather one body than scattered."""


@dataclass(frozen=True, slots=True)
class Learned:
    """The method's parameters.

    >>> page = "<h1>The ferry</h1>" + 6 * "<p>The ferry is back, after a winter in the yard.</p>"
    >>> article(page, method=Learned(min_confidence=1)) is None
    True
    """

    min_confidence: float = 0.3
    """Least confidence of an article, in [0, 1]; below it a page has none."""


@dataclass(frozen=True, slots=True)
class Assembly:
    """The selected blocks of a page."""

    selected: bytearray
    """Flag of each block: 1 if it is part of the article, else 0."""
    top: int
    """Root of the best subtree; 0 where the article is scattered."""
    confidence: float
    """Expected F1 of the selection, in [0, 1]."""


class ScoredBlocks(NamedTuple):
    """A page's blocks with the network's answers, and the selection among them."""

    reading: Reading
    answers: Answers
    log_odds: array[float]
    """Log-odds of each block to be part of the article."""
    assembly: Assembly
    outside: list[range]
    """Nodes that are not its text by their markup, or of other stories."""

    @property
    def blocks(self) -> Blocks:
        """The page's blocks."""
        return self.reading.blocks

    @property
    def units(self) -> array[int]:
        """The size of each block, in half words."""
        return self.reading.units

    @property
    def size(self) -> int:
        """Size of the selected blocks, in half words."""
        return sum(compress(self.units, self.assembly.selected))

    @property
    def flags(self) -> bytearray:
        """Flags of all nodes, set for the text nodes of selected blocks."""
        flags = bytearray(len(self.blocks.block))
        _elements_cy.flag(self.blocks.block, self.assembly.selected, flags)
        for span in self.outside:
            flags[span.start : span.stop] = bytes(len(span))
        return flags

    def probability_of(self, kind: str) -> float:
        """The probability of a kind of page."""
        return softmax(self.answers.kinds)[PAGE_KINDS.index(kind)]

    def role(self, block: int) -> tuple[str, float]:
        """The most probable role of a block, and its probability."""
        odds = self.answers.roles[block * len(ROLES) : (block + 1) * len(ROLES)]
        return max(zip(ROLES, softmax(odds), strict=True), key=lambda pair: pair[1])


def scored_blocks(page: Page) -> ScoredBlocks | None:
    """Score and assemble the page's blocks, of its main story; None where it has no text."""
    return blocks_of_story(page, 0)


def blocks_of_story(page: Page, number: int) -> ScoredBlocks | None:
    """Score and assemble the blocks of one story, by its number; None for a page without text."""
    answers = page.once(answers_of)
    if answers is None:
        return None
    reading, log_odds = page.once(reading_of), main_log_odds(answers)
    blocks = reading.blocks
    outside = [*page.once(chrome_of), *outside_of(page, number)]
    for span in outside:
        for block in range(blocks.before[span.start], blocks.before[span.stop]):
            if blocks.last[block] < span.stop:
                log_odds[block] = -MAX_LOG_ODDS
    is_one_body = softmax(answers.kinds)[PAGE_KINDS.index("article")] >= MIN_ARTICLE
    assembly = assemble(page.tree, blocks, reading.units, log_odds, is_one_body)
    complete(page.tree, reading, assembly.selected)
    return ScoredBlocks(reading, answers, log_odds, assembly, outside)


def complete(tree: PageTree, reading: Reading, selected: bytearray) -> None:
    """Select the whole rows of selected row heads; headings, and lists without links, between
    paragraphs."""
    blocks = reading.blocks
    for node in nodes_of(tree.tag, _IS_WHOLE):
        start, stop = blocks.before[node], blocks.before[node + tree.size[node]]
        is_whole = _is_headed if tree.tag[node] == _ROW else _is_between
        if is_whole(tree, blocks, selected, node):
            selected[start:stop] = b"\1" * (stop - start)


def _is_headed(tree: PageTree, blocks: Blocks, selected: bytearray, row: int) -> bool:
    """Tell whether a row begins with a selected head."""
    if tree.tag[row + 1 : row + 2] != _HEAD:
        return False
    head = selected[blocks.before[row] : blocks.before[row + 1 + tree.size[row + 1]]]
    return bool(head) and all(head)


def _is_between(tree: PageTree, blocks: Blocks, selected: bytearray, node: int) -> bool:
    """Tell whether a heading, or a list without links, is between selected siblings."""
    start, stop = blocks.before[node], blocks.before[node + tree.size[node]]
    if not (0 < start < stop < len(selected) and selected[start - 1] and selected[stop]):
        return False
    if tree.tag[node] not in _HEADINGS and tree.linked_chars(node):
        return False
    owners = (blocks.owner[blocks.first[block]] for block in (start - 1, stop))
    return all(tree.parent[owner] == tree.parent[node] for owner in owners)


def main_log_odds(answers: Answers, limit: float = MAX_LOG_ODDS) -> array[float]:
    """The log-odds of each block to be main text, bounded either way."""
    odds = answers.labels[:: len(LABELS)]
    layers.scale(odds, array("f", [0.0]), array("f", [1.0]), limit, odds)
    return array("d", odds)


def assemble(
    tree: PageTree,
    blocks: Blocks,
    units: Sequence[int],
    log_odds: Sequence[float],
    is_one_body: bool = False,
) -> Assembly:
    """Select among the blocks; ``units`` are their sizes, ``log_odds`` their log-odds, and with
    ``is_one_body`` their text is rather one body than scattered."""
    chances = [*map(layers.probability, log_odds)]
    of_blocks = array("i", units), array("d", log_odds)
    top = _elements_cy.best_subtree(tree.size, blocks.before, *of_blocks, _WEIGHTS)
    first, last = blocks.before[top], blocks.before[top + tree.size[top]]
    everything = sum(map(mul, units, chances))
    least = MIN_SHARE_OF_ONE if is_one_body else MIN_SHARE
    if sum(map(mul, units[first:last], chances[first:last])) < least * everything:
        top, selected = 0, _most_expected(units, chances, everything)
    else:
        selected = bytearray([value >= MIN_OUTSIDE for value in chances])
        selected[first:last] = bytearray([value >= MIN_INSIDE for value in chances[first:last]])
        if not any(selected):
            selected = bytearray(value >= max(chances) / 2 for value in chances)
    right = sum(compress(map(mul, units, chances), selected))
    both = sum(compress(units, selected)) + everything
    return Assembly(selected, top, 2 * right / both if both else 0.0)


def _most_expected(units: Sequence[int], chances: Sequence[float], everything: float) -> bytearray:
    """Flag the most probable blocks, as many as give the largest expected F1; ``everything`` is the
    expected size of all main text."""
    selected_units = expected_units = best = 0.0
    count = 0
    order = sorted(range(len(units)), key=chances.__getitem__, reverse=True)
    for rank, block in enumerate(order, 1):
        selected_units += units[block]
        expected_units += units[block] * chances[block]
        f1 = 2 * expected_units / (selected_units + everything) if selected_units else 0.0
        if f1 >= best and selected_units:
            best, count = f1, rank
    selected = bytearray(len(units))
    for block in order[:count]:
        selected[block] = True
    return selected
