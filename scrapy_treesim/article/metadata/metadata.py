"""Metadata of a page: its declarations about itself, in JSON-LD, in ``<meta>`` and in its markup.

Declarations win in this order. Whatever is on the page, sizes are bounded, nothing recurses and
nothing is raised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

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
from scrapy_treesim.reading.headline import headline_of
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.fields import ArticleMetadata, ArticleText, declared_by
from scrapy_treesim.values.lexicon.words import entries

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

T = TypeVar("T")


@dataclass(slots=True)
class Metadata(ArticleMetadata):
    """Data that a page declares about itself; None for each missing value."""

    headline: str | None = None


_LANGUAGES: Final = ("content-language", "language", "dc.language", "dcterms.language")
_APPLICATIONS: Final = ("application-name", "apple-mobile-web-app-title")


def metadata_of(page: Page) -> Metadata:
    """Read the page's declarations.

    The language comes from the root's ``lang``, else from ``og:locale``, JSON-LD or a
    ``content-language``; all else comes from JSON-LD, else from ``<meta>``, else from the markup.
    """
    texts = page.once(MetaTags.read).texts
    sources = (from_meta_tags(page), *from_markup(page), from_links(page))
    metadata = first_of(page, (*from_json_ld(page), *sources))
    return replace(
        metadata,
        language=language_of_root(page)
        or converted(texts("og.locale"), language_tag)
        or metadata.language
        or converted(texts(*_LANGUAGES), language_tag)
        or language_of_http_equiv(page),
        site_name=converted(texts("og.site_name"), _name_from)
        or metadata.site_name
        or converted(texts(*_APPLICATIONS), _name_from),
    )


# Values

MAX_HEADLINE_CHARS: Final = 500
MAX_AUTHOR_CHARS: Final = 200
MAX_SUBJECT_CHARS: Final = 100
"""Largest number of characters of a keyword or section; a longer value is neither."""
MAX_SUBJECTS: Final = 50
"""Largest number of keywords or sections of a page."""
MAX_LIST_CHARS: Final = 5_000
"""Number of characters read of a list of keywords."""
MAX_DESCRIPTION_CHARS: Final = 2_000
"""Largest number of characters of a description; a longer one is the text itself."""
MAX_NAME_CHARS: Final = 200
"""Largest number of characters of the name of a site or licence."""

_BY = re.compile(r"(?:(?:written|posted|published)\s+by|by|authors?)\b[\s:]*", re.I)
_NO_NAME = re.compile(
    r"https?:|//|www\.|[{}<>\[\]$%]|^[@/]|^(?:null|none|undefined|unknown|n/a)$", re.I
)
_BETWEEN: Final = re.compile(r"[,;，、；|\n]")


_headline_from: Final = partial(plain_text, most=MAX_HEADLINE_CHARS)
_description_from: Final = partial(plain_text, most=MAX_DESCRIPTION_CHARS)
_name_from: Final = partial(plain_text, most=MAX_NAME_CHARS)


def first_name_first(name: str) -> str:
    """Put the first name first: ``Roy, Aniruddha`` becomes ``Aniruddha Roy``."""
    last, comma, first = name.partition(",")
    return f"{first} {last}" if comma and "," not in first else name


def names_from(values: Iterable[str]) -> str | None:
    """Join the names among the values, each once, as far as there is room."""
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
    """The keywords among the values, each once; with ``whole`` a value is one keyword."""
    subjects: dict[str, str] = {}
    for value in islice(values, MAX_VALUES):
        text = plain_text(value[:MAX_LIST_CHARS], MAX_LIST_CHARS) or ""
        for part in [text] if whole else _BETWEEN.split(text):
            name = part.strip(" #\"'[]")
            if 0 < len(name) <= MAX_SUBJECT_CHARS and any(map(str.isalnum, name)):
                subjects.setdefault(name.casefold(), name)
    return [*islice(subjects.values(), MAX_SUBJECTS)]


def web_address(page: Page, address: str) -> str | None:
    """The absolute address of a web resource; None for any other address."""
    address = address.strip().replace("&amp;", "&")
    if len(address) > MAX_ADDRESS_CHARS or address.startswith("#"):
        return None
    absolute = page.absolute(address)
    if absolute is None or not absolute.lower().startswith(("http://", "https://")):
        return None
    return None if CONTROL.search(absolute) else absolute


def licence_from(page: Page, value: str) -> str | None:
    """The address of a licence, made absolute, or else its name."""
    value = value.strip()
    if value.startswith(("http:", "https:", "/")):
        return web_address(page, value)
    return plain_text(value, MAX_NAME_CHARS)


MAX_DATE_CHARS: Final = 60

_COMPACT = re.compile(r"\A(\d{4})(\d\d)(\d\d)\Z")
_BEFORE_TIME = re.compile(r"\A(\d{4}-\d\d-\d\d)[T ] ?(?=\d)", re.I)
"""A day and the gap before its time; a signed number after a T is an offset."""


def iso_date(value: str) -> str | None:
    """Convert a date to ISO 8601, from nearly ISO 8601, RFC 2822 or a language's own form; None for
    any other text, and for a year of another calendar."""
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
    """The first language in a value, as a BCP 47 tag: ``zh_cn`` becomes ``zh-CN``."""
    match = _LANGUAGE.fullmatch(value.strip()[:MAX_LANGUAGE_CHARS])
    if match is None or match[1].lower() in _NO_LANGUAGES:
        return None
    parts = (match[1].lower(), (match[2] or "").title(), (match[3] or "").upper())
    return "-".join(filter(None, parts))


def language_of_root(page: Page) -> str | None:
    """The language of the root element."""
    root = page.root
    names = ("lang", "xml:lang", "{http://www.w3.org/XML/1998/namespace}lang")
    languages = (language_tag(value) for name in names if (value := root.get(name)))
    return next(filter(None, languages), None)


def language_of_http_equiv(page: Page) -> str | None:
    """The language in a ``<meta http-equiv>``."""
    for meta in islice(page.root.iterfind("head/meta"), MAX_VALUES):
        if (meta.get("http-equiv") or "").strip().lower() == "content-language":
            return language_tag(meta.get("content") or "")
    return None


# Sources

Source: TypeAlias = Callable[[str], Iterable[Iterable[str]]]
"""A function from a field's name to its texts, surest group first; a group is one value's texts."""


def converted(texts: Iterable[str], convert: Callable[[str], T | None]) -> T | None:
    """The first result of converting the first few texts."""
    for text in islice(texts, MAX_VALUES):
        if (value := convert(text)) is not None:
            return value
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
    """Take each field from the first source with a value."""
    values = {}
    for name, convert in _CONVERT.items():
        converted_values = (convert(page, texts) for source in sources for texts in source(name))
        values[name] = next(filter(None, converted_values), None)
    return Metadata(**{name: value for name, value in values.items() if value})


_DECLARED: Final = declared_by(ArticleText, ArticleMetadata)
_WRITTEN_BY: Final = frozenset(entries("byline.by"))


def from_meta_tags(page: Page) -> Source:
    """Values of ``<meta>`` tags, by the first name with a value."""
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
    """The names beside "Written by" in Twitter's cards."""
    for number in "12":
        labels = meta.texts(f"twitter.label{number}")
        if any(label.strip().lower() in _WRITTEN_BY for label in labels):
            yield from meta.texts(f"twitter.data{number}")


_LICENCE: Final = frozenset(("license", "licence"))
_RELATION: Final = {"tags": "tag", "categories": "category"}
_SUBJECTS: Final = frozenset(_RELATION.values())


def from_links(page: Page) -> Source:
    """The tags and categories below the headline, and the linked licence."""
    tree, relations = page.tree, page.once(relations_of)
    headline = page.once(headline_of)

    def texts_of(field: str) -> Iterator[Iterable[str]]:
        if field in _RELATION and headline is not None:
            # In WordPress a category is a tag too.
            yield (
                Marked(tree, node, "").read()
                for node, names in relations.items()
                if node > headline.node and min(names & _SUBJECTS, default="") == _RELATION[field]
            )
        elif field == "licence":
            linked = (node for node, names in relations.items() if names & _LICENCE)
            addresses = (tree.get(node, "href") or "" for node in islice(linked, MAX_VALUES))
            yield filter(None, (web_address(page, address) for address in addresses))

    return texts_of


MAX_APART: Final = 200
"""Largest number of characters between two authors of one page."""

_PROPERTIES: Final = {field: (names.things, names.inside) for field, names in _DECLARED.items()}
"""Properties of each field, and those of a nested thing."""


def from_json_ld(page: Page) -> list[Source]:
    """The things about the page: those of its main entity first, then those of the page itself."""
    declared = page.once(read_json_ld)
    typed = [
        (page_type_of(thing.types), thing)
        for thing, is_nested in zip(declared.things, are_nested(declared.things), strict=True)
        if not is_nested
    ]
    typed_pages = [(kind, thing) for kind, thing in typed if kind is not None]
    values = Values(declared.by_id)
    return [
        _source(page, values, kind, thing)
        for kinds in (RANKS if typed_pages else ())
        for kind, thing in _about(page, values, [pair for pair in typed_pages if pair[0] in kinds])
    ]


def from_markup(page: Page) -> list[Source]:
    """The thing with the headline in it, else the only one; then properties without a thing."""
    things = [*page.once(read_microdata), *page.once(read_rdfa)]
    candidates = [
        (kind, thing) for thing in things if (kind := page_type_of(thing.types)) in RANKS[0]
    ]
    if (headline := page.once(headline_of)) is not None:
        around = [pair for pair in candidates if _has(page, pair[1], headline.node)]
        candidates = around[-1:] or candidates
    loose = [("", thing) for thing in things if thing.node is None and thing.properties]
    values = Values({})
    main = candidates if len(candidates) == 1 else []
    return [_source(page, values, kind or "", thing) for kind, thing in (*main, *loose)]


def _has(page: Page, thing: Thing, node: int) -> bool:
    """Tell whether a node is inside a thing's element."""
    above = thing.node or 0
    return above <= node < above + page.tree.size[above]


def _about(page: Page, values: Values, things: list[tuple[str, Thing]]) -> list[tuple[str, Thing]]:
    """Select the things about this page among those of one rank: by their name, else those without
    a second of their type."""
    names = page.once(PageNames.of)

    def is_named(thing: Thing) -> bool:
        texts = values.texts(thing.properties, ("headline", "name"))
        return names.likeness(converted(texts, _headline_from) or "") >= SAME_NAME

    if named := [pair for pair in things if is_named(pair[1])]:
        return named[:MAX_VALUES]
    types = [thing.types for _, thing in things[:MAX_VALUES]]
    return [pair for pair in things[:MAX_VALUES] if types.count(pair[1].types) == 1]


def _source(page: Page, values: Values, kind: str, thing: Thing) -> Source:
    node = thing.properties

    def texts_of(field: str) -> Iterable[Iterable[str]]:
        if field == "page_type":
            return ((kind,),)
        if field == "author":
            authors = (node[name] for name in ("author", "creator") if name in node)
            tree = None if thing.syntax == "json-ld" else page.tree
            listed = (value if tree is None else _together(tree, value) for value in authors)
            return (values.texts({"": value}, ("",), ("name",), numbers=False) for value in listed)
        names, inside = _PROPERTIES.get(field, ((), ()))
        return (
            (values.texts(node, names, inside, numbers=False),) if any(map(node.get, names)) else ()
        )

    return texts_of


def _together(tree: PageTree, value: Any) -> list[Any]:
    """Select the authors declared close together; those further on belong to related stories."""
    authors: list[Any] = []
    end: int | None = None
    for author in value[:MAX_VALUES] if isinstance(value, list) else [value]:
        node = author.get(NODE) if isinstance(author, dict) else getattr(author, "node", None)
        if node is not None:
            if end is not None and tree.chars[node] - end > MAX_APART:
                break
            end = tree.chars[node + tree.size[node]]
            # An author marked as a thing may have only its text.
            if isinstance(author, dict) and "name" not in author:
                author = Marked(tree, node, "name")
        authors.append(author)
    return authors
