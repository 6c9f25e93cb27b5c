"""Data declared in JSON-LD."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scrapy_treesim.article.metadata.addresses import image_address, key_on
from scrapy_treesim.article.metadata.authors import names_from
from scrapy_treesim.article.metadata.dates import iso_date
from scrapy_treesim.article.metadata.declared import Source
from scrapy_treesim.article.metadata.json_scripts import json_values
from scrapy_treesim.article.metadata.languages import language_tag
from scrapy_treesim.article.metadata.meta_tags import Names
from scrapy_treesim.article.metadata.page_types import PAGE_TYPES, RANKS, local_name
from scrapy_treesim.article.metadata.subjects import (
    description_from,
    licence_from,
    name_from,
    subjects_from,
)
from scrapy_treesim.article.metadata.titles import headline_from
from scrapy_treesim.article.metadata.values import MAX_VALUES, converted

if TYPE_CHECKING:
    from scrapy_treesim.article.metadata.meta_tags import MetaTags
    from scrapy_treesim.page import Page

MAX_JSON_NODES: Final = 10_000
"""Objects and lists of JSON-LD that are looked at."""
MAX_TITLE_CHARS: Final = 2_000
"""Characters of the page's title in which the names of JSON-LD are looked for, one by one."""

_Node: TypeAlias = dict[str, Any]

_NO_PERSONS: Final = ("organization", "corporation", "business", "brand", "website")
"""The ends of the types of authors that are no persons."""
_OG_TITLE: Final = Names("og.title")
_CONTAINERS: Final = frozenset(("@graph", "mainEntity", "mainEntityOfPage"))


def from_json_ld(page: Page, meta: MetaTags) -> list[Source]:
    """The nodes that are about the page: those of its main entity first, then of itself."""
    nodes, by_id = _read_json_ld(page)
    return [
        _of_node(page, kind, node, by_id)
        for kinds in (RANKS if nodes else ())
        for kind, node in _about(
            page, meta, [(kind, node) for kind, node in nodes if kind in kinds]
        )
    ]


def _of_node(page: Page, kind: str, node: _Node, by_id: dict[str, _Node]) -> Source:
    def strings(names: tuple[str, ...], *inside: str) -> Iterable[str]:
        values = [value for name in names if (value := node.get(name))]
        return _strings(values, inside, by_id) if values else ()

    @cache
    def authors() -> tuple[str | None, list[Any]]:
        """The persons, and all who are none."""
        others: list[Any] = []
        for name in ("author", "creator"):
            persons, no_persons = _persons(node.get(name), by_id)
            others += no_persons
            if found := names_from(_strings(persons, ("name",), by_id)):
                return found, others
        return None, others

    return {
        "headline": lambda: converted(
            strings(("headline", "name") if kind else ("headline",)), headline_from
        ),
        "author": lambda: authors()[0],
        "date": lambda: converted(strings(("datePublished", "dateCreated")), iso_date),
        "language": lambda: converted(
            strings(("inLanguage",), "alternateName", "name"), language_tag
        ),
        "image": lambda: converted(
            strings(("image", "primaryImageOfPage", "thumbnailUrl"), "url", "contentUrl"),
            lambda address: image_address(page, address),
        ),
        "page_type": lambda: kind,
        "description": lambda: converted(strings(("description", "abstract")), description_from),
        "site_name": lambda: (
            converted(strings(("publisher",), "name"), name_from) if kind else None
        ),
        "tags": lambda: subjects_from(strings(("keywords",), "name")),
        "categories": lambda: subjects_from(strings(("articleSection",), "name"), whole=True),
        "modified": lambda: converted(strings(("dateModified",)), iso_date),
        "licence": lambda: converted(
            strings(("license",), "url", "@id", "name"), lambda value: licence_from(page, value)
        ),
        "organisation": lambda: names_from(_strings(authors()[1], ("name",), by_id)),
    }


def _persons(value: Any, by_id: dict[str, _Node]) -> tuple[list[Any], list[Any]]:
    """Of authors those that are, or may be, persons, and those that are said to be none."""
    persons: list[Any] = []
    others: list[Any] = []
    for one in value[:MAX_VALUES] if isinstance(value, list) else [value]:
        whole = by_id.get(one.get("@id") or "", one) if _is_reference(one) else one
        types = _types(whole) if isinstance(whole, dict) else []
        is_person = "person" in types or not any(name.endswith(_NO_PERSONS) for name in types)
        (persons if is_person else others).append(one)
    return persons, others


def _is_reference(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("@id"), str)


def _about(page: Page, meta: MetaTags, nodes: list[tuple[str, _Node]]) -> list[tuple[str, _Node]]:
    """Of nodes of the same rank those that are about this page: by their address, else by their
    name, else those that have no second of their type."""
    if not nodes:
        return nodes
    by_address = [one for one in nodes if not meta.addresses.isdisjoint(_addresses(page, one[1]))]
    if by_address:
        return by_address[:MAX_VALUES]
    said = (page.title or "", meta.first(_OG_TITLE, headline_from) or "")
    titles = [title[:MAX_TITLE_CHARS].casefold() for title in said]
    by_name = [one for one in nodes if _is_in(one[1], titles)]
    if by_name:
        return by_name[:MAX_VALUES]
    types = [node.get("@type") for _, node in nodes[:MAX_VALUES]]
    return [one for one in nodes[:MAX_VALUES] if types.count(one[1].get("@type")) == 1]


def _addresses(page: Page, node: _Node) -> Iterator[str]:
    values = [node.get("url"), node.get("@id"), node.get("mainEntityOfPage")]
    for address in _strings(values, ("@id", "url"), {}):
        if key := key_on(page, address):
            yield key


def _is_in(node: _Node, titles: Iterable[str]) -> bool:
    """Tell whether one of the titles, which are folded, has the name of a node in it."""
    name = converted(_strings([node.get("headline"), node.get("name")], (), {}), headline_from)
    return name is not None and any(name.casefold() in title for title in titles)


def _read_json_ld(page: Page) -> tuple[list[tuple[str, _Node]], dict[str, _Node]]:
    """The nodes that may be about the page, each with its kind ("" for that of a page as such),
    outermost first; and all nodes by their id."""
    own: list[tuple[str, _Node]] = []
    by_id: dict[str, _Node] = {}
    waiting = deque((value, True) for value in page.once(json_values))
    visited = 0
    while waiting and visited < MAX_JSON_NODES:
        visited += 1
        value, is_own = waiting.popleft()
        if isinstance(value, list):
            waiting.extend((one, is_own) for one in value if isinstance(one, (dict, list)))
        elif isinstance(value, dict):
            types = _types(value)
            kind = next((PAGE_TYPES[one] for one in types if one in PAGE_TYPES), "")
            if is_own and (kind or any(one.endswith("page") for one in types)):
                own.append((kind, value))
            name = value.get("@id")
            if isinstance(name, str) and len(value) > len(by_id.get(name, ())):
                by_id[name] = value
            # The questions of an FAQ are not what the page is: it is no forum.
            open_ = is_own and "faqpage" not in types
            for key, one in value.items():
                if isinstance(one, (dict, list)):
                    waiting.append((one, open_ and (not types or key in _CONTAINERS)))
    return own, by_id


def _types(node: _Node) -> list[str]:
    said = node.get("@type")
    if isinstance(said, str):
        return [local_name(said)]
    return [local_name(one) for one in _strings([said], (), {})] if said else []


def _strings(
    values: Iterable[Any], inside: tuple[str, ...], by_id: dict[str, _Node]
) -> Iterator[str]:
    """The strings that these values are: of a list its members, of a node the first property
    that it has of those asked for, itself or what its id refers to."""
    waiting = deque(values)
    for _ in range(MAX_VALUES):
        if not waiting:
            return
        value = waiting.popleft()
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            waiting.extendleft(reversed(value[:MAX_VALUES]))
        elif isinstance(value, dict):
            held = next((value[name] for name in (*inside, "@value") if value.get(name)), None)
            name = value.get("@id")
            if held is None and isinstance(name, str):
                held = by_id.get(name)
            waiting.appendleft(held)
