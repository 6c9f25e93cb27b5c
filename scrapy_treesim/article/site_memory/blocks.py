"""From a page's blocks to its site, and from the site to their scores."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.assembly import assemble
from scrapy_treesim.article.model import MAX_LOG_ODDS, probability
from scrapy_treesim.article.site_memory.site import MAX_NAME, Site, bound
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.article.learned import ScoredBlocks
    from scrapy_treesim.tree import PageTree

MIN_PAGES: Final = 1
"""Pages that must have voted before the memory has a say in where the article lies."""

MIN_REPEATS: Final = 2
"""Pages that a text must have been on to count as the site's."""

INSIDE: Final = 1.0
"""Log-odds that a block gains in the site's container."""

OUTSIDE: Final = -2.0
"""Log-odds that a block gains outside it."""

REPEATED: Final = -3.0
"""Log-odds that a block gains whose text was on other pages."""

BLEND: Final = 0.25
"""How far a block's log-odds go towards the mean of its place on the site's pages."""

MIN_FIT: Final = 0.6
"""How well the site's container must do, of the best on the page, to be chosen there."""


def kinds_of_containers(tree: PageTree, scored: ScoredBlocks) -> dict[int, str]:
    """A name for the kind of each element that holds blocks: its tag and class names without
    those that hold digits, and where it has none, those above it."""
    before, path = scored.blocks.before, scored.features.path
    names: dict[int, str] = {}
    kinds: dict[int, str] = {}
    for node, tag in enumerate(tree.tag):
        if tag == tags.TEXT or before[node + tree.size[node]] == before[node]:
            continue
        known = names.get(path[node])
        if known is None:
            own = (tree.get(node, "class") or "").split()
            plain = [name for name in own if not any(map(str.isdigit, name))]
            known = tree.name(node)
            if plain:
                known = ".".join((known, *plain[:4]))
            elif node:
                known = f"{kinds[tree.parent[node]]}>{known}"
            names[path[node]] = known = known[-MAX_NAME:]
        kinds[node] = known
    return kinds


def votes_of(
    tree: PageTree, scored: ScoredBlocks, kinds: dict[int, str]
) -> dict[str, tuple[float, int]]:
    """The F1 to be expected of the best container of each kind, and its node."""
    before, units = scored.blocks.before, scored.units
    sizes, expected = [0.0], [0.0]
    for size, log_odds in zip(units, scored.log_odds, strict=True):
        sizes.append(sizes[-1] + size)
        expected.append(expected[-1] + size * probability(log_odds))
    votes: dict[str, tuple[float, int]] = {}
    for node, kind in kinds.items():
        first, stop = before[node], before[node + tree.size[node]]
        right = expected[stop] - expected[first]
        f1 = 2 * right / (sizes[stop] - sizes[first] + expected[-1] or 1.0)
        if f1 >= votes.get(kind, (0.0, 0))[0]:
            votes[kind] = (f1, node)
    return votes


def inform(
    tree: PageTree,
    alone: ScoredBlocks,
    site: Site,
    kinds: dict[int, str],
    votes: dict[str, tuple[float, int]],
    is_known: bool,
) -> ScoredBlocks:
    """Score the blocks in the light of the site; a known page was among its teachers."""
    if site.pages < MIN_PAGES:
        return alone
    best: tuple[float, int] | None = None
    for kind, (f1, node) in votes.items():
        pages, total = site.containers.get(kind, (0, 0.0))
        if pages >= MIN_PAGES:
            record = (total + f1) / (site.pages + 1)
            if best is None or record > best[0]:
                best = record, node
    log_odds = alone.log_odds[:]
    texts = alone.features.words.texts
    top = max((f1 for f1, _ in votes.values()), default=0.0)
    places = _places(alone, kinds)
    for block, place in enumerate(places):
        pages, total = site.places.get(place, (0, 0.0))
        if pages >= MIN_PAGES:
            log_odds[block] += BLEND * pages / (pages + 1) * (total / pages - log_odds[block])
    if best is not None and votes[kinds[best[1]]][0] >= MIN_FIT * top:
        node = best[1]
        first, stop = alone.blocks.before[node], alone.blocks.before[node + tree.size[node]]
        for block in range(len(log_odds)):
            log_odds[block] += INSIDE if first <= block < stop else OUTSIDE
    for block in range(len(log_odds)):
        if site.texts.get(texts[block], 0) >= MIN_REPEATS + is_known:
            log_odds[block] += REPEATED
    assembly = assemble(tree, alone.blocks, alone.units, log_odds)
    # Where an article would lie is no evidence that there is one: that is for the page to say.
    sure = min(assembly.confidence, alone.assembly.confidence)
    return alone._replace(log_odds=log_odds, assembly=replace(assembly, confidence=sure))


def _places(scored: ScoredBlocks, kinds: dict[int, str]) -> list[str]:
    blocks = scored.blocks
    return [kinds[blocks.owner[node]] for node in blocks.first]


def teach(
    site: Site, scored: ScoredBlocks, kinds: dict[int, str], votes: dict[str, tuple[float, int]]
) -> None:
    """Add the votes, places and texts of a page to what is known of its site."""
    site.pages += 1
    found: dict[str, tuple[float, float]] = {}
    for place, size, log_odds in zip(
        _places(scored, kinds), scored.units, scored.log_odds, strict=True
    ):
        units, total = found.get(place, (0.0, 0.0))
        found[place] = units + size + 1, total + (size + 1) * log_odds
    for place, (units, total) in found.items():
        pages, before = site.places.get(place, (0, 0.0))
        site.places[place] = pages + 1, before + total / units
        site.places.move_to_end(place)
    for kind, (f1, _) in votes.items():
        pages, total = site.containers.get(kind, (0, 0.0))
        site.containers[kind] = (pages + 1, total + f1)
        site.containers.move_to_end(kind)
    # What is surely no part of the article needs no remembering; the articles that follow on the
    # same page are some page's own.
    texts = scored.features.words.texts
    for text in {
        texts[block] for block, log_odds in enumerate(scored.log_odds) if log_odds > -MAX_LOG_ODDS
    }:
        site.texts[text] = site.texts.get(text, 0) + 1
        site.texts.move_to_end(text)
    bound(site)
