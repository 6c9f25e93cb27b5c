"""JSON-LD as the values that its scripts hold, parsed once a page."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_JSON_CHARS: Final = 1_000_000
"""JSON-LD beyond this, all scripts together, is not read."""

_WRAPPING = re.compile(r"(?:\s|\ufeff|<!--|//|/\*|\*/|<!\[CDATA\[)*")
_LAST_COMMA = re.compile(r",\s*(?=[]}])")
_DECODER = json.JSONDecoder(strict=False)


def json_values(page: Page) -> list[Any]:
    """The value of each script of JSON-LD, None of what is none; to be asked once a page."""
    found = []
    room = MAX_JSON_CHARS
    for script in page.json_ld():
        if len(script) <= room:
            room -= len(script)
            found.append(_parsed(script))
    return found


def _parsed(script: str) -> Any:
    """The first JSON value in a script; None where it is none, its last commas forgiven."""
    wrapping = _WRAPPING.match(script)
    text = script[wrapping.end() :] if wrapping else script
    try:
        return _DECODER.raw_decode(text)[0]
    except (ValueError, RecursionError):
        pass
    try:
        return _DECODER.raw_decode(_LAST_COMMA.sub("", text))[0]
    except (ValueError, RecursionError):
        return None
