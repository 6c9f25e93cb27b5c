"""Bytes of a page as text that may go anywhere."""

from __future__ import annotations

import re
from typing import Final

_CONTROLS: Final = bytes(c for c in range(32) if c not in b"\t\n\r") + b"\x7f"
_NO_CONTROLS: Final = bytes.maketrans(_CONTROLS, b" " * len(_CONTROLS))
_FURTHER_CONTROLS: Final = re.compile(r"[\x80-\x9f]")
_SHORT: Final = 200
"""Bytes of what is mostly a value on one line, in which there is nothing to blank."""

NO_WIDTH: Final = "\xad\u200b\u2060\ufeff"
"""Characters that nobody sees: soft hyphens, spaces and joiners of words that have no width. The
joiners of letters are not among them, for they change how Persian, Indic scripts and emoji look."""


def printable(utf8: bytes) -> str:
    """The text with control characters blanked, and U+FFFD for what is no character."""
    if len(utf8) <= _SHORT and (text := utf8.decode("utf-8", "replace")).isprintable():
        return text
    text = utf8.translate(_NO_CONTROLS).decode("utf-8", "replace")
    if b"\xc2" in utf8:
        text = _FURTHER_CONTROLS.sub(" ", text)
    if b"\xef\xbf" in utf8:
        text = text.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    return text
