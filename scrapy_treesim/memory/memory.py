"""The memory of sites that kinds of pages and lists are read with."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from scrapy_treesim.file_lock import locked
from scrapy_treesim.memory import site as bounds
from scrapy_treesim.memory.file import as_bytes, load_sites
from scrapy_treesim.memory.regions import KnownRegion, look_of
from scrapy_treesim.memory.site import FILES, Site, add_sites, lean, look_of_page, site_of
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.whole_file import state_of, write_whole
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.memory.regions import Records
    from scrapy_treesim.page import Page


class SiteMemory:
    """Per site, what kinds of pages look how and which columns lists have; bounded, cheap to ask.

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

    def kind(self, page: Page, alone: array[float]) -> array[float]:
        """A page's log-odds of the kinds in the light of the site's other pages that look alike."""
        name = site_of(page.url)
        if not name or name.startswith(FILES) or not len(page.once(reading_of)):
            return alone
        site, own, address = self._site(name), look_of_page(page, alone), _address_of(page)
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
