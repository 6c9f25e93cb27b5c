"""The memory of sites that :func:`scrapy_treesim.article` asks."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from zlib import crc32

from scrapy_treesim.article.site_memory import site
from scrapy_treesim.article.site_memory.blocks import inform, kinds_of, teach
from scrapy_treesim.article.site_memory.file import MAX_HOST, as_bytes, load_sites, state_of
from scrapy_treesim.article.site_memory.site import Site, add_sites
from scrapy_treesim.file_lock import locked
from scrapy_treesim.whole_file import write_whole
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.article.learned import ScoredBlocks
    from scrapy_treesim.page import Page


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

    def read(self, page: Page, alone: ScoredBlocks, remember: bool = True) -> ScoredBlocks:
        """Score the page's blocks in the light of the site's other pages.

        ``alone`` is what they make by themselves. The page is remembered, unless it is known
        already or ``remember`` is False.
        """
        host = _host(page.url)
        if host is None:
            return alone
        known = self._sites.get(host) or Site()
        if host in self._sites:
            self._sites.move_to_end(host)
        named = f"{page.url} {page.title}".encode("utf-8", "replace")
        address = crc32(named if page.url else page.tree.text)
        is_known = address in known.addresses
        kinds = kinds_of(page.tree, alone)
        informed = inform(page.tree, alone, known, kinds, is_known)
        if remember and not is_known:
            if host not in self._before:
                self._before[host] = known.copy()
            self._sites[host] = known
            if len(self._sites) > site.MAX_HOSTS:
                forgotten, _ = self._sites.popitem(last=False)
                self._before.pop(forgotten, None)
            known.addresses[address] = None
            teach(known, alone, kinds)
        return informed

    def _learned(self) -> dict[str, Site]:
        """The part that the file does not have, the hosts in their order."""
        return {
            host: site.since(self._before[host])
            for host, site in self._sites.items()
            if host in self._before
        }


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
