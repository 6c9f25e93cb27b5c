"""Metadata of a page: its declarations about itself, in JSON-LD, in ``<meta>`` and in its markup.

What is declared wins, in this order. Whatever the page holds, sizes are bounded, nothing recurses
and nothing is raised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.fields import ArticleMetadata, ArticleText, declared_by
from scrapy_treesim.reading.declared.about import (
    MAX_ADDRESS_CHARS,
    SAME_NAME,
    PageNames,
    are_nested,
)
from scrapy_treesim.reading.declared.json_ld import read_json_ld
from scrapy_treesim.reading.declared.marked_things import NODE, read_microdata, read_rdfa
from scrapy_treesim.reading.declared.meta_tags import MetaTags, relations_of
from scrapy_treesim.reading.declared.thing import Marked, Thing
from scrapy_treesim.reading.declared.types import OG_TYPES, RANKS, page_type_of
from scrapy_treesim.reading.declared.values import CONTROL, MAX_VALUES, Values, plain_text
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.lexicon.words import entries

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

T = TypeVar("T")


@dataclass(slots=True)
class Metadata(ArticleMetadata):
    """The data that a page declares of itself; None where it does not."""

    headline: str | None = None


_LANGUAGES: Final = ("content-language", "language", "dc.language", "dcterms.language")
_APPLICATIONS: Final = ("application-name", "apple-mobile-web-app-title")


def metadata_of(page: Page) -> Metadata:
    """Read what the page declares.

    The language is that of the root's ``lang``, else of ``og:locale``, JSON-LD or a
    ``content-language``; all else comes from JSON-LD, else from ``<meta>``, else from the markup.
    """
    texts = page.once(MetaTags.read).texts
    sources = (from_meta_tags(page), *from_markup(page), from_links(page))
    found = first_of(page, (*from_json_ld(page), *sources))
    return replace(
        found,
        language=language_of_root(page)
        or converted(texts("og.locale"), language_tag)
        or found.language
        or converted(texts(*_LANGUAGES), language_tag)
        or language_of_http_equiv(page),
        site_name=converted(texts("og.site_name"), _name_from)
        or found.site_name
        or converted(texts(*_APPLICATIONS), _name_from),
    )


# Values

MAX_HEADLINE_CHARS: Final = 500
MAX_AUTHOR_CHARS: Final = 200
MAX_SUBJECT_CHARS: Final = 100
"""Characters of a keyword or a section at most; what is longer is none."""
MAX_SUBJECTS: Final = 50
"""Keywords or sections of a page at most."""
MAX_LIST_CHARS: Final = 5_000
"""Characters of a list of keywords that are read."""
MAX_DESCRIPTION_CHARS: Final = 2_000
"""Characters of a description at most; what is longer is the text itself."""
MAX_NAME_CHARS: Final = 200
"""Characters of a site's name, or of what a licence is called, at most."""

_BY = re.compile(r"(?:(?:written|posted|published)\s+by|by|authors?)\b[\s:]*", re.I)
_NO_NAME = re.compile(
    r"https?:|//|www\.|[{}<>\[\]$%]|^[@/]|^(?:null|none|undefined|unknown|n/a)$", re.I
)
_BETWEEN: Final = re.compile(r"[,;，、；|\n]")


_headline_from: Final = partial(plain_text, most=MAX_HEADLINE_CHARS)
_description_from: Final = partial(plain_text, most=MAX_DESCRIPTION_CHARS)
_name_from: Final = partial(plain_text, most=MAX_NAME_CHARS)


def first_name_first(name: str) -> str:
    """First name first: ``Roy, Aniruddha`` is ``Aniruddha Roy``."""
    last, comma, first = name.partition(",")
    return f"{first} {last}" if comma and "," not in first else name


def names_from(values: Iterable[str]) -> str | None:
    """The names among these, each once, as far as there is room."""
    names: dict[str, str] = {}
    for value in islice(values, MAX_VALUES):
        text = plain_text(value, MAX_AUTHOR_CHARS) or ""
        by = _BY.match(text)
        name = (text[by.end() :] if by else text).strip(" ,;:|-")
        if any(map(str.isalpha, name)) and not _NO_NAME.search(name):
            names.setdefault(name.casefold(), name)
    joined = ""
    for name in names.values():
        longer = f"{joined}, {name}" if joined else name
        if len(longer) <= MAX_AUTHOR_CHARS:
            joined = longer
    return joined or None


def subjects_from(values: Iterable[str], whole: bool = False) -> list[str]:
    """The keywords among these, each once; ``whole``: a value is one, whatever signs it has."""
    found: dict[str, str] = {}
    for value in islice(values, MAX_VALUES):
        text = plain_text(value[:MAX_LIST_CHARS], MAX_LIST_CHARS) or ""
        for part in [text] if whole else _BETWEEN.split(text):
            name = part.strip(" #\"'[]")
            if 0 < len(name) <= MAX_SUBJECT_CHARS and any(map(str.isalnum, name)):
                found.setdefault(name.casefold(), name)
    return [*islice(found.values(), MAX_SUBJECTS)]


def web_address(page: Page, address: str) -> str | None:
    """The absolute address of what is on the web; None of any other."""
    address = address.strip().replace("&amp;", "&")
    if len(address) > MAX_ADDRESS_CHARS or address.startswith("#"):
        return None
    absolute = page.absolute(address)
    if absolute is None or not absolute.lower().startswith(("http://", "https://")):
        return None
    return None if CONTROL.search(absolute) else absolute


def licence_from(page: Page, value: str) -> str | None:
    """The address of a licence, made absolute, or else what it is called."""
    value = value.strip()
    if value.startswith(("http:", "https:", "/")):
        return web_address(page, value)
    return plain_text(value, MAX_NAME_CHARS)


MAX_DATE_CHARS: Final = 60

_COMPACT = re.compile(r"\A(\d{4})(\d\d)(\d\d)\Z")
_BEFORE_TIME = re.compile(r"\A(\d{4}-\d\d-\d\d)[T ] ?(?=\d)", re.I)
"""A day and the gap before its time; behind a T a number with a sign is an offset."""


def iso_date(value: str) -> str | None:
    """A date as ISO 8601 writes it, of nearly that, of RFC 2822, or of a language; None of any
    other, and of a year of another calendar."""
    text = " ".join(value[: 4 * MAX_DATE_CHARS].split())
    if len(text) > MAX_DATE_CHARS:
        return None
    text = _COMPACT.sub(r"\1-\2-\3", text)
    moment = date_of(_BEFORE_TIME.sub(r"\1T", text))
    return None if moment is None else moment.isoformat()


MAX_LANGUAGE_CHARS: Final = 60

_LANGUAGE = re.compile(
    r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_.,;@\s].*)?", re.I | re.S
)
_NO_LANGUAGES: Final = frozenset(("und", "mul", "zxx", "mis"))


def language_tag(value: str) -> str | None:
    """The first language named, as BCP 47 writes it: ``zh_cn`` is ``zh-CN``."""
    match = _LANGUAGE.fullmatch(value.strip()[:MAX_LANGUAGE_CHARS])
    if match is None or match[1].lower() in _NO_LANGUAGES:
        return None
    parts = (match[1].lower(), (match[2] or "").title(), (match[3] or "").upper())
    return "-".join(filter(None, parts))


def language_of_root(page: Page) -> str | None:
    """The language that the root element has."""
    root = page.root
    names = ("lang", "xml:lang", "{http://www.w3.org/XML/1998/namespace}lang")
    found = (language_tag(said) for name in names if (said := root.get(name)))
    return next(filter(None, found), None)


def language_of_http_equiv(page: Page) -> str | None:
    """The language that a ``<meta http-equiv>`` names."""
    for meta in islice(page.root.iterfind("head/meta"), MAX_VALUES):
        if (meta.get("http-equiv") or "").strip().lower() == "content-language":
            return language_tag(meta.get("content") or "")
    return None


# Sources

Source: TypeAlias = Callable[[str], Iterable[Iterable[str]]]
"""Gives the texts that say a field, the surest ones first; those of one group say it together."""


def converted(texts: Iterable[str], convert: Callable[[str], T | None]) -> T | None:
    """The first of the first few texts that converts."""
    for text in islice(texts, MAX_VALUES):
        if (found := convert(text)) is not None:
            return found
    return None


_Convert: TypeAlias = "Callable[[Page, Iterable[str]], Any]"


def _by(convert: Callable[[str], Any]) -> _Convert:
    return lambda page, texts: converted(texts, convert)


def _on(convert: Callable[[Page, str], Any]) -> _Convert:
    return lambda page, texts: converted(texts, lambda text: convert(page, text))


_CONVERT: Final[Mapping[str, _Convert]] = {
    "headline": _by(_headline_from),
    "author": lambda page, texts: names_from(texts),
    "date": _by(iso_date),
    "language": _by(language_tag),
    "image": _on(web_address),
    "page_type": _by(lambda kind: kind or None),
    "description": _by(_description_from),
    "site_name": _by(_name_from),
    "tags": lambda page, texts: subjects_from(texts),
    "categories": lambda page, texts: subjects_from(texts, whole=True),
    "canonical_url": _on(web_address),
    "modified": _by(iso_date),
    "licence": _on(licence_from),
}


def first_of(page: Page, sources: Sequence[Source]) -> Metadata:
    """Each field as the first source that has it says."""
    values = {}
    for name, convert in _CONVERT.items():
        found = (convert(page, texts) for source in sources for texts in source(name))
        values[name] = next(filter(None, found), None)
    return Metadata(**{name: value for name, value in values.items() if value})


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


_LICENCE: Final = frozenset(("license", "licence"))
_RELATION: Final = {"tags": "tag", "categories": "category"}
_SUBJECTS: Final = frozenset(_RELATION.values())


def from_links(page: Page) -> Source:
    """The tags and categories below the headline, and the licence that the page links to."""
    tree, relations = page.tree, page.once(relations_of)
    headline = page.once(headline_of)

    def texts_of(field: str) -> Iterator[Iterable[str]]:
        if field in _RELATION and headline is not None:
            # A category is a tag too, as WordPress has it.
            yield (
                Marked(tree, node, "").read()
                for node, said in relations.items()
                if node > headline.node and min(said & _SUBJECTS, default="") == _RELATION[field]
            )
        elif field == "licence":
            linked = (node for node, said in relations.items() if said & _LICENCE)
            addresses = (tree.get(node, "href") or "" for node in islice(linked, MAX_VALUES))
            yield filter(None, (web_address(page, address) for address in addresses))

    return texts_of


MAX_APART: Final = 200
"""Characters between two authors of one page at most."""

_PROPERTIES: Final = {field: (names.things, names.inside) for field, names in _DECLARED.items()}
"""The properties that say a field, and those of a further thing that do."""


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
    """The thing with the headline in it, else the only one; then what is said of no thing."""
    things = [*page.once(read_microdata), *page.once(read_rdfa)]
    typed = [(page_type_of(thing.types), thing) for thing in things]
    found = [(kind, thing) for kind, thing in typed if kind in RANKS[0]]
    if (headline := page.once(headline_of)) is not None:
        around = [one for one in found if _has(page, one[1], headline.node)]
        found = around[-1:] or found
    loose = [("", thing) for thing in things if thing.node is None and thing.properties]
    values = Values({})
    main = found if len(found) == 1 else []
    return [_source(page, values, kind or "", one) for kind, one in (*main, *loose)]


def _has(page: Page, thing: Thing, node: int) -> bool:
    """Tell whether a node stands in a thing."""
    above = thing.node or 0
    return above <= node < above + page.tree.size[above]


def _about(page: Page, values: Values, things: list[tuple[str, Thing]]) -> list[tuple[str, Thing]]:
    """Of things of the same rank those that are about this page: by their name, else those that
    have no second of their type."""
    names = page.once(PageNames.of)

    def is_named(thing: Thing) -> bool:
        texts = values.texts(thing.properties, ("headline", "name"))
        return names.likeness(converted(texts, _headline_from) or "") >= SAME_NAME

    if found := [one for one in things if is_named(one[1])]:
        return found[:MAX_VALUES]
    types = [thing.types for _, thing in things[:MAX_VALUES]]
    return [one for one in things[:MAX_VALUES] if types.count(one[1].types) == 1]


def _source(page: Page, values: Values, kind: str, thing: Thing) -> Source:
    node = thing.properties

    def texts_of(field: str) -> Iterable[Iterable[str]]:
        if field == "page_type":
            return ((kind,),)
        if field == "author":
            authors = (node[name] for name in ("author", "creator") if name in node)
            tree = None if thing.syntax == "json-ld" else page.tree
            found = (one if tree is None else _together(tree, one) for one in authors)
            return (values.texts({"": one}, ("",), ("name",), numbers=False) for one in found)
        names, inside = _PROPERTIES.get(field, ((), ()))
        return (
            (values.texts(node, names, inside, numbers=False),) if any(map(node.get, names)) else ()
        )

    return texts_of


def _together(tree: PageTree, value: Any) -> list[Any]:
    """Of authors that elements declare those that stand together: others, further on, are those of
    related stories."""
    found: list[Any] = []
    end: int | None = None
    for one in value[:MAX_VALUES] if isinstance(value, list) else [value]:
        node = one.get(NODE) if isinstance(one, dict) else getattr(one, "node", None)
        if node is not None:
            if end is not None and tree.chars[node] - end > MAX_APART:
                break
            end = tree.chars[node + tree.size[node]]
            # Who is marked as a thing may have no more than the text.
            if isinstance(one, dict) and "name" not in one:
                one = Marked(tree, node, "name")
        found.append(one)
    return found
