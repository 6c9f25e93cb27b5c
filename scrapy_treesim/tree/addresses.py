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
_FORMS: Final = ("#x", "?x", "x", "/x", "//x")
"""An address of each form, which says what the base puts before it."""


class Addresses:
    """The addresses of a page, relative to one of them.

    ``with_files``: whether it may name files, as one that is a file itself may.
    """

    def __init__(self, base: str, with_files: bool) -> None:
        self._base, self._with_files = base, with_files
        self._known: dict[str, str | None] = {}
        try:
            starts = [urljoin(base, form).removesuffix(form) for form in _FORMS]
            self._is_read = True
        except ValueError:
            starts = [""] * len(_FORMS)
            self._is_read = False
        # Of a base that is none of the web's own, or that is odd, nothing is put together.
        whole, path, folder, root, scheme = (start if _is_start(start) else "" for start in starts)
        self._whole, self._path, self._folder = whole, path, folder
        self._root, self._scheme = root, scheme

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
            return address if self._is_read and _WEB.fullmatch(address) else ""
        first = address[:1]
        if first == "/" and address[1:2] == "/":
            joined = f"{self._scheme}{address}"
            return joined if self._scheme and _WEB.fullmatch(joined) else ""
        if first == "/":
            before, fits = self._root, "/." not in address
        elif first == "?":
            before, fits = self._path, True
        elif first == "#":
            before, fits = self._whole, True
        else:
            fits = first != "." and not (":" in address or "//" in address or "/." in address)
            before = self._folder
        return f"{before}{address}" if fits and before and _PLAIN.fullmatch(address) else ""

    def _joined(self, address: str) -> str | None:
        try:
            scheme = urlsplit(address).scheme
            joined = urljoin(self._base, address).strip()
        except ValueError:
            return None
        return joined if scheme in SAFE_SCHEMES or (self._with_files and scheme == "file") else None


def _is_start(start: str) -> bool:
    """Tell whether what comes before an address is as plain as that."""
    return start in ("http:", "https:") or _WEB.fullmatch(start) is not None
