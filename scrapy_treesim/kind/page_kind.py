"""The kind of a page, as the network answers on the page as a whole."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, compress
from typing import TYPE_CHECKING, Any, Final
from warnings import warn

from scrapy_treesim.article.learned import scored_blocks
from scrapy_treesim.article.stories import is_for_story
from scrapy_treesim.files.detached import Detachable
from scrapy_treesim.network.effects import Effect, before_others, effects
from scrapy_treesim.network.forward import kinds_of
from scrapy_treesim.network.weights import PAGE_KINDS
from scrapy_treesim.page import Page, Source
from scrapy_treesim.reading.declared.main_thing import main_things
from scrapy_treesim.reading.json_tree.content import content_of
from scrapy_treesim.records import Ranked
from scrapy_treesim.records.over_pages.memory import SiteMemory
from scrapy_treesim.records.regions.extract import pick
from scrapy_treesim.records.regions.model import scored_of
from scrapy_treesim.values.fields import plain_values

if TYPE_CHECKING:
    from collections.abc import Iterable


MAX_REASONS: Final = 5
"""Largest number of reasons."""
MIN_LIST: Final = 0.35
"""Lowest probability of a list for main regions. Chosen on dev pages, like all below."""
MIN_SURE_LIST: Final = 0.04
"""Lowest probability of a list for main regions if one of them is sure."""
MIN_BESIDE_ARTICLE: Final = 0.08
"""Lowest share of a list's probability in that of a list or an article for a sure region: an
article with repeated sections is less likely a list."""
MIN_CONFIDENCE: Final = 0.2
"""Lowest confidence of the first region of a sure list."""
MIN_TEXT_SHARE: Final = 0.8
"""Lowest share of the likely main text in the records of a sure list."""
MIN_THREAD: Final = 0.3
"""Probability of a thread from which such records may be posts."""


@dataclass(frozen=True)
class PageKind(Detachable):
    """The kind of a page, with the probability of each.

    >>> names = "Apple Pear Plum Fig Quince Cherry".split()
    >>> rows = "".join(f"<li><a href=/{name}>{name}</a> <b>$2.50</b>" for name in names)
    >>> page_kind(f"<ul>{rows}</ul>").kind
    'list'
    """

    kind: str
    """Most probable kind: ``article``, ``list``, ``thread``, ``detail`` or ``other``."""
    probabilities: dict[str, float]
    """The probability of each kind, in [0, 1]; they add up to 1."""
    _page: Page = field(repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<PageKind {self.kind} {self.confidence:.2f}>"

    @property
    def confidence(self) -> float:
        """Probability of the kind, in [0, 1]."""
        return self.probabilities[self.kind]

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """Effects of the groups of inputs on the kind, on this page alone, the greatest first."""
        index = PAGE_KINDS.index(self.kind)
        return effects(self._page, lambda answers: before_others([*answers.kinds], index))

    @property
    def reasons(self) -> tuple[str, ...]:
        """The strongest groups of inputs for or against the kind, in a few words each."""
        return tuple(
            f"{'for' if effect.change > 0 else 'against'} it: {effect.phrase}"
            for effect in self.effects[:MAX_REASONS]
        )

    @cached_property
    def has_sure_list(self) -> bool:
        """True for a page with a sure list, although another kind may be likelier: its first region
        is sure and hardly a thread, and its records contain the likely main text."""
        if self.has_main_story:
            return False
        listed, thread = self.probabilities["list"], self.probabilities["thread"]
        if listed < max(MIN_SURE_LIST, self.probabilities["detail"]):
            return False
        if listed < MIN_BESIDE_ARTICLE * (listed + self.probabilities["article"]):
            return False
        if thread >= MIN_THREAD and listed < MIN_LIST:
            return False
        confidence, text_share = self._page.once(main_list)
        return confidence >= MIN_CONFIDENCE and text_share >= MIN_TEXT_SHARE

    @cached_property
    def has_main_story(self) -> bool:
        """True for a page of several stories with the title of one: they are no list."""
        return self._page.once(is_for_story)

    @cached_property
    def has_main_thing(self) -> bool:
        """True for a page that declares one main thing to machines, and has no sure list."""
        return not self.has_sure_list and bool(self._page.once(main_things))

    def to_dict(self) -> dict[str, Any]:
        """The kind with its probabilities and reasons, as plain values."""
        return plain_values(self, ("kind", "probabilities", "reasons"))


UNKNOWN: Final = PageKind(
    "other", {kind: float(kind == "other") for kind in PAGE_KINDS}, Page("<p>")
)
"""Kind of a page with an unknown kind."""


def page_kind(page: Page | Source, *, memory: SiteMemory | None = None) -> PageKind:
    """Tell the kind of a page: article, list, thread, detail or other, with probabilities.

    ``memory`` changes nothing any more and is to be left out: the page alone decides.

    >>> text = "The ferry is back, after a winter in the yard and a spring of waiting for parts."
    >>> result = page_kind("<title>The ferry returns</title><h1>The ferry returns</h1>"
    ...                    + 9 * f"<p>{text}</p>")
    >>> result.kind
    'article'

    Raises:
        TypeError: the source cannot be read as a page.
    """
    if memory is not None:
        warn("site memory has no effect on kinds: leave it out", DeprecationWarning, stacklevel=2)
    return kind_of(Page.of(page))


def kind_of(page: Page) -> PageKind:
    """Return the kind of a page."""
    content = page.once(content_of)
    if content is not None:
        return PageKind(
            content.kind, {kind: float(kind == content.kind) for kind in PAGE_KINDS}, page
        )
    by_kind = page.once(kinds_of)
    return PageKind(max(by_kind, key=by_kind.__getitem__), by_kind, page)


def main_list(page: Page) -> tuple[float, float]:
    """Return the confidence of the first region, and its records' share of the likely main text."""
    if page.is_oversized:
        return 0.0, 0.0
    scored, tree = page.once(scored_of), page.tree
    best = pick(scored, Ranked())[:1]
    if not best:
        return 0.0, 0.0
    records = scored.candidates.nodes_of(scored.ids[best[0]])
    spans = [(node, node + tree.size[node]) for record in records for node in record]
    return scored.confidence[best[0]], share_of_text(page, spans)


def share_of_text(page: Page, spans: Iterable[tuple[int, int]]) -> float:
    """Return the share of the likely main text in these spans of nodes; 0 without such a text."""
    article = page.once(scored_blocks)
    if article is None:
        return 0.0
    nodes = [*compress(range(len(page.tree)), article.flags)]
    sums = [*accumulate(map(page.tree.text_chars, nodes), initial=0)]
    part = end = 0
    for low, stop in sorted(spans):
        if low >= end:
            part += sums[bisect_left(nodes, stop)] - sums[bisect_left(nodes, low)]
            end = stop
    return part / max(1, sums[-1])
