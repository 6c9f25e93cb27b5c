"""The columns of each kind of finding: the same in all parts, whatever their pages hold."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

from scrapy_treesim.findings import Wanted
from scrapy_treesim.items import (
    ArticleItem,
    CommentItem,
    DetailItem,
    Item,
    RecordItem,
    TemplateItem,
)

FOLDERS: Final[dict[str, type[Item]]] = {
    "articles": ArticleItem,
    "detail": DetailItem,
    "records": RecordItem,
    "comments": CommentItem,
    "templates": TemplateItem,
}
"""The folders of parts, and the class of the items in each."""

FOLDER_OF_KIND: Final = {
    "article": "articles",
    "detail": "detail",
    "records": "records",
    "comments": "comments",
    "template": "templates",
}
"""By the kind of finding."""

Held: TypeAlias = Literal[
    "text", "integer", "number", "truth", "texts", "text_by_name", "texts_by_name",
    "list_of_text_by_name", "json",
]  # fmt: skip
"""The type of a column; ``json`` is text that holds what no other type can."""

_HELD: Final[dict[Any, Held]] = {
    str: "text",
    int: "integer",
    float: "number",
    bool: "truth",
    list[str]: "texts",
    dict[str, str]: "text_by_name",
    dict[str, list[str]]: "texts_by_name",
    list[dict[str, str]]: "list_of_text_by_name",
}


class Column(NamedTuple):
    """A column of a kind of finding."""

    name: str
    held: Held


def columns_of(folder: str, wanted: Wanted) -> tuple[Column, ...]:
    """The columns of a folder's items: the fields that are wanted of its class, in their order.

    >>> columns_of("records", Wanted())[-1]
    Column(name='fields', held='json')
    """
    item_class = FOLDERS[folder]
    hints = get_type_hints(item_class)
    chosen: dict[str, frozenset[str]] = {
        "articles": wanted.article_fields,
        "detail": wanted.detail_fields,
        "records": wanted.records_fields,
        "comments": wanted.comments_fields,
    }
    of_all = {one.name for one in fields(Item)}
    return tuple(
        Column(one.name, _held(hints[one.name]))
        for one in fields(item_class)
        if folder not in chosen or one.name in of_all | chosen[folder]
    )


def _held(hint: Any) -> Held:
    """The type of a column for a type of Python; what may be None is as without."""
    parts = [one for one in get_args(hint) if one is not type(None)]
    is_optional = len(parts) < len(get_args(hint)) and get_origin(hint) not in (list, dict)
    return _HELD.get(parts[0] if is_optional and len(parts) == 1 else hint, "json")
