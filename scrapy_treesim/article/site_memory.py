"""What a site's pages teach of one another: where its articles lie, and what is on every page.

Pages of one site share a theme, so their articles lie in containers of one kind. A page scored by
itself chooses its container by its own blocks; the memory makes the choice consistent. Each page
votes for every kind of container it has, by how well the container's blocks would do as its
article; the kind with the best record is chosen wherever it is found. Blocks whose very text was
on other pages are the site's, not the page's.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import urlsplit
from zlib import crc32

from scrapy_treesim.article.assembly import assemble
from scrapy_treesim.article.model import MAX_LOG_ODDS, probability
from scrapy_treesim.file_lock import locked
from scrapy_treesim.json_file import read_json
from scrapy_treesim.tree import tags
from scrapy_treesim.whole_file import write_whole

if TYPE_CHECKING:
    from scrapy_treesim.article.learned import ScoredBlocks
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

VERSION: Final = 1
"""Of the file format."""

MAX_BYTES: Final = 100_000_000
"""Of a file; of what would make a larger one, the hosts not seen for longest are left out."""

MAX_COUNT: Final = 10**9
"""Pages that anything in a file is counted on; more are as many."""

MAX_SUM: Final = 1e12
"""What their votes or log-odds make at most, above 0 or below; more is as much."""

BEYOND: Final = 1_000
"""How often as much in a file as that is no count and no sum."""

MAX_HOST: Final = 300
"""Characters of a host; a longer one is not remembered."""

MAX_HOSTS: Final = 500
"""Hosts remembered; the one not seen for longest is forgotten first."""

MAX_KINDS: Final = 200
"""Kinds of containers remembered of a host, and kinds of places."""

MAX_NAME: Final = 200
"""Characters of the name of a kind."""

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

MEND: Final = "delete it to start afresh"


Votes: TypeAlias = "OrderedDict[str, tuple[int, float]]"
"""By kind or place, the pages that had one and the sum of what they said."""


@dataclass(slots=True)
class Site:
    """What is known of one host."""

    pages: int = 0
    containers: Votes = field(default_factory=OrderedDict)
    """By kind of container, the pages that had one and the sum of their votes."""
    places: Votes = field(default_factory=OrderedDict)
    """By place of a block, the pages that had some and the sum of their mean log-odds."""
    texts: OrderedDict[int, int] = field(default_factory=OrderedDict)
    """By hash of a block's letters and digits, the pages it was on."""
    addresses: OrderedDict[int, None] = field(default_factory=OrderedDict)
    """Hashes of the pages' addresses and titles: a page that comes again has no second vote."""

    def copy(self) -> Site:
        """A copy of it, to be compared with later."""
        return Site(
            self.pages, self.containers.copy(), self.places.copy(), self.texts.copy(),
            self.addresses.copy(),
        )  # fmt: skip

    def since(self, before: Site) -> Site:
        """The part that was learned since."""
        texts = OrderedDict(
            (text, pages - known if pages > known else pages)
            for text, pages in self.texts.items()
            if pages != (known := before.texts.get(text, 0))
        )
        new = (one for one in self.addresses if one not in before.addresses)
        return Site(
            self.pages - before.pages, _votes_since(self.containers, before.containers),
            _votes_since(self.places, before.places), texts, OrderedDict.fromkeys(new),
        )  # fmt: skip

    def add(self, other: Site) -> None:
        """Add what was learned of other pages, as the latest.

        Pages of both, as of crawls that went the same way at the same time, count once: what both
        know of is taken to be so from as many of these pages as can be.
        """
        both = len(self.addresses.keys() & other.addresses.keys())
        self.pages += max(0, other.pages - both)
        _add_votes(self.containers, other.containers, both)
        _add_votes(self.places, other.places, both)
        for text, pages in other.texts.items():
            known = self.texts.get(text, 0)
            self.texts[text] = known + pages - min(known, pages, both)
            self.texts.move_to_end(text)
        for address in other.addresses:
            self.addresses[address] = None
            self.addresses.move_to_end(address)
        _bound(self)


def _votes_since(votes: Votes, before: Votes) -> Votes:
    found: Votes = OrderedDict()
    for kind, (pages, total) in votes.items():
        known, earlier = before.get(kind, (0, 0.0))
        # Fewer than before: it was forgotten and learned anew.
        if pages != known:
            found[kind] = (pages - known, total - earlier) if pages > known else (pages, total)
    return found


def _add_votes(votes: Votes, other: Votes, both: int) -> None:
    for kind, (pages, total) in other.items():
        known, before = votes.get(kind, (0, 0.0))
        if twice := min(known, pages, both):
            total *= (pages - twice) / pages
        votes[kind] = known + pages - twice, before + total
        votes.move_to_end(kind)


class MemoryFileError(ValueError):
    """A file that site memory cannot be read from; one line says why and how to mend it."""


class SiteMemory:
    """Per host, where articles lie and which texts repeat; bounded, and cheap to ask.

    Not for use by several threads at a time.
    """

    def __init__(self) -> None:
        self._sites: OrderedDict[str, Site] = OrderedDict()
        self._before: dict[str, Site] = {}
        """Of hosts of which something was learned that the file does not have, what it has."""
        self._file: Path | None = None
        """Loaded or saved last."""
        self._state: tuple[int, ...] = ()
        """Its state when it had just this memory; empty if it has more, of others."""

    def __len__(self) -> int:
        """Hosts remembered."""
        return len(self._sites)

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
            if path.exists() and not (is_same and _state(path) == self._state):
                sites = _load(path)
                _add_sites(sites, self._learned() if is_same else self._sites)
            write_whole(path, _as_bytes(sites))
            self._file, self._state = path, _state(path) if sites is self._sites else ()
        self._before.clear()

    @classmethod
    def load(cls, path: str | Path) -> SiteMemory:
        """The memory that was saved.

        Raises:
            MemoryFileError: the file cannot be read or holds no such memory.
        """
        memory = cls()
        memory._file = Path(path).resolve()
        memory._state = _state(memory._file)
        memory._sites = _load(Path(path))
        return memory

    def read(self, page: Page, alone: ScoredBlocks, remember: bool = True) -> ScoredBlocks:
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
            if host not in self._before:
                self._before[host] = site.copy()
            self._sites[host] = site
            if len(self._sites) > MAX_HOSTS:
                forgotten, _ = self._sites.popitem(last=False)
                self._before.pop(forgotten, None)
            site.addresses[address] = None
            _remember(site, alone, kinds, votes)
        return informed

    def _learned(self) -> dict[str, Site]:
        """The part that the file does not have, the hosts in their order."""
        return {
            host: site.since(self._before[host])
            for host, site in self._sites.items()
            if host in self._before
        }


def _kinds_of_containers(tree: PageTree, scored: ScoredBlocks) -> dict[int, str]:
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


def _votes(
    tree: PageTree, scored: ScoredBlocks, kinds: dict[int, str]
) -> dict[str, tuple[float, int]]:
    """How well the best container of each kind would do as the article, and its node."""
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


def _informed(
    tree: PageTree,
    alone: ScoredBlocks,
    site: Site,
    kinds: dict[int, str],
    votes: dict[str, tuple[float, int]],
    is_known: bool,
) -> ScoredBlocks:
    """The scored with the memory's say in the log_odds; a known page was among its teachers."""
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
    if best is not None and votes[kinds[best[1]]][0] >= LEAST_FIT * top:
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


def _remember(
    site: Site, scored: ScoredBlocks, kinds: dict[int, str], votes: dict[str, tuple[float, int]]
) -> None:
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
    _bound(site)


def _bound(site: Site) -> None:
    _forget(site.containers, MAX_KINDS)
    _forget(site.places, MAX_KINDS)
    _forget(site.texts, MAX_TEXTS)
    _forget(site.addresses, MAX_ADDRESSES)


def _add_sites(sites: OrderedDict[str, Site], others: Mapping[str, Site]) -> None:
    for host, other in others.items():
        sites.setdefault(host, Site()).add(other)
        sites.move_to_end(host)
    _forget(sites, MAX_HOSTS)


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
    host = parts.netloc.rpartition("@")[2].lower()
    return host.encode("utf-8", "replace").decode() if len(host) <= MAX_HOST else None


def _state(path: Path) -> tuple[int, ...]:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


def _as_bytes(sites: Mapping[str, Site]) -> bytes:
    """The file, of the latest hosts that there is room for."""
    start, between, end = f'{{"version": {VERSION}, "sites": {{', ", ", "}}"
    written: list[str] = []
    room = MAX_BYTES - len(start) - len(end)
    for host, site in reversed([*sites.items()]):
        values = asdict(site) | {"addresses": list(site.addresses)}
        text = f"{json.dumps(host)}: {json.dumps(values)}"
        room -= len(text) + len(between)
        if room < 0:
            break
        written.append(text)
    return f"{start}{between.join(reversed(written))}{end}".encode()


def _load(path: Path) -> OrderedDict[str, Site]:
    """The hosts of a file.

    Raises:
        MemoryFileError: it cannot be read or holds no site memory.
    """
    try:
        held = read_json(path, MAX_BYTES)
    except OSError as error:
        raise MemoryFileError(f"{path} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise MemoryFileError(f"{path} holds no site memory: it {error}: {MEND}") from None
    try:
        if held["version"] != VERSION:
            raise ValueError(f"it is of version {held['version']!r:.20}, not {VERSION}")
        hosts = list(held["sites"].items())[-MAX_HOSTS:]
        return OrderedDict((_host_of(host), _site_of(site)) for host, site in hosts)
    except (
        ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError
    ) as error:  # fmt: skip
        what = f"{type(error).__name__}: {error}"
        raise MemoryFileError(f"{path} holds no site memory ({what:.200}): {MEND}") from None


def _host_of(name: str) -> str:
    if len(name) > MAX_HOST:
        raise ValueError(f"{name!r:.40} is too long for a host")
    return name


def _site_of(held: dict[str, Any]) -> Site:
    def votes(of: dict[str, Any]) -> Votes:
        pairs = ((kind, one) for kind, one in list(of.items())[-MAX_KINDS:])
        return OrderedDict(
            (_kind(kind), (_count(pages, 1), _sum(total))) for kind, (pages, total) in pairs
        )

    texts = list(held["texts"].items())[-MAX_TEXTS:]
    return Site(
        pages=_count(held["pages"]),
        containers=votes(held["containers"]),
        places=votes(held["places"]),
        texts=OrderedDict((_hash(text), _count(pages, 1)) for text, pages in texts),
        addresses=OrderedDict.fromkeys(map(_address, held["addresses"][-MAX_ADDRESSES:])),
    )


_HASH: Final = re.compile("[0-9]{1,20}")


def _kind(name: str) -> str:
    if len(name) > MAX_NAME:
        raise ValueError(f"{name!r:.40} is too long for a kind of container")
    return name


def _hash(text: str) -> int:
    if not _HASH.fullmatch(text):
        raise ValueError(f"{text!r:.40} is no hash of a text")
    return int(text)


def _address(number: object) -> int:
    if type(number) is not int or not 0 <= number < 1 << 64:
        raise ValueError(f"{number!r:.40} is no hash of an address")
    return number


def _count(number: object, least: int = 0) -> int:
    if type(number) is not int or not least <= number <= BEYOND * MAX_COUNT:
        raise ValueError(f"{number!r:.40} is no number of pages")
    return min(number, MAX_COUNT)


def _sum(number: Any) -> float:
    is_number = isinstance(number, (int, float)) and not isinstance(number, bool)
    if not is_number or not -BEYOND * MAX_SUM <= number <= BEYOND * MAX_SUM:
        raise ValueError(f"{number!r:.40} is no sum of votes")
    return min(MAX_SUM, max(-MAX_SUM, float(number)))
