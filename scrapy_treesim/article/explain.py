"""Explanations: a method's decision on each block of a page, and the reason."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.article import learned
from scrapy_treesim.article.extract import METHODS, Method
from scrapy_treesim.article.learned import main_log_odds
from scrapy_treesim.network._layers_cy import probability
from scrapy_treesim.network.effects import Effect, effects
from scrapy_treesim.page import Page
from scrapy_treesim.papers import wang
from scrapy_treesim.papers.methods import chosen
from scrapy_treesim.papers.wang import Wang
from scrapy_treesim.reading.blocks import Blocks, blocks_of
from scrapy_treesim.reading.headline import headline_of
from scrapy_treesim.values.fields import plain_values
from scrapy_treesim.wording import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable


HEADLINE: Final = "the headline, a field of its own"
"""The reason why a headline is no main text."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BlockExplanation:
    """A method's decision on one block, and the reason.

    Text, XPath and effects are computed on access: on a deeply nested page, the XPaths alone may be
    a hundred times the page.

    >>> page = "<h1>The ferry</h1>" + 6 * "<p>The ferry is back, after a winter in the yard.</p>"
    >>> [block.kept for block in explain(page)[:2]]
    [False, True]
    """

    confidence: float
    """Probability that the block is part of the article, by its features and its surroundings, in
    [0, 1]; by Wang's method, which has none, 1 where it is kept and 0 where it is not."""
    role: str
    """Most probable role of :data:`.ROLES`, by the page alone; empty by Wang's method."""
    role_confidence: float
    """Probability of the role, in [0, 1]."""
    kept: bool
    """True if the block is in the article's text."""
    reason: str
    """Reason of the decision, in a few words."""
    node: int
    """Number of the block's element in the page's tree, ``page.tree``."""
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
        """All values but the effects, as plain values ready for JSON."""
        names = "xpath text confidence role role_confidence kept reason"
        return plain_values(self, names.split())

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reason as a tuple, as in explanations of other kinds."""
        return (self.reason,)

    @property
    def xpath(self) -> str:
        """XPath of the element around the block."""
        return self._page.xpath(self.node)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The groups of inputs behind its probability by the page alone, largest effect first; none
        by Wang's method. Runs the network on the page once for each group."""
        if not self._has_effects:
            return ()
        return effects(self._page, lambda answers: main_log_odds(answers, inf)[self._number])

    @property
    def text(self) -> str:
        """The block's text, white space collapsed."""
        return self._blocks.line(self._page.tree, self._number)


def explain_blocks(page: Page, method: Method | str) -> list[BlockExplanation]:
    """Explain a method's decision on each block of the page, in page order.

    Raises:
        ValueError: no method has that name.
        TypeError: ``method`` is neither a name nor a method.
    """
    method = chosen(method, METHODS)
    if isinstance(method, Wang):
        blocks = blocks_of(page.tree)
        containers = wang.keep_containers(page, method)
        by_container = (containers.of(node) for node in blocks.first)
        return _explanations(
            page, blocks, ((float(flag), "", 0.0, flag, why) for flag, why in by_container)
        )
    scored = page.once(learned.scored_blocks)
    if scored is None:
        return []
    blocks, assembly = scored.blocks, scored.assembly
    size = page.tree.size[assembly.top]
    inside = range(blocks.before[assembly.top], blocks.before[assembly.top + size])
    decisions = (
        (
            probability(scored.log_odds[number]),
            *scored.role(number),
            bool(is_kept),
            _reason(bool(is_kept), assembly.top > 0, number in inside),
        )
        for number, is_kept in enumerate(assembly.selected)
    )
    return _explanations(page, blocks, decisions, has_effects=True)


def _explanations(
    page: Page,
    blocks: Blocks,
    decisions: Iterable[tuple[float, str, float, bool, str]],
    has_effects: bool = False,
) -> list[BlockExplanation]:
    """Make the explanation of each block; ``decisions`` are the first fields of each."""
    headline = page.once(headline_of)
    headline_nodes = range(0)
    if headline is not None:
        headline_nodes = range(headline.node, headline.node + page.tree.size[headline.node])
    explanations = []
    for number, (node, decision) in enumerate(zip(blocks.first, decisions, strict=True)):
        confidence, role, role_confidence, is_kept, reason = decision
        if node in headline_nodes:
            is_kept, reason = False, HEADLINE
        rest = blocks.owner[node], page, blocks, number, has_effects
        explanation = BlockExplanation(confidence, role, role_confidence, is_kept, reason, *rest)
        explanations.append(explanation)
    return explanations


def _reason(is_kept: bool, has_body: bool, inside: bool) -> str:
    if not has_body:
        return "likely enough" if is_kept else "not likely enough"
    if inside:
        return "likely, in the body" if is_kept else "in the body, but not likely"
    return "outside the body, but very likely" if is_kept else "outside the body"
