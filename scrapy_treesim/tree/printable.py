"""Bytes of a page as text without control characters."""

from __future__ import annotations

import re
from typing import Final

_CONTROLS: Final = bytes(c for c in range(32) if c not in b"\t\n\r") + b"\x7f"
_NO_CONTROLS: Final = bytes.maketrans(_CONTROLS, b" " * len(_CONTROLS))
_FURTHER_CONTROLS: Final = re.compile(r"[\x80-\x9f]")
_SHORT: Final = 200
"""Bytes of a short text, mostly one line with nothing to blank."""

NO_WIDTH: Final = "\xad\u200b\u2060\ufeff"
"""Invisible characters: soft hyphens, and spaces and joiners of words without width. Joiners of
letters are not among them, since they change the look of Persian, Indic scripts and emoji."""


def printable(utf8: bytes) -> str:
    """Decode text, with control characters blanked and U+FFFD for invalid bytes."""
    if len(utf8) <= _SHORT and (text := utf8.decode("utf-8", "replace")).isprintable():
        return text
    text = utf8.translate(_NO_CONTROLS).decode("utf-8", "replace")
    if b"\xc2" in utf8:
        text = _FURTHER_CONTROLS.sub(" ", text)
    if b"\xef\xbf" in utf8:
        text = text.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    return text
