"""Sources of metadata: meta tags, links, and declared things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.metadata.metadata import (
    Source,
    converted,
    first_name_first,
    headline_from,
    web_address,
)
from scrapy_treesim.fields import ArticleMetadata, ArticleText, declared_by
from scrapy_treesim.reading.declared.about import SAME_NAME, PageNames, are_nested
from scrapy_treesim.reading.declared.json_ld import read_json_ld
from scrapy_treesim.reading.declared.marked_things import NODE, read_microdata, read_rdfa
from scrapy_treesim.reading.declared.meta_tags import MetaTags, relations_of
from scrapy_treesim.reading.declared.thing import Marked, Thing, lower_types
from scrapy_treesim.reading.declared.types import OG_TYPES, RANKS, page_type_of
from scrapy_treesim.reading.declared.values import MAX_VALUES, Values
from scrapy_treesim.values.lexicon.words import entries

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

_DECLARED: Final = declared_by(ArticleText, ArticleMetadata)
_WRITTEN_BY: Final = frozenset(entries("byline.by"))


def from_meta_tags(page: Page) -> Source:
    """Their values, by the first name that has one."""
    meta = page.once(MetaTags.read)
    values = meta.values

    def texts_of(field: str) -> Iterator[Iterable[str]]:
        if field == "author":
            yield map(first_name_first, values.get("citation_author", ()))
        elif field == "page_type":
            yield (OG_TYPES.get(kind.strip().lower(), "") for kind in values.get("og.type", ()))
        elif field == "canonical_url":
            yield filter(None, chain(meta.links.get("canonical", ()), meta.texts("og.url")))
        elif field == "licence":
            linked = chain(meta.links.get("license", ()), meta.links.get("licence", ()))
            yield filter(None, (web_address(page, address) for address in linked))
        for name in _DECLARED[field].meta if field in _DECLARED else ():
            if name in values:
                yield values[name]
        if field == "author":
            yield _labelled_author(meta)

    return texts_of


def _labelled_author(meta: MetaTags) -> Iterator[str]:
    """The names that Twitter's cards show beside "Written by"."""
    for number in "12":
        labels = meta.texts(f"twitter.label{number}")
        if any(label.strip().lower() in _WRITTEN_BY for label in labels):
            yield from meta.texts(f"twitter.data{number}")


MAX_BETWEEN: Final = 60
"""Characters between two tags of one list at most."""

_LICENCE: Final = frozenset(("license", "licence"))
_SUBJECTS: Final = frozenset(("tag", "category"))


def from_links(page: Page) -> Source:
    """The tags and categories below the headline, and the licence that the page links to."""
    tree = page.tree
    relations = page.once(relations_of)
    headline = page.once(headline_of)

    def texts_of(field: str) -> Iterable[Iterable[str]]:
        if field in ("tags", "categories") and headline is not None:
            below = (node for node in relations if node > headline.node)
            relation = "tag" if field == "tags" else "category"
            return (_subjects(tree, below, relations, relation),)
        return (_licences(page, relations),) if field == "licence" else ()

    return texts_of


def _subjects(
    tree: PageTree, nodes: Iterable[int], relations: Mapping[int, frozenset[str]], relation: str
) -> Iterator[str]:
    """The first links together that have the relation."""
    end: int | None = None
    for node in nodes:
        said = relations[node] & _SUBJECTS
        # A category is a tag too, as WordPress has it.
        if said and min(said) == relation:
            if end is not None and tree.chars[node] - end > MAX_BETWEEN:
                return
            end = tree.chars[node + tree.size[node]]
            yield Marked(tree, node, "").read()


def _licences(page: Page, relations: Mapping[int, frozenset[str]]) -> Iterator[str]:
    """The one licence that links to licences lead to."""
    linked = [node for node, relation in relations.items() if _LICENCE & relation]
    addresses = (
        web_address(page, page.tree.get(node, "href") or "") for node in linked[:MAX_VALUES]
    )
    distinct = {address.rstrip("/"): address for address in addresses if address}
    # Where there are several, they are of pictures and of what is quoted.
    return iter(distinct.values() if len(distinct) == 1 else ())


MAX_APART: Final = 200
"""Characters between two authors of one page at most."""

_NO_PERSONS: Final = ("organization", "corporation", "business", "brand", "website")
"""The ends of the types of authors that are no persons."""
_PROPERTIES: Final = {field: (names.things, names.inside) for field, names in _DECLARED.items()}
"""The properties that say a field, and those of a further thing that do."""
_OF_PAGES: Final = {**_PROPERTIES, "headline": (("headline",), ()), "site_name": ((), ())}
"""The same of a page as such: its name has more than the headline, its publisher is another."""


def from_json_ld(page: Page) -> list[Source]:
    """The things that are about the page: those of its main entity first, then of itself."""
    found = page.once(read_json_ld)
    typed = [
        (page_type_of(thing.types), thing)
        for thing, is_nested in zip(found.things, are_nested(found.things), strict=True)
        if not is_nested
    ]
    own = [(kind, thing) for kind, thing in typed if kind is not None]
    values = Values(found.by_id)
    return [
        _source(page, values, kind, thing)
        for kinds in (RANKS if own else ())
        for kind, thing in _about(page, values, [one for one in own if one[0] in kinds])
    ]


def from_markup(page: Page) -> list[Source]:
    """The thing with the headline in it, else the only one; then the page, then what is said of no
    thing."""
    things = [*page.once(read_microdata), *page.once(read_rdfa)]
    typed = [(page_type_of(thing.types), thing) for thing in things]
    found = [(kind, thing) for kind, thing in typed if kind in RANKS[0]]
    if (headline := page.once(headline_of)) is not None:
        around = [one for one in found if _has(page, one[1], headline.node)]
        found = around[-1:] or found
    pages = [("", thing) for kind, thing in typed if kind == ""]
    loose = [("", thing) for thing in things if thing.node is None and thing.properties]
    values = Values({})
    main = found if len(found) == 1 else []
    return [_source(page, values, kind or "", one) for kind, one in (*main, *pages[:1], *loose)]


def _has(page: Page, thing: Thing, node: int) -> bool:
    """Tell whether a node stands in a thing."""
    above = thing.node or 0
    return above <= node < above + page.tree.size[above]


def _about(page: Page, values: Values, things: list[tuple[str, Thing]]) -> list[tuple[str, Thing]]:
    """Of things of the same rank those that are about this page: by their address, else by their
    name, else those that have no second of their type."""
    names = page.once(PageNames.of)

    def is_own(thing: Thing) -> bool:
        of = ("url", "@id", "mainEntityOfPage")
        return any(map(names.is_own, values.texts(thing.properties, of, ("@id", "url"))))

    def is_named(thing: Thing) -> bool:
        texts = values.texts(thing.properties, ("headline", "name"))
        return names.likeness(converted(texts, headline_from) or "") >= SAME_NAME

    for tells in (is_own, is_named):
        if found := [one for one in things if tells(one[1])]:
            return found[:MAX_VALUES]
    types = [thing.types for _, thing in things[:MAX_VALUES]]
    return [one for one in things[:MAX_VALUES] if types.count(one[1].types) == 1]


def _source(page: Page, values: Values, kind: str, thing: Thing) -> Source:
    node = thing.properties

    def texts_of(field: str) -> Iterable[Iterable[str]]:
        if field == "page_type":
            return ((kind,),)
        if field == "author" or field == "organisation":
            authors = (node[name] for name in ("author", "creator") if name in node)
            tree = None if thing.syntax == "json-ld" else page.tree
            persons = (_persons(tree, values, one)[field == "organisation"] for one in authors)
            return (values.texts({"": one}, ("",), ("name",), numbers=False) for one in persons)
        names, inside = (_PROPERTIES if kind else _OF_PAGES).get(field, ((), ()))
        return (
            (values.texts(node, names, inside, numbers=False),) if any(map(node.get, names)) else ()
        )

    return texts_of


def _persons(tree: PageTree | None, values: Values, value: Any) -> tuple[list[Any], list[Any]]:
    """Of authors those that are, or may be, persons, and those that are said to be none; of
    those that elements declare, in a tree, the ones that stand together."""
    found: tuple[list[Any], list[Any]] = ([], [])
    end: int | None = None
    for one in value[:MAX_VALUES] if isinstance(value, list) else [value]:
        node = one.node if isinstance(one, Marked) else None
        types: tuple[str, ...] = ()
        if isinstance(one, dict):
            node = one.get(NODE)
            said = values.resolved(one).get("@type")
            names = said if isinstance(said, list) else [said]
            types = tuple(name for name in names[:MAX_VALUES] if isinstance(name, str))
        if node is not None and tree is not None:
            # Others stand further on: those of related stories.
            if end is not None and tree.chars[node] - end > MAX_APART:
                break
            end = tree.chars[node + tree.size[node]]
            # Who is marked as a thing may have no more than the text.
            is_named = not isinstance(one, dict) or "name" in one
            found[0].append(one if is_named else Marked(tree, node, "name"))
            continue
        lowered = lower_types(types)
        is_person = any(name.endswith("person") for name in lowered) or not any(
            name.rstrip("/").endswith(_NO_PERSONS) for name in lowered
        )
        found[not is_person].append(one)
    return found
