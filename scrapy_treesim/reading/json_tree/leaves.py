"""The plain values in an object by their paths of keys, and the field that a path is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final, TypeAlias

from scrapy_treesim.files.json_file import packaged

Path: TypeAlias = tuple[str, ...]
"""Keys on the way to a value; ``0`` for the first member of a list."""
References: TypeAlias = Mapping[str, Any]
"""Objects by key, that others refer to."""

MAX_VISITED: Final = 400
"""Largest number of values read of an object."""
MAX_LEVELS: Final = 8
"""Largest number of keys of a path."""
MAX_ITEMS: Final = 50
"""Largest number of members read of a list."""

_KEYS: Final = packaged(__package__, "keys.json")
_INSIDE: Final = {field: frozenset(keys.split()) for field, keys in _KEYS.pop("inside").items()}
"""Keys of the value of a field that is an object, by field."""
_AROUND: Final = {field: frozenset(keys.split()) for field, keys in _KEYS.pop("around").items()}
"""Keys of objects that hold a field of the object around them, by field."""
_WRAPPERS: Final = frozenset(_KEYS.pop("wrappers").split())
"""Keys of objects that are the object around them."""
CHROME: Final = frozenset(_KEYS.pop("chrome").split())
"""Keys of lists that are no data: menus, filters, texts of the interface."""
BESIDE: Final = frozenset(_KEYS.pop("beside").split())
"""Keys of lists beside what the page is about."""
_RANKS: Final[dict[str, list[tuple[str, int]]]] = {}
"""Fields that a key is, each with its rank, the lower the surer."""
BEHIND: Final = 60
"""Rank of a key by its pattern."""
_EDITED: Final = frozenset("updatedat updated datemodified modified lastmodified".split())
"""Keys of days of changes, which go behind all of publication."""
for _field, _keys in _KEYS.items():
    for _rank, _key in enumerate(_keys.split()):
        _RANKS.setdefault(_key, []).append((_field, _rank + BEHIND * (_key in _EDITED)))
_PATTERNS: Final = {
    "title": "(?!meta|sub|seo|og|alt|parent|categor|collection|section|album|site|image)"
    "[a-z]{0,12}title"
    "|(?:product|item|track|event|job|article|movie|film|book|game|recipe|course|hotel|place|venue"
    "|restaurant|property|listing|show|song|episode)name",
    "url": "(?:full|external|web|html|detail|product|item|track|page|site|custom|canonical|public"
    "|article|post|story|job|event|listing|seo|share|perma|view|info)(?:page|view)?"
    "(?:url|link|href|path)",
    "price": "(?!list|old|orig|was|regular|msrp|compare|cost|ship|base|strike|map|per|unit|tax)"
    "[a-z]{0,12}price(?:money|amount|value)?",
    "currency": "[a-z]{0,12}currency(?:code|id|unit|iso|symbol)?",
    "date": "(?:web)?(?:first|post|publ|releas|creat|start|begin|issu|submi|list|event|local|air"
    "|display)[a-z]{0,12}(?:date|at|on|dt|time|timestamp|datetime|utc)",
    "author": "(?!co|has|is|no)[a-z]{0,12}(?:byline|author)s?(?:name)?"
    "|(?:user|member|reviewer|poster"
    "|customer|commenter|creator|owner|screen)(?:full|display|nick)?name",
    "image": "(?!avatar|profile|user|author|logo|icon|social|seller)"
    "(?:[a-z]{0,12}(?:image|thumbnail|photo|picture)s?(?:url|src|href|link|path)?"
    "|(?:asset|artwork|poster|cover|thumb)(?:image)?(?:url|src|href))",
    "reviews": "(?:num|number|count|total)?(?:of)?(?:customer|user)?"
    "(?:reviews?|ratings?)(?:count|total)",
    "rating": "[a-z]{0,12}(?:review|rating)s?(?:average|avg|score)",
    "availability": "(?:is|online|stock|product|item)availab(?:le|ility)(?:status)?",
}
"""Pattern of further keys of a field, which go behind those that are listed."""
_FURTHER: Final = {field: re.compile(pattern) for field, pattern in _PATTERNS.items()}
_NO_LETTERS: Final = re.compile(r"[^a-z0-9]+")
_NAMESPACE: Final = re.compile(r"[A-Za-z]{1,12}:(?=[A-Za-z])")
FAR: Final = 100
"""Rank added for an object of another meaning around a value."""
_NONE: Final[frozenset[str]] = frozenset()
_LOOSE: Final = frozenset("price old_price currency availability image rating next pages".split())
"""Fields that may stand in such an object."""
_NAME_PARTS: Final = (("given", "family"), ("firstName", "lastName"), ("first_name", "last_name"))
APART: Final = re.compile(
    "shipping|delivery|postage|deposit|discount|saving|tax|fee|seller|vendor|merchant|author|user"
    "|customer|warranty|insurance|instal"
)
"""Parts of keys of objects whose amounts, pictures and ratings are their own."""


@lru_cache(maxsize=8192)
def plain_key(key: str) -> str:
    """Return the letters and digits of a key in lower case, without its namespace."""
    namespace = _NAMESPACE.match(key)
    start = namespace.end() if namespace else 0
    return _NO_LETTERS.sub("", key[start : start + 60].lower())


@lru_cache(maxsize=8192)
def _fields_of(key: str) -> list[tuple[str, int]]:
    """Return the fields of a plain key, or of two with a point between, each with its rank."""
    if key in _RANKS:
        return _RANKS[key]
    # A number at the end is a size.
    key = key.rstrip("0123456789")
    return [(field, BEHIND) for field, pattern in _FURTHER.items() if pattern.fullmatch(key)]


def resolved(value: Any, references: References) -> Any:
    """Return the object that a reference of Apollo's is for, and any other value itself."""
    if isinstance(value, dict) and references:
        key = value.get("__ref") or (value.get("id") if value.get("type") == "id" else None)
        if isinstance(key, str):
            return references.get(key, value)
    return value


def leaves_of(value: Any, references: References) -> dict[Path, Any]:
    """Return the plain values and lists of them in an object, by path.

    Of a list of objects the first one is read, and the names of all.
    """
    leaves: dict[Path, Any] = {}
    waiting: list[tuple[Path, Any]] = [((), value)]
    for _ in range(MAX_VISITED):
        if not waiting:
            break
        path, member = waiting.pop()
        member = resolved(member, references)
        if isinstance(member, list):
            items = [resolved(item, references) for item in member[:MAX_ITEMS]]
            values, is_plain = _values_of(items)
            if path and values:
                leaves[path] = values
            if items and not is_plain and "replies" not in ranks_of(path[-1:]):
                waiting.append(((*path, "0"), items[0]))
        elif isinstance(member, dict) and len(path) < MAX_LEVELS:
            inner = [((*path, key), item) for key, item in islice(member.items(), MAX_VISITED)]
            waiting += reversed(inner)
        elif path and isinstance(member, (str, int, float)) and member != "":
            leaves[path] = member
    return leaves


def _values_of(items: Sequence[Any]) -> tuple[list[Any], bool]:
    """Return the plain values in a list, and True; without any the names of all its objects."""
    plain = [item for item in items if isinstance(item, (str, int, float))]
    names = [] if plain else [*map(_name_of, items)]
    return plain or (names if all(names) else []), bool(plain)


def _name_of(value: Any) -> str:
    """Return the name of an object in a list of tags, authors and the like; empty without one."""
    if not isinstance(value, dict):
        return ""
    names = (value.get(key) for key in ("name", "title", "label"))
    parts = ((value.get(first), value.get(last)) for first, last in _NAME_PARTS)
    wholes = (f"{first} {last}" for first, last in parts if first and last)
    return next((name for name in (*names, *wholes) if isinstance(name, str)), "")


@lru_cache(maxsize=8192)
def ranks_of(path: Path) -> Mapping[str, int]:
    """Return the fields that a path may be, each with a rank, the lower the surer.

    >>> ranks_of(("node", "title", "rendered")), "title" in ranks_of(("category", "name"))
    ({'title': 0}, False)
    """
    keys = [plain_key(key) for key in path if key != "0"]
    ranks: dict[str, int] = {}
    for first, end in ((i - size, i) for size in (1, 2) for i in range(size, len(keys) + 1)):
        for field, rank in _fields_of(".".join(keys[first:end])):
            further = _rank_between(field, keys[:first], keys[end:])
            if further is not None:
                ranks[field] = min(rank + further, ranks.get(field, FAR * FAR))
    return ranks


def _rank_between(field: str, above: Sequence[str], below: Sequence[str]) -> int | None:
    """Return what the keys above and below that of a field add to its rank; None for others."""
    inside, around = (table.get(field, _NONE) | _WRAPPERS for table in (_INSIDE, _AROUND))
    foreign = [key for key in above if key not in around]
    if field == "currency":
        foreign = [key for key in foreign if "price" not in key]
    if len(foreign) > (field in _LOOSE) or (foreign and any(map(APART.search, above))):
        return None
    if inside.issuperset(below):
        return FAR * len(foreign)
    # A size of a picture may have any name.
    return FAR * len(foreign) + BEHIND if field == "image" and len(below) == 1 else None


def is_apart(key: str) -> bool:
    """Tell whether an object below a key is of its own: its amounts, pictures and names are."""
    return APART.search(plain_key(key)) is not None


def surest(leaves: Mapping[Path, Any], field: str) -> Any:
    """Return the value of the path that is surely a field; None without any."""
    ranked = [(ranks_of(path)[field], path) for path in leaves if field in ranks_of(path)]
    return leaves[min(ranked)[1]] if ranked else None


def field_names(keys: Iterable[str]) -> set[str]:
    """Return the fields that some keys of an object may be."""
    return {field for key in keys for field in ranks_of((key,))}
