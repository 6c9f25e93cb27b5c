"""The site and the shape of an address."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import parse_qsl, urlsplit

_USUAL_PORTS: Final = (80, 443)
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
    site = f"{host}:{port}" if port and port not in _USUAL_PORTS else host
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
    steps = [step for step in parts.path.split("/") if step]
    if steps and _INDEX.fullmatch(steps[-1]):
        steps.pop()
    shown = ["N" if step.isdecimal() else "*" for step in steps]
    if not site_of(url):
        shown[:-1] = steps[:-1]
    elif len(steps) > 1:
        shown[0] = _DIGITS.sub("N", steps[0])
    suffix = _SUFFIX.search(steps[-1]) if steps else None
    return f"{site_of(url)}/{'/'.join(shown)}{suffix[0] if suffix else ''}?{keys}"[:MAX_SHAPE]
