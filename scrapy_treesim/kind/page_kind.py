"""From a page to what it is."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.kind import _kind_cy
from scrapy_treesim.kind.feature import KINDS
from scrapy_treesim.kind.features import features_of
from scrapy_treesim.kind.model import FeatureEffect, effects_on, page_log_odds, shipped
from scrapy_treesim.page import Page, Source

if TYPE_CHECKING:
    from scrapy_treesim.kind.memory import KindMemory

MAX_REASONS: Final = 5
"""Reasons that are given."""


@dataclass(frozen=True)
class PageKind:
    """The kind of a page, with the probability of each."""

    kind: str
    """The likeliest kind: ``article``, ``list``, ``thread``, ``detail`` or ``other``."""
    probabilities: dict[str, float]
    """The probability of each kind, in [0, 1]; they add up to 1."""
    _page: Page = field(repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<PageKind {self.kind} {self.probability:.2f}>"

    @property
    def probability(self) -> float:
        """The probability of the likeliest kind, in [0, 1]."""
        return self.probabilities[self.kind]

    @cached_property
    def effects(self) -> tuple[FeatureEffect, ...]:
        """All features of the page by itself that count, those that do most first."""
        values = features_of(self._page)
        return tuple(effects_on(values, KINDS.index(self.kind), shipped()))

    @property
    def reasons(self) -> tuple[str, ...]:
        """The features that speak most for the kind, or against it, in a few words each."""
        return tuple(
            f"{'for' if effect.change > 0 else 'against'} it: {effect.phrase}"
            for effect in self.effects[:MAX_REASONS]
        )

    def to_dict(self) -> dict[str, Any]:
        """The kind with its probabilities and reasons, as plain values."""
        return {
            "kind": self.kind,
            "probabilities": dict(self.probabilities),
            "reasons": [*self.reasons],
        }

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.kind, self.probabilities, self.effects)


def _unpickled(
    kind: str, probabilities: dict[str, float], effects: tuple[FeatureEffect, ...]
) -> PageKind:
    found = PageKind(kind, probabilities, Page("<html></html>"))
    found.__dict__["effects"] = effects
    return found


UNKNOWN: Final = _unpickled("other", {kind: float(kind == "other") for kind in KINDS}, ())
"""Of a page whose kind could not be told."""


def page_kind(page: Page | Source, memory: KindMemory | None = None) -> PageKind:
    """Tell what a page is: article, list, thread, detail or other, with probabilities.

    ``memory`` is what the site's other pages turned out to be; the page joins them.

    >>> text = "The ferry is back, after a winter in the yard and a spring of waiting for parts."
    >>> found = page_kind("<title>The ferry returns</title><h1>The ferry returns</h1>"
    ...                   + 9 * f"<p>{text}</p>")
    >>> found.kind
    'article'

    Raises:
        TypeError: the source cannot be read as a page.
    """
    page = Page.of(page)
    alone = page.once(page_log_odds)
    return _kind_of(page, alone if memory is None else memory.read(page, alone))


def kind_of(page: Page) -> PageKind:
    """The kind of a page by itself."""
    return _kind_of(page, page.once(page_log_odds))


def _kind_of(page: Page, log_odds: array[float]) -> PageKind:
    probabilities = log_odds[:]
    _kind_cy.to_probabilities(probabilities)
    by_kind = dict(zip(KINDS, probabilities, strict=True))
    return PageKind(max(by_kind, key=by_kind.__getitem__), by_kind, page)
