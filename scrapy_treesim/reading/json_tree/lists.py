"""Lists of like objects in the JSON of a page, ranked by how likely each is what the page is for.

An array of objects is a list, and so are objects of one shape by their ids. Arrays in the members
of another array are one list, as the teasers of all sections of a front page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log2
from typing import TYPE_CHECKING, Any, Final, NamedTuple

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
    resolved,
)
from scrapy_treesim.reading.json_tree.references import resolved_array
from scrapy_treesim.reading.json_tree.steps import Steps, pointer_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_VALUES: Final = 500_000
"""Largest number of values of all documents of a page that are looked through."""
MAX_DEPTH: Final = 40
"""Largest depth of a list."""
MAX_LISTS: Final = 400
"""Largest number of lists of a page that are compared, the longest ones; also of objects."""
MAX_MEMBERS: Final = 10_000
"""Largest number of objects of a list."""
SAMPLE: Final = 20
"""Largest number of objects of a list that are read to compare it, evenly spread."""
MIN_ALIKE: Final = 0.5
"""Least share of keys that objects have in common."""
MIN_WEIGHT, MIN_SCORE = 3, 2.0
"""Least weight of the fields of a list, and least score of it. Set by hand, as all below."""
WEIGHTS: Final = {
    "title": 2,
    "price": 2,
    **dict.fromkeys("url date image author description body".split(), 1),
}
"""Weight of each field as a sign of data."""
OF_THREAD: Final = 2
"""Weight of posts: what others would have a title for."""
OF_CHROME, OF_BESIDE, OF_INNER, OF_KEYED = 0.1, 0.3, 0.6, 0.9
"""Factors of the score of lists that are named as menus and the like, as lists beside the page's
own, are inside the objects of another list, or are objects by their ids."""
HALF: Final = 4.0
"""Score of a list with the confidence of a half."""
_KINDS: Final = ("__typename", "@type", "kind", "type")
"""Keys of the kind of an object: arrays that begin with other kinds are other lists."""
_CACHE: Final = "ROOT_QUERY"
"""Key of queries in a cache of Apollo's, beside the objects that they refer to."""


class Location(NamedTuple):
    """Whereabouts of a value."""

    document: str
    """Address of its document."""
    steps: Steps
    references: References
    factor: float
    """Factor of the score of lists here."""

    @property
    def pointer(self) -> str:
        """The JSON Pointer behind the address of its document."""
        return self.document + pointer_of(self.steps)

    def below(self, *steps: str | int, factor: float = 1.0) -> Location:
        """Return the location of a value inside this one."""
        way = (*self.steps, *steps)
        return Location(self.document, way, self.references, self.factor * factor)


class JsonObject(NamedTuple):
    """An object and its location."""

    location: Location
    value: dict[str, Any]

    def leaves(self) -> dict[Path, Any]:
        """Return its plain values by path."""
        return leaves_of(self.value, self.location.references)


@dataclass
class JsonList:
    """Objects of one shape, at a location with None for an index where it is several arrays."""

    location: Location
    objects: list[JsonObject] = field(default_factory=list)
    paths: Mapping[str, Path] = field(default_factory=dict)
    """Path of each field in the objects."""
    count: int = 0
    """Number of its objects in the document, of which :attr:`objects` are the first."""

    @cached_property
    def sample(self) -> list[JsonObject]:
        """Some of its objects."""
        return self.objects[:: -(-len(self.objects) // SAMPLE)]

    @cached_property
    def alike(self) -> float:
        """Mean share of keys that an object has in common with the others."""
        return _share_of_keys([item.value for item in self.sample])

    @property
    def is_thread(self) -> bool:
        """True for posts or reviews: signed texts without titles."""
        return "title" not in self.paths and {"author", "body"} <= self.paths.keys()

    @property
    def weight(self) -> int:
        """Sum of the weights of its fields."""
        return weight_of(self.paths) + OF_THREAD * self.is_thread

    @property
    def score(self) -> float:
        """Evidence that it is what the page is for."""
        return self.weight * self.alike * log2(1 + len(self.objects)) * self.location.factor

    @property
    def confidence(self) -> float:
        """The score, in [0, 1]."""
        return self.score / (self.score + HALF)


def weight_of(fields: Iterable[str]) -> int:
    """Return the sum of the weights of some fields."""
    return sum(WEIGHTS.get(name, 0) for name in fields)


@dataclass(frozen=True)
class JsonTree:
    """The lists in the JSON of a page, best first, and the single objects with a title."""

    lists: list[JsonList]
    singles: list[JsonObject]

    @classmethod
    def read(cls, page: Page) -> JsonTree:
        """Look for lists in all documents of a page; call it through ``page.once``. O(values)."""
        lists: dict[tuple[Any, ...], JsonList] = {}
        singles: list[JsonObject] = []
        for location, value in _containers(page):
            for key, at, objects in _lists_of(location, value):
                _add(lists, key, at, objects)
            is_single = (
                isinstance(value, dict) and location.factor == 1 and len(singles) < MAX_LISTS
            )
            if is_single and "title" in field_names(value):
                singles.append(JsonObject(location, value))
        longest = sorted(lists.values(), key=lambda listed: -len(listed.objects))[:MAX_LISTS]
        likely = [listed for listed in longest if _is_likely(page, listed)]
        return cls(sorted(likely, key=lambda listed: -listed.score), singles)


def _add(
    lists: dict[tuple[Any, ...], JsonList], key: tuple[Any, ...], at: Location,
    objects: list[JsonObject],
) -> None:  # fmt: skip
    """Add the objects of an array to the list of its key, or to one of its own if they differ."""
    listed = lists.setdefault(key, JsonList(at))
    if listed.objects and not _are_alike(listed.objects[0], objects[0]):
        listed = lists.setdefault((*key, at.pointer), JsonList(at))
    if listed.objects:
        listed.location = at._replace(steps=key[1])
    listed.count += len(objects)
    listed.objects += objects[: MAX_MEMBERS - len(listed.objects)]


def _is_likely(page: Page, listed: JsonList) -> bool:
    """Read the fields of a list; tell whether it has enough of them to be data."""
    if len(listed.objects) < 2 or listed.alike < MIN_ALIKE:
        return False
    listed.paths = paths_of(page, [item.leaves() for item in listed.sample])
    return listed.weight >= MIN_WEIGHT and listed.score >= MIN_SCORE


def _containers(page: Page) -> Iterator[tuple[Location, Any]]:
    """Yield the objects and arrays of a page's documents, in order."""
    left = MAX_VALUES
    for document in page.once(documents_of):
        waiting = [(Location(document.address, (), {}, 1.0), document.value)]
        while waiting and left > 0:
            location, value = waiting.pop()
            value = resolved_array(inner_json(value) if isinstance(value, str) else value)
            if len(location.steps) > MAX_DEPTH or not isinstance(value, (dict, list)):
                continue
            if isinstance(value, dict) and _CACHE in value:
                location = location._replace(references=value)
            yield location, value
            left -= 1 + len(value)
            waiting += [*_members(location, value)][::-1]


def _members(location: Location, value: Any) -> Iterator[tuple[Location, Any]]:
    """Yield the objects and arrays in an object or an array, and the texts like JSON."""
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    is_of_several = isinstance(value, list) and sum(isinstance(item, dict) for item in value) > 1
    for step, member in entries:
        is_text = isinstance(member, str) and member[:1] in ("{", "[")
        if is_text or isinstance(member, (dict, list)):
            yield location.below(step, factor=OF_INNER if is_of_several else _factor(step)), member


def _lists_of(
    location: Location, value: Any
) -> Iterator[tuple[tuple[Any, ...], Location, list[JsonObject]]]:
    """Yield the lists that an array or an object is, each with the key of its whole list."""
    if isinstance(value, list):
        entries = enumerate(resolved(member, location.references) for member in value)
        objects = [
            JsonObject(location.below(i), item) for i, item in entries if isinstance(item, dict)
        ]
        if 2 * len(objects) > len(value):
            every = tuple(None if isinstance(step, int) else step for step in location.steps)
            kind = next(
                (objects[0].value.get(key) for key in _KINDS if key in objects[0].value), ""
            )
            yield (location.document, every, str(kind)[:100]), location, _unwrapped(objects)
        return
    groups: dict[str, dict[str, Any]] = {}
    for key, member in value.items():
        if isinstance(member, dict):
            groups.setdefault(str(member.get("__typename"))[:100], {})[key] = member
    for kind, members in groups.items():
        if len(members) > 1 and _share_of_keys([*members.values()]) >= MIN_ALIKE:
            objects = [JsonObject(location.below(key), member) for key, member in members.items()]
            yield (
                (location.document, location.steps, kind),
                location.below(factor=OF_KEYED),
                objects,
            )


def _unwrapped(objects: list[JsonObject]) -> list[JsonObject]:
    """Return the objects in objects of one key, the same in all of them; others as they are."""
    keys = {key for item in objects for key in item.value}
    if len(keys) != 1:
        return objects
    (key,) = keys
    inner = [JsonObject(location.below(key), value.get(key, {})) for location, value in objects]
    return inner if all(isinstance(item.value, dict) for item in inner) else objects


def _are_alike(first: JsonObject, second: JsonObject) -> bool:
    return _share_of_keys([first.value, second.value]) >= MIN_ALIKE


def _factor(step: str | int) -> float:
    """Return the factor of lists below a key."""
    name = plain_key(step) if isinstance(step, str) else ""
    return OF_CHROME if name in CHROME else OF_BESIDE if name in BESIDE else 1.0


def _share_of_keys(objects: Sequence[Mapping[str, Any]]) -> float:
    """Return the mean share of an object's keys, and of the common ones, that are both."""
    sample = objects[:: -(-len(objects) // SAMPLE)]
    counts = Counter(key for item in sample for key in item)
    common = {key for key, count in counts.items() if 2 * count > len(sample)}
    shares = (len(common & item.keys()) / max(1, len(common | item.keys())) for item in sample)
    return sum(shares) / len(sample)
