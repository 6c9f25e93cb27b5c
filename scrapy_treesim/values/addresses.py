"""Addresses: their origins as fetched by Scrapy, the links that a page may lead to, their sites.

Browsers, urllib and Scrapy read an odd address each in their own way. Here the address requested by
Scrapy counts; an address that others may read differently leads nowhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from w3lib.url import file_uri_to_path, safe_url_string

AMBIGUOUS: Final = re.compile(r"[\\\x00-\x1f\x7f-\x9f]")
"""Characters read differently: dropped, taken for a slash, or kept."""
_WEB: Final = re.compile(
    r"(https?)://([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?(?![^/?#])", re.IGNORECASE
)
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Origin:
    """Scheme, host and port of an address."""

    scheme: str
    host: str
    port: int

    @classmethod
    def of(cls, url: str) -> Origin | None:
        """The origin of the address of a request; None if it is not plainly one of the web.

        >>> Origin.of("https://shop.example/list")
        Origin(scheme='https', host='shop.example', port=443)
        >>> Origin.of("https://user@shop.example/list") is None
        True
        """
        match = None if AMBIGUOUS.search(url) else _WEB.match(url)
        if match is None:
            return None
        scheme, host = match[1].lower(), match[2].lower()
        return cls(scheme, host, int(match[3] or _DEFAULT_PORTS[scheme]))

    def may_lead_to(self, other: Origin) -> bool:
        """Tell whether another origin is equal but for ``www.``, and https in place of http."""
        ports = {self.port, other.port}
        return (
            self.host.removeprefix("www.") == other.host.removeprefix("www.")
            and other.scheme in (self.scheme, "https")
            and (len(ports) == 1 or (self._is_plain and other._is_plain))
        )

    @property
    def _is_plain(self) -> bool:
        return self.port == _DEFAULT_PORTS[self.scheme]

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}{'' if self._is_plain else f':{self.port}'}"


def fetched(address: str) -> str:
    """The address requested by Scrapy for an address in a page; empty if unsure."""
    if AMBIGUOUS.search(address):
        return ""
    try:
        host = urlsplit(address).hostname or ""
        # Browsers request faß.example, IDNA 2003 has fass.example.
        is_sure = host.isascii() or host.encode("idna").decode("idna") == host
        return safe_url_string(address) if is_sure else ""
    except ValueError:
        return ""


def may_lead(page_url: str, url: str) -> bool:
    """Tell whether a page may lead on to an address; both as they are fetched.

    A page of the web leads to its own host and port, with or without ``www.``, from http to https
    but not back. A page that is a file leads to files in its folder and below, links resolved.
    """
    if page_url.startswith("file:"):
        return _is_file_beside(page_url, url)
    page_origin, other = Origin.of(page_url), Origin.of(url)
    return page_origin is not None and other is not None and page_origin.may_lead_to(other)


def _is_file_beside(page_url: str, url: str) -> bool:
    try:
        if urlsplit(page_url)[:2] != urlsplit(url)[:2]:
            return False
        page, file = (Path(file_uri_to_path(address)) for address in (page_url, url))
        return file.resolve().is_relative_to(page.parent.resolve())
    except (ValueError, OSError, RuntimeError):
        return False


_DIGITS = re.compile(r"\d+")
_INDEX = re.compile(r"(index|default)(\.\w{1,5})?", re.IGNORECASE)
_SUFFIX = re.compile(r"\.[A-Za-z]{1,5}$")

MAX_SITE: Final = 300
"""Largest number of characters of a site; longer ones count as none."""
MAX_SHAPE: Final = 300
"""Largest number of characters of an address' shape."""


def site_of(url: str) -> str:
    """The host in lower case without ``www.``, with an unusual port.

    Empty for files, for pages without an address and for invalid addresses.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    if parts.scheme == "file":
        return ""
    while host.startswith("www.") and "." in host[4:]:
        host = host[4:]
    if ":" in host:
        host = f"[{host}]"
    site = f"{host}:{port}" if port and port not in _DEFAULT_PORTS.values() else host
    return site if len(site) <= MAX_SITE else ""


def address_shape(url: str) -> str:
    """The common shape of addresses of one kind of page, of at most MAX_SHAPE characters.

    It has the site, the first folder with its digits replaced, the number of parts of the path,
    which of these are numbers, the suffix of the last, and the names of the parameters.
    ``/p/12/iron-pan.html`` and ``/p/7/lid.html`` have one shape, and so have ``/iron-pan/`` and
    ``/lid/``. The shape of a file is its whole folder and the suffix.
    """
    try:
        parts = urlsplit(url)
        keys = "&".join(sorted({key for key, _ in parse_qsl(parts.query)}))
    except ValueError:
        return ""
    steps = [*filter(None, parts.path.split("/"))]
    if steps and _INDEX.fullmatch(steps[-1]):
        steps.pop()
    shown = ["N" if step.isdecimal() else "*" for step in steps]
    if not site_of(url):
        shown[:-1] = steps[:-1]
    elif len(steps) > 1:
        shown[0] = _DIGITS.sub("N", steps[0])
    suffix = "".join(_SUFFIX.findall("".join(steps[-1:])))
    return f"{site_of(url)}/{'/'.join(shown)}{suffix}?{keys}"[:MAX_SHAPE]
