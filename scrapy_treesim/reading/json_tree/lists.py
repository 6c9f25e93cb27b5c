"""Lists of like objects in the JSON of a page, ranked by how likely each is what the page is for.

An array of objects is a list, and so are objects of one shape by their ids. Arrays in the members
of another array are one list, as the teasers of all sections of a front page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
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
from scrapy_treesim.reading.json_tree.steps import Steps, pointer_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_VALUES: Final = 1_000_000
"""Largest number of values of all documents of a page that are looked through."""
MAX_DEPTH: Final = 40
"""Largest depth of a list."""
MAX_LISTS: Final = 400
"""Largest number of lists of a page that are compared, the longest ones; also of objects."""
MAX_MEMBERS: Final = 10_000
"""Largest number of objects of a list."""
SAMPLE: Final = 20
"""Largest number of objects of a list that are read to compare it, evenly spread."""
MIN_KEYED: Final = 3
"""Least number of objects by their ids; fewer objects of any list need more fields."""
MIN_ALIKE: Final = 0.5
"""Least share of keys that objects have in common."""
MIN_WEIGHT: Final = 2.75
"""Least weight of the fields of a list."""
WEIGHTS: Final = {
    "title": 2.0, "url": 1.5, "price": 2.0, "date": 1.0, "image": 1.0, "author": 0.75,
    "description": 0.75, "body": 0.75, "rating": 0.5, "availability": 0.25, "old_price": 0.25,
}  # fmt: skip
"""Weight of each field as a sign of data. Set by hand, as are the factors below."""
OF_CHROME, OF_BESIDE, OF_INNER, OF_KEYED, OF_DECLARED = 0.1, 0.3, 0.6, 0.9, 0.95
"""Factors of the score of lists that are named as menus and the like, as lists beside the page's
own, are inside the objects of another list, are objects by their ids, or are in JSON-LD, whose
single things are read as declared ones."""
_CACHE: Final = "ROOT_QUERY"
"""Key of queries in a cache of Apollo's, beside the objects that they refer to."""


class JsonObject(NamedTuple):
    """An object and the way to it."""

    steps: Steps
    value: dict[str, Any]


@dataclass
class JsonList:
    """Objects of one shape."""

    document: str
    """Address of the document."""
    steps: Steps
    """Way to the array; None for an index where it is several arrays."""
    references: References
    factor: float
    """Factor of the score for its position."""
    objects: list[JsonObject] = field(default_factory=list)

    @property
    def pointer(self) -> str:
        """The JSON Pointer behind the address of its document."""
        return self.document + pointer_of(self.steps)

    @cached_property
    def sample(self) -> list[Mapping[str, Any]]:
        """Some of its objects."""
        return [one.value for one in self.objects[:: -(-len(self.objects) // SAMPLE)]]

    @cached_property
    def alike(self) -> float:
        """Mean share of keys that an object has in common with the others."""
        return _share_of_keys(self.sample)

    @cached_property
    def weight(self) -> float:
        """Sum of the weights of its fields."""
        return weight_of(self.paths) + self.is_thread

    paths: Mapping[str, Path] = field(default_factory=dict)
    """Path of each field in the objects."""

    @property
    def is_thread(self) -> bool:
        """True for posts or reviews: signed texts without titles."""
        return "title" not in self.paths and {"author", "body"} <= self.paths.keys()

    @property
    def score(self) -> float:
        """Evidence that it is what the page is for."""
        return self.weight * self.alike * log2(1 + len(self.objects)) * self.factor

    @property
    def confidence(self) -> float:
        """The score as a share of 1."""
        return self.score / (self.score + HALF)


HALF: Final = 4.0
"""Score of a list with the confidence of a half. Set by hand."""


def weight_of(fields: Mapping[str, Any]) -> float:
    """Return the sum of the weights of some fields."""
    return sum(WEIGHTS.get(name, 0.0) for name in fields)


@dataclass(frozen=True)
class JsonTree:
    """The lists in the JSON of a page, best first, and the single objects with a title."""

    lists: list[JsonList]
    singles: list[tuple[str, JsonObject, References]]
    """The address of the document of each, the object, what it refers to."""

    @classmethod
    def read(cls, page: Page) -> JsonTree:
        """Look for lists in all documents of a page; call it through ``page.once``. O(values)."""
        walk = _Walk()
        for document in page.once(documents_of):
            factor = OF_DECLARED if document.is_declared else 1.0
            walk.read(document.value, document.address, factor)
        lists = sorted(walk.lists.values(), key=lambda listed: -len(listed.objects))[:MAX_LISTS]
        likely = [listed for listed in lists if _is_likely(page, listed)]
        return cls(sorted(likely, key=lambda listed: -listed.score), walk.singles)


def _is_likely(page: Page, listed: JsonList) -> bool:
    """Read the fields of a list; tell whether it has enough of them to be data."""
    if len(listed.objects) < 2 or listed.alike < MIN_ALIKE:
        return False
    listed.paths = paths_of(page, [leaves_of(one, listed.references) for one in listed.sample])
    return listed.weight >= MIN_WEIGHT + (len(listed.objects) < MIN_KEYED)


class _Walk:
    """The way through the values of documents."""

    def __init__(self) -> None:
        self.lists: dict[tuple[Any, ...], JsonList] = {}
        self.singles: list[tuple[str, JsonObject, References]] = []
        self._left = MAX_VALUES

    def read(self, document: Any, address: str, factor: float) -> None:
        """Note the lists and single objects of a document."""
        waiting: list[tuple[Any, Steps, References, float]] = [(document, (), {}, factor)]
        while waiting and self._left > 0:
            value, steps, references, factor = waiting.pop()
            if isinstance(value, str):
                value = inner_json(value)
            if len(steps) > MAX_DEPTH or not isinstance(value, (dict, list)):
                continue
            self._left -= 1 + len(value)
            if isinstance(value, list):
                entries: list[tuple[Any, Any]] = [*enumerate(value)]
                factor = self._note_list(entries, (address, steps, references, factor))
            else:
                references = value if _CACHE in value else references
                entries = [*value.items()]
                self._note_object(value, (address, steps, references, factor))
            for step, member in reversed(entries):
                if isinstance(member, (dict, list)) or (
                    isinstance(member, str) and member[:1] in "{["
                ):
                    inner = factor * _factor(step) if isinstance(step, str) else factor
                    waiting.append((member, (*steps, step), references, inner))

    def _note_list(
        self, entries: list[tuple[Any, Any]], place: tuple[str, Steps, References, float]
    ) -> float:
        """Note an array of objects; return the factor of what is inside."""
        address, steps, references, factor = place
        members = [(step, resolved(member, references)) for step, member in entries]
        objects = [JsonObject((step,), one) for step, one in members if isinstance(one, dict)]
        if 2 * len(objects) <= len(members):
            return factor
        every = tuple(None if isinstance(step, int) else step for step in steps)
        self._add((address, every), place, _unwrapped(objects))
        return factor * (OF_INNER if len(objects) > 1 else 1.0)

    def _note_object(
        self, value: dict[str, Any], place: tuple[str, Steps, References, float]
    ) -> None:
        """Note an object, or the objects of one shape in it."""
        address, steps, references, factor = place
        groups: dict[Any, list[JsonObject]] = {}
        for key, member in value.items():
            if isinstance(member, dict):
                kind = member.get("__typename")
                of_kind = groups.setdefault(kind if isinstance(kind, str) else "", [])
                of_kind.append(JsonObject((key,), member))
        for kind, objects in groups.items():
            if (
                len(objects) >= MIN_KEYED
                and _share_of_keys([o.value for o in objects]) >= MIN_ALIKE
            ):
                self._add((address, steps, kind), (*place[:3], factor * OF_KEYED), objects)
        is_single = factor == 1.0 and len(self.singles) < MAX_LISTS
        if is_single and "title" in field_names(value):
            self.singles.append((address, JsonObject(steps, value), references))

    def _add(
        self, key: tuple[Any, ...], place: tuple[str, Steps, References, float],
        objects: Sequence[JsonObject],
    ) -> None:  # fmt: skip
        """Add objects to the list of a key."""
        address, steps, references, factor = place
        listed = self.lists.setdefault(key, JsonList(address, steps, references, factor))
        if listed.objects:
            listed.steps = key[1]
        for inner, value in objects[: MAX_MEMBERS - len(listed.objects)]:
            listed.objects.append(JsonObject((*steps, *inner), value))


def _unwrapped(objects: list[JsonObject]) -> list[JsonObject]:
    """Return the objects in objects of one key, the same in all of them; others as they are."""
    keys = {key for one in objects for key in one.value}
    if len(keys) != 1:
        return objects
    (key,) = keys
    inner = [JsonObject((*one.steps, key), one.value.get(key)) for one in objects]
    return inner if all(isinstance(one.value, dict) for one in inner) else objects


def _factor(key: str) -> float:
    """Return the factor of lists below a key."""
    name = plain_key(key)
    return OF_CHROME if name in CHROME else OF_BESIDE if name in BESIDE else 1.0


def _share_of_keys(objects: Sequence[Mapping[str, Any]]) -> float:
    """Return the mean share of an object's keys, and of the common ones, that are both."""
    sample = objects[:: -(-len(objects) // SAMPLE)]
    counts = Counter(key for member in sample for key in member)
    common = {key for key, count in counts.items() if 2 * count > len(sample)}
    shares = (len(common & one.keys()) / max(1, len(common | one.keys())) for one in sample)
    return sum(shares) / len(sample)
