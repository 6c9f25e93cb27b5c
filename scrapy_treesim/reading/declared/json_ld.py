"""Things declared in JSON-LD."""

from __future__ import annotations

import json
import re
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.reading.declared.thing import MAX_NAMES, Properties, Thing, local_names
from scrapy_treesim.reading.declared.values import CONTROL

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_JSON_CHARS: Final = 1_000_000
"""JSON-LD beyond this, all scripts together, is not read."""
MAX_JSON_NODES: Final = 10_000
"""Objects and lists that are looked at, all scripts together."""

_WRAPPING = re.compile(r"(?:\s|\ufeff|<!--|//|/\*|\*/|<!\[CDATA\[)*")
_LAST_COMMA = re.compile(r",\s*(?=[]}])")
_DECODER = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class JsonLd:
    """The things in a page's scripts of JSON-LD."""

    things: list[Thing]
    """All objects, the outermost first."""
    by_id: dict[str, Properties]
    """Of those with an ``@id`` the one that says most."""


def read_json_ld(page: Page) -> JsonLd:
    """Read all of them, the outermost things first; to be asked once a page."""
    things: list[Thing] = []
    by_id: dict[str, Properties] = {}
    waiting: deque[tuple[Any, int | None, str]] = deque((one, None, "") for one in _values(page))
    for _ in range(MAX_JSON_NODES):
        if not waiting:
            break
        value, above, of = waiting.popleft()
        if isinstance(value, list):
            waiting.extend((one, above, of) for one in value if isinstance(one, (dict, list)))
        elif isinstance(value, dict):
            position = len(things)
            things.append(Thing("json-ld", _types_of(value), value, above, of))
            name = value.get("@id")
            if isinstance(name, str) and len(value) > len(by_id.get(name, ())):
                by_id[name] = value
            for key, one in value.items():
                if isinstance(one, (dict, list)):
                    waiting.append((one, position, key))
    return JsonLd(things, by_id)


def _values(page: Page) -> list[Any]:
    """The value of each script, None of what is none."""
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


def _types_of(value: Properties) -> tuple[str, ...]:
    """The types of an object by their local names."""
    said = value.get("@type")
    if said is None:
        return ()
    names = said[:MAX_NAMES] if isinstance(said, list) else [said]
    return tuple(local_names(CONTROL.sub("", name) for name in names if isinstance(name, str)))
