"""The site of an address, and the form that addresses of one kind of page share."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import parse_qsl, urlsplit

_USUAL_PORTS: Final = (80, 443)
_DIGITS = re.compile(r"\d+")
_INDEX = re.compile(r"(index|default)(\.\w{1,5})?", re.IGNORECASE)
_SUFFIX = re.compile(r"\.[A-Za-z]{1,5}$")

MAX_SITE: Final = 300
"""Characters of a site; longer ones are taken for none."""
MAX_SHAPE: Final = 300
"""Characters of an address' shape."""


def site_of(url: str) -> str:
    """The host in small letters without ``www.``, with a port where that is an unusual one.

    Empty for files, for what came without an address and for addresses that are none.
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
    """The part that addresses of one kind of page mostly share, of at most MAX_SHAPE characters.

    That is the site, the first folder with its digits put aside, how many parts the path has,
    which of these are numbers, the suffix of the last, and the names of the parameters.
    ``/p/12/iron-pan.html`` and ``/p/7/lid.html`` are of one shape, so are ``/iron-pan/`` and
    ``/lid/``. Of a file it is the whole folder and the suffix.
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
