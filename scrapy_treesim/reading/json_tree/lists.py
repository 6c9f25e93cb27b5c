"""Lists of like objects in the JSON of a page, ranked by how likely each is what the page is for.

An array of objects is a list, and so are objects of one shape by their ids. Arrays in the members
of another array are one list, as the teasers of all sections of a front page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log2
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.reading.json_tree.documents import documents_of, inner_json
from scrapy_treesim.reading.json_tree.fields import paths_of
from scrapy_treesim.reading.json_tree.leaves import (
    BESIDE,
    CHROME,
    Path,
    References,
    field_names,
    leaves_of,
    plain_key,
    ranks_of,
    resolved,
)

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_NODES: Final = 1_000_000
"""Largest number of values of all documents of a page that are looked through."""
MAX_DEPTH: Final = 40
"""Largest depth of a list."""
MAX_LISTS: Final = 400
"""Largest number of lists of a page that are compared, the longest ones."""
MAX_OBJECTS: Final = 400
"""Largest number of single objects that are compared."""
MAX_MEMBERS: Final = 10_000
"""Largest number of objects of a list."""
SAMPLE: Final = 20
"""Largest number of objects of a list that are read to compare it, evenly spread."""
MIN_KEYED: Final = 3
"""Least number of objects by their ids."""
MIN_ALIKE: Final = 0.5
"""Least share of keys that objects have in common."""
MIN_WEIGHT: Final = 2.75
"""Least weight of the fields of a list."""
WEIGHTS: Final = {
    "title": 2.0, "url": 1.5, "price": 2.0, "date": 1.0, "image": 1.0, "author": 0.75,
    "description": 0.75, "body": 0.75, "rating": 0.5, "availability": 0.25, "old_price": 0.25,
}  # fmt: skip
"""Weight of each field as a sign of data. Set by hand, as are the factors below."""
OF_CHROME: Final = 0.1
OF_BESIDE: Final = 0.3
OF_INNER: Final = 0.6
OF_KEYED: Final = 0.9
_CACHE: Final = "ROOT_QUERY"
"""Key of queries in a cache of Apollo's, beside the objects that they refer to."""


@dataclass
class JsonList:
    """Objects of one shape."""

    pointer: str
    """Address of the array, a ``*`` for each index where it is several arrays."""
    references: References
    objects: list[dict[str, Any]] = field(default_factory=list)
    pointers: list[str] = field(default_factory=list)
    """Address of each object."""
    factor: float = 1.0
    """Factor of the score for its position."""
    paths: dict[str, Path] = field(default_factory=dict)
    """Path of each field."""
    alike: float = 0.0
    """Mean share of keys that an object has in common with the others."""

    @property
    def is_thread(self) -> bool:
        """True for posts or reviews: signed texts without titles."""
        return "title" not in self.paths and {"author", "body"} <= self.paths.keys()

    @property
    def weight(self) -> float:
        """Sum of the weights of its fields."""
        return sum(WEIGHTS.get(name, 0.0) for name in self.paths) + self.is_thread

    @property
    def score(self) -> float:
        """Evidence that it is what the page is for."""
        return self.weight * self.alike * log2(1 + len(self.objects)) * self.factor


@dataclass(frozen=True)
class JsonObject:
    """An object by itself, not one of a list."""

    pointer: str
    value: dict[str, Any]
    references: References


@dataclass(frozen=True)
class JsonTree:
    """The lists in the JSON of a page, best first, and the single objects with a title."""

    lists: list[JsonList]
    objects: list[JsonObject]

    @classmethod
    def read(cls, page: Page) -> JsonTree:
        """Look for lists in all documents of a page; call it through ``page.once``. O(values)."""
        walk = _Walk()
        for document in page.once(documents_of):
            walk.read(document.value, document.address)
        return cls(_ranked(page, [*walk.lists.values()]), walk.objects)


class _Walk:
    """The way through the values of documents."""

    def __init__(self) -> None:
        self.lists: dict[str, JsonList] = {}
        self.objects: list[JsonObject] = []
        self._left = MAX_NODES

    def read(self, document: Any, address: str) -> None:
        """Note the lists and single objects of a document."""
        no_references: References = {}
        # Value, its pointer, the same with a star for each index, depth, references, factor.
        waiting = [(document, address, address, 0, no_references, 1.0)]
        while waiting and self._left > 0:
            self._left -= 1
            value, pointer, stars, depth, references, factor = waiting.pop()
            if isinstance(value, str):
                value = inner_json(value)
            if depth > MAX_DEPTH or not isinstance(value, (dict, list)):
                continue
            if isinstance(value, dict) and _CACHE in value:
                references = value
            inner = self._note(value, pointer, stars, references, factor)
            is_listed = isinstance(value, list)
            self._left -= len(value)
            for key, member in reversed([*(enumerate(value) if is_listed else value.items())]):
                if isinstance(member, (dict, list)) or (isinstance(member, str) and member[:1] in "{["):
                    step = str(key) if is_listed else _escaped(str(key))
                    further = inner if is_listed else inner * _factor(str(key))
                    star = "*" if is_listed else step
                    waiting.append((
                        member, f"{pointer}/{step}", f"{stars}/{star}", depth + 1, references,
                        further,
                    ))  # fmt: skip

    def _note(
        self, value: Any, pointer: str, stars: str, references: References, factor: float
    ) -> float:
        """Note a list, or a single object; return the factor of what is inside."""
        if isinstance(value, list):
            members = [(str(i), resolved(member, references)) for i, member in enumerate(value)]
            objects = [pair for pair in members if isinstance(pair[1], dict)]
            if 2 * len(objects) > len(members):
                self._add(stars, pointer, _unwrapped(objects), references, factor)
                return factor * (OF_INNER if len(objects) > 1 else 1.0)
            return factor
        groups: dict[Any, list[tuple[str, Any]]] = {}
        for key, member in value.items():
            if isinstance(member, dict):
                kind = member.get("__typename")
                groups.setdefault(kind if isinstance(kind, str) else "", []).append((_escaped(key), member))
        for kind, members in groups.items():
            if len(members) >= MIN_KEYED and _share_of_keys([m for _, m in members]) >= MIN_ALIKE:
                name = f"{stars}/{kind}" if kind else stars
                self._add(name, pointer, members, references, factor * OF_KEYED)
        is_single = factor == 1.0 and len(self.objects) < MAX_OBJECTS
        if is_single and "title" in field_names(value):
            self.objects.append(JsonObject(pointer, value, references))
        return factor

    def _add(
        self, stars: str, pointer: str, members: Sequence[tuple[str, Any]],
        references: References, factor: float,
    ) -> None:  # fmt: skip
        """Add objects to the list of this name."""
        listed = self.lists.setdefault(stars, JsonList(pointer, references, factor=factor))
        if listed.objects:
            listed.pointer = stars
        for key, member in members[: MAX_MEMBERS - len(listed.objects)]:
            listed.objects.append(member)
            listed.pointers.append(f"{pointer}/{key}")


def _unwrapped(members: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Return the objects in objects of one key, the same in all of them; others as they are."""
    keys = {key for _, member in members for key in member}
    if len(keys) != 1 or not all(isinstance(value, dict) for _, m in members for value in m.values()):
        return members
    (key,) = keys
    return [(f"{step}/{_escaped(key)}", member[key]) for step, member in members if member]


def _escaped(key: str) -> str:
    """Return a key as a step of a JSON Pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def _factor(key: str) -> float:
    """Return the factor of lists below a key."""
    name = plain_key(key)
    return OF_CHROME if name in CHROME else OF_BESIDE if name in BESIDE else 1.0


def _share_of_keys(objects: Sequence[Mapping[str, Any]]) -> float:
    """Return the mean share of an object's keys, and of the common ones, that are both."""
    sample = objects[:: -(-len(objects) // SAMPLE)]
    counts = Counter(key for member in sample for key in member)
    common = {key for key, count in counts.items() if 2 * count > len(sample)}
    shares = (len(common & member.keys()) / max(1, len(common | member.keys())) for member in sample)
    return sum(shares) / len(sample)


def _ranked(page: Page, lists: list[JsonList]) -> list[JsonList]:
    """Return the lists that may be data, best first, none of them inside a better one."""
    longest = sorted((one for one in lists if len(one.objects) > 1), key=lambda one: -len(one.objects))
    for listed in longest[:MAX_LISTS]:
        sample = listed.objects[:: -(-len(listed.objects) // SAMPLE)]
        listed.alike = _share_of_keys(sample)
        if listed.alike >= MIN_ALIKE:
            listed.paths = paths_of(page, [leaves_of(one, listed.references) for one in sample])
    likely = [listed for listed in longest[:MAX_LISTS] if _is_likely(listed)]
    return sorted(likely, key=lambda listed: -listed.score)


def _is_likely(listed: JsonList) -> bool:
    """Tell whether a list has enough fields to be data."""
    return listed.weight >= MIN_WEIGHT + (len(listed.objects) < MIN_KEYED)
