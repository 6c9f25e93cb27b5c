"""Text that was encoded twice: UTF-8 that was read as Latin-1 and written as UTF-8 again.

A euro sign has become the three characters ``â\\x82¬`` then, or ``â‚¬`` where it was read as
Windows-1252. It is undone where all that is not ASCII is so, and where control characters from
U+0080 on, which no text is meant to have, or many such characters tell that it is no example.
"""

from __future__ import annotations

import re
from typing import Final

MIN_LIKELY: Final = 10
"""Characters encoded twice by way of Windows-1252 in a page that is taken to be so; an article
about them shows fewer. Set by hand."""

# Windows-1252 has no characters for these five, and leaves them as controls.
_UNDEFINED: Final = b"\x81\x8d\x8f\x90\x9d"
_BYTE_OF: Final = {
    ord(bytes([byte]).decode("cp1252")): byte
    for byte in range(0x80, 0xA0)
    if byte not in _UNDEFINED
}
"""The control characters in whose place Windows-1252 has others."""
_CONTROL: Final = re.compile("[\x80-\x9f]")

_NEXT_BYTES = (
    rb"(?:\xc2[\x80-\xbf]|\xc5[\x92\x93\xa0\xa1\xb8\xbd\xbe]|\xc6\x92|\xcb[\x86\x9c]"
    rb"|\xe2(?:\x80[\x93-\xba]|\x82\xac|\x84\xa2))"
)
_ODD_BYTES = (
    rb"(?:\xc2[\x80-\x9f]|\xc5[\x92\x93\xa0\xa1\xb8\xbd\xbe]|\xc6\x92|\xcb[\x86\x9c]"
    rb"|\xe2(?:\x80[\x9a\x9e\xa0\xa1\xb0\xb9\xba]|\x82\xac))"
)
_SUSPECT = re.compile(
    rb"\xc3(?:[\x82\x83\x90\x91]%(next)b|[\x82-\x9f]\xc2[\x80-\x9f]"
    rb"|[\xa0-\xb4](?:%(odd)b%(next)b|%(next)b%(odd)b)"
    rb"|[\xb0-\xb4]%(next)b%(next)b%(odd)b)" % {b"next": _NEXT_BYTES, b"odd": _ODD_BYTES}
)


def may_be_doubled(utf8: bytes) -> bool:
    """Tell whether any of it looks encoded twice: False of nearly all pages, at little cost."""
    return b"\xc3" in utf8 and _SUSPECT.search(utf8) is not None


def undoubled(text: str) -> str:
    """The text as it was meant where all of it was encoded twice; else as it is."""
    try:
        once = text.translate(_BYTE_OF).encode("latin-1")
        meant = once.decode("utf-8")
    except UnicodeError:
        return text
    count = len(meant) - len(meant.encode("ascii", "ignore"))
    return meant if count >= MIN_LIKELY or (count and _CONTROL.search(text)) else text
