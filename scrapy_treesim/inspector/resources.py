"""Pictures and styles of inspected pages: the addresses they are loaded from on request."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urljoin

from scrapy_treesim.inspector.inert.css import inert_css
from scrapy_treesim.inspector.inspection import file_of
from scrapy_treesim.values.addresses import Origin, fetched

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_BYTES: Final = 20_000_000
"""Largest size of a local file to serve."""
MAX_SHEET: Final = 2_000_000
"""Bytes of a local style sheet to read, one or two seconds' work."""
MAX_SOURCES: Final = 100
"""Largest number of hosts to load a page's resources from, by scheme and port."""
CSS: Final = "text/css"
TYPES: Final = {
    ".avif": "image/avif",
    ".bmp": "image/bmp",
    ".css": CSS,
    ".gif": "image/gif",
    ".ico": "image/x-icon",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".otf": "font/otf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
"""Types of the local files to serve, by suffix."""

# A host that a policy can name, and the last parts of names on a private network.
_HOST = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?")
_PRIVATE_NAMES: Final = frozenset(
    "arpa corp home internal intranet lan local localdomain localhost private".split()
)


class Resources:
    """Local addresses to load in place of a page's own, and the hosts among them.

    Called with an absolute address it returns the one to load instead, or None. Files are loaded
    through the inspector if they are below ``root``; addresses of the web as they are. Hosts that
    are numbers, and those of this machine and its network, as far as their names show it, are
    used only for pages of the same host.
    """

    def __init__(self, page_url: str, number: int, root: Path | None) -> None:
        origin = _origin_of(page_url)
        self._host = origin.host if origin else ""
        self._number = number
        self._root = root
        self.sources: set[str] = set()
        """Schemes, hosts and ports for the page's policy; MAX_SOURCES at most."""

    def __call__(self, url: str) -> str | None:
        """Return the address to load in place of an absolute one, or None."""
        if url[:5].lower() == "file:":
            return None if self._root is None else _beside(url, self._number, self._root)
        origin = _origin_of(url)
        if origin is None or (origin.host != self._host and _is_private(origin.host)):
            return None
        source = str(origin)
        if source not in self.sources and len(self.sources) >= MAX_SOURCES:
            return None
        self.sources.add(source)
        return url


def _beside(url: str, number: int, root: Path) -> str | None:
    try:
        file = file_of(url)
        if file is None:
            return None
        below = quote(file.resolve().relative_to(root.resolve()).as_posix())
    except (ValueError, OSError, RuntimeError):
        return None
    return f"/beside/{number}/{below}"


def _origin_of(url: str) -> Origin | None:
    """Return the origin of a web address; None if a policy cannot name it."""
    origin = Origin.of(fetched(url))
    return origin if origin and origin.port and _HOST.fullmatch(origin.host) else None


def _is_private(host: str) -> bool:
    """Tell by its name whether a host is a number, this machine, or on its own network."""
    names = host.rstrip(".").split(".")
    # Browsers read 127.1 and 0x7f000001 as numbers too.
    return len(names) < 2 or names[-1] in _PRIVATE_NAMES or names[-1][0].isdigit()


def local_file(root: Path, path: str) -> tuple[Path, str]:
    """Return the file below ``root`` at a path of an address, and its type."""
    try:
        file = (root / path).resolve()
        below = file.is_relative_to(root.resolve())
        kind = TYPES.get(file.suffix.lower())
        if below and kind and file.is_file() and file.stat().st_size <= MAX_BYTES:
            return file, kind
    except (OSError, ValueError, RuntimeError):
        pass
    raise LookupError(path)


def inert_sheet(content: bytes, url: str, load: Callable[[str], str | None]) -> bytes:
    """Return a local style sheet for an inert page, with inert links and only allowed addresses."""

    def address(written: str) -> str | None:
        try:
            return load(urljoin(url, written))
        except ValueError:
            return None

    return inert_css(content[:MAX_SHEET].decode("utf-8", "replace"), address).encode()
