"""Addresses made absolute: common ones put together, all others as ``urljoin`` has them."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urljoin, urlsplit

MAX_KNOWN: Final = 5_000
"""Addresses of a page that are remembered."""
MAX_KNOWN_CHARS: Final = 1_000
"""Characters of an address that is remembered."""

BASE_SCHEMES: Final = frozenset(("", "http", "https", "ftp"))
"""Schemes of what other addresses may be relative to."""
SAFE_SCHEMES: Final = frozenset((*BASE_SCHEMES, "mailto", "tel"))
"""Schemes that run nothing and read no file."""

# What urljoin changes nothing in: no parameters, no empty query or fragment, nothing to strip.
_REST: Final = r"(?:\?[^\s\x00-\x1f\x7f#]+)?(?:#[^\s\x00-\x1f\x7f]+)?"
_PATH: Final = r"[^\s\x00-\x1f\x7f;?#]*"
_WEB: Final = re.compile(rf"https?://[A-Za-z0-9.-]+(?::[0-9]{{1,5}})?(?:/{_PATH})?{_REST}")
_PLAIN: Final = re.compile(_PATH + _REST)


class Addresses:
    """The addresses of a page, relative to one of them.

    ``with_files``: whether it may name files, as one that is a file itself may.
    """

    def __init__(self, base: str, with_files: bool) -> None:
        self._base, self._with_files = base, with_files
        self._known: dict[str, str | None] = {}
        self._starts: dict[str, str] = {}
        try:
            urlsplit(base)
            self._is_whole = True
        except ValueError:
            self._is_whole = False

    def absolute(self, address: str) -> str | None:
        """An address made absolute; None where it is broken, empty or a script."""
        known = self._known
        if address in known:
            return known[address]
        stripped = address.strip()
        found = (self._put_together(stripped) or self._joined(stripped)) if stripped else None
        if len(known) < MAX_KNOWN and len(address) <= MAX_KNOWN_CHARS:
            known[address] = found
        return found

    def _put_together(self, address: str) -> str:
        """The same for what need not be taken apart; nothing for all else."""
        if address.startswith("http"):
            return address if self._is_whole and _WEB.fullmatch(address) else ""
        form = address[:1]
        if form == "/" and address[1:2] == "/":
            start = self._start("//")
            joined = f"{start}{address}"
            return joined if start and _WEB.fullmatch(joined) else ""
        if form == "/":
            fits = "/." not in address
        elif form not in ("?", "#"):
            # What starts in the folder itself need not say so.
            address = address[2:] if address.startswith("./") else address
            fits = address[:1] not in ("", ".", "/", "?", "#") and not (
                ":" in address or "//" in address or "/." in address
            )
            form = ""
        else:
            fits = True
        if not fits or _PLAIN.fullmatch(address) is None:
            return ""
        start = self._start(form)
        return f"{start}{address}" if start else ""

    def _start(self, form: str) -> str:
        """The start that the base gives an address that begins so; empty where the base is odd."""
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
