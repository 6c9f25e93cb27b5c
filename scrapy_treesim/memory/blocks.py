"""The places of a site's articles, and the texts that are on every page.

A page scored by itself chooses the container of its article by its own blocks; the memory makes
the choice consistent. Each page votes for every kind of container it has, by how well the
container's blocks would do as its article; the kind with the best record is chosen wherever it is
found. Blocks whose very text was on other pages are the site's, not the page's.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.assembly import MAX_LOG_ODDS
from scrapy_treesim.article.learned import assembled, scored_alone
from scrapy_treesim.memory import _containers_cy
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.article.learned import ScoredBlocks
    from scrapy_treesim.memory._containers_cy import ContainerKinds
    from scrapy_treesim.memory.site import Site
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MIN_PAGES: Final = 1
"""Pages that must have voted before the memory has a say in where the article lies."""
MIN_REPEATS: Final = 2
"""Pages that a text must have been on to count as the site's."""
INSIDE: Final = 1.0
"""Log-odds that a block gains in the site's container."""
OUTSIDE: Final = -2.0
"""Log-odds that a block gains outside it."""
REPEATED: Final = -5.0
"""Log-odds that a block gains whose text was on other pages."""
BLEND: Final = 0.25
"""How far a block's log-odds go towards the mean of its place on the site's pages."""
MIN_FIT: Final = 0.6
"""How well the site's container must do, of the best on the page, to be chosen there."""

_TAGS: Final = array("Q", [_containers_cy.hash_of(name.encode()) for name in tags.KNOWN])
"""The hash of the name of each known tag."""


def kinds_of(tree: PageTree, scored: ScoredBlocks) -> ContainerKinds:
    """The kind of each element that holds blocks: its tag and class names without those that hold
    digits, and where it has none, those above it; with the votes for each kind."""
    strange = [
        _containers_cy.hash_of(name.encode("utf-8", "replace"))
        for name in tree.names[len(tags.KNOWN) :]
    ]
    tags_of_page = _TAGS + array("Q", strange)
    return _containers_cy.ContainerKinds(
        tree, scored.blocks, tags_of_page, scored.units, scored.log_odds
    )


def kinds_alone(page: Page) -> ContainerKinds | None:
    """The kinds of a page's elements, by the page alone; None where it has no text."""
    scored = page.once(scored_alone)
    return None if scored is None else kinds_of(page.tree, scored)


def texts_of(scored: ScoredBlocks) -> tuple[array[int], array[int]]:
    """Hashes of the letters and of the digits of each block, which tell its text."""
    return scored.reading.hashes, scored.reading.digits


def inform(
    page: Page, alone: ScoredBlocks, of: Site, kinds: ContainerKinds, is_known: bool
) -> ScoredBlocks:
    """Score the blocks in the light of the site; a known page was among its teachers."""
    if of.pages < MIN_PAGES:
        return alone
    log_odds = alone.log_odds[:]
    pages, sums = of.places.known(kinds.kinds, kinds.count)
    kinds.draw_to_places(pages, sums, MIN_PAGES, BLEND, log_odds)
    pages, sums = of.containers.known(kinds.kinds, kinds.count)
    node = kinds.best_known(pages, sums, of.pages, MIN_PAGES, MIN_FIT)
    if node >= 0:
        kinds.prefer(node, INSIDE, OUTSIDE, log_odds)
    texts = array("Q", bytes(8 * len(log_odds)))
    # Even what is surely no part of the article.
    _containers_cy.likely_texts(*texts_of(alone), alone.log_odds, -MAX_LOG_ODDS - 1, texts)
    pages, _ = of.texts.known(texts, len(texts))
    _containers_cy.add_where_known(pages, MIN_REPEATS + is_known, REPEATED, log_odds)
    assembly = assembled(page, alone, log_odds)
    # Where an article would lie is no evidence that there is one: that is for the page to say.
    sure = min(assembly.confidence, alone.assembly.confidence)
    return alone._replace(log_odds=log_odds, assembly=replace(assembly, confidence=sure))


def teach(of: Site, scored: ScoredBlocks, kinds: ContainerKinds) -> None:
    """Add the votes, places and texts of a page to what is known of its site."""
    places, means = array("Q", bytes(8 * kinds.count)), array("d", bytes(8 * kinds.count))
    count = kinds.places(places, means)
    of.places.see(places, means, count)
    of.containers.see(kinds.kinds, kinds.votes, kinds.count)
    # What is surely no part of the article needs no remembering; the articles that follow on the
    # same page are some page's own.
    blocks = len(scored.log_odds)
    texts = array("Q", bytes(8 * blocks))
    _containers_cy.likely_texts(*texts_of(scored), scored.log_odds, -MAX_LOG_ODDS, texts)
    count = _containers_cy.number(texts, array("i", bytes(4 * blocks)))
    of.texts.see(texts, array("d", bytes(8 * count)), count)
