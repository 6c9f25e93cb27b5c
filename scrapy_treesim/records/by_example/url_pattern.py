"""Patterns of addresses: a host, with its subdomains, or a host and the beginning of a path.

``shop.example``, ``shop.example/list/``, ``shop.example/*/reviews``, ``*``: a ``*`` stands for any
characters, a scheme does not count. Matching takes time in proportion to the address.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import Final
from urllib.parse import urlsplit

MAX_LENGTH: Final = 1_000
"""Characters of a pattern."""

_ODD: Final = re.compile(r"[\s\ud800-\udfff]")
"""White space, or half a character."""
_MEANING_MORE: Final = re.compile(r"[?\[]")
"""What means more than itself where shells match names, besides the ``*``."""


def check_pattern(pattern: object) -> str:
    """The pattern as it is compared: without a scheme, its host in lower case.

    Raises:
        ValueError: it is none.
    """
    said = pattern.strip() if isinstance(pattern, str) else ""
    host, slash, path = said.rpartition("://")[2].partition("/")
    plain = host.lower() + slash + path
    if not host or len(plain) > MAX_LENGTH or _ODD.search(said):
        raise ValueError(
            f"{pattern!r:.80} is no URL pattern: give a host or the beginning of a URL"
        )
    return plain


def matches(pattern: str, url: str) -> bool:
    """True if the pattern, as :func:`check_pattern` gives it, fits an address."""
    host_pattern, slash, path_pattern = pattern.partition("/")
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
        if parts.port and ":" in host_pattern:
            host = f"{host}:{parts.port}"
    except ValueError:
        return False
    if not (_fits(host_pattern, host) or _fits(f"*.{host_pattern}", host)):
        return False
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    return not slash or _fits(f"/{path_pattern}*", path)


def literal_length(pattern: str) -> int:
    """Characters of an address that the pattern fixes; the more specific wins."""
    return len(pattern) - pattern.count("*")


def _fits(pattern: str, text: str) -> bool:
    """True if text fits a pattern whose ``*`` stand for any characters, and no other sign does."""
    return fnmatchcase(text, _MEANING_MORE.sub(r"[\g<0>]", pattern))
