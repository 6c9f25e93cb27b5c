"""The memory of sites that all finders ask."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from scrapy_treesim.article.learned import scored_alone
from scrapy_treesim.file_lock import locked
from scrapy_treesim.memory import site as bounds
from scrapy_treesim.memory.blocks import inform, kinds_alone, kinds_of, teach
from scrapy_treesim.memory.file import as_bytes, load_sites
from scrapy_treesim.memory.page_kinds import lean, page_look
from scrapy_treesim.memory.regions import KnownRegion, look_of
from scrapy_treesim.memory.site import FILES, Site, add_sites, site_of
from scrapy_treesim.memory.sources import adjusting
from scrapy_treesim.whole_file import state_of, write_whole
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.article.learned import ScoredBlocks
    from scrapy_treesim.detail.marks import Marks
    from scrapy_treesim.memory.regions import Records
    from scrapy_treesim.memory.sources import Adjust
    from scrapy_treesim.page import Page


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

    def details(self, marks: Marks) -> Adjust | None:
        """Tell how the site's other pages change probabilities of values; the page joins them.

        None where the page came without a host.
        """
        name = site_of(marks.page.url)
        return adjusting(self._site(name), marks) if name and not name.startswith(FILES) else None

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
