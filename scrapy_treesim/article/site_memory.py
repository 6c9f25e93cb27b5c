"""What a site's pages teach of one another: where its articles lie, and what is on every page.

Pages of one site share a theme, so their articles lie in containers of one kind. A page judged by
itself chooses its container by its own blocks; the memory makes the choice consistent. Each page
votes for every kind of container it has, by how well the container's blocks would do as its
article; the kind with the best record is chosen wherever it is found. Blocks whose very text was
on other pages are the site's, not the page's.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import asdict, dataclass, field, replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from zlib import crc32

from scrapy_treesim.article.assembly import assemble
from scrapy_treesim.article.judgement import SURE, probability
from scrapy_treesim.tree import tags
from scrapy_treesim.whole_file import write_whole

if TYPE_CHECKING:
    from scrapy_treesim.article.learned import Reading
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

VERSION: Final = 1
"""Of the file format."""

MAX_HOSTS: Final = 500
"""Hosts remembered; the one not seen for longest is forgotten first."""

MAX_KINDS: Final = 200
"""Kinds of containers remembered of a host, and kinds of places."""

MAX_TEXTS: Final = 1_000
"""Texts remembered of a host."""

MAX_ADDRESSES: Final = 2_000
"""Pages of a host that are known again."""

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

LEAST_FIT: Final = 0.6
"""How well the site's container must do, of the best on the page, to be chosen there."""


@dataclass(slots=True)
class Site:
    """What is known of one host."""

    pages: int = 0
    containers: OrderedDict[str, tuple[int, float]] = field(default_factory=OrderedDict)
    """By kind of container, the pages that had one and the sum of their votes."""
    places: OrderedDict[str, tuple[int, float]] = field(default_factory=OrderedDict)
    """By place of a block, the pages that had some and the sum of their mean log-odds."""
    texts: OrderedDict[int, int] = field(default_factory=OrderedDict)
    """By hash of a block's letters and digits, the pages it was on."""
    addresses: OrderedDict[int, None] = field(default_factory=OrderedDict)
    """Hashes of the pages' addresses and titles: a page that comes again has no second vote."""


class MemoryFileError(ValueError):
    """A file that site memory cannot be read from; one line says why and how to mend it."""


class SiteMemory:
    """Per host, where articles lie and which texts repeat; bounded, and cheap to ask.

    Not for use by several threads at a time.
    """

    def __init__(self) -> None:
        self._sites: OrderedDict[str, Site] = OrderedDict()

    def __len__(self) -> int:
        """Hosts remembered."""
        return len(self._sites)

    def save(self, path: str | Path) -> None:
        """Write the memory as JSON; the file is replaced at once or not at all.

        Raises:
            OSError: it cannot be written.
        """
        sites = {
            host: asdict(site) | {"addresses": list(site.addresses)}
            for host, site in self._sites.items()
        }
        write_whole(path, json.dumps({"version": VERSION, "sites": sites}).encode())

    @classmethod
    def load(cls, path: str | Path) -> SiteMemory:
        """The memory that was saved.

        Raises:
            MemoryFileError: the file cannot be read or holds no such memory.
        """
        memory = cls()
        try:
            held = json.loads(Path(path).read_text("utf-8"))
            if held["version"] != VERSION:
                raise ValueError(f"it is of version {held['version']!r:.20}, not {VERSION}")
            for host, site in list(held["sites"].items())[-MAX_HOSTS:]:
                memory._sites[str(host)] = _site_of(site)
        except OSError as error:
            raise MemoryFileError(f"{path} cannot be read: {error.strerror}") from None
        except (
            ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError
        ) as error:  # fmt: skip
            raise MemoryFileError(
                f"{path} holds no site memory ({type(error).__name__}: {error}): "
                "delete it to start afresh"
            ) from None
        return memory

    def read(self, page: Page, alone: Reading, remember: bool = True) -> Reading:
        """What the page's blocks make in the light of the site's other pages.

        ``alone`` is what they make by themselves. The page is remembered, unless it is known
        already or ``remember`` is False.
        """
        host = _host(page.url)
        if host is None:
            return alone
        site = self._sites.get(host) or Site()
        if host in self._sites:
            self._sites.move_to_end(host)
        named = f"{page.url} {page.title}".encode("utf-8", "replace")
        address = crc32(named if page.url else page.tree.text)
        is_known = address in site.addresses
        kinds = _kinds_of_containers(page.tree, alone)
        votes = _votes(page.tree, alone, kinds)
        informed = _informed(page.tree, alone, site, kinds, votes, is_known)
        if remember and not is_known:
            self._sites[host] = site
            if len(self._sites) > MAX_HOSTS:
                self._sites.popitem(last=False)
            site.addresses[address] = None
            _remember(site, alone, kinds, votes)
        return informed


def _kinds_of_containers(tree: PageTree, reading: Reading) -> dict[int, str]:
    """A name for the kind of each element that holds blocks: its tag and class names without
    those that hold digits, and where it has none, those above it."""
    before, path = reading.blocks.before, reading.features.path
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
            names[path[node]] = known = known[-200:]
        kinds[node] = known
    return kinds


def _votes(tree: PageTree, reading: Reading, kinds: dict[int, str]) -> dict[str, tuple[float, int]]:
    """How well the best container of each kind would do as the article, and its node."""
    before, units = reading.blocks.before, reading.units
    sizes, expected = [0.0], [0.0]
    for size, odds in zip(units, reading.odds, strict=True):
        sizes.append(sizes[-1] + size)
        expected.append(expected[-1] + size * probability(odds))
    votes: dict[str, tuple[float, int]] = {}
    for node, kind in kinds.items():
        first, stop = before[node], before[node + tree.size[node]]
        right = expected[stop] - expected[first]
        f1 = 2 * right / (sizes[stop] - sizes[first] + expected[-1] or 1.0)
        if f1 >= votes.get(kind, (0.0, 0))[0]:
            votes[kind] = (f1, node)
    return votes


def _informed(
    tree: PageTree,
    alone: Reading,
    site: Site,
    kinds: dict[int, str],
    votes: dict[str, tuple[float, int]],
    is_known: bool,
) -> Reading:
    """The reading with the memory's say in the odds; a known page was among its teachers."""
    if site.pages < MIN_PAGES:
        return alone
    best: tuple[float, int] | None = None
    for kind, (f1, node) in votes.items():
        pages, total = site.containers.get(kind, (0, 0.0))
        if pages >= MIN_PAGES:
            record = (total + f1) / (site.pages + 1)
            if best is None or record > best[0]:
                best = record, node
    odds = alone.odds[:]
    texts = alone.features.words.texts
    top = max((f1 for f1, _ in votes.values()), default=0.0)
    places = _places(alone, kinds)
    for block, place in enumerate(places):
        pages, total = site.places.get(place, (0, 0.0))
        if pages >= MIN_PAGES:
            odds[block] += BLEND * pages / (pages + 1) * (total / pages - odds[block])
    if best is not None and votes[kinds[best[1]]][0] >= LEAST_FIT * top:
        node = best[1]
        first, stop = alone.blocks.before[node], alone.blocks.before[node + tree.size[node]]
        for block in range(len(odds)):
            odds[block] += INSIDE if first <= block < stop else OUTSIDE
    for block in range(len(odds)):
        if site.texts.get(texts[block], 0) >= MIN_REPEATS + is_known:
            odds[block] += REPEATED
    assembly = assemble(tree, alone.blocks, alone.units, odds)
    # Where an article would lie is no evidence that there is one: that is for the page to say.
    sure = min(assembly.confidence, alone.assembly.confidence)
    return alone._replace(odds=odds, assembly=replace(assembly, confidence=sure))


def _places(reading: Reading, kinds: dict[int, str]) -> list[str]:
    blocks = reading.blocks
    return [kinds[blocks.owner[node]] for node in blocks.first]


def _remember(
    site: Site, reading: Reading, kinds: dict[int, str], votes: dict[str, tuple[float, int]]
) -> None:
    site.pages += 1
    found: dict[str, tuple[float, float]] = {}
    for place, size, odds in zip(_places(reading, kinds), reading.units, reading.odds, strict=True):
        units, total = found.get(place, (0.0, 0.0))
        found[place] = units + size + 1, total + (size + 1) * odds
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
    texts = reading.features.words.texts
    for text in {texts[block] for block, odds in enumerate(reading.odds) if odds > -SURE}:
        site.texts[text] = site.texts.get(text, 0) + 1
        site.texts.move_to_end(text)
    _bound(site)


def _bound(site: Site) -> None:
    _forget(site.containers, MAX_KINDS)
    _forget(site.places, MAX_KINDS)
    _forget(site.texts, MAX_TEXTS)
    _forget(site.addresses, MAX_ADDRESSES)


def _forget(remembered: OrderedDict[Any, Any], most: int) -> None:
    while len(remembered) > most:
        remembered.popitem(last=False)


def _host(url: str) -> str | None:
    """The host; of pages that came without one the site is one; pages of files have none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme == "file" and not parts.netloc:
        return None
    return parts.netloc.rpartition("@")[2].lower()


def _site_of(held: dict[str, Any]) -> Site:
    def votes(of: dict[str, Any]) -> OrderedDict[str, tuple[int, float]]:
        return OrderedDict((str(kind), (int(one[0]), _finite(one[1]))) for kind, one in of.items())

    site = Site(
        pages=int(held["pages"]),
        containers=votes(held["containers"]),
        places=votes(held["places"]),
        texts=OrderedDict((int(text), int(pages)) for text, pages in held["texts"].items()),
        addresses=OrderedDict.fromkeys(map(int, held["addresses"])),
    )
    _bound(site)
    return site


def _finite(number: Any) -> float:
    if not isfinite(number):
        raise ValueError(f"{number} is no number of votes")
    return float(number)
