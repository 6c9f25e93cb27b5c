"""Addresses made absolute: common forms by concatenation, all others by ``urljoin``."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urljoin, urlsplit

MAX_CACHED: Final = 5_000
"""Largest number of cached addresses of a page."""
MAX_CACHED_CHARS: Final = 1_000
"""Largest number of characters of a cached address."""

BASE_SCHEMES: Final = frozenset(("", "http", "https", "ftp"))
"""Schemes of a base of relative addresses."""
SAFE_SCHEMES: Final = frozenset((*BASE_SCHEMES, "mailto", "tel"))
"""Schemes without code to run or files to read."""

# Forms that urljoin leaves as they are: no parameters, no empty query or fragment, no white space.
_REST: Final = r"(?:\?[^\s\x00-\x1f\x7f#]+)?(?:#[^\s\x00-\x1f\x7f]+)?"
_PATH: Final = r"[^\s\x00-\x1f\x7f;?#]*"
_WEB: Final = re.compile(rf"https?://[A-Za-z0-9.-]+(?::[0-9]{{1,5}})?(?:/{_PATH})?{_REST}")
_PLAIN: Final = re.compile(_PATH + _REST)


class Addresses:
    """Resolver of a page's addresses against its base.

    ``with_files``: whether they may be of files, as on a page that is a file itself.
    """

    def __init__(self, base: str, with_files: bool) -> None:
        self._base, self._with_files = base, with_files
        self._resolved: dict[str, str | None] = {}
        self._starts: dict[str, str] = {}
        try:
            urlsplit(base)
            self._is_whole = True
        except ValueError:
            self._is_whole = False

    def absolute(self, address: str) -> str | None:
        """Return the absolute address; None if it is broken, empty or a script."""
        resolved = self._resolved
        if address in resolved:
            return resolved[address]
        stripped = address.strip()
        absolute = (self._put_together(stripped) or self._joined(stripped)) if stripped else None
        if len(resolved) < MAX_CACHED and len(address) <= MAX_CACHED_CHARS:
            resolved[address] = absolute
        return absolute

    def _put_together(self, address: str) -> str:
        """Return the absolute address of a common form; empty for all other forms."""
        if address.startswith("http"):
            return address if self._is_whole and _WEB.fullmatch(address) else ""
        form, fits = address[:1], True
        if form == "/" and address[1:2] == "/":
            start = self._start("//")
            joined = f"{start}{address}"
            return joined if start and _WEB.fullmatch(joined) else ""
        if form == "/":
            fits = "/." not in address
        elif form not in ("?", "#"):
            # A leading "./" is redundant.
            address = address[2:] if address.startswith("./") else address
            fits = address[:1] not in ("", ".", "/", "?", "#") and not (
                ":" in address or "//" in address or "/." in address
            )
            form = ""
        if not fits or _PLAIN.fullmatch(address) is None:
            return ""
        start = self._start(form)
        return f"{start}{address}" if start else ""

    def _start(self, form: str) -> str:
        """Return the base's part of an absolute address of a form; empty for an odd base."""
        start = self._starts.get(form)
        if start is None:
            example = f"{form}x"
            try:
                start = urljoin(self._base, example).removesuffix(example)
            except ValueError:
                start = ""
            if start not in ("http:", "https:") and _WEB.fullmatch(start) is None:
                start = ""
            self._starts[form] = start
        return start

    def _joined(self, address: str) -> str | None:
        try:
            scheme = urlsplit(address).scheme
            joined = urljoin(self._base, address).strip()
        except ValueError:
            return None
        return joined if scheme in SAFE_SCHEMES or (self._with_files and scheme == "file") else None
