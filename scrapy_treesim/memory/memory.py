"""The memory of sites that all finders ask, the places of articles and texts on every page.

A page scored by itself chooses the container of its article by its own blocks; the memory makes
the choice consistent. Each page votes for every kind of container it has, by how well the
container's blocks would do as its article; the kind with the best record is chosen wherever it is
found. Blocks whose very text was on other pages are the site's, not the page's.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zlib import crc32

from scrapy_treesim.article.assembly import MAX_LOG_ODDS
from scrapy_treesim.article.learned import assembled, scored_alone
from scrapy_treesim.file_lock import locked
from scrapy_treesim.memory import _containers_cy
from scrapy_treesim.memory import site as bounds
from scrapy_treesim.memory.file import as_bytes, load_sites
from scrapy_treesim.memory.regions import KnownRegion, look_of
from scrapy_treesim.memory.site import FILES, Site, add_sites, lean, page_look, site_of
from scrapy_treesim.tree import tags
from scrapy_treesim.whole_file import state_of, write_whole
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.article.learned import ScoredBlocks
    from scrapy_treesim.memory._containers_cy import ContainerKinds
    from scrapy_treesim.memory.regions import Records
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


class SiteMemory:
    """Per site, where articles lie, which texts repeat, what kinds of pages are where, where the
    values of fields stand and which columns lists have; bounded, and cheap to ask.

    Not for use by several threads at a time.
    """

    def __init__(self) -> None:
        self._sites: OrderedDict[str, Site] = OrderedDict()
        self._before: dict[str, Site] = {}
        """Of sites of which something may have been learned that the file lacks, what it has; none
        before there is a file."""
        self._file: Path | None = None
        """Loaded or saved last."""
        self._state: tuple[int, ...] = ()
        """Its state when it had just this memory; empty if it has more, of others."""

    def __len__(self) -> int:
        """Hosts remembered; folders of files are none."""
        return sum(not name.startswith(FILES) for name in self._sites)

    def __repr__(self) -> str:
        return f"<SiteMemory of {counted(len(self), 'site')}>"

    def save(self, path: str | Path) -> None:
        """Write the memory as JSON; the file is replaced at once or not at all.

        What others have put into the file since stays: only what this memory has learned since it
        was loaded from it or saved to it is added, and all of it to another file.

        Raises:
            OSError: it cannot be written.
            MemoryFileError: there is such a file, and it holds something else.
        """
        path = Path(path).resolve()
        is_same = path == self._file
        with locked(path):
            sites = self._sites
            if path.exists() and not (is_same and state_of(path) == self._state):
                sites = load_sites(path)
                add_sites(sites, self._learned() if is_same else self._sites)
            write_whole(path, as_bytes(sites))
            self._file, self._state = path, state_of(path) if sites is self._sites else ()
        self._before.clear()

    @classmethod
    def load(cls, path: str | Path) -> SiteMemory:
        """The memory that was saved.

        Raises:
            MemoryFileError: the file cannot be read or holds no such memory.
        """
        memory = cls()
        memory._file = Path(path).resolve()
        memory._state = state_of(memory._file)
        memory._sites = load_sites(Path(path))
        return memory

    def blocks(self, page: Page, alone: ScoredBlocks, remember: bool = True) -> ScoredBlocks:
        """Score the page's blocks in the light of the site's other pages.

        ``alone`` is what they make by themselves. The page is remembered, unless it is known
        already or ``remember`` is False.
        """
        name = site_of(page.url)
        if name is None or name.startswith(FILES):
            return alone
        site = self._site(name) if remember else self._sites.get(name) or Site()
        address = _address_of(page)
        is_known = address in site.addresses
        kinds = page.once(kinds_alone) if alone is page.once(scored_alone) else None
        kinds = kinds or kinds_of(page.tree, alone)
        informed = inform(page, alone, site, kinds, is_known)
        if remember and not is_known:
            site.add_page(address)
            teach(site, alone, kinds)
        return informed

    def kind(self, page: Page, alone: array[float]) -> array[float]:
        """A page's log-odds of the kinds in the light of the site's other pages that look alike."""
        name, containers = site_of(page.url), page.once(kinds_alone)
        if not name or name.startswith(FILES) or containers is None:
            return alone
        site, own = self._site(name), page_look(containers, alone)
        address = _address_of(page)
        leant = lean(site.looks, own, address)
        site.see(address, own)
        return array("d", leant)

    def regions(
        self, page: Page, regions: Sequence[Records], keys: Sequence[str] = ()
    ) -> list[KnownRegion]:
        """For the records of each region of a page, the site's region that it is; no two the same.

        ``keys``: those of the regions, as far as they are known.
        """
        pairs = zip(regions, [*keys, *[""] * len(regions)], strict=False)
        return self._site(site_of(page.url)).regions.of([look_of(page, *one) for one in pairs])

    def by_example(self, page: Page, name: str) -> KnownRegion:
        """The region that a key tree or an example of this name finds on the page's site."""
        return self._site(site_of(page.url)).regions.of_example(name)

    def _site(self, name: str | None) -> Site:
        """The memory of a site, to learn into as well; of one without a name nothing is kept."""
        if name is None:
            return Site()
        if name not in self._sites:
            self._sites[name] = Site()
        self._sites.move_to_end(name)
        if self._file is not None and name not in self._before:
            self._before[name] = self._sites[name].copy()
        if len(self._sites) > bounds.MAX_SITES:
            forgotten, _ = self._sites.popitem(last=False)
            self._before.pop(forgotten, None)
        return self._sites[name]

    def _learned(self) -> dict[str, Site]:
        """The part that the file does not have, the sites in their order."""
        return {
            name: site.since(self._before[name])
            for name, site in self._sites.items()
            if name in self._before
        }


def _address_of(page: Page) -> int:
    """Hash a page's address and title, or its text, by which it is known again."""
    named = f"{page.url} {page.title}".encode("utf-8", "replace")
    return crc32(named if page.url else page.tree.text)
