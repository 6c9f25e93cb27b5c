"""The name in what stands where a post names its author."""

from __future__ import annotations

import re
from typing import Final

_SAYS = re.compile(
    r"[\s,]*(?:\b(?:says?|said|wrote|writes|posted|commented|replied|answered|reviewed|sagt(?:e)?"
    r"|schrieb|schreibt|meint|dit|a écrit|dijo|dice|escribió|disse|escreveu|ha scritto|ha detto"
    r"|schreef|zegt|skrev|napisał|pisze|пишет|написал|говорит|comentó|comenta|ha commentato"
    r"|commente|kommentierte|meinte|fragte|antwortete)\b(?:\([aа]\))?"
    r"|写道|说道?|說道?|发表于|發表於|评论)?(?:\.{3}|[\s:：,…|·•»])*(?:\s[–—-]+)?\s*$",
    re.IGNORECASE,
)
_BY = re.compile(
    r"(?:^|[^\w])(?:by|von|par|por|da|door|od|av|от|автор|作者|autor|author)\b\s*[:：]?\s*"
    r"(.{1,60}?)"
    r"(?:\s*[,|»–—(·•]|\s+-\s|\s+(?:on|at|am|um|le|el|il|op|em|в)\b|\s+[A-Z][a-z]{2,8}\.? \d"
    r"|\s+\d|\s*$)",
    re.IGNORECASE,
)
_LEADING = re.compile(r"^(?:[\s|·•»:：,]|[–—-]\s)+")
_TIMED = re.compile(r"^(?:by\s+|von\s+)?([^|·•–—»\d]{2,40}?)\s*[|·•–—»]\s*\D*\d", re.IGNORECASE)

MAX_CHARS: Final = 120


def name_in(text: str, *, says: bool) -> str | None:
    """The name: ``Ada`` of ``Ada says:`` and, where the text ``says`` so, of ``by Ada on ...``."""
    if says:
        found = _BY.search(text)
        if found is not None and found[1].strip():
            text = found[1]
    elif text[:1].isalnum() and text[-1:].isalnum():
        return text
    name = _LEADING.sub("", _SAYS.sub("", text)) or text.strip()
    return name or None


def name_beside_time(text: str) -> str | None:
    """The name before a time in one text: ``Ada | July 19, 2018``, ``Posted by Ada on ...``."""
    found = _BY.search(text)
    if found is None:
        found = _TIMED.match(text)
    return found[1].strip() or None if found is not None else None
