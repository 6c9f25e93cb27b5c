"""Explanations: a method's decision on each block of a page, and the reason."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.article import learned
from scrapy_treesim.article.extract import BREAKS, METHODS, Method
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.learned import main_log_odds
from scrapy_treesim.fields import plain_values
from scrapy_treesim.methods import chosen
from scrapy_treesim.network._layers_cy import probability
from scrapy_treesim.network.effects import Effect, effects
from scrapy_treesim.papers import wang
from scrapy_treesim.papers.wang import Wang
from scrapy_treesim.reading.blocks import blocks_of
from scrapy_treesim.tree import tags
from scrapy_treesim.wording import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.blocks import Blocks
    from scrapy_treesim.tree import PageTree


HEADLINE: Final = "the headline, a field of its own"
"""The reason why a headline is no main text."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BlockExplanation:
    """A method's decision on one block, and the reason.

    What it says and where it stands are made when asked for: of a page that is nested deep, the
    XPaths alone may be a hundred times the page.
    """

    confidence: float
    """That it is part of the article, by its features and its surroundings, in [0, 1]; by Wang's
    method, which knows none, 1 where it is kept and 0 where it is not."""
    role: str
    """Likeliest role of :data:`.ROLES`, by the page alone; empty by Wang's method."""
    role_confidence: float
    """That it is that, in [0, 1]."""
    kept: bool
    """True if it is in the article's text."""
    reason: str
    """Reason, in a few words."""
    node: int
    """The number of that element in the page's tree, ``page.tree``."""
    _page: Page
    _blocks: Blocks
    _number: int
    _has_effects: bool

    def __repr__(self) -> str:
        return (
            f"BlockExplanation(xpath={self.xpath!r}, text={shortened(self.text, 60)!r}, "
            f"confidence={self.confidence!r}, role={self.role!r}, kept={self.kept!r}, "
            f"reason={self.reason!r})"
        )

    def to_dict(self) -> dict[str, Any]:
        """All it says but the effects as plain values, ready for JSON."""
        names = "xpath text confidence role role_confidence kept reason"
        return plain_values(self, names.split())

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reason, as further kinds' explanations have it."""
        return (self.reason,)

    @property
    def xpath(self) -> str:
        """The element the block stands in."""
        return self._page.xpath(self.node)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The groups of inputs that its probability comes from by the page alone, those that count
        most first; none by Wang's method. Answers for the page once a group."""
        if not self._has_effects:
            return ()
        return effects(self._page, lambda answers: main_log_odds(answers, inf)[self._number])

    @property
    def text(self) -> str:
        """The block's text, white space collapsed."""
        return _said(self._page.tree, self._blocks, self._number)


def explain_blocks(page: Page, method: Method | str) -> list[BlockExplanation]:
    """Explain what a method decided of each block of the page, in page order.

    Raises:
        ValueError: no method has that name.
        TypeError: the method is none.
    """
    method = chosen(method, METHODS)
    if isinstance(method, Wang):
        blocks = blocks_of(page.tree)
        containers = wang.keep_containers(page, method)
        found = (containers.of(node) for node in blocks.first)
        return _explanations(
            page, blocks, ((float(kept), "", 0.0, kept, why) for kept, why in found)
        )
    scored = page.once(learned.scored_blocks)
    if scored is None:
        return []
    blocks, assembly = scored.blocks, scored.assembly
    size = page.tree.size[assembly.top]
    inside = range(blocks.before[assembly.top], blocks.before[assembly.top + size])
    decided = (
        (
            probability(scored.log_odds[number]),
            *scored.role(number),
            bool(kept),
            _reason(bool(kept), assembly.top > 0, number in inside),
        )
        for number, kept in enumerate(assembly.kept)
    )
    return _explanations(page, blocks, decided, has_effects=True)


def _explanations(
    page: Page,
    blocks: Blocks,
    decided: Iterable[tuple[float, str, float, bool, str]],
    has_effects: bool = False,
) -> list[BlockExplanation]:
    """Make an explanation a block, of what was decided of it: its first fields."""
    headline = page.once(headline_of)
    of_headline = range(0)
    if headline is not None:
        of_headline = range(headline.node, headline.node + page.tree.size[headline.node])
    explanations = []
    for number, (node, said) in enumerate(zip(blocks.first, decided, strict=True)):
        confidence, role, role_confidence, kept, reason = said
        if node in of_headline:
            kept, reason = False, HEADLINE
        rest = blocks.owner[node], page, blocks, number, has_effects
        one = BlockExplanation(confidence, role, role_confidence, kept, reason, *rest)
        explanations.append(one)
    return explanations


def _reason(kept: bool, has_body: bool, inside: bool) -> str:
    if not has_body:
        return "likely enough" if kept else "not likely enough"
    if inside:
        return "likely, in the body" if kept else "in the body, but not likely"
    return "outside the body, but very likely" if kept else "outside the body"


def _said(tree: PageTree, blocks: Blocks, number: int) -> str:
    """The text of a block, white space collapsed; a break is a space, and so is what parts the
    blocks that are read as one."""
    first, last = blocks.first[number], blocks.last[number]
    pieces = []
    owner = blocks.owner[first]
    for node in range(first, last + 1):
        if tree.tag[node] != tags.TEXT:
            if tree.tag[node] in BREAKS or tree.has_gap(node):
                pieces.append(" ")
        elif blocks.block[node] == number:
            if blocks.owner[node] != owner:
                owner = blocks.owner[node]
                pieces.append(" ")
            pieces.append(tree.raw_text(node))
    return " ".join("".join(pieces).split())
