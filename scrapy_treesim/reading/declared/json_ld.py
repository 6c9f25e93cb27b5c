"""Things declared in JSON-LD."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.reading.declared.thing import MAX_NAMES, Properties, Thing, local_names
from scrapy_treesim.reading.declared.values import CONTROL
from scrapy_treesim.reading.json_tree.documents import parsed

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_JSON_CHARS: Final = 1_000_000
"""Largest number of characters read of JSON-LD, all scripts together."""
MAX_JSON_NODES: Final = 10_000
"""Largest number of objects and lists read, all scripts together."""


@dataclass(frozen=True, slots=True)
class JsonLd:
    """Things in a page's scripts of JSON-LD."""

    things: list[Thing]
    """All objects, the outermost first."""
    by_id: dict[str, Properties]
    """Properties by ``@id``, of the object with the most."""


def read_json_ld(page: Page) -> JsonLd:
    """Read a page's JSON-LD, the outermost things first; call it through ``page.once``."""
    things: list[Thing] = []
    by_id: dict[str, Properties] = {}
    waiting: deque[tuple[Any, int | None, str]] = deque((node, None, "") for node in _values(page))
    for _ in range(MAX_JSON_NODES):
        if not waiting:
            break
        value, above, of = waiting.popleft()
        if isinstance(value, list):
            waiting.extend((node, above, of) for node in value if isinstance(node, (dict, list)))
        elif isinstance(value, dict):
            position = len(things)
            things.append(Thing("json-ld", _types_of(value), value, above, of))
            name = value.get("@id")
            if isinstance(name, str) and len(value) > len(by_id.get(name, ())):
                by_id[name] = value
            waiting.extend(
                (node, position, key)
                for key, node in value.items()
                if isinstance(node, (dict, list))
            )
    return JsonLd(things, by_id)


def _values(page: Page) -> list[Any]:
    """Return the value of each script, None for an invalid one."""
    values = []
    room = MAX_JSON_CHARS
    for script in page.json_ld():
        if len(script) <= room:
            room -= len(script)
            values.append(parsed(script))
    return values


def _types_of(value: Properties) -> tuple[str, ...]:
    """Return the types of an object by their local names."""
    types = value.get("@type")
    if types is None:
        return ()
    names = types[:MAX_NAMES] if isinstance(types, list) else [types]
    return tuple(local_names(CONTROL.sub("", name) for name in names if isinstance(name, str)))
