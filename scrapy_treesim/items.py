"""Items of findings: each a dataclass and mapping in one, with room for further keys."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, KeysView, Mapping, MutableMapping
from copy import copy
from dataclasses import dataclass, field, fields
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from itemadapter import ItemAdapter
from itemadapter.adapter import DataclassAdapter, DictAdapter

from scrapy_treesim.values.fields import (
    ArticleMetadata,
    ArticleText,
    CommentFields,
    DetailFields,
    RecordFields,
    TemplateFields,
    made_on_demand,
    names_of,
)
from scrapy_treesim.wording import meant, shortened

if TYPE_CHECKING:
    from typing_extensions import Self


class _FieldMapping(MutableMapping[str, Any]):
    """Mapping of the fields of a dataclass by name, then of added keys."""

    __slots__ = ("_added", "_carried", "identity")
    _added: dict[str, Any]
    _carried: frozenset[str] | None
    """Names of the fields of a crawl's items; None for all of the class."""
    identity: bytes
    """Hash of a record's text and links, whatever fields it carries; empty unless requested."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        self = super().__new__(cls)
        self._added = {}
        self._carried = None
        self.identity = b""
        return self

    @classmethod
    def holding(cls, values: Mapping[str, Any], carried: frozenset[str] | None = None) -> Self:
        """Make an item of these values and no other field; ``carried`` are the columns of feeds."""
        item = cls.__new__(cls)
        item._carried = carried
        for name, value in values.items():
            setattr(item, name, value)
        return item

    @property
    def carried(self) -> list[str] | None:
        """Names of the item's fields in feeds, in order; None for all."""
        return None if self._carried is None else sorted(self._carried)

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of the item in feeds, added keys last."""
        names, carried = _names(type(self)), self._carried
        selected = names if carried is None else [name for name in names if name in carried]
        return *selected, *self._added

    def __getattr__(self, name: str) -> Any:
        if name in _names(type(self)):
            raise AttributeError(
                f"this {type(self).__name__} has no {name}: it was deleted, or is not among the"
                " fields that the settings ask for"
            )
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __getitem__(self, key: str) -> Any:
        if key not in _names(type(self)):
            return self._added[key]
        try:
            return getattr(self, key)
        except AttributeError:
            raise KeyError(key) from None

    def __setitem__(self, key: str, value: Any) -> None:
        if key in _names(type(self)):
            setattr(self, key, value)
        else:
            self._added[key] = value

    def __delitem__(self, key: str) -> None:
        if key not in _names(type(self)):
            del self._added[key]
            return
        try:
            delattr(self, key)
        except AttributeError:
            raise KeyError(key) from None

    def __iter__(self) -> Iterator[str]:
        yield from (name for name in _names(type(self)) if hasattr(self, name))
        yield from self._added

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getstate__(self) -> tuple[dict[str, Any], frozenset[str] | None, bytes]:
        return self.to_dict(), self._carried, self.identity

    def __setstate__(self, state: tuple[dict[str, Any], frozenset[str] | None, bytes]) -> None:
        values, self._carried, self.identity = state
        self.update(values)


@dataclass(slots=True, repr=False, eq=False)
class Item(_FieldMapping):
    """Base of items, with their common fields as attributes and as keys.

    Any other key may be added; exporters write it after the fields. A deleted field is not written.

    >>> item = Item("https://x.example/", "article", "/html", 0.9)
    >>> item["reviewed"] = True
    >>> item.kind, item["kind"], item.get("price"), [*item][-3:]
    ('article', 'article', None, ['role', 'page_kind', 'reviewed'])
    """

    url: str
    """Address of its page."""
    kind: str
    """Kind of finding: article, detail, records, comments or template."""
    xpath: str
    """XPath of the finding on the page."""
    confidence: float
    """Confidence of the method, in [0, 1]."""
    role: str = field(default="main", kw_only=True)
    """Role on the page: main (the purpose of the page) or secondary."""
    page_kind: str | None = field(default=None, kw_only=True)
    """Page kind: article, list, thread, detail or other; none unless requested."""

    def copy(self) -> Self:
        """Make a shallow copy, with added keys."""
        return copy(self)

    def to_dict(self) -> dict[str, Any]:
        """All fields and added keys as a plain dict, ready for JSON."""
        names = dict.fromkeys((*self.columns, *_names(type(self))))
        values = {name: getattr(self, name, _MISSING) for name in names} | self._added
        return {name: value for name, value in values.items() if value is not _MISSING}

    def __repr__(self) -> str:
        text = next((self[name] for name in _TITLES if self.get(name)), "")
        return f"<{type(self).__name__} {shortened(str(text))!r} {self.get('url')}>"


_MISSING: Final = object()
"""Value of a field that was deleted, or is not made."""
_TITLES = ("text", "title", "template", "name")
"""Fields for an item's repr: the first with a value is shown."""


@lru_cache
def _names(item_class: type) -> dict[str, None]:
    """The names of a class's fields, in order."""
    # All items are dataclasses.
    return dict.fromkeys(field.name for field in fields(item_class))


class _AsJson:
    """Mixin for values with JSON as their text, as in a cell of CSV."""

    __slots__ = ()

    def __str__(self) -> str:
        return json.dumps(self, ensure_ascii=False, default=str)


class JsonList(_AsJson, list[Any]):
    """A list with JSON as its text."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type, tuple[list[Any]]]:
        return list, ([*self],)


class JsonDict(_AsJson, dict[str, Any]):
    """A dict with JSON as its text."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any]]]:
        return dict, ({**self},)


def nested(value: Any) -> Any:
    """Return a list or dict with JSON as its text, for cells of CSV; any other value as it is.

    >>> print(nested(["red", "größer"]), nested({"size": ["S", "M"]}), nested("red"))
    ["red", "größer"] {"size": ["S", "M"]} red
    """
    if isinstance(value, (list, tuple)):
        return JsonList(value)
    return JsonDict(value) if isinstance(value, dict) else value


NESTED: Final = MappingProxyType({"serializer": nested})
"""Metadata for Scrapy's exporters on fields of findings with lists and dicts."""


_NOTHING: Final[MappingProxyType[Any, Any]] = MappingProxyType({})


class Row(dict[str, Any]):
    """A finding as a plain row."""

    __slots__ = ("identity",)

    def __init__(self, values: Mapping[str, Any], identity: bytes = b"") -> None:
        super().__init__(values)
        self.identity = identity
        """Hash of the text and links of a record."""


class _Adapter(DictAdapter):
    """Adapter of findings for exporters and other users of any item: fields and added keys."""

    item: Item | Row

    @classmethod
    def is_item(cls, item: Any) -> bool:
        return isinstance(item, (Item, Row))

    @classmethod
    def is_item_class(cls, item_class: type) -> bool:
        return issubclass(item_class, (Item, Row))

    @classmethod
    def get_field_names_from_class(cls, item_class: type) -> list[str] | None:
        return [*_names(item_class)] if issubclass(item_class, Item) else None

    @classmethod
    def get_json_schema(cls, item_class: type, **options: Any) -> dict[str, Any]:
        adapter = DataclassAdapter if issubclass(item_class, Item) else DictAdapter
        return adapter.get_json_schema(item_class, **options)

    def get_field_meta(self, field_name: str) -> MappingProxyType[Any, Any]:
        # Keys added by users keep their values.
        is_own = isinstance(self.item, Row) or field_name in _names(type(self.item))
        is_nested = isinstance(self.item.get(field_name), (list, tuple, dict))
        return NESTED if is_own and is_nested else _NOTHING

    def field_names(self) -> KeysView[str]:
        item = self.item
        return item.keys() if isinstance(item, Row) else dict.fromkeys(item.columns).keys()


# Before the adapters for dataclasses and dicts, which refuse keys other than fields.
ItemAdapter.ADAPTER_CLASSES = deque((_Adapter, *ItemAdapter.ADAPTER_CLASSES))


@dataclass(slots=True, repr=False, eq=False)
class ArticleItem(ArticleMetadata, ArticleText, Item):
    """The main text of a page."""


@dataclass(slots=True, repr=False, eq=False)
class DetailItem(DetailFields, Item):
    """The main thing of a page."""

    explain: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Evidence for each field from ``name`` to ``reviews`` with a value, but ``currency`` and
    ``images``: its ``source``, the ``confidence`` that it is right, its ``xpath``, its ``text``
    there, and ``others``, the further candidates."""


@dataclass(slots=True, repr=False, eq=False)
class RecordItem(RecordFields, Item):
    """One data record."""


@dataclass(slots=True, repr=False, eq=False)
class CommentItem(CommentFields, Item):
    """One comment, post or review."""


@dataclass(slots=True, repr=False, eq=False)
class TemplateItem(TemplateFields, Item):
    """The labelled fields of a page, by the rules of its template."""


ALWAYS: Final = names_of(Item)
"""Common fields of all items."""

CLASSES: Final[dict[str, type[Item]]] = {
    "article": ArticleItem,
    "detail": DetailItem,
    "records": RecordItem,
    "comments": CommentItem,
    "template": TemplateItem,
}
"""Class of the items of each kind of finding."""


class RecordRow(Row):
    """One data record as a row of its region's table.

    Its keys are ``url``, ``region``, ``region_key``, ``position``, ``group`` if any has one, and
    the table's columns, the same in all rows.
    """

    __slots__ = ()


class TemplateRow(Row):
    """A template page as a row: ``url``, ``template``, ``confidence``, the templates' fields."""

    __slots__ = ()


class OwnItem:
    """An instance of a user's class, on the way to its feeds."""

    __slots__ = ("item",)

    def __init__(self, item: Any) -> None:
        self.item = item


@lru_cache
def own_item_class(schema: type) -> type[OwnItem]:
    """The class of a schema's instances on their way: those of a TypedDict are mere dicts."""
    return type(schema.__name__, (OwnItem,), {"__slots__": ()})


SomeItem = TypeVar("SomeItem", bound=Item)

Finding: TypeAlias = "Item | RecordRow | TemplateRow"
"""Type of the middleware's findings."""
FINDINGS: Final = (Item, Row, OwnItem)
"""Classes of all findings."""


def own_fields(item_class: type[Item]) -> tuple[str, ...]:
    """The selectable fields of a class, in its order."""
    return tuple(name for name in names_of(item_class) if name not in ALWAYS)


def default_fields(item_class: type[Item]) -> frozenset[str]:
    """The fields of items by default."""
    return frozenset(own_fields(item_class)) - made_on_demand(item_class)


def chosen_fields(item_class: type[Item], names: Iterable[str]) -> frozenset[str]:
    """The fields with these names; ``default`` and ``all`` mean several.

    >>> sorted(chosen_fields(ArticleItem, ["text", "markdown"]))
    ['markdown', 'text']
    >>> "html" in chosen_fields(ArticleItem, ["default", "html"])
    True

    Raises:
        ValueError: the class has no such field, or there is no name.
    """
    available = own_fields(item_class)
    selected: set[str] = set()
    names = [*names]
    if not names:
        raise ValueError("give names of fields, default or all")
    for name in names:
        if name == "all":
            selected.update(available)
        elif name == "default":
            selected |= default_fields(item_class)
        elif name in available:
            selected.add(name)
        elif name not in ALWAYS:
            hint = meant(name, (*available, "default", "all"))
            raise ValueError(f"there is no field {name!r}: {hint}")
    return frozenset(selected)
