"""Pictures and styles of inspected pages: where they are loaded from, once somebody asks."""

from __future__ import annotations

import re
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urljoin, urlsplit

from scrapy_treesim.inspector.inert.css import inert_css
from scrapy_treesim.inspector.saved_address import file_of

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_BYTES: Final = 20_000_000
"""Of a local file that is served."""
MAX_SHEET: Final = 2_000_000
"""Bytes of a local style sheet that are read, one or two seconds' work."""
MAX_SOURCES: Final = 100
"""Hosts of a page that are loaded from by http; further ones are not."""
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
"""The kinds of local files that are served, by suffix."""

# Scheme, host and port, of an address by http that a policy can name.
_SOURCE = re.compile(r"http://[a-z0-9.-]+(?::\d{1,5})?(?=[/?#]|\Z)", re.IGNORECASE)


def resource_addresses(
    page_url: str, number: int, root: Path | None
) -> Callable[[str], str | None]:
    """What a page may load in place of an absolute address, or None.

    Files are loaded through the inspector if they lie below ``root``; addresses of the web as they
    are, but those of this machine and its network only if the page is from there itself: a page
    of the open web would not be let near them by a browser.
    """
    host = urlsplit(page_url).hostname

    def address(url: str) -> str | None:
        try:
            parts = urlsplit(url)
        except ValueError:
            return None
        if parts.scheme == "file":
            return None if root is None else _beside(url, number, root)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            return None
        return url if parts.hostname == host or not _is_near(parts.hostname) else None

    return address


class Sources:
    """Notes where a page's pictures and styles come from, for its policy."""

    def __init__(self, load: Callable[[str], str | None]) -> None:
        self._load = load
        self.found: set[str] = set()

    def __call__(self, url: str) -> str | None:
        """What the page may load in place of an absolute address, or None."""
        address = self._load(url)
        source = _SOURCE.match(address or "")
        if source and len(self.found) < MAX_SOURCES:
            self.found.add(source[0].lower())
        return address


def _beside(url: str, number: int, root: Path) -> str | None:
    try:
        file = file_of(url)
        if file is None:
            return None
        below = quote(file.resolve().relative_to(root.resolve()).as_posix())
    except (ValueError, OSError, RuntimeError):
        return None
    return f"/beside/{number}/{below}"


def _is_near(host: str) -> bool:
    """Whether a host is this machine or of its own network, as far as its name tells."""
    try:
        return not ip_address(host.strip("[]")).is_global
    except ValueError:
        # Browsers read 127.1 and 0x7f000001 as addresses too.
        last = host.rstrip(".").rpartition(".")[2]
        return last in ("localhost", "local", "internal", "lan", "home", "") or (
            "." not in host.rstrip(".") or last[0].isdigit()
        )


def local_file(root: Path, path: str) -> tuple[Path, str]:
    """The file below ``root`` at a path of an address, and its type.

    Raises:
        LookupError: there is none, it lies elsewhere, or it is of no kind that is served.
    """
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
    """A local style sheet as an inert page reads it: its links are such, and what it loads is as
    the page's."""

    def address(written: str) -> str | None:
        try:
            return load(urljoin(url, written))
        except ValueError:
            return None

    return inert_css(content[:MAX_SHEET].decode("utf-8", "replace"), address).encode()
