"""Patterns of addresses: a host, with its subdomains, or a host and the beginning of a path.

``shop.example``, ``shop.example/list/``, ``shop.example/*/reviews``, ``*``: a ``*`` matches any
characters, a scheme does not count. Matching takes time in proportion to the address.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import Final
from urllib.parse import urlsplit

MAX_LENGTH: Final = 1_000
"""Largest number of characters of a pattern."""

_INVALID: Final = re.compile(r"[\s\ud800-\udfff]")
"""White space, or half a character."""
_SHELL_SIGNS: Final = re.compile(r"[?\[]")
"""Signs with a meaning of their own in a shell's patterns, besides ``*``."""


def check_pattern(pattern: object) -> str:
    """Return the pattern as it is compared: without a scheme, its host in lower case."""
    stripped = pattern.strip() if isinstance(pattern, str) else ""
    host, slash, path = stripped.rpartition("://")[2].partition("/")
    plain = host.lower() + slash + path
    if not host or len(plain) > MAX_LENGTH or _INVALID.search(stripped):
        raise ValueError(
            f"{pattern!r:.80} is no URL pattern: give a host or the beginning of a URL"
        )
    return plain


def matches(pattern: str, url: str) -> bool:
    """Return True if a pattern from :func:`check_pattern` fits an address."""
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
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return not slash or _fits(f"/{path_pattern}*", path)


def literal_length(pattern: str) -> int:
    """Return the number of characters fixed by the pattern; the more specific wins."""
    return len(pattern) - pattern.count("*")


def _fits(pattern: str, text: str) -> bool:
    """Return True if text fits a pattern; ``*`` matches any characters, no other sign does."""
    return fnmatchcase(text, _SHELL_SIGNS.sub(r"[\g<0>]", pattern))
